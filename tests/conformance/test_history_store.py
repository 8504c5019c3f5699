"""A store of the founding design works on our indices: it reads what ibidem stored, and keeps turns of its own beside them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clusters import ClusterVectors, cluster_of, empty_backend, fresh_indices
from founders.history_store import MAPPED, HistoryStore, Reference
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.cluster import Cluster
from ibidem.backends.elastic.schema import CHUNKS, DOCS, TURNS, analysers_of
from ibidem.domain.conversation import Feedback, ModelSummary
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, prepared, turn
from required import SERVICES, needs_service

pytestmark = pytest.mark.slow
SAID = {
    "ko": ("펌프 볼트는 얼마로 조여야 하나요?", "12 N·m로 조입니다.", "펌프 볼트 체결 토크", "토크"),
    "en": ("Which hoses may crack?", "Those of the chiller.", "cracked hoses of the chiller", "hoses"),
    "ja": ("ロボットが止まった原因は何ですか。", "センサーの故障です。", "ロボット停止の原因はセンサー", "センサー"),
}


ENGINES = [pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")]


@pytest.fixture(scope="module", params=ENGINES)
def service(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def prefix(service: str) -> Iterator[str]:
    with fresh_indices(service) as made:
        yield made


@pytest.fixture
def stores(service: str, prefix: str, tmp_path: Path) -> Iterator[ElasticBackend]:
    with empty_backend(service, prefix, tmp_path) as backend:
        yield backend


@pytest.fixture
def cluster(service: str, prefix: str) -> Iterator[Cluster]:
    opened = cluster_of(service, prefix)
    yield opened
    opened.close()


@pytest.fixture
def history(service: str, prefix: str) -> Iterator[HistoryStore]:
    store = HistoryStore(f"http://127.0.0.1:{SERVICES[service]}", prefix)
    yield store
    store.close()


async def talked(stores: ElasticBackend, cluster: Cluster) -> None:
    """A conversation of three turns, the last one about all documents, each summed up."""
    documents = [prepared(KOREAN), prepared(ENGLISH), prepared(JAPANESE)]
    await stores.documents.put(documents)
    for number, (asked, _, summary, _) in enumerate(SAID.values(), 1):
        cites = documents if number == 3 else [documents[number - 1]]
        await stores.turns.append(turn("s", asked, cites=cites), MINA)
        await stores.turns.sum_up("s", number, ModelSummary(summary, "openai:m"), MINA)
    cluster.refresh(TURNS, DOCS, CHUNKS)


def test_every_field_has_the_type_that_was_meant(history: HistoryStore) -> None:
    assert history.mapped() == MAPPED


async def test_turns_of_others_are_neither_measured_nor_rated(stores: ElasticBackend, cluster: Cluster) -> None:
    await talked(stores, cluster)
    await stores.turns.rate("s", 1, Feedback("helpful"), MINA)
    now = datetime.now(UTC).isoformat()
    theirs = {"session_id": "theirs", "turn_id": 1, "ts": now, "user_text": "?", "tenant": MINA.tenant, "owner": MINA.name}
    cluster.request("PUT", f"/{cluster.alias(TURNS)}/_doc/theirs?refresh=true", {**theirs, "rated": now})
    try:
        assert len(await stores.turns.measured(MINA, datetime.now(UTC) - timedelta(days=1), 9)) == 3
        assert [one.turn_id for one in await stores.turns.rated(MINA, 9)] == [1] and await stores.turns.count_rated(MINA) == 1
    finally:
        cluster.request("DELETE", f"/{cluster.alias(TURNS)}/_doc/theirs?refresh=true")


async def test_turns_are_listed_and_found(stores: ElasticBackend, cluster: Cluster, history: HistoryStore) -> None:
    await talked(stores, cluster)
    assert [one["turn_id"] for one in history.list_recent_turns("s", 2)] == [3, 2]
    assert [one["user_text"] for one in history.get_turns("s", [1, 3])] == [SAID["ko"][0], SAID["ja"][0]]
    for number, (_, _, summary, word) in enumerate(SAID.values(), 1):
        best = history.search_turns("s", word, 5)[0]
        assert (best["turn_id"], best["summary"]) == (number, summary)
    now = datetime.now(UTC)
    assert [one["turn_id"] for one in history.turns_since("s", now - timedelta(minutes=5))] == [1, 2, 3]
    assert history.turns_since("s", now + timedelta(minutes=5)) == []


async def test_a_slot_means_its_document(stores: ElasticBackend, cluster: Cluster, history: HistoryStore) -> None:
    await talked(stores, cluster)
    first, second = history.resolve_slot("s", 1), history.resolve_slot("s", 2)
    assert first is not None and second is not None and history.resolve_slot("s", 9) is None
    ref = (await stores.turns.turn("s", 3, MINA)).content.doc_refs[1]
    assert second["doc_id"] == ref.doc_id and second["title"] == ref.title and second["chunk_ids"] == list(ref.chunk_ids)
    assert (second["source"], second["uri"], second["snippet"]) == (ref.source, ref.uri, ref.snippet)
    document = await stores.documents.get(ref.doc_id, MINA)
    assert history.document(ref.doc_id)["storage_pointer"] == document.storage_pointer
    chunks = history.chunks(ref.doc_id, second["version"])
    text = await stores.documents.text(ref.doc_id, MINA)
    assert [one["order"] for one in chunks] == list(range(len(chunks))) and chunks[0]["section"] is not None
    assert all(text[one["offset"] :].startswith(one["text"]) for one in chunks)


async def test_turns_of_its_own_stand_beside_ours(stores: ElasticBackend, cluster: Cluster, history: HistoryStore) -> None:
    await talked(stores, cluster)
    for number, (asked, answered, summary, word) in enumerate(SAID.values(), 1):
        refs = [Reference(slot, f"doc-{slot}", f"Title {slot}", version="v", chunk_ids=["c"]) for slot in range(1, number + 1)]
        assert history.append_turn("theirs", asked, answered, refs, summary) == number
        assert history.search_turns("theirs", word, 1)[0]["turn_id"] == number
    third = history.resolve_slot("theirs", 3)
    assert third is not None and third["doc_id"] == "doc-3"
    assert [one["turn_id"] for one in history.list_recent_turns("theirs", 5)] == [3, 2, 1]
    assert len(await stores.turns.asking(SAID["ko"][0], MINA, 9)) == 1, "ours are those of our sessions"
    assert [one.session_id for one in await stores.turns.sessions(MINA, 9)] == ["s"]
    await ClusterVectors(stores).vectors.catch_up(lambda _done, _total: None)
    left = history.get_turns("theirs", [1])
    assert "embedded_by" not in left[0]


@pytest.mark.parametrize(
    ("analyser", "asked", "word"),
    [("nori", "챔버의 압력을 확인해 주세요", "압력"), ("kuromoji", "東京都庁でポンプを点検しました", "都庁")],
)
async def test_words_are_cut_by_the_analysers_of_the_cluster(
    stores: ElasticBackend, cluster: Cluster, history: HistoryStore, analyser: str, asked: str, word: str
) -> None:
    known = analysers_of(cluster)
    if analyser not in known:
        pytest.skip(f"the cluster has no {analyser}")
    await stores.turns.append(turn("s", asked), MINA)
    cluster.refresh(TURNS)
    field = "user_text" if known[0] == analyser else f"user_text.{analyser}"
    found = cluster.search(TURNS, {"query": {"match": {field: word}}})["hits"]["hits"]
    assert [hit["_source"]["user_text"] for hit in found] == [asked]
