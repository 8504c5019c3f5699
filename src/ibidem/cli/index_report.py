"""What `ibidem index` says of a folder: a line for each file where that is wanted, and at the end what came of it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import TypeVar

from ibidem.cli.printing import in_part
from ibidem.corpus.progress import (
    Adopted,
    Complained,
    Completed,
    Gone,
    Indexed,
    IndexEvent,
    LeftOut,
    PartOf,
    Pruned,
    PruneRefused,
    Reindexed,
    Renamed,
    Started,
    Taken,
    Unchanged,
)

# Names on one line; `--verbose` has the others.
_MOST_NAMED = 10
_MOST_ENDINGS = 8
_NO_DOCUMENTS = "no documents"

Lines = Iterator[str]
T = TypeVar("T")


class Report:
    """Collects what indexing one folder reports."""

    def __init__(self) -> None:
        self.stored = 0
        self.refused: PruneRefused | None = None
        self._pruned = 0
        self._unchanged = 0
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        self._problems: defaultdict[str, list[str]] = defaultdict(list)
        self._folders: list[str] = []
        self._in_part: list[str] = []
        self._taken: list[Taken] = []
        self._renamed: list[Renamed] = []
        self._left_out: defaultdict[str, list[str]] = defaultdict(list)

    @property
    def whole(self) -> bool:
        """Whether every document was read, and all that should be taken out was."""
        return not self._problems and self.refused is None

    def take(self, event: IndexEvent) -> Lines:
        """Notes the event, and gives its line in full."""
        match event:
            case LeftOut(name, reason):
                self._left_out[reason].append(name)
                yield f"left out: {name}: {reason}"
            case Started(others=others):
                self._left_out[_NO_DOCUMENTS].extend(others)
                yield from (f"no document: {name}" for name in others)
            case PartOf(folder, outer):
                self._folders.append(f"{folder} is part of {outer}, which is indexed: its documents are those of that folder")
            case Adopted(folder, count):
                self._folders.append(f"{folder} was indexed by itself: its {count:,} files are part of this folder now")
            case Indexed(name, doc_id):
                self.stored += 1
                kind = "changed" if isinstance(event, Reindexed) else "new"
                self._names[kind].append(name)
                yield f"{kind}: {name} ({doc_id})"
                if event.unread:
                    self._in_part.append(f"{name}: {in_part(event.unread)}")
                    yield _read_in_part(self._in_part[-1])
            case Unchanged():
                self._unchanged += 1
            case Complained(complaint):
                self._problems[f"{complaint.problem}; {complaint.remedy}"].append(complaint.name)
                yield f"failed: {complaint.name}: {complaint.problem}; {complaint.remedy}"
            case Taken():
                self._taken.append(event)
                yield _taken(event)
            case Gone(name, doc_id):
                self._names["gone"].append(name)
                yield f"gone: {name} ({doc_id})"
            case Renamed():
                self._renamed.append(event)
                yield _renamed(event)
            case Pruned(count):
                self._pruned = count
            case PruneRefused():
                self.refused = event
            case Completed():
                pass

    def summary(self) -> Lines:
        """What is worth knowing at the end, in few lines; not what failed."""
        yield from self._folders
        if self._unchanged or self._names["changed"]:  # of a folder that was never read everything is new
            yield from self._named("new", "")
            yield from self._named("changed", "")
        yield from _first(self._taken, _taken)
        yield from _first(self._renamed, _renamed if self._pruned else _renamed_and_found)
        yield from self._named("gone", "" if self._pruned else "; still found, `--prune` takes it out")
        if self._pruned:
            yield f"taken out: {self._pruned:,}; versions that a turn cites stay readable"
        if self.refused is not None:
            yield (
                f"nothing was taken out: {self.refused.gone:,} of {self.refused.of:,} documents have gone from this folder; "
                "if that is right, `--prune-all` takes them out"
            )
        yield from _first(self._in_part, _read_in_part)
        for reason, others in self._left_out.items():
            yield from _counted_by_ending(reason, others)

    def problems(self) -> Lines:
        """What failed, by reason, the most frequent first."""
        for reason, names in sorted(self._problems.items(), key=lambda item: -len(item[1])):
            yield f"{names[0]}: {reason}" if len(names) == 1 else f"{len(names):,} failed: {reason}: {_listed(names)}"

    def _named(self, kind: str, remark: str) -> Lines:
        if names := self._names[kind]:
            yield f"{kind}: {_listed(names)}{remark}"


def counted(completed: Completed) -> str:
    """The line that ends it."""
    return (
        f"{completed.indexed:,} indexed, {completed.unchanged:,} unchanged, {completed.complained:,} failed, "
        f"{completed.chunks:,} chunks, {completed.seconds:.1f} s"
    )


def rehearsed(completed: Completed) -> str:
    """The line that ends a dry run."""
    return (
        f"would be {completed.indexed:,} indexed, {completed.unchanged:,} unchanged, {completed.complained:,} failed, "
        f"{completed.chunks:,} chunks; nothing was stored"
    )


def _counted_by_ending(reason: str, names: Sequence[str]) -> Lines:
    if names:
        endings = Counter(PurePath(name).suffix.lower() or "no ending" for name in names).most_common()
        shown = ", ".join(f"{count:,} {ending}" for ending, count in endings[:_MOST_ENDINGS])
        more = ", ..." if len(endings) > _MOST_ENDINGS else ""
        yield f"left out, {reason}: {shown}{more}"


def _taken(event: Taken) -> str:
    return f"same id: {event.name} asks for {event.wanted}, the id of {event.holder}; it is kept as {event.doc_id}"


def _renamed(event: Renamed) -> str:
    return f"renamed: {event.before} -> {event.name}"


def _renamed_and_found(event: Renamed) -> str:
    as_before = event.doc_id == event.id_before
    return _renamed(event) + ("" if as_before else f"; still found as {event.id_before} too, `--prune` takes that out")


def _read_in_part(which: str) -> str:
    return f"read in part: {which}"


def _first(events: Sequence[T], line: Callable[[T], str]) -> Lines:
    yield from map(line, events[:_MOST_NAMED])
    if len(events) > _MOST_NAMED:
        yield f"... and {len(events) - _MOST_NAMED:,} more such lines (--verbose)"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more (--verbose)" if more > 0 else "")
