"""How a session ends, with its turns.

The cluster has no transactions over several documents. The session expires first: from then on nobody reads it, nor brings it
forward. Then its turns go, and in the end what is left of it. Where a process dies in between, the next sweep goes on from there.
"""

from dataclasses import replace
from datetime import UTC, datetime

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Operation
from ibidem.backends.elastic.conversations import conversation_in
from ibidem.backends.stored_turns import stamp


def end(cluster: Cluster, found: Found) -> bool:
    """Removes the session as it was found, with its turns; False where it was changed since."""
    conversation = conversation_in(found)
    at = places.session(conversation.session_id)
    ended = replace(conversation, expires=stamp(datetime.now(UTC)))
    if not cluster.write(Operation("index", at, ended.stored(), found.seen)):
        return False
    # One more than it has: the process that stored that one may have died before it brought the session forward.
    remove_turns(cluster, conversation, conversation.turns + 1)
    left = cluster.get(at)
    if left is not None and left.source["state"]["key"] == conversation.key:
        cluster.write(Operation("delete", at, seen=left.seen))
    return True


def remove_turns(cluster: Cluster, conversation: Conversation, last: int) -> None:
    """Removes the turns of a session up to that number, as far as there are any."""
    at = [places.turn(conversation.session_id, conversation.key, number) for number in range(1, last + 1)]
    cluster.bulk([Operation("delete", one) for one in at])
