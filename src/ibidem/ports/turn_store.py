"""Sessions and turns, a contract for each kind of reader, and `TurnStore`, which has them all."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from ibidem.domain.conversation import (
    Citation,
    Feedback,
    ModelSummary,
    NewTurn,
    ScoredTurn,
    Session,
    SessionDocument,
    Turn,
    TurnMoment,
    TurnQuery,
)
from ibidem.domain.documents import Principal
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.ports.turns_for_others import TurnsForOthers

NOTHING_NEAR: Mapping[int, float] = {}


class SessionTurns(Protocol):
    """The turns of one session: stored one after the other, and found by their numbers and by what they cite."""

    async def append(
        self, turn: NewTurn, principal: Principal, after: int | None = None, lifetime: timedelta | None = None
    ) -> Turn:
        """Stores the turn under the session's next number, durably and whole, and returns it.

        The session begins with its first turn. A `client_turn_id` that the session has already answered stores nothing and
        returns the turn stored under it. Concurrent appends to one session get distinct numbers without gaps.
        With `after`, it is stored only while the session's last turn has that number: so a pause is answered once. A turn that
        `replaces` another one is stored only while that is the last. The session expires a `lifetime` from now; without one,
        never.
        Raises NotFound when the session belongs to somebody else, AlreadyAnswered when the session went on after `after`,
        NotLastTurn when it went on after the turn that is replaced, and InvalidInput for a lone surrogate or a NUL.
        """
        ...

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """The turn of this session stored under `client_turn_id`, or None."""
        ...

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """False when the session exists and belongs to somebody else; True when it is the principal's or does not exist."""
        ...

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """One turn. Raises NotFound."""
        ...

    async def last_turns(self, session_id: str, count: int, principal: Principal, before: int | None = None) -> Sequence[Turn]:
        """The last `count` turns in their order, of those before the turn `before` where one is given; fewer, or none, when the
        session is shorter or not the principal's."""
        ...

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """At most `limit` turns in their order, after the first `offset`; none beyond the last. Raises NotFound, and InvalidInput
        for a negative limit or offset."""
        ...

    async def moments(self, session_id: str, principal: Principal) -> Sequence[TurnMoment]:
        """When each turn of the session was stored, in their order, without those asked anew; none when there is none, or it is
        not the principal's. Quick in a session of a thousand turns."""
        ...

    async def citing_turn(self, session_id: str, number: int, principal: Principal, before: int | None = None) -> Turn | None:
        """The `number`-th turn that cited documents, of those before the turn `before` where one is given: 1 is the first, -1 the
        latest; None without one. Quick in any session, also in a long one that cites nothing."""
        ...

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """The session's document of that number: distinct ones in the order of their first appearance, 1 the first, -1 the last;
        where it first appeared. None when there is none. Quick in any session."""
        ...

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """The documents of the session by their numbers, each with the turns that cited it. Raises NotFound, and InvalidInput
        for a negative limit or offset."""
        ...

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """How many documents the session has in all. Raises NotFound."""
        ...


class TurnSearch(Protocol):
    """Turns of a session by what was said in them."""

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """The turns of the session that are about the query, best first, as `search.turns` ranks them, by what was said in them
        and around them; none where nothing of it was. Quick in a session of a thousand turns.

        `nearness` is what `VectorIndex.near_turns` gave. What the principal may no longer read of a turn is not searched. Raises
        NotFound, and InvalidInput for a limit below 1.
        """
        ...

    async def make_searchable(self, session_id: str, principal: Principal) -> None:
        """Makes what the latest turns of the session are found by, at least, where `append` has left that to be made. A search
        makes up for all that is missing before it ranks: this is for the time after an answer has gone out, so that no question
        has to wait. Quick where nothing is missing, in any session. Raises NotFound."""
        ...


class TurnSummaries(Protocol):
    """A model's summaries of turns, made after their answers."""

    async def not_summed_up(self, session_id: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """The latest turns of the session, at most `limit`, the last one first, of which `sum_up` has not been called."""
        ...

    async def sum_up(self, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal) -> None:
        """Stores the summary of a turn and when that was; with None the summary stays as it is. Question and answer are never
        changed. Raises NotFound."""
        ...


class SessionPlaceholders(Protocol):
    """What stands for personal data in a session."""

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """What stands for personal data in the session, by kind and number: the `placeholders` of its turns, and those
        that were added; none when the session does not exist or is not the principal's. Quick in any session."""
        ...

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """Stores placeholders of what belongs to the session and is no turn: a title, a comment. Raises NotFound."""
        ...


class TurnsOfPerson(Protocol):
    """The turns of all sessions of a person: those that wait, were rated, asked the same, and what they took."""

    async def asking(self, question: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """The principal's latest turns with this question, the last one first, whatever the numbers of its placeholders. Quick
        however many turns there are. Raises InvalidInput for a negative limit."""
        ...

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """The principal's turns stored `since` that wait for a reply, the oldest first. Raises InvalidInput as `sessions`."""
        ...

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """How many turns such a list holds in all."""
        ...

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """Stores what the person thinks of the answer, in place of what they thought before; None takes it back. Raises NotFound,
        and InvalidInput for text that cannot be stored."""
        ...

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """The principal's turns with feedback, the one rated last first. Raises InvalidInput for a negative limit or offset."""
        ...

    async def count_rated(self, principal: Principal) -> int:
        """How many turns of the principal have feedback."""
        ...

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """What the principal's turns stored `since` took, in the order of their times; of more than `most` turns the last ones.
        Raises InvalidInput for a negative `most`."""
        ...


class SessionStore(Protocol):
    """Sessions as wholes: listed, named, branched, deleted, expired."""

    async def session(self, session_id: str, principal: Principal) -> Session:
        """One session, without its turns. Quick in any session. Raises NotFound."""
        ...

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """The principal's sessions, the one that moved last first. Raises InvalidInput for a negative limit or offset."""
        ...

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """Gives the session a title; an empty one takes it back. Raises NotFound, and InvalidInput for unsuitable text."""
        ...

    async def count_sessions(self, principal: Principal) -> int:
        """How many sessions the principal has."""
        ...

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """Deletes the session with its turns and everything made from them, all in one transaction. Raises NotFound."""
        ...

    async def branch(
        self, session_id: str, turn_id: int, branch_id: str, principal: Principal, lifetime: timedelta | None = None
    ) -> Session:
        """Begins the session `branch_id`, which there is none of yet, with copies of the turns up to `turn_id`: under the same
        numbers and times, with what they cite, what they are found by and their placeholders, without feedback and client ids,
        all in one transaction. Its times are those of now, and it expires a `lifetime` from now. Neither session knows of what
        happens to the other later.

        Raises NotFound when the session or the turn is none of the principal's, and InvalidInput for another `branch_id`.
        """
        ...

    async def sweep_expired(self, most: int) -> int:
        """Deletes at most `most` expired sessions of anybody, one in each transaction; returns how many."""
        ...


class TurnStore(
    SessionTurns, TurnSearch, TurnSummaries, SessionPlaceholders, TurnsOfPerson, SessionStore, TurnsForOthers, Protocol
):
    """Sessions and their turns. A session belongs to the principal whose turn began it.

    Of a turn that cites what the principal may no longer read, every method returns only what `domain.withholding` leaves of it.
    A turn that was replaced is returned by its number and in the list of `turns`; the others pass it over. To every method a
    session that has expired does not exist.
    """
