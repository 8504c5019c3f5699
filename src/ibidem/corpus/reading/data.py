"""JSON and YAML: each value on a line with the path of keys that leads to it, lists of like entries as tables."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import cast

import yaml

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, tidy
from ibidem.corpus.reading.plain import plain_blocks

_DEEPEST = 30  # levels; below that it is a program's business, and the file is shown as it stands


class _TooDeep(Exception):
    pass


def read_json(text: str) -> ReadText:
    """Reads JSON, or JSON by lines. What is not quite JSON, or too deep, is shown as it stands."""
    return _read(text, _json_values)


def read_yaml(text: str) -> ReadText:
    """Reads YAML, values as they are written. An alias is its name, so that nothing is repeated."""
    return _read(text, _yaml_values)


def _read(text: str, values: Callable[[str], list[object]]) -> ReadText:
    text = tidy(text)
    try:
        builder = TextBuilder()
        shown = _Shown(builder, Repeats.in_file_of(len(text)))
        for value in values(text):
            shown.add("", value, 0)
            shown.flush()
        return builder.finish()
    except (ValueError, yaml.YAMLError, RecursionError, _TooDeep):
        return plain_blocks(text.strip("\n").rstrip())


def _json_values(text: str) -> list[object]:
    def parsed(one: str) -> object:
        return json.loads(one, parse_int=str, parse_float=str, parse_constant=str)

    try:
        return [parsed(text)]
    except ValueError:
        return [[parsed(line) for line in text.split("\n") if line.strip()]]


def _yaml_values(text: str) -> list[object]:
    """The documents of the file, built from its events: no tag makes an object, no alias is followed."""
    found: list[object] = []
    open_: list[list[object]] = []
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=yaml.CSafeLoader))  # pyright: ignore[reportUnknownMemberType]
    for event in events:
        value: object
        match event:
            case yaml.ScalarEvent():
                value = str(event.value)
            case yaml.AliasEvent():
                value = f"*{event.anchor}"
            case yaml.CollectionStartEvent():
                open_.append([])
                if len(open_) > _DEEPEST:
                    raise _TooDeep
                continue
            case yaml.MappingEndEvent():
                entries = open_.pop()
                value = {_key(key): one for key, one in zip(entries[::2], entries[1::2], strict=True)}
            case yaml.SequenceEndEvent():
                value = open_.pop()
            case _:
                continue
        (open_[-1] if open_ else found).append(value)
    return found


def _key(key: object) -> str:
    return key if isinstance(key, str) else json.dumps(key, ensure_ascii=False)


class _Shown:
    """Writes values in their order, the lines of one entry as one paragraph."""

    def __init__(self, builder: TextBuilder, repeats: Repeats) -> None:
        self._builder = builder
        self._repeats = repeats
        self._lines: list[str] = []

    def add(self, path: str, value: object, depth: int) -> None:
        if depth > _DEEPEST:
            raise _TooDeep
        match value:
            case dict():
                entries = cast("Mapping[str, object]", value)
                for key, one in entries.items():
                    self.add(self._path(path, f".{key}" if path else key), one, depth + 1)
                    if depth == 0 or isinstance(one, dict):
                        self.flush()
            case list():
                self._add_list(path, cast("list[object]", value), depth)
            case _:
                said = _said(value)
                self._lines.append(f"{path}: {said}" if path else said)

    def flush(self) -> None:
        self._builder.paragraph("\n".join(self._lines))
        self._lines = []

    def _add_list(self, path: str, values: list[object], depth: int) -> None:
        if values and all(not isinstance(one, dict | list) for one in values):
            self._lines.append(f"{path}: {', '.join(map(_said, values))}" if path else "\n".join(map(_said, values)))
        elif (head := _columns(values)) is not None:
            self.flush()
            self._builder.paragraph(path)
            rows = cast("list[Mapping[str, object]]", values)
            self._builder.table([head, *([_said(row.get(key, "")) for key in head] for row in rows)], heads=1)
        else:
            for number, one in enumerate(values, 1):
                self.add(self._path(path, f"[{number}]"), one, depth + 1)
                self.flush()

    def _path(self, path: str, last: str) -> str:
        """The whole path where it may be said once more, else its last part."""
        return path + last if self._repeats.allow(path) else last


def _columns(values: list[object]) -> list[str] | None:
    """The keys of a list of flat entries that are alike; None for another one."""
    rows = [cast("Mapping[str, object]", one) for one in values if isinstance(one, dict) and one]
    if len(values) < 2 or len(rows) < len(values):
        return None
    keys = dict.fromkeys(key for row in rows for key in row)
    alike = len(keys) * len(rows) <= 2 * sum(map(len, rows))
    flat = not any(isinstance(cell, dict | list) for row in rows for cell in row.values())
    return list(keys) if alike and flat else None


def _said(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
