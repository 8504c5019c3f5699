"""What a model has seen and noted while it looks around."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from pydantic import BaseModel

from ibidem.domain.trace import Exploration, ExploreEnding, ToolUse
from ibidem.language.shortening import shorten
from ibidem.turn.exploring.results import ToolChunks, ToolSources, ToolWholeTurn
from ibidem.turn.exploring.tool_wording import ToolWording
from ibidem.turn.exploring.toolbox import ToolCall

# Characters of the calls and results that a prompt shows, the latest first: some 4,000 tokens. What is older is named, and noted
# where the model wrote it down.
SHOWN = 10_000
# Bytes of one result; the largest that a tool gives but for a list of a hundred turns.
LARGEST = 12_000
MOST_NOTES, LONGEST_NOTE = 30, 1_000
LONGEST_ARGUMENTS, LONGEST_PROBLEM = 300, 300  # characters, in the trace
# What a model has no use for: all that it can read is of the versions and of the session that are meant.
_UNUSED = frozenset({"session_id", "version", "ts"})
_SHORT = ("chunk_id", "chunk_ids")


@dataclass(frozen=True, slots=True)
class Entry:
    """A call, and what it gave or why it gave nothing, as the model reads it."""

    call: str
    result: str


@dataclass(slots=True)
class Notebook:
    """The calls with their results, what was noted, and what was seen: the chunks by how much speaks for them, the last read
    first, and the turns that were read. A chunk is called `c1`, `c2` and so on, in the order in which they were shown."""

    wording: ToolWording
    entries: list[Entry] = field(default_factory=list[Entry])
    uses: list[ToolUse] = field(default_factory=list[ToolUse])
    notes: list[str] = field(default_factory=list[str])
    noted_chunks: dict[str, None] = field(default_factory=dict[str, None])
    read_chunks: dict[str, None] = field(default_factory=dict[str, None])
    found_chunks: dict[str, None] = field(default_factory=dict[str, None])
    turns: dict[int, None] = field(default_factory=dict[int, None])
    handles: dict[str, str] = field(default_factory=dict[str, str])
    bytes_read: int = 0

    def add(self, call: ToolCall, result: BaseModel) -> None:
        """Writes down what a call gave."""
        text = self.shown(result)
        self.bytes_read += len(text.encode())
        self.entries.append(Entry(call.key, text))
        self.uses.append(ToolUse(call.tool, _arguments(call), len(text.encode())))
        self._seen(call, result)

    def begin(self, call: ToolCall, result: BaseModel) -> None:
        """Writes down what was looked up before the first call: it is neither a call of the model, nor seen by its choice."""
        self.entries.append(Entry(call.key, self.shown(result)))

    def shown(self, result: BaseModel) -> str:
        """A result as the model reads it: chunks by their short names, without what it has no use for."""
        data = self._short(result.model_dump(mode="json", exclude_none=True))
        encoded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        return encoded.decode() if len(encoded) <= LARGEST else encoded[:LARGEST].decode(errors="ignore") + self.wording.cut

    def with_ids(self, call: ToolCall) -> ToolCall:
        """A call with the ids of the chunks in the place of their short names."""
        ids = {handle: chunk_id for chunk_id, handle in self.handles.items()}

        def named(value: object) -> object:
            if isinstance(value, list):
                return [named(one) for one in cast("list[object]", value)]
            return ids.get(value, value) if isinstance(value, str) else value

        arguments = {name: named(value) if name in _SHORT else value for name, value in call.arguments.items()}
        return replace(call, arguments=arguments)

    def end(self, call: ToolCall) -> None:
        """Writes down the call that ended it."""
        self.uses.append(ToolUse(call.tool, _arguments(call)))

    def refuse(self, call: ToolCall, problem: str) -> None:
        """Writes down why a call gave nothing."""
        self.entries.append(Entry(call.key, f"ERROR: {problem}"))
        self.uses.append(ToolUse(call.tool[:LONGEST_ARGUMENTS], _arguments(call), problem=shorten(problem, LONGEST_PROBLEM)))

    def made(self, call: ToolCall) -> int | None:
        """The number of the entry in which this very call was made; None where it was not."""
        return next((n for n, entry in enumerate(self.entries, 1) if entry.call == call.key), None)

    def transcript(self) -> str:
        """The calls in their order, each with its result, as far as the latest fit."""
        room = SHOWN
        lines: list[str] = []
        for number, entry in reversed(list(enumerate(self.entries, 1))):
            room -= len(entry.result)
            shown = entry.result if room >= 0 or number == len(self.entries) else self.wording.left_out
            lines.append(f"{number}. {entry.call[:LONGEST_ARGUMENTS]}\n{shown}")
        return "\n".join(reversed(lines))

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        """The chunks that were seen: those of notes, those that were read, the last first, and those that were only found."""
        return tuple(dict.fromkeys((*self.noted_chunks, *reversed(self.read_chunks), *self.found_chunks)))

    def ended(self, why: ExploreEnding) -> Exploration:
        """All of it, for the trace."""
        return Exploration(tuple(self.uses), tuple(self.notes), why)

    def _short(self, value: object, key: str = "") -> object:
        if isinstance(value, dict):
            known = cast("Mapping[str, object]", value)
            return {name: self._short(one, name) for name, one in known.items() if name not in _UNUSED}
        if isinstance(value, list):
            return [self._short(one, key) for one in cast("list[object]", value)]
        if key in _SHORT and isinstance(value, str):
            return self.handles.setdefault(value, f"c{len(self.handles) + 1}")
        return value

    def _seen(self, call: ToolCall, result: BaseModel) -> None:
        match result:
            case ToolChunks(chunks=chunks):
                where = self.read_chunks if call.tool == "read_chunk" else self.found_chunks
                where.update(dict.fromkeys(one.chunk_id for one in chunks))
            case ToolSources(sources=sources):
                self.found_chunks.update(dict.fromkeys(one for source in sources for one in source.chunk_ids))
            case ToolWholeTurn(turn_id=turn_id, sources=sources):
                self.turns[turn_id] = None
                self.found_chunks.update(dict.fromkeys(one for source in sources for one in source.chunk_ids))
            case _:
                pass


def _arguments(call: ToolCall) -> str:
    return json.dumps(call.arguments, ensure_ascii=False)[:LONGEST_ARGUMENTS]
