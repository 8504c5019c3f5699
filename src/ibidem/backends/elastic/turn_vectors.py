"""The vectors of turns: kept in the turns, made in the background once a turn is stored, and compared within one session."""

import base64
from collections.abc import Mapping, Sequence

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json, Operation
from ibidem.backends.elastic.conversations import conversation_of
from ibidem.backends.elastic.embedder_index import Known
from ibidem.backends.elastic.embedding import Embedding, marked
from ibidem.backends.elastic.schema import TURNS
from ibidem.backends.elastic.turn_queries import OURS
from ibidem.backends.elastic.turn_rows import unreadable
from ibidem.backends.nearness import AT_A_TIME, Numbers, read_stored
from ibidem.domain.documents import Principal
from ibidem.finding.find_turns import text_of
from ibidem.language.detection import detect_language

ASKED_FOR = ["session", "session_id", "turn_id", "embedded_by", "user_text", "assistant_text"]


class TurnVectors:
    """Follows the turns of all sessions. Two processes that do so at once store the same."""

    def __init__(self, cluster: Cluster, embedding: Embedding) -> None:
        self._cluster = cluster
        self._embedding = embedding
        self._stopping = False

    async def catch_up(self, known: Known) -> None:
        """Returns once each turn has its vector, or was refused one: in a language that the embedder does not know.

        Raises ModelUnavailable and ModelRefused; vectors that were given until then are stored.
        """
        while not self._stopping and (rows := await self._cluster.run(lambda: self._waiting(known))):
            before = await self._cluster.run(lambda rows=rows: self._before(rows))
            texts = {
                number: text_of(earlier, row["user_text"], row["assistant_text"])
                for number, (row, earlier) in enumerate(zip(rows, before, strict=True))
                if detect_language(row["user_text"]) in known.languages
            }
            vectors = await self._embedding.nearness.vectors_of(known, list(texts.values()))
            given = dict(zip(texts, vectors, strict=True))
            writes = [_write(row, known, number in given, given.get(number)) for number, row in enumerate(rows)]
            await self._cluster.run(lambda writes=writes: self._cluster.bulk(writes))

    def stop(self) -> None:
        """Whoever is catching up returns once the turns that are with the embedder have their vectors."""
        self._stopping = True

    async def cosines(self, session_id: str, asked: Numbers, known: Known, principal: Principal) -> Mapping[int, float]:
        """The cosine of each turn of the principal's session with a question, (size,), by its number."""

        def compare() -> dict[int, float]:
            conversation = conversation_of(self._cluster, session_id, principal)
            if conversation is None:
                return {}
            rows = [row for row in self._rows(conversation) if _is_near(row, known)]
            held = [{(doc_id, version) for doc_id, version in row["found_by"]["held"]} for row in rows]
            withheld = unreadable(self._cluster, frozenset[tuple[str, str]]().union(*held), principal)
            readable = [row for row, versions in zip(rows, held, strict=True) if withheld.isdisjoint(versions)]
            if not readable:
                return {}
            vectors = read_stored([base64.b64decode(row["near"]["numbers"]) for row in readable], known.size)
            cosines: list[float] = (vectors @ asked).tolist()
            return {row["turn_id"]: cosine for row, cosine in zip(readable, cosines, strict=True)}

        return await self._cluster.run(compare)

    def _rows(self, conversation: Conversation) -> list[Json]:
        numbers = range(1, conversation.turns + 1)
        at = [places.turn(conversation.session_id, conversation.key, number) for number in numbers]
        found = self._cluster.get_all(at, ["turn_id", "near", "found_by.held"])
        return [one.source for one in found if one is not None]

    def _waiting(self, known: Known) -> list[Json]:
        self._cluster.refresh(TURNS)
        query: Json = {"bool": {"filter": [OURS], "must_not": [{"term": {"embedded_by": known.mark}}]}}
        body: Json = {"query": query, "size": AT_A_TIME, "_source": ASKED_FOR, "sort": ["session_id", "turn_id"]}
        return [hit["_source"] for hit in self._cluster.search(TURNS, body)["hits"]["hits"]]

    def _before(self, rows: Sequence[Json]) -> list[str]:
        """The question before each turn, of which a question often leaves out the subject."""
        at = [places.turn(row["session_id"], row["session"], row["turn_id"] - 1) for row in rows]
        found = self._cluster.get_all(at, ["user_text"])
        return ["" if one is None else one.source["user_text"] for one in found]


def _write(row: Json, known: Known, asked: bool, vector: bytes | None) -> Operation:  # noqa: FBT001
    marks = marked(row, known, asked and vector is None)
    near = {"index": known.index, "numbers": None if vector is None else base64.b64encode(vector).decode()}
    return Operation(
        "update", places.turn(row["session_id"], row["session"], row["turn_id"]), {"embedded_by": marks, "near": near}
    )


def _is_near(row: Json, known: Known) -> bool:
    """Whether a turn has a vector of this embedder, and what it quotes is known."""
    near = row.get("near")
    return near is not None and near["index"] == known.index and near["numbers"] is not None and "found_by" in row
