"""Sessions as they are found in a cluster."""

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found
from ibidem.domain.documents import Principal
from ibidem.domain.text import storable


def conversation_in(found: Found) -> Conversation:
    """As it was found."""
    return Conversation.of_source(found.source)


def existing(cluster: Cluster, session_id: str) -> tuple[Found, Conversation] | None:
    """Anybody's session, as long as it has not expired."""
    found = cluster.get(places.session(session_id)) if storable(session_id) else None
    if found is None:
        return None
    conversation = conversation_in(found)
    return (found, conversation) if conversation.exists else None


def conversation_of(cluster: Cluster, session_id: str, principal: Principal) -> Conversation | None:
    """The principal's session; None without one."""
    found = existing(cluster, session_id)
    return None if found is None or not found[1].belongs_to(principal) else found[1]
