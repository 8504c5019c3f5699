"""Reads a prompt file that holds a task for several routes: what they share stands once, and what differs in a table a route.

    +++
    inputs = ["question", "conversation", "tried"]
    reply = "queries"
    max_tokens = 1024

    [routes.general]
    version = 3
    ask = "Write 3 queries that will find what answers the question in <question>."
    hint = ""

    [routes.ts]
    version = 4
    ask = "The person has a fault to deal with. Write 3 queries that will find its cause and its remedy."
    hint = "- A fault is named as a report would name it."
    +++
    Task: queries_{{route}}
    {{route.ask}}
    {{route.hint}}
    ...

The table of a route holds each text that the file names, and may hold keys of the file with values of its own. A line that
holds the name of an empty text alone is left out. What comes of it for a route is read as if it stood in a file by itself.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from ibidem.domain.languages import Language
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.prompt_file import FENCE, KEYS, Source, prompt_of, read_source
from ibidem.prompts.tasks import ROUTE_TASKS, RouteTask, Task

ROUTES = "routes"  # the key of the tables

_ROUTE = "{{route}}"
_TEXT = re.compile(r"\{\{route\.(\w+)\}\}")
# With the whole line, where it holds nothing else.
_TEXT_IN_PLACE = re.compile(rf"(?m:^{_TEXT.pattern}\n)|{_TEXT.pattern}")


def read_route_prompts(text: str, kind: RouteTask, language: Language) -> tuple[list[Prompt], list[str]]:
    """The prompts that the file's text gives, and all that is wrong with it, each with what is allowed."""
    source = read_source(text)
    if isinstance(source, str):
        return [], [source]
    tables = source.table.get(ROUTES)
    if not isinstance(tables, dict) or not tables:
        return [], ["there is no table of a route; write [routes.NAME] with what stands for that route alone"]
    prompts: list[Prompt] = []
    problems: list[str] = []
    for route, table in cast("dict[str, object]", tables).items():
        read = _read_route(source, route, table, f"{kind}_{route}", language, ROUTE_TASKS[kind])
        if isinstance(read, Prompt):
            prompts.append(read)
        else:
            problems += [f"route {route!r}: {problem}" for problem in read]
    return prompts, problems


def _read_route(source: Source, route: str, table: object, name: str, language: Language, task: Task) -> Prompt | tuple[str, ...]:
    if not isinstance(table, dict):
        return (f"must be a table, [routes.{route}], not {table!r}",)
    own = cast("dict[str, object]", table)
    given = {key: value for key, value in own.items() if key not in KEYS}
    problems = tuple(_problems(given, set(_TEXT.findall(source.body))))
    if problems:
        return problems
    return prompt_of(_alone(source, route, own, cast("dict[str, str]", given)), name, language, task)


def _problems(given: Mapping[str, object], named: set[str]) -> Iterator[str]:
    for key in sorted(named - given.keys()):
        yield f"{key} is missing; the text names it as {{{{route.{key}}}}}"
    for key in sorted(given.keys() - named):
        yield f"there is no {{{{route.{key}}}}} in the text; allowed are {', '.join((*KEYS, *sorted(named)))}"
    for key, value in given.items():
        if not isinstance(value, str):
            yield f"{key} must be a text, not {value!r}"


def _alone(source: Source, route: str, own: Mapping[str, object], texts: Mapping[str, str]) -> Source:
    """The prompt of the route as a file of its own would give it, so that its digest changes with its own words alone."""

    def put(found: re.Match[str]) -> str:
        text = texts[found[1] or found[2]]
        return f"{text}\n" if text and found[1] else text

    shared = {key: value for key, value in source.table.items() if key != ROUTES}
    table = shared | {key: value for key, value in own.items() if key in KEYS}
    head = "".join(f"{key} = {json.dumps(table[key], default=str)}\n" for key in KEYS if key in table)
    body = _TEXT_IN_PLACE.sub(put, source.body.replace(_ROUTE, route))
    return Source(table, body, f"{FENCE}\n{head}{FENCE}\n{body}")
