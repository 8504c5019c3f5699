"""Moves everything from one backend to another one, and compares the two.

Records are stored in the order of their kinds and positions, some at a time, and with each batch the target notes how far it has
come: whoever is interrupted goes on from there. What is compared is read from both stores when everything is there.
"""

import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime

from ibidem.domain.collections import KeptCollections
from ibidem.domain.errors import InvalidInput
from ibidem.domain.holdings import RECORD_KINDS, Arrival, KeptFile, KeptKey, KeptSession, KeptVersion, Record, Withdrawn
from ibidem.ports.backend import Backend
from ibidem.ports.holdings import Holdings

# A batch ends at whichever comes first. A record is some kilobytes, but for originals and for sessions of a thousand turns.
BATCH_RECORDS, BATCH_BYTES = 200, 8_000_000
# Of a checksum, in a report.
SHOWN_DIGITS = 12

# Called with what is being done, how many records of it are done, and how many there are.
Moved = Callable[[str, int, int], None]


@dataclass(slots=True)
class Tally:
    """How much there is of each kind of thing, and a checksum of it that does not depend on the order: the sum of the SHA-256 of
    each."""

    counts: Counter[str] = field(default_factory=Counter[str])
    sums: Counter[str] = field(default_factory=Counter[str])

    def add(self, record: Record) -> None:
        """Counts all things of a record."""
        for thing, content in _things(record):
            self.counts[thing] += 1
            self.sums[thing] += int.from_bytes(hashlib.sha256(content).digest())

    def checksum(self, thing: str) -> str:
        """The first hexadecimal digits of the sum over all things of that kind."""
        return f"{self.sums[thing] % (1 << 256):064x}"[:SHOWN_DIGITS]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the two stores hold of a kind of thing: how many there are, and their checksums."""

    thing: str
    counts: tuple[int, int]
    checksums: tuple[str, str]

    @property
    def equal(self) -> bool:
        """Whether it is the same."""
        return self.counts[0] == self.counts[1] and self.checksums[0] == self.checksums[1]


async def migrate(source: Holdings, target: Backend, arrival: Arrival, moved: Moved) -> Sequence[Comparison]:
    """Brings to the target what it lacks after `begin`, and returns what both hold of each kind of thing.

    The source is read, and kept from being written as far as its backend can. Raises StoreUnavailable.
    """
    now = datetime.now(UTC)
    with source.unchanged():
        while not arrival.finished:
            arrival = await _move_kind(source, target.holdings, arrival, now, moved)
        await target.index.catch_up()
        tallies = [await _tally(one, now, moved) for one in (source, target.holdings)]
    return [_compared(thing, *tallies) for thing in THINGS]


async def begin(source: Holdings, target: Holdings) -> Arrival:
    """Where the migration begins, or goes on if it was begun before; one that has ended has nothing left to bring.

    Raises InvalidInput where the target holds anything else, and StoreUnavailable.
    """
    identity = await source.identity()
    if identity == await target.identity():
        raise InvalidInput("target", "it is the source", "another folder, or another cluster or prefix, is allowed")
    left = await source.arrival()
    if left is not None and not left.finished:
        raise InvalidInput(
            "source", f"a migration to {source.name} has not ended", "a whole store is allowed; end that one first"
        )
    arrival = await target.arrival()
    if arrival is None:
        arrival = Arrival(identity, RECORD_KINDS[0])
        await target.begin(arrival)
    elif arrival.source != identity:
        allowed = "the source of that migration, or another target, is allowed"
        raise InvalidInput("target", f"a migration to {target.name} has begun from another source", allowed)
    return arrival


async def _move_kind(source: Holdings, target: Holdings, arrival: Arrival, now: datetime, moved: Moved) -> Arrival:
    """Brings the rest of the kind that the migration has come to; returns where it stands then."""
    kind = arrival.kind
    total, done = await source.count(kind, now), 0
    async for position, batch in _batches(source.records(kind, arrival.position, now)):
        further = replace(arrival, position=position)
        await target.take_in(batch, arrival, further)
        arrival, done = further, done + len(batch)
        moved(f"{kind} copied", done, total)
    rest = RECORD_KINDS[RECORD_KINDS.index(kind) + 1 :]
    further = Arrival(arrival.source, rest[0]) if rest else replace(arrival, finished=True)
    await target.take_in((), arrival, further)
    return further


async def _batches(records: AsyncIterator[tuple[str, Record]]) -> AsyncIterator[tuple[str, list[Record]]]:
    """The records in batches, each with the position of its last one."""
    position, batch, size = "", list[Record](), 0
    async for position, record in records:
        batch.append(record)
        size += _size(record)
        if len(batch) == BATCH_RECORDS or size >= BATCH_BYTES:
            yield position, batch
            batch, size = [], 0
    if batch:
        yield position, batch


def _size(record: Record) -> int:
    """About how many bytes it holds."""
    match record:
        case KeptVersion(prepared):
            return len(prepared.original) + sum(map(len, prepared.pictures)) + 3 * len(prepared.text)
        case KeptSession():
            return 10_000 * len(record.turns)
        case _:
            return 100


async def _tally(holdings: Holdings, now: datetime, moved: Moved) -> Tally:
    tally = Tally()
    for kind in RECORD_KINDS:
        total, done = await holdings.count(kind, now), 0
        async for _, record in holdings.records(kind, "", now):
            tally.add(record)
            done += 1
            moved(f"{kind} of {holdings.name} checked", done, total)
    return tally


def _compared(thing: str, source: Tally, target: Tally) -> Comparison:
    counts = (source.counts[thing], target.counts[thing])
    return Comparison(thing, counts, (source.checksum(thing), target.checksum(thing)))


THINGS = (
    "current documents",
    "earlier versions",
    "deleted documents with readers",
    "texts",
    "originals",
    "pictures",
    "passages",
    "conversations",
    "turns",
    "ratings",
    "placeholders",
    "keys",
    "files of folders",
    "collections",
)


def _things(record: Record) -> Iterator[tuple[str, bytes]]:
    """The things of a record, each as bytes that are the same in every store."""
    match record:
        case Withdrawn():
            yield "deleted documents with readers", _plain(asdict(record))
        case KeptVersion(prepared, kept_until):
            named = f"{prepared.document.tenant}\n{prepared.document.doc_id}\n{prepared.document.version}\n".encode()
            yield "current documents" if kept_until is None else "earlier versions", _plain(asdict(prepared.document))
            yield "texts", named + prepared.text.encode()
            yield "originals", named + prepared.original
            for picture in prepared.pictures:
                yield "pictures", named + picture
            for one in prepared.chunks:
                yield "passages", named + _plain(asdict(one.chunk))
        case KeptSession():
            whose = (record.tenant, record.owner)
            session_id = record.session.session_id
            yield "conversations", _plain((*whose, asdict(record.session)))
            for one in record.turns:
                yield "turns", _plain((session_id, asdict(replace(one.turn, feedback=None))))
                if one.turn.feedback is not None:
                    yield "ratings", _plain((session_id, one.turn.turn_id, asdict(one.turn.feedback), one.rated))
            for placeholder in record.placeholders:
                yield "placeholders", _plain((session_id, asdict(placeholder)))
        case KeptKey(key, digest):
            yield "keys", _plain((digest, asdict(key)))
        case KeptFile():
            yield "files of folders", _plain(asdict(record))
        case KeptCollections(tenant, owner, collections):
            for one in collections:
                yield "collections", _plain((tenant, owner, asdict(one)))


def _plain(value: Mapping[str, object] | tuple[object, ...]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=_plainer).encode()


def _plainer(value: object) -> object:
    """What JSON has no word for: sets in order, times as text."""
    return sorted(map(str, value)) if isinstance(value, frozenset) else str(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
