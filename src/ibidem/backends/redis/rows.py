"""What is kept of a turn, and how it becomes one again.

In the hash of its session, a turn has the fields `head:N`, without a word of it; `turn:N`, its content as JSON; and, once
they are made, `terms:N`, what it is found by. The field `state` is the session itself, and `key` its key.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.places import TurnPlace
from ibidem.backends.redis.server import Server
from ibidem.backends.stored_turns import CONTENT, measured_turn, question_key
from ibidem.domain.conversation import SCHEMA_VERSION, Feedback, NewTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.text import storable
from ibidem.domain.withholding import held_versions

STATE, KEY = "state", "key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What is known of a turn without its texts. `held` are the versions that it quotes, cites or offers, `cites` those that it
    cites; `asked` is what all turns with its question have in common; `attempt` says whose writing it was. `rated` is when it
    got its feedback; a turn that was `copied` into a branch took nothing. Times are texts, as `stored_turns.stamp` writes them.
    """

    ts: str
    principal: str
    route: str
    asked: str
    attempt: str
    schema_version: int = SCHEMA_VERSION
    held: tuple[tuple[str, str], ...] = ()
    cites: tuple[tuple[str, str], ...] = ()
    waits: bool = False
    placeholders: tuple[Placeholder, ...] = ()
    summary_ts: str | None = None
    feedback: Feedback | None = None
    rated: str | None = None
    copied: bool = False


HEAD = TypeAdapter(Head)


def head_of(turn: NewTurn, conversation: Conversation, ts: str, attempt: str) -> Head:
    """The head of a turn of this session that is stored now."""
    return Head(
        ts=ts,
        principal=conversation.owner,
        route=turn.route,
        asked=question_key(conversation.tenant, conversation.owner, turn.user_text),
        attempt=attempt,
        held=tuple(sorted(held_versions(turn))),
        cites=tuple(dict.fromkeys((ref.doc_id, ref.version) for ref in turn.doc_refs)),
        waits=turn.pause is not None,
        placeholders=turn.placeholders,
    )


def head(number: int) -> str:
    """The field with the head of a turn."""
    return f"head:{number}"


def said(number: int) -> str:
    """The field with its content."""
    return f"turn:{number}"


def terms(number: int) -> str:
    """The field with what it is found by."""
    return f"terms:{number}"


def conversation_of(state: bytes | None) -> Conversation | None:
    """A session from its field; None without one, and where it has expired."""
    if state is None:
        return None
    conversation = Conversation.of_source(json.loads(state))
    return conversation if conversation.exists else None


def turn_of(conversation: Conversation, number: int, stored_head: bytes, content: bytes) -> Turn:
    """A turn from its fields; what its session decides is taken from there, for a copy in a branch holds what was copied."""
    known = HEAD.validate_json(stored_head)
    asked_by_client = next((client_id for client_id, answer in conversation.answered if answer == number), None)
    named = replace(CONTENT.validate_json(content), session_id=conversation.session_id, client_turn_id=asked_by_client)
    return Turn(
        turn_id=number,
        ts=datetime.fromisoformat(known.ts),
        principal=known.principal,
        content=named,
        schema_version=known.schema_version,
        summary_ts=None if known.summary_ts is None else datetime.fromisoformat(known.summary_ts),
        feedback=known.feedback,
        replaced_by=conversation.replaced_by(number),
    )


def found(server: Server, session_id: str, principal: Principal) -> Conversation | None:
    """The principal's session; None without one."""
    if not storable(session_id):
        return None
    conversation = conversation_of(server.fields(places.session(session_id), [STATE])[0])
    return conversation if conversation is not None and conversation.belongs_to(principal) else None


def required(server: Server, session_id: str, principal: Principal) -> Conversation:
    """The same. Raises NotFound."""
    conversation = found(server, session_id, principal)
    if conversation is None:
        raise NotFound("session", session_id)
    return conversation


def fields(server: Server, conversation: Conversation, names: Sequence[str]) -> list[bytes | None]:
    """These fields of the session; none of them once another session has its id."""
    key, *values = server.fields(places.session(conversation.session_id), [KEY, *names])
    return values if key == conversation.key.encode() else [None] * len(names)


def heads(server: Server, conversation: Conversation, numbers: Sequence[int]) -> dict[int, Head]:
    """The heads of these turns, by their numbers; without those of a session that has gone meanwhile."""
    stored = fields(server, conversation, [head(number) for number in numbers])
    return {number: HEAD.validate_json(one) for number, one in zip(numbers, stored, strict=True) if one is not None}


def numbered(server: Server, conversation: Conversation, numbers: Sequence[int]) -> list[Turn]:
    """These turns, in that order; none of a session that has gone meanwhile."""
    stored = fields(server, conversation, [name for number in numbers for name in (head(number), said(number))])
    pairs = zip(numbers, stored[::2], stored[1::2], strict=True)
    return [turn_of(conversation, number, one, text) for number, one, text in pairs if one is not None and text is not None]


def standing_at(server: Server, at: Sequence[TurnPlace]) -> list[Turn]:
    """The turns at these places, without those of sessions that have gone meanwhile."""
    wanted = [(places.session(one.session_id), [STATE, head(one.number), said(one.number)]) for one in at]
    turns: list[Turn] = []
    for place, (state, stored_head, content) in zip(at, server.fields_of(wanted), strict=True):
        conversation = conversation_of(state)
        if conversation is None or conversation.key != place.key or stored_head is None or content is None:
            continue
        turns.append(turn_of(conversation, place.number, stored_head, content))
    return turns


def measured_at(server: Server, at: Sequence[TurnPlace]) -> list[MeasuredTurn]:
    """What the turns at these places took, without those of sessions that have gone meanwhile."""
    wanted = [(places.session(one.session_id), [KEY, head(one.number), said(one.number)]) for one in at]
    return [
        _measured(HEAD.validate_json(stored_head), json.loads(content))
        for place, (key, stored_head, content) in zip(at, server.fields_of(wanted), strict=True)
        if key == place.key.encode() and stored_head is not None and content is not None
    ]


def _measured(known: Head, content: dict[str, Any]) -> MeasuredTurn:
    trace, pause = content.get("trace", {}), content.get("pause")
    rating = None if known.feedback is None else known.feedback.rating
    parts = (trace.get("steps"), trace.get("calls"), trace.get("attempts"))
    kind = None if pause is None else pause["kind"]
    return measured_turn(datetime.fromisoformat(known.ts), rating, content.get("found", "answered"), kind, *parts)
