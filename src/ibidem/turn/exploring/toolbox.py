"""Tools as a model is shown them and calls them: described from their signatures, and called with what it wrote."""

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, cast, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from ibidem.domain.errors import IbidemError
from ibidem.domain.text import made_storable
from ibidem.profile import as_said
from ibidem.turn.models.replies import json_objects

Run = Callable[..., Awaitable[BaseModel]]


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
    """A tool: its name, its arguments, and what it is for in a line."""

    name: str
    arguments: type[BaseModel]
    about: str
    run: Run

    def described(self) -> str:
        """Name, arguments with their limits and defaults, and what it is for."""
        fields = self.arguments.model_fields.items()
        return f"{self.name}({', '.join(_described(name, field) for name, field in fields)}): {self.about}"


class NotCalled(Exception):
    """A call that could not be made; the message is for the model."""


def tool_of(run: Run) -> Tool:
    """The tool that a bound method is. Its docstring's first paragraph is what it is for."""
    fields: dict[str, Any] = {}
    for name, parameter in inspect.signature(run, eval_str=True).parameters.items():
        fields[name] = (parameter.annotation, ... if parameter.default is inspect.Parameter.empty else parameter.default)
    arguments = create_model(run.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    about = " ".join((inspect.getdoc(run) or "").partition("\n\n")[0].split())
    return Tool(run.__name__, arguments, about, run)


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


async def called(call: ToolCall, tools: Sequence[Tool]) -> BaseModel:
    """What the tool gives. Raises NotCalled, with what was wrong and what is allowed."""
    tool = next((one for one in tools if one.name == call.tool), None)
    if tool is None:
        raise NotCalled(f"there is no tool {call.tool[:100]!r}; there are {', '.join(one.name for one in tools)}")
    try:
        given = tool.arguments.model_validate(_storable(call.arguments))
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, one['loc']))[:100]}: {as_said(one['msg'])}" for one in error.errors()[:5]]
        raise NotCalled(f"{'; '.join(problems)}. Use {tool.described()}") from None
    try:
        return await tool.run(**{name: getattr(given, name) for name in tool.arguments.model_fields})
    except IbidemError as error:
        raise NotCalled(str(error)) from None


def _storable(arguments: Mapping[str, object]) -> dict[str, object]:
    """The arguments without what no store keeps."""
    return {made_storable(name): made_storable(value) if isinstance(value, str) else value for name, value in arguments.items()}


def _described(name: str, field: Any) -> str:
    limits = [f"from {one.ge}" for one in field.metadata if isinstance(one, Ge)]
    limits += [f"to {one.le}" for one in field.metadata if isinstance(one, Le) and isinstance(one.le, int) and one.le <= 1_000]
    kind = _kind(field.annotation)
    written = " ".join((f"{name}: {kind}", *limits))
    return written if field.is_required() else f"{written} = {json.dumps(field.default)}"


def _kind(annotation: object) -> str:
    """A type as a model reads it: `number`, `text`, `list of text`; of one that may be left out, the type without None."""
    if get_origin(annotation) is Annotated:
        return _kind(get_args(annotation)[0])
    if get_origin(annotation) is list:
        return f"list of {_kind(get_args(annotation)[0])}"
    if parts := [part for part in get_args(annotation) if part is not NoneType]:
        return _kind(parts[0])
    return "number" if annotation is int else "text"
