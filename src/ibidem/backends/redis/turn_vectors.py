"""The vectors of turns: kept in the hashes of their sessions, made in the background once a turn is stored, and compared within
one session.

In such a hash, `near:MARK:N` is the vector of a turn, empty where the embedder was not asked or refused, and `embedded:MARK` the
last turn for which that is known.
"""

import hashlib
from collections.abc import Mapping

from ibidem.backends.conversations import Conversation
from ibidem.backends.nearness import AT_A_TIME, Nearness, Numbers, Understood, read_stored
from ibidem.backends.redis import places
from ibidem.backends.redis.rows import STATE, conversation_of, fields, found, heads, numbered
from ibidem.backends.redis.server import Server
from ibidem.backends.redis.writing import CHANGE
from ibidem.domain.documents import Principal
from ibidem.finding.find_turns import text_of
from ibidem.language.detection import detect_language
from ibidem.ports.citations import CitedDocuments

# Sessions that are looked at together for turns without a vector.
SESSIONS = 100


class TurnVectors:
    """Follows the sessions as they move. Two processes that do so at once store the same."""

    def __init__(self, server: Server, documents: CitedDocuments, nearness: Nearness) -> None:
        self._server = server
        self._documents = documents
        self._nearness = nearness
        # The move up to which no turn waits.
        self._after = 0.0
        self._stopping = False

    async def catch_up(self, known: Understood) -> None:
        """Returns once each turn has its vector, or was refused one: in a language that the embedder does not know.

        Raises ModelUnavailable and ModelRefused; vectors that were given until then are stored.
        """
        mark = self._mark(known)
        while not self._stopping and (moved := await self._server.run(self._moved)):
            for session_id, move in moved:
                if self._stopping:
                    return
                await self._follow(session_id, mark, known)
                self._after = move

    def stop(self) -> None:
        """Whoever is catching up returns once the turns that are with the embedder have their vectors."""
        self._stopping = True

    async def cosines(self, session_id: str, asked: Numbers, known: Understood, principal: Principal) -> Mapping[int, float]:
        """The cosine of each turn of the principal's session with a question, (size,), by its number."""
        mark = self._mark(known)

        def read() -> dict[int, tuple[bytes, frozenset[tuple[str, str]]]]:
            conversation = found(self._server, session_id, principal)
            if conversation is None:
                return {}
            numbers = range(1, conversation.turns + 1)
            vectors = zip(numbers, fields(self._server, conversation, [_near(mark, one) for one in numbers]), strict=True)
            given = {number: vector for number, vector in vectors if vector}
            held = heads(self._server, conversation, list(given))
            return {number: (given[number], frozenset(one.held)) for number, one in held.items()}

        there = await self._server.run(read)
        quoted = frozenset[tuple[str, str]]().union(*(held for _, held in there.values()))
        withheld = await self._documents.unreadable(quoted, principal)
        readable = {number: vector for number, (vector, held) in there.items() if withheld.isdisjoint(held)}
        if not readable:
            return {}
        cosines: list[float] = (read_stored(list(readable.values()), known.size) @ asked).tolist()
        return dict(zip(readable, cosines, strict=True))

    def _moved(self) -> list[tuple[str, float]]:
        return self._server.ranked(places.MOVES, self._after + 1, most=SESSIONS)

    async def _follow(self, session_id: str, mark: str, known: Understood) -> None:
        """Gives the turns of a session their vectors."""

        def look() -> tuple[Conversation | None, int]:
            state, done = self._server.fields(places.session(session_id), [STATE, f"embedded:{mark}"])
            return conversation_of(state), int(done or 0)

        conversation, done = await self._server.run(look)
        while conversation is not None and done < conversation.turns and not self._stopping:
            last = min(done + AT_A_TIME, conversation.turns)
            await self._embed(conversation, range(done + 1, last + 1), mark, known)
            done = last

    async def _embed(self, conversation: Conversation, numbers: range, mark: str, known: Understood) -> None:
        # With the turn before them, of whose question the next one often leaves out the subject.
        wanted = range(max(1, numbers.start - 1), numbers.stop)
        turns = {one.turn_id: one.content for one in await self._server.run(lambda: numbered(self._server, conversation, wanted))}
        texts = {
            number: text_of(turns[number - 1].user_text if number - 1 in turns else "", turn.user_text, turn.assistant_text)
            for number, turn in turns.items()
            if number in numbers and detect_language(turn.user_text) in known.languages
        }
        given = dict(zip(texts, await self._nearness.vectors_of(known, list(texts.values())), strict=True))
        written = [part for number in numbers for part in (_near(mark, number), given.get(number) or b"")]
        arguments = [conversation.key, *written, f"embedded:{mark}", str(numbers.stop - 1)]
        at = [places.session(conversation.session_id)]
        await self._server.run(lambda: self._server.script(CHANGE, at, arguments))

    def _mark(self, known: Understood) -> str:
        """Stands for the embedder and its languages: with others, turns are to be asked for anew."""
        named = f"{self._nearness.embedder.name} {known.size} {','.join(sorted(known.languages))}"
        return hashlib.sha256(named.encode()).hexdigest()[:16]


def _near(mark: str, number: int) -> str:
    return f"near:{mark}:{number}"
