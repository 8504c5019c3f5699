"""Everything that is kept where conversations are in Redis, for a migration (ports.Holdings)."""

from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.places import micros
from ibidem.backends.redis.rows import STATE, conversation_of, head_of, heads, numbered, said
from ibidem.backends.redis.server import Command, Decision, Server
from ibidem.backends.redis.writing import Writing, removed
from ibidem.backends.stored_turns import CONTENT, stamp
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.holdings import Arrival, KeptSession, KeptTurn, Record, RecordKind
from ibidem.ports.holdings import Holdings


class HoldingsWithSessions:
    """The sessions of a server, and everything else as its own store keeps it. The position of a session is its id."""

    def __init__(self, rest: Holdings, server: Server) -> None:
        self._rest = rest
        self._server = server

    @property
    def name(self) -> str:
        """See ports.Holdings."""
        return f"{self._rest.name}, with conversations at {self._server.name}"

    async def identity(self) -> str:
        """See ports.Holdings."""
        return await self._rest.identity()

    @contextmanager
    def unchanged(self) -> Generator[None]:
        """See ports.Holdings: Redis has no lock for that."""
        with self._rest.unchanged():
            yield

    async def count(self, kind: RecordKind, now: datetime) -> int:
        """See ports.Holdings."""
        return len(await self._listed(now)) if kind == "sessions" else await self._rest.count(kind, now)

    async def records(self, kind: RecordKind, after: str, now: datetime) -> AsyncIterator[tuple[str, Record]]:
        """See ports.Holdings."""
        if kind != "sessions":
            async for position, record in self._rest.records(kind, after, now):
                yield position, record
            return
        for session_id in await self._listed(now):
            if session_id > after:
                yield session_id, await self._server.run(lambda session_id=session_id: self._session(session_id))

    async def arrival(self) -> Arrival | None:
        """See ports.Holdings."""
        return await self._rest.arrival()

    async def begin(self, arrival: Arrival) -> None:
        """See ports.Holdings."""
        if await self._server.run(lambda: self._server.ranked(places.ENDS, most=1)):
            problem = f"there are conversations at {self._server.name} already"
            raise InvalidInput("target", problem, "an empty database of Redis is allowed")
        await self._rest.begin(arrival)

    async def take_in(self, records: Sequence[Record], before: Arrival, after: Arrival) -> None:
        """See ports.Holdings; a session that was stored when a process died is stored again, in place of itself."""
        for record in records:
            if isinstance(record, KeptSession):
                await self._server.run(lambda record=record: self._store(record))
        await self._rest.take_in([one for one in records if not isinstance(one, KeptSession)], before, after)

    async def _listed(self, now: datetime) -> list[str]:
        """The sessions that have not expired by then, by their ids."""
        lasting = await self._server.run(lambda: self._server.ranked(places.ENDS, micros(now) + 1))
        return sorted(session_id for session_id, _ in lasting)

    def _session(self, session_id: str) -> KeptSession:
        conversation = conversation_of(self._server.fields(places.session(session_id), [STATE])[0])
        numbers = range(1, 0 if conversation is None else conversation.turns + 1)
        turns = [] if conversation is None else numbered(self._server, conversation, numbers)
        if conversation is None or len(turns) < conversation.turns:
            problem = "is written by somebody else; stop what writes it, and start the migration again"
            raise StoreUnavailable(problem, self._server.name)
        rated = {number: one.rated for number, one in heads(self._server, conversation, numbers).items()}
        kept = tuple(KeptTurn(one, _moment(rated.get(one.turn_id))) for one in turns)
        return KeptSession(conversation.session, conversation.tenant, conversation.owner, kept, conversation.placeholders)

    def _store(self, kept: KeptSession) -> None:
        session_id = kept.session.session_id
        commands = _written(kept)
        self._server.change([places.session(session_id)], lambda _: Decision(None, commands))


def _moment(stamped: str | None) -> datetime | None:
    return None if stamped is None else datetime.fromisoformat(stamped)


def _written(kept: KeptSession) -> list[Command]:
    conversation = Conversation.of_kept(kept, uuid4().hex)
    branched = 0 if conversation.branched_from is None else conversation.branched_from.turn_id
    writing = Writing(conversation)
    writing.commands.append(removed(conversation.session_id))
    for one in kept.turns:
        turn, number = one.turn, one.turn.turn_id
        writing.put({said(number): CONTENT.dump_json(turn.content)})
        known = replace(
            head_of(turn.content, conversation, stamp(turn.ts), "migrated"),
            principal=turn.principal,
            schema_version=turn.schema_version,
            summary_ts=None if turn.summary_ts is None else stamp(turn.summary_ts),
            feedback=turn.feedback,
            rated=None if one.rated is None else stamp(one.rated),
            copied=number <= branched,
        )
        writing.index_turn(number, known)
    return writing.move()
