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
    turns = tuple(KeptTurn(_turn(own_id, number, row, owner), None) for number, row in enumerate(rows, 1))
    first, last = turns[0].turn, turns[-1].turn
    session = Session(
        session_id=own_id,
        started=first.ts,
        last_turn=last.ts,
        turns=len(turns),
        first_question=first.content.user_text,
        expires=None if lifetime is None else last.ts + lifetime,
        last_doc_turn_id=max((one.turn.turn_id for one in turns if one.turn.content.doc_refs), default=None),
    )
    return KeptSession(session, owner.tenant, owner.name, turns, ())


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
    slot = row.get("slot", place)
    if not isinstance(slot, int) or slot < 1:
        raise InvalidInput("source", f"{where} has the slot {slot!r}", "whole numbers from 1 on are allowed")
    chunk_ids = row.get("chunk_ids") or ()
    return DocRef(
        slot=slot,
        doc_id=_text(row, "doc_id", where),
        version=_text(row, "version", where),
        title=_text(row, "title", where) or _text(row, "doc_id", where),
        source=_text(row, "source", where),
        uri=_text(row, "uri", where),
        page=row["page"] if isinstance(row.get("page"), int) else None,
        chunk_ids=tuple(str(one) for one in ([chunk_ids] if isinstance(chunk_ids, str) else chunk_ids)),
        snippet=_text(row, "snippet", where),
        score=None,
        retrieval_method=UNKNOWN,
    )


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
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise InvalidInput("source", f"{where}: {field} is {value!r}", "a time in ISO 8601, or milliseconds since 1970, is allowed")
