"""The contract of `ibidem.ports.VectorIndex`, as tests."""

from dataclasses import replace
from typing import Protocol

import pytest

from ibidem.domain.documents import Passage, PreparedDocument, Principal, ScoredChunk, SearchFilters, VectorQuery
from ibidem.domain.errors import InvalidInput, ModelRefused, ModelUnavailable
from ibidem.finding.windows import windows_of
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.turn_store import TurnStore
from ibidem.testing.narrowing import NarrowingSuite
from ibidem.testing.stores import (
    ENGLISH,
    JAPANESE,
    KENJI,
    KOREAN,
    MINA,
    SAMPLES,
    STRANGER,
    Sample,
    prepared,
    turn,
)
from ibidem.testing.word_embedder import WordEmbedder


class VectorStores(Protocol):
    """The stores of one backend that also searches by meaning, with `embedder`, in all three languages."""

    @property
    def turns(self) -> TurnStore:
        """The turn store."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """The document store."""
        ...

    @property
    def vectors(self) -> VectorIndex:
        """The vector index under test."""
        ...

    @property
    def embedder(self) -> WordEmbedder:
        """The embedder that it was opened with."""
        ...


def about(text: str, limit: int = 30, *, filters: SearchFilters | None = None) -> VectorQuery:
    """A query for one text."""
    return VectorQuery(text, (), filters or SearchFilters(), limit)


def found(hits: "list[ScoredChunk] | tuple[ScoredChunk, ...]") -> list[tuple[str, int]]:
    """Which chunks were found: (doc_id, order), nearest first."""
    return [(hit.passage.chunk.doc_id, hit.passage.chunk.order) for hit in hits]


async def put(stores: VectorStores, *documents: PreparedDocument) -> None:
    """Stores the documents and waits until they have their vectors."""
    await stores.documents.put(documents)
    await stores.vectors.catch_up()


class VectorIndexSuite(NarrowingSuite[VectorStores]):
    """Subclass it with a fixture `stores` that is a `VectorStores` (see `ibidem.testing`)."""

    async def test_an_empty_index(self, stores: VectorStores) -> None:
        for _ in range(2):
            assert not await stores.vectors.nearest(about("clamp"), MINA)
            await stores.vectors.catch_up()

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_the_nearest_comes_first(self, stores: VectorStores, sample: Sample) -> None:
        documents = [prepared(s) for s in SAMPLES]
        await put(stores, *documents)
        hits = await stores.vectors.nearest(about(sample.sentences[1]), MINA)
        document = next(d for d in documents if d.document.doc_id == sample.doc_id)
        assert hits[0].passage.document == document.document
        assert hits[0].passage.chunk == document.chunks[1].chunk
        assert hits[0].tokens == document.chunks[1].tokens
        assert len(hits) == sum(len(d.chunks) for d in documents)
        scores = [hit.passage.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(-1.001 <= score <= 1.001 for score in scores) and scores[0] > 0.5

    async def test_a_chunk_counts_with_its_title(self, stores: VectorStores) -> None:
        await put(stores, *(prepared(s) for s in SAMPLES))
        hits = await stores.vectors.nearest(about(ENGLISH.title, 3), MINA)
        assert {doc_id for doc_id, _ in found([*hits])} == {ENGLISH.doc_id}

    async def test_questions_before_count(self, stores: VectorStores) -> None:
        await put(stores, prepared(ENGLISH))
        first, last = ENGLISH.sentences[0], ENGLISH.sentences[2]
        led: list[float] = []
        for before in ((), (last,)):
            hits = await stores.vectors.nearest(VectorQuery(first, before), MINA)
            near = {hit.passage.chunk.order: hit.passage.score for hit in hits}
            led.append(near[0] - near[2])
        assert led[0] > 0 and led[0] > led[1]

    async def test_a_chunk_is_as_near_as_its_nearest_window(self, stores: VectorStores) -> None:
        fitting = "A red clamp is on the hose."
        other = "Nobody knows why the filters of the old cabinet were ordered in May by whoever was there. "
        long = fitting + " " + other * 24
        await put(stores, prepared(Sample("en", "sop_1", "Parts", (long, "Oil."), "oil")), prepared(KOREAN))
        query = about("Which clamp is red?", 1)
        (hit,) = await stores.vectors.nearest(query, MINA)
        (windows,) = await stores.vectors.nearness(query, [hit.passage])
        assert len(windows) == len(windows_of(hit.passage)) > 2
        assert hit.passage.score == pytest.approx(max(windows), abs=0.01) and windows[0] == max(windows) > windows[1]

    async def test_the_limit(self, stores: VectorStores) -> None:
        await put(stores, *(prepared(ENGLISH, doc_id=f"gcb_{n:02}") for n in range(40)))
        for limit in (1, 7, 120):
            assert len(await stores.vectors.nearest(about("a cracked hose", limit), MINA)) == limit
        assert len(await stores.vectors.nearest(about("a cracked hose", 10**6), MINA)) == 120
        for limit in (0, -1):
            with pytest.raises(InvalidInput, match="limit"):
                await stores.vectors.nearest(about("a cracked hose", limit), MINA)

    async def put(self, stores: VectorStores, *documents: PreparedDocument) -> None:
        await put(stores, *documents)

    async def narrowed(self, stores: VectorStores, filters: SearchFilters, principal: Principal) -> set[str]:
        return {doc_id for doc_id, _ in found([*await stores.vectors.nearest(about("flashlight", filters=filters), principal)])}

    async def test_what_may_not_be_read_takes_no_place(self, stores: VectorStores) -> None:
        hidden = [prepared(ENGLISH, doc_id=f"hidden_{n:02}", readers=["board"]) for n in range(80)]
        await put(stores, *hidden, prepared(ENGLISH, doc_id="z_public", revision="The drawer below holds spares."))
        hits = await stores.vectors.nearest(about(ENGLISH.sentences[1], 2), MINA)
        assert len(hits) == 2 and {doc_id for doc_id, _ in found([*hits])} == {"z_public"}

    async def test_a_lagging_index_neither_leaks_nor_resurrects(self, stores: VectorStores) -> None:
        for doc_id in ("deleted", "replaced", "closed", "kept"):
            await put(stores, prepared(ENGLISH, doc_id=doc_id))
        await stores.vectors.nearest(about("flashlight"), MINA)
        await stores.documents.delete("deleted", MINA)
        await stores.documents.put([prepared(KOREAN, doc_id="replaced")])
        await stores.documents.put([prepared(ENGLISH, doc_id="closed", readers=["board"])])
        for _ in range(2):
            hits = await stores.vectors.nearest(about("flashlight"), MINA)
            assert {doc_id for doc_id, _ in found([*hits])} == {"kept"}
        await stores.vectors.catch_up()
        hits = await stores.vectors.nearest(about(KOREAN.sentences[1]), MINA)
        assert found([*hits])[0] == ("replaced", 1)
        assert {doc_id for doc_id, _ in found([*hits])} == {"replaced", "kept"}

    async def test_a_lagging_index_does_not_give_too_few(self, stores: VectorStores) -> None:
        await put(stores, *(prepared(ENGLISH, doc_id=f"old_{n:02}") for n in range(60)))
        await put(stores, prepared(ENGLISH, doc_id="kept", revision="The clamp has a green handle, which nobody likes much."))
        await stores.vectors.nearest(about("flashlight"), MINA)
        for n in range(60):
            await stores.documents.delete(f"old_{n:02}", MINA)
        hits = await stores.vectors.nearest(about(ENGLISH.sentences[1], 4), MINA)
        assert sorted(found([*hits])) == [("kept", n) for n in range(4)]

    async def test_an_old_version_is_not_found_even_while_cited(self, stores: VectorStores) -> None:
        old, new = prepared(JAPANESE), prepared(JAPANESE, revision="点検は毎月行います。")
        await put(stores, old)
        await stores.turns.append(turn("s", "原因は?", cites=[old]), MINA)
        await put(stores, new)
        hits = await stores.vectors.nearest(about(JAPANESE.sentences[1]), MINA)
        assert {hit.passage.chunk.version for hit in hits} == {new.document.version} and len(hits) == 4

    async def test_what_has_no_vector_yet_is_not_found(self, stores: VectorStores) -> None:
        await put(stores, prepared(ENGLISH))
        await stores.documents.put([prepared(KOREAN)])
        hits = await stores.vectors.nearest(about(KOREAN.sentences[1]), MINA)
        assert {doc_id for doc_id, _ in found([*hits])} == {ENGLISH.doc_id}

    async def test_nothing_is_embedded_twice(self, stores: VectorStores) -> None:
        await put(stores, prepared(ENGLISH), prepared(ENGLISH, doc_id="copy"))
        await stores.vectors.catch_up()
        await put(stores, prepared(ENGLISH, revision="The handle is green."))
        assert sorted(stores.embedder.passages) == sorted(set(stores.embedder.passages))
        assert len(stores.embedder.passages) == len(ENGLISH.sentences) + 1, "each under its title"

    async def test_texts_are_compared_with_a_question(self, stores: VectorStores) -> None:
        texts, query = ["The clamp is red.", "Nothing of it.", "The clamp is red."], VectorQuery("Which clamp is red?")
        assert not await stores.vectors.likeness(query, texts), "nothing has a vector yet"
        await put(stores, prepared(ENGLISH))
        near, far, again = await stores.vectors.likeness(query, texts)
        assert near == again > far
        assert not await stores.vectors.likeness(query, ())

    async def test_windows_are_compared_by_the_vectors_that_are_kept(self, stores: VectorStores) -> None:
        documents = [prepared(one) for one in SAMPLES]
        passages = [Passage(one.chunks[0].chunk, one.document, 1.0) for one in documents]
        query = VectorQuery(ENGLISH.sentences[0])
        assert [list(near) for near in await stores.vectors.nearness(query, passages)] == [[]] * len(passages)
        await put(stores, *documents)
        await stores.vectors.nearness(query, passages)  # the first one tries the embedder out
        embedded = len(stores.embedder.passages)
        unknown = replace(passages[0], document=replace(documents[0].document, title="Nobody embedded it"))
        *near, nothing = await stores.vectors.nearness(query, [*passages, unknown])
        first = {one.doc_id: number for number, one in enumerate(SAMPLES)}[ENGLISH.doc_id]
        assert len(stores.embedder.passages) == embedded and not list(nothing)
        assert all(len(of_one) == 1 for of_one in near) and max(map(max, near)) == near[first][0]

    async def test_turns_have_vectors_too(self, stores: VectorStores) -> None:
        for asked in ("Which clamp is red?", "Who ordered the filters?"):
            await stores.turns.append(turn("s", asked), MINA)
        assert not await stores.vectors.near_turns("s", "the clamp", MINA), "they have none yet"
        await put(stores, prepared(ENGLISH))
        near = await stores.vectors.near_turns("s", "the filters", MINA)
        assert near[2] > near[1]
        asked = len(stores.embedder.passages)
        await stores.vectors.catch_up()
        assert len(stores.embedder.passages) == asked
        await stores.turns.append(turn("s", "And the hoses?"), MINA)
        await stores.vectors.catch_up()
        assert set(await stores.vectors.near_turns("s", "the filters", MINA)) == {1, 2, 3}

    async def test_turns_are_near_to_their_owner_only(self, stores: VectorStores) -> None:
        document = prepared(ENGLISH)
        await stores.turns.append(turn("s", "Which clamp is red?", cites=[document]), MINA)
        await put(stores, document)
        for session_id, by in (("s", KENJI), ("s", STRANGER), ("none", MINA), ("half \ud800", MINA)):
            assert not await stores.vectors.near_turns(session_id, "the clamp", by)
        await put(stores, prepared(ENGLISH, readers=["board"]))
        assert not await stores.vectors.near_turns("s", "the clamp", MINA), "it quotes what may no longer be read"
        await stores.turns.delete_session("s", MINA)
        assert not await stores.vectors.near_turns("s", "the clamp", MINA)

    async def test_an_embedder_that_fails_is_asked_again(self, stores: VectorStores) -> None:
        await put(stores, prepared(ENGLISH))
        failures = {"clamp": ModelUnavailable("words", "it is down"), "the clamp": ModelRefused("words", "the key is not taken")}
        for asked, failure in failures.items():
            await stores.documents.put([prepared(KOREAN)])
            stores.embedder.fails = failure
            with pytest.raises(type(failure)):
                await stores.vectors.catch_up()
            with pytest.raises(type(failure)):
                await stores.vectors.nearest(about(asked), MINA)
            stores.embedder.fails = None
            assert {doc_id for doc_id, _ in found([*await stores.vectors.nearest(about(asked), MINA)])} == {ENGLISH.doc_id}
        await stores.vectors.catch_up()
        assert found([*await stores.vectors.nearest(about(KOREAN.sentences[1]), MINA)])[0] == (KOREAN.doc_id, 1)

    async def test_a_text_that_is_refused_keeps_nothing_else_from_its_vector(self, stores: VectorStores) -> None:
        stores.embedder.refuses = lambda text: "flashlight" in text
        await put(stores, *(prepared(s) for s in SAMPLES))
        asked = len(stores.embedder.passages)
        await stores.vectors.catch_up()
        assert len(stores.embedder.passages) == asked
        hits = await stores.vectors.nearest(about("clamp"), MINA)
        assert ("gcb_8841", 1) not in found([*hits]) and len(hits) == 8

    async def test_a_document_without_chunks(self, stores: VectorStores) -> None:
        empty = prepared(ENGLISH)
        await put(stores, PreparedDocument(empty.document, empty.original, empty.text, ()))
        assert not await stores.vectors.nearest(about("flashlight"), MINA)
