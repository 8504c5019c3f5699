"""Sessions and turns in Redis (ports.TurnStore)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TypeVar

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.appending import append
from ibidem.backends.redis.places import TurnPlace, micros
from ibidem.backends.redis.rows import (
    HEAD,
    Head,
    fields,
    head,
    heads,
    measured_at,
    numbered,
    said,
    standing_at,
    terms,
)
from ibidem.backends.redis.server import Decision, Read
from ibidem.backends.redis.session_store import RedisSessions
from ibidem.backends.redis.writing import CHANGE, Writing
from ibidem.backends.stored_turns import CONTENT, found_by, question_key, require_count, require_page, stamp
from ibidem.domain.conversation import (
    Citation,
    Feedback,
    ModelSummary,
    NewTurn,
    ScoredTurn,
    SessionDocument,
    Turn,
    TurnMoment,
    TurnQuery,
)
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.text import require_storable, storable
from ibidem.domain.withholding import held_versions, without
from ibidem.finding.find_turns import SaidTurn, terms_of
from ibidem.language.search_text import question_terms
from ibidem.ports.turn_store import NOTHING_NEAR

T = TypeVar("T")
# Turns whose terms are made at once; and of so many, once an answer has gone out, are they looked for.
LATEST = 20


class RedisTurns(RedisSessions):
    """The turn store. Of what is searched, everything lies in the one session that is asked for."""

    async def append(
        self, turn: NewTurn, principal: Principal, after: int | None = None, lifetime: timedelta | None = None
    ) -> Turn:
        """See ports.TurnStore; how is in `appending`."""
        stored = await self._server.run(lambda: append(self._server, turn, principal, after, lifetime))
        return stored if stored.content is turn else (await self._readable([stored], principal))[0]

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """See ports.TurnStore."""
        return await self._one(session_id, principal, lambda conversation: conversation.answer_of(client_turn_id))

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        found = await self._one(session_id, principal, lambda conversation: turn_id if conversation.has_turn(turn_id) else None)
        if found is None:
            raise NotFound("turn", f"{session_id}/{turn_id}")
        return found

    async def last_turns(self, session_id: str, count: int, principal: Principal, before: int | None = None) -> Sequence[Turn]:
        """See ports.TurnStore. Raises InvalidInput for a negative count."""
        require_count("count", count)
        conversation = await self._found(session_id, principal)
        standing = [] if conversation is None else conversation.standing(before)
        return (
            ()
            if conversation is None
            else await self._numbered(conversation, standing[max(0, len(standing) - count) :], principal)
        )

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)
        conversation = await self._required(session_id, principal)
        return await self._numbered(conversation, range(offset + 1, min(offset + limit, conversation.turns) + 1), principal)

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """See ports.TurnStore."""
        # Imported here: numpy takes a tenth of a second, and most commands do without.
        from ibidem.finding.turn_ranking import rank_turns

        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        conversation = await self._required(query.session_id, principal)
        numbers = conversation.standing(query.before)
        made, known = await self._server.run(
            lambda: (self._terms(conversation, numbers), heads(self._server, conversation, numbers))
        )
        held = {number: frozenset(one.held) for number, one in known.items()}
        withheld = await self._documents.unreadable(frozenset[tuple[str, str]]().union(*held.values()), principal)
        closed = [number for number, versions in held.items() if not withheld.isdisjoint(versions)]
        # Of a turn that quotes what the principal may no longer read, only the question is searched.
        asked = {t.turn_id: terms_of(t.content.user_text, "") for t in await self._numbered(conversation, closed, principal)}
        turns = [
            SaidTurn(number, datetime.fromisoformat(one.ts), asked[number] if number in asked else made.get(number, b""))
            for number, one in known.items()
        ]
        near = {number: value for number, value in nearness.items() if number not in asked}
        every = rank_turns(question_terms(query.text), turns, near)
        ranked = list(islice((one for one in every if query.turns is None or one.turn_id in query.turns), query.limit))
        found = {t.turn_id: t for t in await self._numbered(conversation, [one.turn_id for one in ranked], principal)}
        return [ScoredTurn(found[one.turn_id], one.score, one.held) for one in ranked if one.turn_id in found]

    async def make_searchable(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore."""
        conversation = await self._required(session_id, principal)
        latest = range(max(0, conversation.turns - LATEST) + 1, conversation.turns + 1)
        await self._server.run(lambda: self._terms(conversation, latest))

    async def moments(self, session_id: str, principal: Principal) -> Sequence[TurnMoment]:
        """See ports.TurnStore."""
        conversation = await self._found(session_id, principal)
        if conversation is None:
            return ()
        known = await self._server.run(lambda: heads(self._server, conversation, conversation.standing()))
        return [TurnMoment(number, datetime.fromisoformat(one.ts), one.route) for number, one in known.items()]

    async def not_summed_up(self, session_id: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)
        conversation = await self._found(session_id, principal)
        if conversation is None:
            return ()
        latest = range(conversation.turns, 0, -1)
        known = await self._server.run(lambda: heads(self._server, conversation, latest))
        waiting = [number for number, one in known.items() if one.summary_ts is None]
        return await self._numbered(conversation, waiting[:limit], principal)

    async def sum_up(self, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal) -> None:
        """See ports.TurnStore. Raises InvalidInput for text that cannot be stored."""
        require_storable("summary", "" if summary is None else summary.text)
        now = stamp(datetime.now(UTC))

        def write(writing: Writing, known: Head, read: Read) -> None:
            changed = {head(turn_id): HEAD.dump_json(replace(known, summary_ts=now))}
            (content,) = read(places.session(session_id), [said(turn_id)])
            if summary is not None and content is not None:
                summed_up = replace(CONTENT.validate_json(content), summary=summary.text, summary_model=summary.model)
                changed[said(turn_id)] = CONTENT.dump_json(summed_up)
            writing.put(changed)

        await self._update(session_id, turn_id, principal, write)

    async def citing_turn(self, session_id: str, number: int, principal: Principal, before: int | None = None) -> Turn | None:
        """See ports.TurnStore."""
        return await self._one(session_id, principal, lambda conversation: _nth(conversation.citing(before), number))

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """See ports.TurnStore."""
        conversation = await self._found(session_id, principal)
        chosen = None if conversation is None else _nth(conversation.documents, number)
        if conversation is None or chosen is None:
            return None
        doc_id, (first, *_) = chosen
        for turn in await self._numbered(conversation, [first], principal):
            return Citation(turn.turn_id, next(ref for ref in turn.content.doc_refs if ref.doc_id == doc_id))
        return None

    async def asking(self, question: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)
        index = places.asking(question_key(principal.tenant, principal.name, question))
        return await self._page(principal, limit, 0, lambda: _latest_first(self._lasting_turns(index)))

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[TurnPlace]:
            listed = self._lasting(places.waiting_of(principal), micros(since))[offset : offset + limit]
            return [
                TurnPlace(one.session_id, one.key, one.turns)
                for one in self._conversations([id_ for id_, _ in listed], principal)
            ]

        return await self._page(principal, limit, 0, select)

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """See ports.TurnStore."""
        return len(await self._server.run(lambda: self._lasting(places.waiting_of(principal), micros(since))))

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)
        index = places.rated_of(principal)
        return await self._page(principal, limit, offset, lambda: _latest_first(self._lasting_turns(index)))

    async def count_rated(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return len(await self._server.run(lambda: self._lasting_turns(places.rated_of(principal))))

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """See ports.TurnStore."""
        require_count("most", most)

        def select() -> list[MeasuredTurn]:
            at = [place for place, _ in self._lasting_turns(places.turns_of(principal), micros(since))]
            return measured_at(self._server, at[max(0, len(at) - most) :])

        return await self._server.run(select)

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """See ports.TurnStore."""
        require_page(limit, offset)
        return (await self._required(session_id, principal)).session_documents[offset : offset + limit]

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """See ports.TurnStore."""
        return len((await self._required(session_id, principal)).documents)

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        require_storable("comment", feedback.comment if feedback is not None else "")
        rated = None if feedback is None else stamp(datetime.now(UTC))

        def write(writing: Writing, known: Head, read: Read) -> None:  # noqa: ARG001
            writing.rate(turn_id, replace(known, feedback=feedback, rated=rated))

        await self._update(session_id, turn_id, principal, write)
        return await self.turn(session_id, turn_id, principal)

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """See ports.TurnStore."""
        conversation = await self._found(session_id, principal)
        return () if conversation is None else conversation.placeholders

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """See ports.TurnStore."""
        await self._changed(session_id, principal, lambda conversation: conversation.with_placeholders(placeholders))

    async def _update(
        self, session_id: str, turn_id: int, principal: Principal, write: Callable[[Writing, Head, Read], None]
    ) -> None:
        """Writes to a turn while nobody else changes its session. Raises NotFound."""

        def decide(read: Read) -> Decision[None]:
            conversation = self._own(session_id, principal, read)
            (stored,) = read(places.session(session_id), [head(turn_id)])
            if not conversation.has_turn(turn_id) or stored is None:
                raise NotFound("turn", f"{session_id}/{turn_id}")
            writing = Writing(conversation)
            write(writing, HEAD.validate_json(stored), read)
            return Decision(None, writing.commands)

        if not storable(session_id):
            raise NotFound("session", session_id)
        await self._server.run(lambda: self._server.change([places.session(session_id)], decide))

    def _terms(self, conversation: Conversation, numbers: Sequence[int]) -> dict[int, bytes]:
        """What these turns are found by; what is missing of it is made, and kept where the session is still the same."""
        stored = dict(zip(numbers, fields(self._server, conversation, [terms(number) for number in numbers]), strict=True))
        missing = [number for number, one in stored.items() if one is None]
        for start in range(0, len(missing), LATEST):
            turns = numbered(self._server, conversation, missing[start : start + LATEST])
            made = {turn.turn_id: found_by(turn.content) for turn in turns}
            stored |= made
            if made:
                written = [part for number, one in made.items() for part in (terms(number), one)]
                self._server.script(CHANGE, [places.session(conversation.session_id)], [conversation.key, *written])
        return {number: one for number, one in stored.items() if one is not None}

    async def _one(self, session_id: str, principal: Principal, choose: Callable[[Conversation], int | None]) -> Turn | None:
        """The turn of the principal's session that is chosen there; None without one."""
        conversation = await self._found(session_id, principal)
        number = None if conversation is None else choose(conversation)
        if conversation is None or number is None:
            return None
        return next(iter(await self._numbered(conversation, [number], principal)), None)

    async def _numbered(self, conversation: Conversation, numbers: Sequence[int], principal: Principal) -> list[Turn]:
        turns = await self._server.run(lambda: numbered(self._server, conversation, numbers))
        return await self._readable(turns, principal)

    async def _page(self, principal: Principal, limit: int, offset: int, select: Callable[[], list[TurnPlace]]) -> list[Turn]:
        turns = await self._server.run(lambda: standing_at(self._server, select()[offset : offset + limit]))
        return await self._readable(turns, principal)

    async def _readable(self, turns: Sequence[Turn], principal: Principal) -> list[Turn]:
        """The turns without what the principal may no longer read."""
        held = [held_versions(turn.content) for turn in turns]
        withheld = await self._documents.unreadable(frozenset[tuple[str, str]]().union(*held), principal)
        return [without(turn, versions & withheld) for turn, versions in zip(turns, held, strict=True)]


def _latest_first(listed: Sequence[tuple[TurnPlace, float]]) -> list[TurnPlace]:
    ordered = sorted(listed, key=lambda one: (-one[1], one[0].session_id, one[0].number))
    return [place for place, _ in ordered]


def _nth(values: Sequence[T], number: int) -> T | None:
    """The first of them for 1, the last for -1; None for 0 and beyond the ends."""
    place = number - 1 if number > 0 else number
    return values[place] if number and -len(values) <= place < len(values) else None
