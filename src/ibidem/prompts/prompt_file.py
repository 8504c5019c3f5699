"""Reads one prompt file: a table in TOML, the instructions to the model, and its input.

    +++
    version = 1
    inputs = ["question", "conversation"]
    reply = "yes_no"
    max_tokens = 512
    +++
    Task: gate
    Is the question clear enough to be searched as it is?
    === user ===
    <conversation>{{conversation}}</conversation>
    <question>{{question}}</question>

The text before the mark never changes from call to call, so that a server can keep it; every input stands after the mark, once,
in a tag of its own name.
"""

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from ibidem.domain.languages import Language
from ibidem.prompts.prompt import INPUT, Prompt
from ibidem.prompts.tasks import Task

USER_MARK = "=== user ==="
KEYS = ("version", "inputs", "reply", "max_tokens")
# Less holds no word and its end; more than a long document's answer is a loop.
FEWEST_TOKENS, MOST_TOKENS = 8, 16_384
FENCE = "+++"

_FORM = f"is not a table in TOML between two lines `{FENCE}`, the system text, one line `{USER_MARK}` and the user text"
_PLACEHOLDER = re.compile(r"\{\{.{0,200}?\}\}|\{\{|\}\}")


@dataclass(frozen=True, slots=True)
class Source:
    """A prompt as it is written: its table, the system and user text with the mark between them, and the whole of it."""

    table: Mapping[str, object]
    body: str
    whole: str


def read_prompt(text: str, name: str, language: Language, task: Task) -> Prompt | tuple[str, ...]:
    """The prompt that the file's text gives for the task, or all that is wrong with it, each with what is allowed."""
    source = read_source(text)
    return (source,) if isinstance(source, str) else prompt_of(source, name, language, task)


def read_source(text: str) -> Source | str:
    """The parts of the file's text, or why it has none."""
    head, tabled, body = text[len(FENCE) :].partition(f"\n{FENCE}\n")
    if not (text.startswith(f"{FENCE}\n") and tabled):
        return _FORM
    try:
        return Source(cast("dict[str, object]", tomllib.loads(head)), body, text)
    except tomllib.TOMLDecodeError as error:
        return f"the table between the lines `{FENCE}` is not TOML: {error}"
    except RecursionError:
        return f"the table between the lines `{FENCE}` is nested too deep; it holds names with values"


def prompt_of(source: Source, name: str, language: Language, task: Task) -> Prompt | tuple[str, ...]:
    """The prompt that is written so, or all that is wrong with it."""
    system, marked, user = f"\n{source.body}".partition(f"\n{USER_MARK}\n")
    if not marked or f"\n{USER_MARK}\n" in f"\n{user}":
        return (_FORM,)
    table = source.table
    problems = (*_table_problems(table, task), *_text_problems(name, system, user, task))
    if problems:
        return problems
    return Prompt(
        name=name,
        language=language,
        version=cast(int, table["version"]),
        reply=task.reply,
        max_tokens=cast(int, table["max_tokens"]),
        inputs=task.inputs,
        system=system.strip(),
        user=user.strip() + "\n",
        digest=hashlib.sha256(source.whole.encode()).hexdigest()[:8],
    )


def _table_problems(table: Mapping[str, object], task: Task) -> Iterator[str]:
    for key in sorted(table.keys() - set(KEYS)):
        yield f"there is no key {key!r}; allowed are {', '.join(KEYS)}"
    for key in KEYS:
        if key not in table:
            yield f"{key} is missing"
    if "version" in table and not _whole(table["version"], 1, None):
        yield f"version must be a whole number from 1 up, not {table['version']!r}"
    if "max_tokens" in table and not _whole(table["max_tokens"], FEWEST_TOKENS, MOST_TOKENS):
        yield f"max_tokens must be a whole number from {FEWEST_TOKENS} to {MOST_TOKENS}, not {table['max_tokens']!r}"
    if "reply" in table and table["reply"] != task.reply:
        yield f"reply must be {task.reply!r} for this task, not {table['reply']!r}"
    if "inputs" in table:
        given = table["inputs"]
        names = sorted(map(str, cast("list[object]", given))) if isinstance(given, list) else None
        if names != sorted(task.inputs):
            yield f"inputs must be {sorted(task.inputs)} for this task, in any order, not {given!r}"


def _whole(value: object, low: int, high: int | None) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value and (high is None or value <= high)


def _text_problems(name: str, system: str, user: str, task: Task) -> Iterator[str]:
    title, _, instructions = system.lstrip("\n").partition("\n")
    if title != f"Task: {name}":
        yield f"the system text must begin with the line 'Task: {name}', not {title!r}"
    if not instructions.strip():
        yield "the system text is empty after its first line"
    for placeholder in _PLACEHOLDER.findall(system):
        yield f"the system text holds {placeholder}; inputs stand after the line `{USER_MARK}` only"
    used = Counter(found[3] for found in INPUT.finditer(user) if found[1] == found[3])
    for placeholder in _PLACEHOLDER.findall(INPUT.sub(lambda found: "" if found[1] == found[3] else found[0], user)):
        yield f"the user text holds {placeholder} outside of a tag of its name; write <name>{{{{name}}}}</name>"
    for key in sorted(used.keys() | task.inputs):
        if key not in task.inputs:
            yield f"there is no input {key!r} for this task; allowed are {', '.join(sorted(task.inputs))}"
        elif used[key] != 1:
            yield f"the user text must hold <{key}>{{{{{key}}}}}</{key}> once, not {used[key]} times"
