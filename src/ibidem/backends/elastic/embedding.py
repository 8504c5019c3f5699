"""Gives every chunk its vector, once: document by document, what is in the index of the embedder is made what it should be.

A document whose head bears the embedder's mark needs nothing. The mark goes with the head when the document is stored or deleted,
and is written only while the head is as it was read, so that whatever dies or happens in between is done again, and no vector is
asked for twice.
"""

import asyncio
import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json, Operation, Place, Seen
from ibidem.backends.elastic.embedder_index import Known, answered, index_of, make_index, note_languages, remove_others
from ibidem.backends.elastic.heads import CHUNK, chunk_of, document_of, is_hidden, narrowing_of
from ibidem.backends.elastic.lease import Lease
from ibidem.backends.elastic.schema import DOCS, TURNS
from ibidem.backends.elastic.shelf import CURRENT
from ibidem.backends.nearness import AT_A_TIME, SAMPLE, ChunkText, Nearness, read_stored
from ibidem.backends.understanding import understood
from ibidem.domain.health import VectorCounts
from ibidem.domain.languages import Language
from ibidem.ports.indexes import Progress
from ibidem.ports.models import Embedder

# Documents that are compared with the index at once.
DOCUMENTS = 50
# How often to look whether the process that is embedding is through, in seconds.
POLL = 0.5
# Digests whose vectors are remembered; beyond this many the index is asked for what was stored.
REMEMBERED = 4000
# Written beside the mark of whatever has a text that the embedder refused.
REFUSED = "refused"
# Of the windows of a chunk one stands for it.
FIRST_WINDOW: Json = {"term": {"window": 0}}
HEAD_FIELDS = ("tenant", "doc_id", "current", "version", "chunks", "embedded_by", "document")


@dataclass(frozen=True, slots=True)
class _Text:
    """A chunk that should have vectors: where they are to be, what it is narrowed by, and its text."""

    place: Place
    about: Json
    passage: ChunkText

    @property
    def digest(self) -> str:
        return self.passage.digest.hex()

    @property
    def windows(self) -> list[Place]:
        """Where the vector of each window is to be."""
        further = range(1, len(self.passage.windows))
        return [self.place, *(replace(self.place, id=f"{self.place.id}~{number}") for number in further)]


class Embedding:
    """Follows the documents, one process at a time, while it holds the lease."""

    def __init__(self, cluster: Cluster, embedder: Embedder, languages: frozenset[Language]) -> None:
        """`languages` are those that the embedder is used for; without any, they are found out by trying."""
        self.nearness = Nearness(embedder)
        self.embedder = embedder
        self._cluster = cluster
        self._languages = languages
        self._index = index_of(embedder.name)
        self._lease = Lease(cluster, self._index)
        self._known: Known | None = None
        self._turn = asyncio.Lock()
        self._given: dict[str, bytes | None] = {}
        self._stopping = False

    async def begun(self) -> bool:
        """Whether the embedder has ever answered: before that there is no vector of it."""
        return self._known is not None or await self._cluster.run(lambda: answered(self._cluster, self._index)) is not None

    async def known(self) -> Known:
        """Raises ModelUnavailable and ModelRefused, as long as the embedder has never answered."""
        if self._known is not None:
            return self._known
        name, run = self.embedder.name, self._cluster.run
        meta = await run(lambda: answered(self._cluster, self._index))
        if meta is None:
            size = len(await self.embedder.embed_question(SAMPLE))
            await run(lambda: make_index(self._cluster, name, size))
            meta = await run(lambda: answered(self._cluster, self._index))
            assert meta is not None
        languages = self._languages or meta.languages
        if languages is None:
            languages = await understood(self.embedder)
            size = meta.size
            await run(lambda: note_languages(self._cluster, name, size, sorted(languages)))
        self._known = Known(meta.size, languages, self._index, self._cluster.masking, await run(self._cluster.is_opensearch))
        return self._known

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> Known:
        """Returns once each chunk that was stored by then, in a language of the embedder, has its vector or was refused one.

        When another process is embedding, waits for it, and takes over if it ends early. `progress` gets chunks done and in all.
        Raises ModelUnavailable and ModelRefused; vectors that were given until then are stored.
        """
        known = await self.known()
        async with self._turn:
            while not self._stopping and await self._cluster.run(lambda: self._waiting_heads(known, 1)):
                if await self._cluster.run(self._lease.take):
                    try:
                        await self._embed_all(known, progress)
                    finally:
                        await self._cluster.run(self._lease.release)
                else:
                    await asyncio.sleep(POLL)
        return known

    def stop(self) -> None:
        """Whoever is catching up returns once the passages that are with the embedder have their vectors."""
        self._stopping = True

    async def counts(self) -> VectorCounts | None:
        """How far it has come; None while the embedder has never answered."""
        meta = await self._cluster.run(lambda: answered(self._cluster, self._index))
        if meta is None:
            return None
        languages = self._languages or meta.languages or frozenset[Language]()
        known = Known(meta.size, languages, self._index, self._cluster.masking, opensearch=False)

        def look() -> VectorCounts:
            self._cluster.refresh(self._index)
            embedded, refused = (
                self._cluster.count(self._index, {"bool": {"filter": [{"term": {"refused": was_refused}}, FIRST_WINDOW]}})
                for was_refused in (False, True)
            )
            return VectorCounts(embedded, refused, self._waiting_chunks(known), languages)

        return await self._cluster.run(look)

    async def given(self, passages: Sequence[ChunkText]) -> Mapping[ChunkText, bytes | None]:
        """See Embeds."""
        digests = {one: one.digest.hex() for one in passages}
        given = await self._cluster.run(lambda: self._given_before({*digests.values()}))
        return {one: given[of_text] for one, of_text in digests.items() if of_text in given}

    async def forget(self) -> None:
        """Removes what other embedders gave, and asks again for what this one refused."""

        def forget() -> None:
            remove_others(self._cluster, self._index)
            self._cluster.refresh(DOCS, TURNS)
            again: Json = {"embedded_by": []}
            for index in (DOCS, TURNS):
                hits = list(self._cluster.walk(index, {"term": {"embedded_by": REFUSED}}, ["tenant", *SORTED_BY[index]], []))
                at = [Place(index, hit["_id"], hit.get("_routing")) for hit in hits]
                self._cluster.bulk([Operation("update", one, again) for one in at])
            if answered(self._cluster, self._index) is not None:
                hits = list(self._cluster.walk(self._index, {"term": {"refused": True}}, ["key", "order"], []))
                self._cluster.bulk([Operation("delete", Place(self._index, hit["_id"])) for hit in hits])

        await self._cluster.run(forget)
        self._given.clear()

    async def _embed_all(self, known: Known, progress: Progress) -> None:
        total, done = await self._cluster.run(lambda: self._waiting_chunks(known)), 0
        while not self._stopping and (heads := await self._cluster.run(lambda: self._waiting_heads(known, DOCUMENTS))):
            wanted = await self._cluster.run(lambda heads=heads: self._wanted(heads, known))
            there = await self._cluster.run(lambda heads=heads: self._there(heads))
            new = [one for one in wanted if not all(_as_stored(one, there.get(place.id)) for place in one.windows)]
            unchanged = len(wanted) - len(new)
            for start in range(0, len(new), AT_A_TIME):
                if self._stopping or not await self._cluster.run(self._lease.take):
                    return
                window = new[start : start + AT_A_TIME]
                await self._embed(known, window)
                done += len(window)
                progress(done, max(done, total))
            done += unchanged
            surplus = there.keys() - {place.id for one in wanted for place in one.windows}
            await self._cluster.run(lambda heads=heads, surplus=surplus: self._settle(heads, sorted(surplus), known))
        await self._cluster.run(lambda: self._cluster.refresh(self._index))

    def _waiting(self, known: Known) -> Json:
        return {"bool": {"must_not": [{"term": {"embedded_by": known.mark}}]}}

    def _waiting_heads(self, known: Known, limit: int) -> list[Json]:
        """Heads without the mark: with `_id`, `_source`, `_seq_no` and `_primary_term`."""
        self._cluster.refresh(DOCS)
        body: Json = {"query": self._waiting(known), "size": limit, "_source": list(HEAD_FIELDS), "seq_no_primary_term": True}
        return self._cluster.search(DOCS, body)["hits"]["hits"]

    def _waiting_chunks(self, known: Known) -> int:
        self._cluster.refresh(DOCS)
        narrowed: list[Json] = [CURRENT, {"terms": {"language": sorted(known.languages)}}, self._waiting(known)]
        if self._cluster.masking:
            narrowed.append({"term": {"policy": self._cluster.masking}})
        query = {"bool": {"filter": narrowed}}
        body: Json = {"query": query, "size": 0, "aggs": {"chunks": {"sum": {"field": "chunks"}}}}
        return int(self._cluster.search(DOCS, body)["aggregations"]["chunks"]["value"])

    def _wanted(self, heads: Sequence[Json], known: Known) -> list[_Text]:
        """The chunks of these documents that should have vectors."""
        sources = [head["_source"] for head in heads if head["_source"]["current"]]
        sources = [one for one in sources if not is_hidden(self._cluster, one["version"])]
        embedded = [one for one in sources if one["document"]["language"] in known.languages]
        keys = [places.version_key(one["tenant"], one["doc_id"], one["version"]) for one in embedded]
        versions = self._cluster.get_all([places.version(key) for key in keys], ["content.orders"])
        texts: list[_Text] = []
        for source, key, version in zip(embedded, keys, versions, strict=True):
            document = document_of(source["document"])
            orders: list[int] = [] if version is None else version.source["content"]["orders"]
            for start in range(0, len(orders), AT_A_TIME):
                window = orders[start : start + AT_A_TIME]
                chunks = self._cluster.get_all([places.chunk(key, order) for order in window], CHUNK)
                for order, chunk in zip(window, chunks, strict=True):
                    if chunk is not None:
                        about = {**narrowing_of(document), "key": key, "order": order}
                        stored = chunk_of(document.doc_id, document.version, chunk.source)
                        passage = ChunkText(document.title, stored.section, stored.text, stored.head)
                        texts.append(_Text(Place(self._index, places.chunk(key, order).id), about, passage))
        return texts

    def _there(self, heads: Sequence[Json]) -> Mapping[str, Json]:
        """What the index holds of these documents, by its ids."""
        named = {(head["_source"]["tenant"], head["_source"]["doc_id"]) for head in heads}
        tenants, doc_ids = (sorted({one[part] for one in named}) for part in (0, 1))
        query = {"bool": {"filter": [{"terms": {"tenant": tenants}}, {"terms": {"doc_id": doc_ids}}]}}
        self._cluster.refresh(self._index)
        hits = self._cluster.walk(self._index, query, ["key", "order"])
        return {hit["_id"]: hit["_source"] for hit in hits if (hit["_source"]["tenant"], hit["_source"]["doc_id"]) in named}

    async def _embed(self, known: Known, window: Sequence[_Text]) -> None:
        given = await self._cluster.run(lambda: self._given_before({one.digest for one in window}))
        new = {one.digest: one.passage for one in window if one.digest not in given}
        given |= dict(zip(new, await self.nearness.vectors_of_passages(known, list(new.values())), strict=True))
        if len(self._given) > REMEMBERED:
            self._given.clear()
            await self._cluster.run(lambda: self._cluster.refresh(self._index))
        self._given |= given
        writes = [
            Operation("index", place, {**one.about, "digest": one.digest, **stored})
            for one in window
            for place, stored in zip(one.windows, _stored(given[one.digest], len(one.windows)), strict=True)
        ]
        await self._cluster.run(lambda: self._cluster.bulk(writes))

    def _given_before(self, digests: set[str]) -> dict[str, bytes | None]:
        """What the embedder gave for the windows of texts of these digests; None for one that it refused."""
        given = {one: self._given[one] for one in digests if one in self._given}
        sought = sorted(digests - given.keys())
        body: Json = {"size": len(sought), "collapse": {"field": "digest"}, "_source": ["digest", "numbers_of_all"]}
        if sought:
            query = {"bool": {"filter": [{"terms": {"digest": sought}}, FIRST_WINDOW]}}
            hits = self._cluster.search(self._index, {**body, "query": query})["hits"]["hits"]
            given |= {hit["_source"]["digest"]: _given(hit["_source"]) for hit in hits}
        return given

    def _settle(self, heads: Sequence[Json], surplus: Sequence[str], known: Known) -> None:
        """Removes what should not be in the index, and marks the heads that are still as they were read."""
        self._cluster.bulk([Operation("delete", Place(self._index, one)) for one in surplus])
        self._cluster.refresh(self._index)
        keys = [
            places.version_key(h["_source"]["tenant"], h["_source"]["doc_id"], h["_source"].get("version", "")) for h in heads
        ]
        refused = self._cluster.which_match(self._index, [_refused_of(key) for key in keys])
        marks = [
            Operation("update", places.head_at(head["_id"]), {"embedded_by": marked(head["_source"], known, some)}, _seen(head))
            for head, some in zip(heads, refused, strict=True)
        ]
        self._cluster.bulk(marks)


SORTED_BY = {DOCS: ["doc_id"], TURNS: ["session_id", "turn_id"]}


def marked(source: Json, known: Known, refused: bool) -> list[str]:  # noqa: FBT001
    """The marks of whatever this embedder has been asked for."""
    others = [one for one in source.get("embedded_by") or () if one != REFUSED and not one.startswith(f"{known.index}:")]
    return [*others, known.mark, *([REFUSED] if refused else [])]


def _stored(given: bytes | None, count: int) -> Iterator[Json]:
    """The vector of each of so many windows as it stands in the index, in base64, the first with those of all; without any where
    the text was refused."""
    for number in range(count):
        row: Json = {"window": number, "refused": given is None, "numbers": None, "numbers_of_all": None}
        if given is not None:
            length = len(given) // count
            own = given[number * length : (number + 1) * length]
            row |= {"numbers": _written(own), "vector": read_stored([own], length // 2)[0].tolist()}
            row["numbers_of_all"] = None if number else _written(given)
        yield row


def _written(stored: bytes) -> str:
    return base64.b64encode(stored).decode()


def _given(stored: Json) -> bytes | None:
    return None if stored["numbers_of_all"] is None else base64.b64decode(stored["numbers_of_all"])


def _as_stored(wanted: _Text, there: Json | None) -> bool:
    if there is None or there["digest"] != wanted.digest:
        return False
    return all(there[name] == value for name, value in wanted.about.items())


def _refused_of(key: str) -> Json:
    return {"bool": {"filter": [{"term": {"key": key}}, {"term": {"refused": True}}]}}


def _seen(hit: Json) -> Seen:
    return Seen(hit["_seq_no"], hit["_primary_term"])
