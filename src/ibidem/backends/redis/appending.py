"""How a turn is stored: whole, once, and under the session's next number."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.rows import HEAD, STATE, conversation_of, head, head_of, said, turn_of
from ibidem.backends.redis.server import Command, Decision, Read, Server
from ibidem.backends.redis.writing import Writing, removed
from ibidem.backends.stored_turns import encoded, end_of, stamp
from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import AlreadyAnswered, NotFound, NotLastTurn


@dataclass(slots=True)
class Appending:
    """A turn that is to be stored: what the person may do, the turn as JSON, whose writing it is, and the number under which that
    was tried last."""

    turn: NewTurn
    principal: Principal
    after: int | None
    lifetime: timedelta | None
    content: str
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    attempt: str = field(default_factory=lambda: uuid4().hex)
    tried: int = 0


def append(server: Server, turn: NewTurn, principal: Principal, after: int | None, lifetime: timedelta | None) -> Turn:
    """See ports.TurnStore; what the principal may no longer read of an earlier turn is still in it."""
    wanted = Appending(turn, principal, after, lifetime, encoded(turn, principal))
    return server.change([places.session(turn.session_id)], lambda read: _decided(wanted, read))


def _decided(wanted: Appending, read: Read) -> Decision[Turn]:
    turn, principal = wanted.turn, wanted.principal
    at = places.session(turn.session_id)
    state, tried = read(at, [STATE, head(wanted.tried)])
    if tried is not None and HEAD.validate_json(tried).attempt == wanted.attempt:
        # It was stored, and the answer that says so was lost on its way.
        return Decision(Turn(wanted.tried, wanted.now, principal.name, turn))
    conversation = conversation_of(state)
    if conversation is None:
        begun = Conversation.begun(turn, principal, stamp(wanted.now))
        return _stored(wanted, begun, [removed(turn.session_id)], read)
    if not conversation.belongs_to(principal):
        raise NotFound("session", turn.session_id)
    earlier = None if turn.client_turn_id is None else conversation.answer_of(turn.client_turn_id)
    if earlier is not None:
        stored_head, content = read(at, [head(earlier), said(earlier)])
        assert stored_head is not None and content is not None, "a session has the turns that it counts"
        return Decision(turn_of(conversation, earlier, stored_head, content))
    return _stored(wanted, conversation, [], read)


def _stored(wanted: Appending, conversation: Conversation, before: list[Command], read: Read) -> Decision[Turn]:
    turn = wanted.turn
    if turn.replaces is not None and conversation.turns != turn.replaces:
        raise NotLastTurn(turn.session_id, turn.replaces)
    if wanted.after is not None and conversation.turns != wanted.after:
        raise AlreadyAnswered(turn.session_id)
    number = wanted.tried = conversation.turns + 1
    ts = stamp(wanted.now)
    writing = Writing(conversation.with_turn(turn, ts, end_of(wanted.now, wanted.lifetime)))
    writing.commands += before
    writing.put({said(number): wanted.content})
    writing.index_turn(number, head_of(turn, conversation, ts, wanted.attempt))
    if turn.replaces is not None:
        (replaced,) = read(places.session(turn.session_id), [head(turn.replaces)])
        assert replaced is not None, "it is the session's last turn"
        writing.unask(turn.replaces, HEAD.validate_json(replaced))
    return Decision(Turn(number, wanted.now, wanted.principal.name, turn), writing.move())
