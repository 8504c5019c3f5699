"""How a session is branched off another one, in one transaction."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.rows import HEAD, STATE, conversation_of, head, said
from ibidem.backends.redis.server import Decision, Read, Server
from ibidem.backends.redis.writing import Writing, copied, removed
from ibidem.backends.stored_turns import CONTENT, end_of
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound


@dataclass(frozen=True, slots=True)
class Branching:
    """What is to be copied, up to which turn, under which id, for whom, and for how long."""

    session_id: str
    last: int
    branch_id: str
    principal: Principal
    lifetime: timedelta | None


def branch(server: Server, wanted: Branching) -> Conversation:
    """See ports.TurnStore."""
    watched = [places.session(wanted.session_id), places.session(wanted.branch_id)]
    return server.change(watched, lambda read: _decided(wanted, read))


def _decided(wanted: Branching, read: Read) -> Decision[Conversation]:
    at = places.session(wanted.session_id)
    origin = conversation_of(read(at, [STATE])[0])
    if origin is None or not origin.belongs_to(wanted.principal):
        raise NotFound("session", wanted.session_id)
    if not origin.has_turn(wanted.last):
        raise NotFound("turn", f"{wanted.session_id}/{wanted.last}")
    if conversation_of(read(places.session(wanted.branch_id), [STATE])[0]) is not None:
        raise InvalidInput("branch_id", "names a session already", "the id of a session that is yet to be is allowed")
    begun = origin.branched(wanted.branch_id, wanted.last)
    stored = read(at, [head(number) for number in range(1, wanted.last + 1)])
    # In a branch nothing was rated, and nothing took any time.
    heads = [replace(HEAD.validate_json(one), feedback=None, rated=None, copied=True) for one in stored if one is not None]
    (first,) = read(at, [said(begun.standing()[0])])
    assert first is not None, "a session has the turns that it counts"
    named = replace(
        begun,
        first_question=CONTENT.validate_json(first).user_text,
        waiting_since=heads[-1].ts if heads[-1].waits else None,
        expires=end_of(datetime.fromisoformat(begun.started), wanted.lifetime),
    )
    whole = named.with_last_doc_turn().with_placeholders([held for one in heads for held in one.placeholders])
    writing = Writing(whole)
    writing.commands += [removed(wanted.branch_id), copied(wanted.session_id, wanted.branch_id, wanted.last)]
    for number, known in enumerate(heads, 1):
        writing.index_turn(number, known)
    return Decision(whole, writing.move())
