"""How a session is branched off another one.

The cluster has no transactions over several documents. The branch is stored as one that has expired, which keeps its id and which
nobody reads; then the copies of the turns; then it is given its time. Where a process dies in between, a sweep removes it whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json, Operation
from ibidem.backends.elastic.conversations import conversation_in
from ibidem.backends.elastic.ending import end, remove_turns
from ibidem.backends.stored_turns import end_of
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.personal_data import Placeholder

# Turns that are read and written at once.
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Branching:
    """What is to be copied, up to which turn, under which id, and for how long."""

    origin: Conversation
    last: int
    branch_id: str
    lifetime: timedelta | None


def branch(cluster: Cluster, wanted: Branching) -> Conversation | None:
    """The branch, or None where somebody else changed it on the way. Raises InvalidInput where there is a session of its id, and
    NotFound where the other one was deleted meanwhile."""
    at = places.session(wanted.branch_id)
    there = cluster.get(at)
    if there is not None:
        if conversation_in(there).exists:
            raise InvalidInput("branch_id", "names a session already", "the id of a session that is yet to be is allowed")
        end(cluster, there)
        return None
    begun = wanted.origin.branched(wanted.branch_id, wanted.last)
    if not cluster.write(Operation("create", at, begun.stored())):
        return None
    made = cluster.get(at)
    if made is None or made.source["state"]["key"] != begun.key:
        return None
    copies = _copy(cluster, wanted, begun)
    if len(copies) < wanted.last:
        end(cluster, made)
        raise NotFound("session", wanted.origin.session_id)
    whole = _with_turns(begun, wanted, copies)
    if cluster.write(Operation("index", at, whole.stored(), made.seen)):
        return whole
    remove_turns(cluster, begun, wanted.last)
    return None


def _copy(cluster: Cluster, wanted: Branching, begun: Conversation) -> list[Json]:
    """Stores copies of the turns; returns what is to be known of each: when it was, its question, and more."""
    copies: list[Json] = []
    for start in range(1, wanted.last + 1, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, wanted.last + 1))
        turns = [places.turn(wanted.origin.session_id, wanted.origin.key, number) for number in numbers]
        bodies = [_copied(found.source, begun) for found in cluster.get_all(turns) if found is not None]
        targets = [places.turn(begun.session_id, begun.key, body["turn_id"]) for body in bodies]
        cluster.bulk([Operation("index", at, body) for at, body in zip(targets, bodies, strict=True)])
        copies += [{**{name: body[name] for name in KNOWN}, **{name: body["content"][name] for name in HELD}} for body in bodies]
    return copies


KNOWN, HELD = ("ts", "user_text"), ("pause", "placeholders")


def _copied(source: Json, begun: Conversation) -> Json:
    """A turn as it stands in the branch: without feedback and without the client's id."""
    kept = {name: value for name, value in source.items() if name not in {"feedback", "rated"}}
    content = {**source["content"], "session_id": begun.session_id, "client_turn_id": None}
    return {**kept, "session": begun.key, "session_id": begun.session_id, "content": content, "copied": True}


def _with_turns(begun: Conversation, wanted: Branching, copies: Sequence[Json]) -> Conversation:
    """The branch with what it takes from its turns, and with its time."""
    held = [Placeholder(**one) for copy in copies for one in copy["placeholders"]]
    named = replace(
        begun,
        first_question=copies[begun.standing()[0] - 1]["user_text"],
        waiting_since=None if copies[-1]["pause"] is None else copies[-1]["ts"],
        expires=end_of(datetime.fromisoformat(begun.started), wanted.lifetime),
    )
    return named.with_last_doc_turn().with_placeholders(held)
