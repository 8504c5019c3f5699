"""Tools as a model is shown them and calls them: described by their signatures, and called with what it wrote."""

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, cast, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from ibidem.domain.errors import IbidemError, InvalidInput, NotFound
from ibidem.domain.text import made_storable
from ibidem.language.shortening import shorten
from ibidem.turn.exploring.tool_wording import ToolWording
from ibidem.turn.models.reply_parsers import json_objects

Run = Callable[..., Awaitable[BaseModel]]
LARGEST = 2**31 - 1  # of a number; as good as no limit
SHOWN_ID = 60  # characters of an id that is not there


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a model wrote: the name of a tool, and its arguments."""

    tool: str
    arguments: Mapping[str, object]

    @property
    def key(self) -> str:
        """The same for calls that ask for the same."""
        return f"{self.tool} {json.dumps(self.arguments, ensure_ascii=False, sort_keys=True)}"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name and its arguments."""

    name: str
    arguments: type[BaseModel]
    run: Run

    def described(self, wording: ToolWording) -> str:
        """Name, arguments with their limits and defaults, and what it is for."""
        fields = self.arguments.model_fields.items()
        arguments = ", ".join(_described(name, field, wording) for name, field in fields)
        return f"{self.name}({arguments}): {wording.about[self.name]}"


class NotCalled(Exception):
    """A call that could not be made; the message is for the model."""


def tool_of(run: Run) -> Tool:
    """The tool that a bound method is."""
    fields: dict[str, Any] = {}
    for name, parameter in inspect.signature(run, eval_str=True).parameters.items():
        fields[name] = (parameter.annotation, ... if parameter.default is inspect.Parameter.empty else parameter.default)
    arguments = create_model(run.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    return Tool(run.__name__, arguments, run)


def read_tool_call(text: str) -> ToolCall | None:
    """The call that a reply holds as a JSON object with `tool` and `arguments`, or with the arguments beside `tool`; the first of
    several, None without any."""
    for found in json_objects(text):
        name = found.get("tool", found.get("name"))
        if not isinstance(name, str):
            continue
        given = found.get("arguments", found.get("parameters"))
        if isinstance(given, dict):
            return ToolCall(name.strip(), cast("dict[str, object]", given))
        beside = {key: value for key, value in found.items() if key not in ("tool", "name", "arguments", "parameters")}
        return ToolCall(name.strip(), beside)
    return None


async def called(call: ToolCall, tools: Sequence[Tool], wording: ToolWording) -> BaseModel:
    """What the tool gives. Raises NotCalled, with what was wrong and what is allowed, in the language of the wording."""
    tool = next((one for one in tools if one.name == call.tool), None)
    if tool is None:
        raise NotCalled(wording.no_tool.format(repr(call.tool[:100]), ", ".join(one.name for one in tools)))
    try:
        given = tool.arguments.model_validate(_storable(call.arguments))
    except ValidationError as error:
        problems = [_problem(one["type"], ".".join(map(str, one["loc"]))[:100], wording) for one in error.errors()[:5]]
        raise NotCalled(f"{'; '.join(problems)}. {wording.use.format(tool.described(wording))}") from None
    try:
        return await tool.run(**{name: getattr(given, name) for name in tool.arguments.model_fields})
    except InvalidInput as error:
        raise NotCalled(f"{wording.not_allowed.format(error.field)}. {wording.use.format(tool.described(wording))}") from None
    except NotFound as error:
        raise NotCalled(wording.not_there.get(error.kind, wording.failed).format(shorten(error.identifier, SHOWN_ID))) from None
    except IbidemError:
        raise NotCalled(wording.failed) from None


def _problem(kind: str, argument: str, wording: ToolWording) -> str:
    sentence = {"missing": wording.missing, "extra_forbidden": wording.unknown}.get(kind, wording.not_allowed)
    return sentence.format(argument)


def _storable(arguments: Mapping[str, object]) -> dict[str, object]:
    """The arguments without what no store keeps."""
    return {made_storable(name): made_storable(value) if isinstance(value, str) else value for name, value in arguments.items()}


def _described(name: str, field: Any, wording: ToolWording) -> str:
    kind = _kind(field.annotation, wording)
    longest = wording.longest_list if get_origin(field.annotation) is list else wording.longest
    limits = [wording.least.format(one.ge) for one in field.metadata if isinstance(one, Ge)]
    limits += [wording.most.format(one.le) for one in field.metadata if isinstance(one, Le) and one.le != LARGEST]
    limits += [longest.format(one.max_length) for one in field.metadata if isinstance(one, MaxLen)]
    written = " ".join((f"{name}: {kind}", *limits))
    return written if field.is_required() else f"{written} = {json.dumps(field.default)}"


def _kind(annotation: object, wording: ToolWording) -> str:
    """A type as a model reads it: `number`, `text`, `list of text`; of one that may be left out, the type without None."""
    if get_origin(annotation) is Annotated:
        return _kind(get_args(annotation)[0], wording)
    if get_origin(annotation) is list:
        return wording.list_of.format(_kind(get_args(annotation)[0], wording))
    if parts := [part for part in get_args(annotation) if part is not NoneType]:
        return _kind(parts[0], wording)
    return wording.kinds["number" if annotation is int else "text"]
