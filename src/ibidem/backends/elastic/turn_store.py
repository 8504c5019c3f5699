"""Sessions and turns in a cluster (ports.TurnStore).

A session and its turns are read by their ids as of now, refreshed or not. Only lists over all sessions of a person are searches,
and each of them refreshes what it shows.
"""

from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TypeVar

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.appending import Appending
from ibidem.backends.elastic.cluster import Cluster, Json, Operation
from ibidem.backends.elastic.conversations import conversation_in
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import SESSIONS, TURNS
from ibidem.backends.elastic.session_store import ElasticSessions
from ibidem.backends.elastic.turn_queries import asking_by, expired_by, measured_by, rated_by, waiting_by
from ibidem.backends.elastic.turn_rows import MEASURED, measured_of, readable_turns, turn_of, unreadable, with_terms
from ibidem.backends.stored_turns import require_count, require_page, stamp
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
from ibidem.domain.text import require_storable
from ibidem.finding.find_turns import SaidTurn, terms_of
from ibidem.language.search_text import question_terms
from ibidem.ports.turn_store import NOTHING_NEAR

T = TypeVar("T")
SEARCHED = ["turn_id", "ts", "found_by"]
# Turns whose terms are made at once; and of so many, once an answer has gone out, are they looked for.
LATEST = 20


class ElasticTurns(ElasticSessions):
    """The turn store."""

    def __init__(self, cluster: Cluster, files: OriginalFiles, noticed: Callable[[int], None]) -> None:
        super().__init__(cluster, files, noticed)
        self._appending = Appending(cluster)

    async def append(
        self, turn: NewTurn, principal: Principal, after: int | None = None, lifetime: timedelta | None = None
    ) -> Turn:
        """See ports.TurnStore; how is in `appending`."""

        def store() -> Turn:
            stored = self._appending.append(turn, principal, after, lifetime)
            return stored if stored.content is turn else readable_turns(self._cluster, [stored], principal)[0]

        return await self._cluster.run(store)

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """See ports.TurnStore."""

        def find() -> Turn | None:
            conversation = self._conversation(session_id, principal)
            number = None if conversation is None else conversation.answer_of(client_turn_id)
            if conversation is None or number is None:
                return None
            return self._numbered(conversation, [number], principal)[0]

        return await self._cluster.run(find)

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """See ports.TurnStore."""

        def find() -> Turn:
            conversation = self._conversation(session_id, principal)
            if conversation is None or not conversation.has_turn(turn_id):
                raise NotFound("turn", f"{session_id}/{turn_id}")
            return self._numbered(conversation, [turn_id], principal)[0]

        return await self._cluster.run(find)

    async def last_turns(self, session_id: str, count: int, principal: Principal, before: int | None = None) -> Sequence[Turn]:
        """See ports.TurnStore. Raises InvalidInput for a negative count."""
        require_count("count", count)

        def select() -> list[Turn]:
            conversation = self._conversation(session_id, principal)
            if conversation is None:
                return []
            standing = conversation.standing(before)
            return self._numbered(conversation, standing[max(0, len(standing) - count) :], principal)

        return await self._cluster.run(select)

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[Turn]:
            conversation = self._required(session_id, principal)
            page = range(offset + 1, min(offset + limit, conversation.turns) + 1)
            return self._numbered(conversation, page, principal)

        return await self._cluster.run(select)

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """See ports.TurnStore."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")

        asked_for = question_terms(query.text)

        def find() -> list[ScoredTurn]:
            # Imported here: numpy takes a tenth of a second, and most commands do without.
            from ibidem.finding.turn_ranking import rank_turns

            conversation = self._required(query.session_id, principal)
            standing = conversation.standing(query.before)
            rows = self._fields(conversation, standing, SEARCHED)
            if self._make_searchable(conversation, rows):
                rows = [row for row in self._fields(conversation, standing, SEARCHED) if "terms" in row["found_by"]]
            held = {row["turn_id"]: {(doc_id, version) for doc_id, version in row["found_by"]["held"]} for row in rows}
            withheld = unreadable(self._cluster, frozenset[tuple[str, str]]().union(*held.values()), principal)
            closed = [number for number, versions in held.items() if not withheld.isdisjoint(versions)]
            # Of a turn that quotes what the principal may no longer read, only the question is searched.
            asked: dict[int, bytes] = {
                t.turn_id: terms_of(t.content.user_text, "") for t in self._numbered(conversation, closed, principal)
            }
            said = [
                SaidTurn(
                    row["turn_id"],
                    datetime.fromisoformat(row["ts"]),
                    asked[row["turn_id"]] if row["turn_id"] in asked else b64decode(row["found_by"]["terms"]),
                )
                for row in rows
            ]
            near = {number: value for number, value in nearness.items() if number not in asked}
            every = rank_turns(asked_for, said, near)
            wanted = (one for one in every if query.turns is None or one.turn_id in query.turns)
            ranked = list(islice(wanted, query.limit))
            found = self._numbered(conversation, [one.turn_id for one in ranked], principal)
            return [ScoredTurn(turn, one.score, one.held) for one, turn in zip(ranked, found, strict=True)]

        return await self._cluster.run(find)

    async def make_searchable(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore."""

        def make() -> None:
            conversation = self._required(session_id, principal)
            latest = range(max(0, conversation.turns - LATEST) + 1, conversation.turns + 1)
            self._make_searchable(conversation, self._fields(conversation, latest, SEARCHED))

        await self._cluster.run(make)

    async def moments(self, session_id: str, principal: Principal) -> Sequence[TurnMoment]:
        """See ports.TurnStore."""

        def select() -> list[TurnMoment]:
            conversation = self._conversation(session_id, principal)
            if conversation is None:
                return []
            rows = self._fields(conversation, conversation.standing(), ["turn_id", "ts", "content.route"])
            return [TurnMoment(row["turn_id"], datetime.fromisoformat(row["ts"]), row["content"]["route"]) for row in rows]

        return await self._cluster.run(select)

    async def not_summed_up(self, session_id: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)

        def select() -> list[Turn]:
            conversation = self._conversation(session_id, principal)
            if conversation is None:
                return []
            rows = self._fields(conversation, range(conversation.turns, 0, -1), ["turn_id", "summary_ts"])
            waiting = [row["turn_id"] for row in rows if row.get("summary_ts") is None]
            return self._numbered(conversation, waiting[:limit], principal)

        return await self._cluster.run(select)

    async def sum_up(self, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal) -> None:
        """See ports.TurnStore. Raises InvalidInput for text that cannot be stored."""
        require_storable("summary", "" if summary is None else summary.text)
        content: Json = {} if summary is None else {"summary": summary.text, "content": {"summary_model": summary.model}}
        await self._update(session_id, turn_id, principal, {"summary_ts": stamp(datetime.now(UTC)), **content})

    async def citing_turn(self, session_id: str, number: int, principal: Principal, before: int | None = None) -> Turn | None:
        """See ports.TurnStore."""

        def find() -> Turn | None:
            conversation = self._conversation(session_id, principal)
            chosen = None if conversation is None else _nth(conversation.citing(before), number)
            if conversation is None or chosen is None:
                return None
            return self._numbered(conversation, [chosen], principal)[0]

        return await self._cluster.run(find)

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """See ports.TurnStore."""

        def find() -> Citation | None:
            conversation = self._conversation(session_id, principal)
            chosen = None if conversation is None else _nth(conversation.documents, number)
            if conversation is None or chosen is None:
                return None
            doc_id, (first, *_) = chosen
            (turn,) = self._numbered(conversation, [first], principal)
            return Citation(turn.turn_id, next(ref for ref in turn.content.doc_refs if ref.doc_id == doc_id))

        return await self._cluster.run(find)

    async def asking(self, question: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)

        def select() -> list[Turn]:
            self._cluster.refresh(TURNS)
            sort: list[str | Json] = [{"ts.exact": "desc"}, "session_id", "turn_id"]
            query = asking_by(principal, question, self._gone(principal))
            rows = self._cluster.page(TURNS, query, sort, limit, 0)
            sessions = self._cluster.get_all([places.session(row["session_id"]) for row in rows])
            found = [
                turn_of(row)
                for row, session in zip(rows, sessions, strict=True)
                if session is not None and conversation_in(session).has_standing(row["session"], row["turn_id"])
            ]
            return readable_turns(self._cluster, found, principal)

        return await self._cluster.run(select)

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[Turn]:
            self._cluster.refresh(SESSIONS)
            sort = ["waiting_since", "session_id"]
            rows = self._cluster.page(
                SESSIONS, waiting_by(principal, since), sort, limit, offset, ["session_id", "turns", "state.key"]
            )
            at = [places.turn(row["session_id"], row["state"]["key"], row["turns"]) for row in rows]
            found = [turn_of(one.source) for one in self._cluster.get_all(at) if one is not None]
            return readable_turns(self._cluster, [replace(one, feedback=None) for one in found], principal)

        return await self._cluster.run(select)

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """See ports.TurnStore."""
        return await self._count(SESSIONS, lambda: waiting_by(principal, since))

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[Turn]:
            self._cluster.refresh(TURNS)
            sort: list[str | Json] = [{"rated": "desc"}, "session_id", "turn_id"]
            rows = self._cluster.page(TURNS, rated_by(principal, self._gone(principal)), sort, limit, offset)
            sessions = self._cluster.get_all([places.session(row["session_id"]) for row in rows])
            replaced = [None if one is None else conversation_in(one) for one in sessions]
            turns = [
                turn_of(row, None if session is None else session.replaced_by(row["turn_id"]))
                for row, session in zip(rows, replaced, strict=True)
            ]
            return readable_turns(self._cluster, turns, principal)

        return await self._cluster.run(select)

    async def count_rated(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return await self._count(TURNS, lambda: rated_by(principal, self._gone(principal)))

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """See ports.TurnStore."""
        require_count("most", most)

        def select() -> list[MeasuredTurn]:
            self._cluster.refresh(TURNS)
            query = measured_by(principal, since, self._gone(principal))
            sort: list[str | Json] = [{"ts.exact": "desc"}, "session_id", {"turn_id": "desc"}]
            return [measured_of(row) for row in self._cluster.page(TURNS, query, sort, most, 0, MEASURED)][::-1]

        return await self._cluster.run(select)

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """See ports.TurnStore."""
        require_page(limit, offset)
        conversation = await self._cluster.run(lambda: self._required(session_id, principal))
        return conversation.session_documents[offset : offset + limit]

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """See ports.TurnStore."""
        return len((await self._cluster.run(lambda: self._required(session_id, principal))).documents)

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        require_storable("comment", feedback.comment if feedback is not None else "")
        given = None if feedback is None else {"rating": feedback.rating, "comment": feedback.comment}
        change = {"feedback": given, "rated": None if feedback is None else stamp(datetime.now(UTC))}
        await self._update(session_id, turn_id, principal, change)
        return await self.turn(session_id, turn_id, principal)

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """See ports.TurnStore."""
        conversation = await self._cluster.run(lambda: self._conversation(session_id, principal))
        return () if conversation is None else conversation.placeholders

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """See ports.TurnStore."""
        await self._change(session_id, principal, lambda conversation: conversation.with_placeholders(placeholders))

    async def _update(self, session_id: str, turn_id: int, principal: Principal, change: Json) -> None:
        """Changes these fields of a turn. Raises NotFound."""

        def store() -> None:
            conversation = self._conversation(session_id, principal)
            if conversation is None or not conversation.has_turn(turn_id):
                raise NotFound("turn", f"{session_id}/{turn_id}")
            self._cluster.write(Operation("update", places.turn(session_id, conversation.key, turn_id), change))

        await self._cluster.run(store)

    def _make_searchable(self, conversation: Conversation, rows: Sequence[Json]) -> bool:
        """Whether there were turns among these, of the fields SEARCHED, whose terms were yet to be made; they are now."""
        missing = [row["turn_id"] for row in rows if "terms" not in row["found_by"]]
        at = [places.turn(conversation.session_id, conversation.key, number) for number in missing]
        for start in range(0, len(at), LATEST):
            found = zip(at[start:], self._cluster.get_all(at[start : start + LATEST]), strict=False)
            self._cluster.bulk([Operation("update", place, with_terms(one.source)) for place, one in found if one is not None])
        return bool(missing)

    def _fields(self, conversation: Conversation, numbers: Sequence[int], fields: Sequence[str]) -> list[Json]:
        """These fields of the turns of these numbers."""
        at = [places.turn(conversation.session_id, conversation.key, number) for number in numbers]
        return [one.source for one in self._cluster.get_all(at, fields) if one is not None]

    def _numbered(self, conversation: Conversation, numbers: Sequence[int], principal: Principal) -> list[Turn]:
        """The turns of these numbers, as far as the principal may read them; read with the documents that they cite."""
        at = [places.turn(conversation.session_id, conversation.key, number) for number in numbers]
        cited = [doc_id for doc_id, turns in conversation.documents if not set(numbers).isdisjoint(turns)]
        there = self._cluster.get_all([*at, *(places.head(principal.tenant, doc_id) for doc_id in cited)])
        sources = [one.source for one in there[: len(at)] if one is not None]
        found = [turn_of(source, conversation.replaced_by(source["turn_id"])) for source in sources]
        return readable_turns(self._cluster, found, principal, dict(zip(cited, there[len(at) :], strict=True)))

    def _gone(self, principal: Principal) -> list[str]:
        """The keys of the principal's sessions that have expired and were not swept yet, of which there are few."""
        self._cluster.refresh(SESSIONS)
        hits = self._cluster.walk(SESSIONS, expired_by(principal), ["session_id"], ["state.key"])
        return [hit["_source"]["state"]["key"] for hit in hits]


def _nth(values: Sequence[T], number: int) -> T | None:
    """The first of them for 1, the last for -1; None for 0 and beyond the ends."""
    place = number - 1 if number > 0 else number
    return values[place] if number and -len(values) <= place < len(values) else None
