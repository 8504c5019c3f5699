"""From turns as another program keeps them to a session of ours."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, cast

from ibidem.domain.conversation import DocRef, NewTurn, Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.domain.gate import check_identifier
from ibidem.domain.holdings import KeptSession, KeptTurn
from ibidem.domain.text import require_storable
from ibidem.language.detection import detect_language
from ibidem.language.shortening import shorten
from ibidem.ports.holdings import Holdings

# By which a document was found, and which way an answer came, as far as this is known of turns of others.
UNKNOWN, ROUTE = "imported", "general"
# Characters of an answer that stand for its summary, as with the answers of ibidem itself.
SUMMARY = 150
# Of slots and pages: what a cluster takes for an `integer`.
LARGEST = 2**31 - 1
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose the conversations become, how long they are kept after their last turn, and what masks them."""

    owner: Principal
    lifetime: timedelta | None
    masked: Callable[[KeptSession], Awaitable[KeptSession]]


class ForeignHoldings(Holdings, Protocol):
    """Conversations of another program, which are only read."""

    def close(self) -> None:
        """Lets go of where they are."""
        ...


def session_of(session_id: str, rows: Sequence[Row], owner: Principal, lifetime: timedelta | None) -> KeptSession:
    """The session of these turns, in their order, which are numbered from 1 on. It expires a `lifetime` after its last one.

    An id that no client of ours could send becomes one that follows from it. Raises InvalidInput for a turn that is none.
    """
    own_id = _own_id(session_id)
    if not rows:
        raise InvalidInput("source", f"session {own_id} has no turns", "each session has a turn at least; try again")
    turns = tuple(KeptTurn(_turn(own_id, number, row, owner), None) for number, row in enumerate(rows, 1))
    first, last = turns[0].turn, turns[-1].turn
    session = Session(
        session_id=own_id,
        started=first.ts,
        last_turn=last.ts,
        turns=len(turns),
        first_question=first.content.user_text,
        expires=None if lifetime is None else _end_of(last.ts, lifetime, own_id),
        last_doc_turn_id=max((one.turn.turn_id for one in turns if one.turn.content.doc_refs), default=None),
    )
    return KeptSession(session, owner.tenant, owner.name, turns, ())


def _end_of(last: datetime, lifetime: timedelta, session_id: str) -> datetime:
    try:
        return last + lifetime
    except OverflowError:
        problem = f"the last turn of session {session_id}: ts is {last.isoformat()}, {lifetime.days} days after which no time is"
        raise InvalidInput("source", problem, "a time after which a session can expire is allowed") from None


def _own_id(session_id: str) -> str:
    try:
        check_identifier("session_id", session_id)
    except InvalidInput:
        return f"imported-{hashlib.sha256(session_id.encode(errors='surrogatepass')).hexdigest()[:32]}"
    return session_id


def _turn(session_id: str, number: int, row: Row, owner: Principal) -> Turn:
    where = f"turn {row.get('turn_id')} of session {session_id}"
    asked, answered = _text(row, "user_text", where), _text(row, "assistant_text", where)
    content = NewTurn(
        session_id=session_id,
        user_text=asked,
        assistant_text=answered,
        summary=_text(row, "summary", where) or shorten(answered, SUMMARY),
        language=detect_language(asked),
        route=ROUTE,
        doc_refs=_references(row.get("doc_refs"), where),
    )
    summed_up = row.get("summary_ts")
    return Turn(
        turn_id=number,
        ts=_moment(row.get("ts"), "ts", where),
        principal=owner.name,
        content=content,
        summary_ts=None if summed_up is None else _moment(summed_up, "summary_ts", where),
    )


def _references(given: Any, where: str) -> tuple[DocRef, ...]:
    """The documents of a turn under their slots, of which one document has the first."""
    rows = cast("list[Any]", [] if given is None else given if isinstance(given, list) else [given])
    references: dict[str, DocRef] = {}
    for place, row in enumerate(rows, 1):
        if not isinstance(row, dict) or "doc_id" not in row:
            raise InvalidInput("source", f"{where} has a doc_ref without a doc_id", "doc_refs are objects with slot and doc_id")
        reference = _reference(cast("Row", row), place, where)
        references.setdefault(reference.doc_id, reference)
    slots = [one.slot for one in references.values()]
    if len(set(slots)) < len(slots):
        raise InvalidInput("source", f"{where} has two documents under one slot", "each document has a slot of its own")
    return tuple(sorted(references.values(), key=lambda one: one.slot))


def _reference(row: Row, place: int, where: str) -> DocRef:
    slot, doc_id = row.get("slot", place), _text(row, "doc_id", where)
    if not _is_number(slot):
        raise InvalidInput("source", f"{where} has the slot {slot!r}", f"whole numbers from 1 to {LARGEST:,} are allowed")
    if not doc_id:
        raise InvalidInput("source", f"{where} has a doc_ref with an empty doc_id", "a doc_id has one character at least")
    return DocRef(
        slot=slot,
        doc_id=doc_id,
        version=_text(row, "version", where),
        title=_text(row, "title", where) or doc_id,
        source=_text(row, "source", where),
        uri=_text(row, "uri", where),
        page=row["page"] if _is_number(row.get("page")) else None,
        chunk_ids=_chunk_ids(row.get("chunk_ids"), where),
        snippet=_text(row, "snippet", where),
        score=None,
        retrieval_method=UNKNOWN,
    )


def _is_number(value: Any) -> bool:
    """Whether it is a number of a slot or a page."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST


def _chunk_ids(given: Any, where: str) -> tuple[str, ...]:
    """A text, or several; a cluster takes whole numbers for texts."""
    rows = cast("list[Any]", [] if given is None else [given] if isinstance(given, str) else given)
    if not isinstance(given, list | str | None) or any(isinstance(one, bool) or not isinstance(one, int | str) for one in rows):
        raise InvalidInput("source", f"{where} has the chunk_ids {given!r}", "a list of texts is allowed")
    for one in rows:
        require_storable(f"{where}: chunk_ids", str(one))
    return tuple(map(str, rows))


def _text(row: Row, field: str, where: str) -> str:
    value = row.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput("source", f"{where}: {field} is {type(value).__name__}", "text is allowed")
    require_storable(f"{where}: {field}", value)
    return value


def _moment(value: Any, field: str, where: str) -> datetime:
    """A time as a cluster takes it: ISO 8601, or milliseconds since 1970; without a zone it is UTC."""
    try:
        if isinstance(value, str):
            read = datetime.fromisoformat(value)
            return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise InvalidInput("source", f"{where}: {field} is {value!r}", "a time in ISO 8601, or milliseconds since 1970, is allowed")
