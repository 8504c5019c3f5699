"""Turns as every store keeps them, and what it asks of them before anything is written."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from ibidem.domain.conversation import NewTurn, Rating
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import unnumbered
from ibidem.domain.text import HALF_A_PAIR, require_storable
from ibidem.finding.find_turns import terms_of

# A turn as it is stored.
CONTENT = TypeAdapter(NewTurn)
Rows = Sequence[Mapping[str, Any]] | None


def stamp(ts: datetime) -> str:
    """UTC with microseconds always written, so that the order of the texts is the order of the times."""
    return ts.isoformat(timespec="microseconds")


def end_of(now: datetime, lifetime: timedelta | None) -> str | None:
    """When a session expires that moved now."""
    return None if lifetime is None else stamp(now + lifetime)


def require_count(field: str, value: int) -> None:
    """Raises InvalidInput for a negative number."""
    if value < 0:
        raise InvalidInput(field, f"it is {value}", "0 or more is allowed")


def require_page(limit: int, offset: int) -> None:
    """Raises InvalidInput for a page that is none."""
    require_count("limit", limit)
    require_count("offset", offset)


def encoded(turn: NewTurn, principal: Principal) -> str:
    """A turn as JSON. Raises InvalidInput for text that cannot be stored."""
    for field, text in (
        ("session_id", turn.session_id),
        ("client_turn_id", turn.client_turn_id or ""),
        ("message", turn.user_text),
        ("answer", turn.assistant_text),
        ("summary", turn.summary),
        ("principal", principal.name),
        ("tenant", principal.tenant),
    ):
        require_storable(field, text)
    try:
        content = CONTENT.dump_json(turn).decode()
    except PydanticSerializationError as error:
        raise InvalidInput("turn", HALF_A_PAIR.problem, HALF_A_PAIR.allowed) from error
    return content


def question_key(tenant: str, owner: str, question: str) -> str:
    """What all turns of a person with this question have in common, whatever the numbers of its placeholders."""
    return hashlib.sha256("\0".join((tenant, owner, unnumbered(question))).encode(errors="surrogatepass")).hexdigest()


def found_by(turn: NewTurn) -> bytes:
    """The terms of a turn: of its question, its answer, and the titles that it cites."""
    return terms_of(turn.user_text, turn.assistant_text, [ref.title for ref in turn.doc_refs])


def measured_turn(
    ts: datetime, rating: Rating | None, found: str, pause: str | None, steps: Rows, calls: Rows, attempts: Rows
) -> MeasuredTurn:
    """What a turn took, from those parts of its stored content."""
    return MeasuredTurn(
        ts=ts,
        outcome=found if pause in (None, "offer") else "needs_input",
        steps=[(step["step"], step["milliseconds"]) for step in steps or ()],
        calls=len(calls or ()),
        fallbacks=sum(call["outcome"] != "ok" for call in calls or ()),
        input_tokens=sum(call["input_tokens"] for call in calls or ()),
        output_tokens=sum(call["output_tokens"] for call in calls or ()),
        retries=max(0, sum(attempt["drafted"] for attempt in attempts or ()) - 1),
        rating=rating,
    )
