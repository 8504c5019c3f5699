"""How a turn is stored: whole, once, and under the session's next number.

The cluster has no transactions over several documents. The turn is created first, under an id that its number makes: of two that
are stored at once, one is refused there. Then the session is brought forward, while it is as it was read. A process that dies in
between leaves a turn with the number after the session's last one; whoever stores the next turn finds it, and brings the session
forward for it. What was not acknowledged may so appear later, and what was acknowledged is never lost.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Operation
from ibidem.backends.elastic.conversations import conversation_in
from ibidem.backends.elastic.ending import end
from ibidem.backends.elastic.turn_rows import stored_turn, turn_of
from ibidem.backends.stored_turns import encoded, end_of, stamp
from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import AlreadyAnswered, NotFound, NotLastTurn, StoreUnavailable

# Others may change the same session at the same time, each in a process of its own.
ATTEMPTS = 50


@dataclass(frozen=True, slots=True)
class Writing:
    """A turn that is to be stored: what the person may do, the turn as JSON, and whose writing it is."""

    turn: NewTurn
    principal: Principal
    after: int | None
    lifetime: timedelta | None
    content: str
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    attempt: str = field(default_factory=lambda: uuid4().hex)


class Appending:
    """Stores turns, those of one session one after another within this process."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._locks: dict[str, tuple[threading.Lock, int]] = {}
        self._guard = threading.Lock()

    def append(self, turn: NewTurn, principal: Principal, after: int | None, lifetime: timedelta | None) -> Turn:
        """See ports.TurnStore; what the principal may no longer read of an earlier turn is still in it."""
        writing = Writing(turn, principal, after, lifetime, encoded(turn, principal))
        with self._alone(turn.session_id):
            for _ in range(ATTEMPTS):
                stored = self._attempt(writing)
                if stored is not None:
                    return stored
        raise StoreUnavailable(f"session {turn.session_id!r} is being written by others all the time; try again later")

    def _attempt(self, writing: Writing) -> Turn | None:
        """The stored turn, or None where somebody else was quicker."""
        turn = writing.turn
        at = places.session(turn.session_id)
        found = self._cluster.get(at)
        if found is None:
            begun = Conversation.begun(turn, writing.principal, stamp(writing.now)).stored()
            self._cluster.write(Operation("create", at, begun))
            return None
        conversation = conversation_in(found)
        owned = conversation.belongs_to(writing.principal)
        # One without turns was begun by us, or by somebody who has stored none yet.
        begun_by_us = owned and conversation.turns == 0 and conversation.expires is None
        if not conversation.exists and not begun_by_us:
            end(self._cluster, found)
            return None
        if not owned:
            raise NotFound("session", turn.session_id)
        earlier = None if turn.client_turn_id is None else conversation.answer_of(turn.client_turn_id)
        if earlier is not None:
            there = self._cluster.get(places.turn(turn.session_id, conversation.key, earlier))
            return None if there is None else turn_of(there.source, conversation.replaced_by(earlier))
        if turn.replaces is not None and conversation.turns != turn.replaces:
            raise NotLastTurn(turn.session_id, turn.replaces)
        if writing.after is not None and conversation.turns != writing.after:
            raise AlreadyAnswered(turn.session_id)
        return self._store(writing, conversation, found)

    def _store(self, writing: Writing, conversation: Conversation, found: Found) -> Turn | None:
        turn, number = writing.turn, conversation.turns + 1
        place = places.turn(turn.session_id, conversation.key, number)
        body = stored_turn(conversation, turn, writing.content, stamp(writing.now), writing.attempt)
        if not self._cluster.write(Operation("create", place, body)):
            there = self._cluster.get(place)
            if there is None:
                return None
            if there.source["attempt"] != writing.attempt:
                self._bring_forward(writing, conversation, found, turn_of(there.source))
                return None
        stored = Turn(number, writing.now, writing.principal.name, turn)
        if self._bring_forward(writing, conversation, found, stored) or self._was_brought_forward(conversation, number):
            return stored
        # Somebody changed the session meanwhile: what was created is stored again, under the number that is the next one now.
        self._cluster.write(Operation("delete", place))
        return None

    def _bring_forward(self, writing: Writing, conversation: Conversation, found: Found, turn: Turn) -> bool:
        moved = conversation.with_turn(turn.content, stamp(turn.ts), end_of(writing.now, writing.lifetime))
        return self._cluster.write(Operation("index", places.session(conversation.session_id), moved.stored(), found.seen))

    def _was_brought_forward(self, conversation: Conversation, number: int) -> bool:
        """Whether somebody else did it, or we did without knowing: an answer of the cluster was lost on its way."""
        found = self._cluster.get(places.session(conversation.session_id))
        return found is not None and found.source["state"]["key"] == conversation.key and found.source["turns"] >= number

    @contextmanager
    def _alone(self, session_id: str) -> Generator[None]:
        """Waits for the others of this process that store into the session: the cluster would refuse all but one of them."""
        with self._guard:
            lock, waiting = self._locks.get(session_id, (threading.Lock(), 0))
            self._locks[session_id] = (lock, waiting + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, waiting = self._locks.pop(session_id)
                if waiting > 1:
                    self._locks[session_id] = (lock, waiting - 1)
