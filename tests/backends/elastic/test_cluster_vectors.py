"""Vectors in a real cluster: found as the data folder finds them, given once whoever asks, and gone with their documents."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import ClusterVectors, cluster_of, empty_backend, fresh_indices
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.embedder_index import VECTORS
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.documents import PreparedDocument, Principal, SearchFilters, VectorQuery
from ibidem.domain.languages import LANGUAGES
from ibidem.ports.indexes import VectorIndex
from ibidem.testing.stores import ENGLISH, KENJI, KOREAN, MINA, PUBLIC, SAMPLES, prepared, turn
from ibidem.testing.word_embedder import WordEmbedder
from required import needs_service

ALL = frozenset(LANGUAGES)
pytestmark = pytest.mark.slow


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")],
)
def service(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def prefix(service: str) -> Iterator[str]:
    with fresh_indices(service) as made:
        yield made


@pytest.fixture
def backend(service: str, prefix: str, tmp_path: Path) -> Iterator[ElasticBackend]:
    with empty_backend(service, prefix, tmp_path / "cluster") as opened:
        yield opened


@pytest.fixture
def another(service: str, prefix: str, tmp_path: Path, backend: ElasticBackend) -> Iterator[ElasticBackend]:
    """The same store, opened by another process."""
    with empty_backend(service, prefix, tmp_path / "cluster") as opened:
        yield opened


def corpus() -> list[PreparedDocument]:
    """Sixty documents in three languages, whose words overlap."""
    chance = random.Random(7)
    words = [word for sample in SAMPLES for sentence in sample.sentences for word in sentence.split()]
    readers = [[], ["board"], ["maintenance"]]
    return [
        prepared(
            SAMPLES[n % 3],
            doc_id=f"doc_{n:02}",
            revision=" ".join(chance.sample(words, 9)),
            doc_type=("manual", "bulletin")[n % 2],
            devices=[f"dev{n % 4}"] if n % 3 else [],
            readers=readers[n % 7 % 3],
        )
        for n in range(60)
    ]


async def nearest(
    vectors: VectorIndex, text: str, filters: SearchFilters | None = None, limit: int = 10, by: Principal = MINA
) -> list[tuple[str, int, float]]:
    query = VectorQuery(text, (), filters or SearchFilters(), limit)
    return [(hit.passage.chunk.doc_id, hit.passage.chunk.order, hit.passage.score) for hit in await vectors.nearest(query, by)]


async def test_it_finds_what_the_data_folder_finds(backend: ElasticBackend, tmp_path: Path) -> None:
    folder = EmbeddedBackend.open(tmp_path / "data")
    try:
        indexes = [one.search_by_meaning(WordEmbedder(), ALL) for one in (backend, folder)]
        for stores, vectors in zip((backend, folder), indexes, strict=True):
            await stores.documents.put(corpus())
            await vectors.catch_up()
        narrowed = (SearchFilters(), SearchFilters(devices=("dev1",)), SearchFilters(doc_types=("bulletin",)))
        asked = [sentence for sample in SAMPLES for sentence in sample.sentences]
        for text, filters, by in ((t, f, p) for t in asked for f in narrowed for p in (MINA, KENJI, PUBLIC)):
            here, there = [await nearest(vectors, text, filters, 10, by) for vectors in indexes]
            assert [score for *_, score in here] == pytest.approx([score for *_, score in there], abs=1e-6)
            last = there[-1][2]
            assert {(d, n) for d, n, score in here if score > last + 1e-6} == {
                (d, n) for d, n, score in there if score > last + 1e-6
            }
    finally:
        folder.close()


async def test_two_processes_ask_for_each_vector_once(backend: ElasticBackend, another: ElasticBackend) -> None:
    here, there = ClusterVectors(backend), ClusterVectors(another)
    await here.documents.put(corpus())
    await asyncio.gather(here.vectors.catch_up(), there.vectors.catch_up())
    asked = [*here.embedder.passages, *there.embedder.passages]
    assert len(asked) == len(set(asked)) > 60
    found = [await nearest(one.vectors, KOREAN.sentences[1]) for one in (here, there)]
    assert found[0] == found[1] and len(found[0]) == 10


async def test_a_restart_asks_for_nothing_and_another_embedder_for_everything(
    backend: ElasticBackend, another: ElasticBackend
) -> None:
    first, again = ClusterVectors(backend), ClusterVectors(another)
    await first.documents.put([prepared(sample) for sample in SAMPLES])
    await first.turns.append(turn("s", "질문입니다"), MINA)
    await first.vectors.catch_up()
    await again.vectors.catch_up()
    assert not again.embedder.passages
    assert await again.vectors.near_turns("s", "질문", MINA)
    larger = WordEmbedder("words:larger", 512)
    vectors = another.search_by_meaning(larger, ALL)
    assert not await vectors.nearest(VectorQuery("clamp"), MINA)
    await vectors.catch_up()
    assert sorted(larger.passages) == sorted(first.embedder.passages)
    assert await nearest(first.vectors, "clamp") and await nearest(vectors, "clamp")


async def test_who_may_read_and_what_is_deleted_follow_the_documents(service: str, prefix: str, backend: ElasticBackend) -> None:
    stores, cluster = ClusterVectors(backend), cluster_of(service, prefix)
    try:
        await stores.documents.put([prepared(ENGLISH, readers=["board"]), prepared(KOREAN)])
        await stores.vectors.catch_up()
        asked = len(stores.embedder.passages)
        await stores.documents.put([prepared(ENGLISH)])
        await stores.vectors.catch_up()
        assert len(stores.embedder.passages) == asked, "the same text has its vector"
        assert {doc_id for doc_id, *_ in await nearest(stores.vectors, "clamp")} == {ENGLISH.doc_id, KOREAN.doc_id}
        await stores.documents.delete(ENGLISH.doc_id, MINA)
        await stores.vectors.catch_up()
        cluster.refresh(f"{VECTORS}-*")
        assert cluster.count(f"{VECTORS}-*", {"term": {"doc_id": ENGLISH.doc_id}}) == 0
        assert cluster.count(f"{VECTORS}-*", {"match_all": {}}) == len(KOREAN.sentences)
    finally:
        cluster.close()


async def test_a_rebuild_asks_again_for_what_was_refused_and_forgets_other_embedders(
    service: str, prefix: str, backend: ElasticBackend
) -> None:
    cluster = cluster_of(service, prefix)
    try:
        await backend.documents.put([prepared(ENGLISH)])
        await backend.turns.append(turn("s", "Where is the flashlight?"), MINA)
        await backend.search_by_meaning(WordEmbedder("words:older", 64), ALL).catch_up()
        stores = ClusterVectors(backend)
        stores.embedder.refuses = lambda text: "flashlight" in text
        await stores.vectors.catch_up()
        counts = await stores.vectors.counts()
        assert counts is not None and (counts.embedded, counts.refused, counts.waiting) == (2, 1, 0)
        assert not await stores.vectors.near_turns("s", "where", MINA)
        stores.embedder.refuses = lambda _: False
        await backend.rebuild(lambda _done, _total: None)
        await stores.vectors.catch_up()
        counts = await stores.vectors.counts()
        assert counts is not None and (counts.embedded, counts.refused, counts.waiting) == (3, 0, 0)
        assert await stores.vectors.near_turns("s", "where", MINA)
        _, known = cluster.request("GET", f"/{cluster.alias(VECTORS)}-*/_alias")
        assert len(known) == 1
    finally:
        cluster.close()
