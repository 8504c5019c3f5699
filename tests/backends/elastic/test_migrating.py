"""Indices of an earlier ibidem are brought up to date when a store is opened, whatever happens on the way."""

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from clusters import cluster_of, remove
from ibidem.backends.elastic import migrating
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.heads import CHUNK, ORIGIN
from ibidem.backends.elastic.opening import open_to_read
from ibidem.backends.elastic.schema import CHUNKS, DOCS, KEPT, NUMBER, SAID, SCHEMA_VERSION, SESSIONS, TURNS, VERSION_OF, WORD
from ibidem.backends.elastic.turn_rows import LIFTED
from ibidem.domain.errors import StoreUnavailable
from ibidem.testing.stores import MINA, SAMPLES, asking, prepared, turn
from required import SERVICES, needs_service

pytestmark = pytest.mark.slow
# What later schemas than 1 brought.
NEW = {
    DOCS: ("policy", "language", "embedded_by", "fields", *ORIGIN),
    CHUNKS: ("policy", "fields", *(name for name in CHUNK if name != "order")),
    TURNS: ("near", "embedded_by", "asked", "turn_id", *SAID),
    SESSIONS: ("last_doc_turn_id",),
}
# What they no longer have, as it was.
OLD: dict[str, Json] = {
    DOCS: {},
    CHUNKS: {"chunk": KEPT},
    SESSIONS: {},
    TURNS: {"number": NUMBER, "ts": WORD, "doc_refs": {"type": "nested", "properties": {"doc_id": WORD, "version": WORD}}},
}


@pytest.fixture(params=[pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")])
def service(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def cluster(service: str) -> Iterator[Cluster]:
    opened = cluster_of(service, f"test-{uuid4().hex[:12]}")
    yield opened
    remove(opened, "*")
    opened.close()


def as_it_was(index: str, source: Json) -> Json:
    """What schema 1 had of a document of the newest."""
    old = {name: value for name, value in source.items() if name not in NEW[index]}
    if index == CHUNKS and "text" in source:
        return {**old, "chunk": {name: source[name] for name in CHUNK}}
    if index == TURNS:
        refs = [{name: ref[name] for name in ("doc_id", "version")} for ref in source["doc_refs"]]
        content = {**source["content"], **{name: source[name] for name in LIFTED}}
        return {**old, "number": source["turn_id"], "doc_refs": refs, "content": content}
    return old


async def old_store(cluster: Cluster, folder: Path) -> None:
    """A store with documents in three languages, one deleted, and a conversation, as schema 1 had it."""
    backend = ElasticBackend(cluster, folder)
    migrating.ensure(cluster)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await backend.documents.put([prepared(SAMPLES[0], doc_id="gone", readers=["maintenance"])])
    await backend.documents.delete("gone", MINA)
    for asked in ("첫 질문", "the second", "三つ目の質問"):
        await backend.turns.append(turn("s", asked, cites=[prepared(SAMPLES[1])]), MINA)
    for index, fields in NEW.items():
        alias = cluster.alias(index)
        newest = f"{alias}-{VERSION_OF[index]}"
        _, known = cluster.request("GET", f"/{newest}")
        properties: Json = known[newest]["mappings"]["properties"]
        settings = {"settings": {"similarity": {"words": {"type": "BM25"}}}} if index == CHUNKS else {}
        kept = {name: field for name, field in properties.items() if name not in fields} | OLD[index]
        mappings = {"dynamic": "strict", "_meta": {"schema_version": 1}, "properties": kept}
        cluster.request("PUT", f"/{alias}-1", {**settings, "mappings": mappings})
        cluster.refresh(index)
        for hit in cluster.search(index, {"size": 1000, "stored_fields": ["_routing"], "_source": True})["hits"]["hits"]:
            source = as_it_was(index, hit["_source"])
            routing = f"?routing={hit['_routing']}" if "_routing" in hit else ""
            cluster.request("PUT", f"/{alias}-1/_doc/{hit['_id']}{routing}", source)
        switch = [{"add": {"index": f"{alias}-1", "alias": alias}}, {"remove_index": {"index": newest}}]
        cluster.request("POST", "/_aliases", {"actions": switch})


def names(cluster: Cluster) -> set[str]:
    return set(cluster.request("GET", f"/{cluster.alias('*')}")[1])


async def require_whole(backend: ElasticBackend) -> None:
    for sample in SAMPLES:
        assert (await backend.index.search(asking(sample.word), MINA)).hits[0].passage.chunk.doc_id == sample.doc_id
    asked = [one.content.user_text for one in await backend.turns.turns("s", MINA, 10)]
    assert asked == ["첫 질문", "the second", "三つ目の質問"]
    assert [[one.turn_id for one in await backend.turns.asking(text, MINA, 9)] for text in asked] == [[1], [2], [3]]
    assert len(await backend.documents.documents(MINA, 10)) == 3
    assert (await backend.turns.session("s", MINA)).last_doc_turn_id == 3


async def test_an_earlier_schema_is_brought_up_to_date(cluster: Cluster, service: str, tmp_path: Path) -> None:
    await old_store(cluster, tmp_path)
    prefix, address = cluster.alias("")[:-1], f"http://127.0.0.1:{SERVICES[service]}"
    with pytest.raises(StoreUnavailable, match=r"earlier ibidem \(schema 1.*brings it up to date"):
        open_to_read(address, prefix, tmp_path, "", None)
    backend = ElasticBackend.open(cluster, tmp_path)
    await require_whole(backend)
    assert names(cluster) == {f"{cluster.alias(index)}-{version}" for index, version in VERSION_OF.items()}
    cluster.refresh(DOCS, CHUNKS)
    assert cluster.count(DOCS, {"terms": {"language": ["ko", "en", "ja"]}}) == 3
    assert cluster.count(CHUNKS, {"term": {"policy": ""}}) >= 9
    assert cluster.count(DOCS, {"exists": {"field": "storage_pointer"}}) == 3
    cited: Json = {"nested": {"path": "doc_refs", "query": {"term": {"doc_refs.slot": 1}}}}
    cluster.refresh(TURNS)
    assert cluster.count(TURNS, {"bool": {"filter": [cited, {"match": {"user_text": "second"}}]}}) == 1
    await backend.documents.put([prepared(SAMPLES[0], doc_id="new")])
    await backend.turns.append(turn("s", "another"), MINA)
    ElasticBackend.open(cluster, tmp_path)


async def test_a_migration_that_was_cut_off_is_gone_on_with(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_store(cluster, tmp_path)
    monkeypatch.setattr(migrating, "AT_ONCE", 2)
    copied: list[str] = []
    bulk = cluster.bulk

    def dying(operations: list[object]) -> list[int]:
        if len(copied) == 1:
            raise KeyboardInterrupt
        copied.append(json.dumps(str(operations)))
        return bulk(operations)  # type: ignore[arg-type]

    for _ in range(2):
        copied.clear()
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "bulk", dying)
            with pytest.raises(KeyboardInterrupt):
                migrating.ensure(cluster)
        assert f"{cluster.alias(CHUNKS)}-1" in names(cluster), "the old index stays until all is copied"
    migrating.ensure(cluster)
    await require_whole(ElasticBackend(cluster, tmp_path))
    assert f"{cluster.alias(CHUNKS)}-1" not in names(cluster)


async def test_a_newer_schema_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    migrating.ensure(cluster)
    cluster.request("PUT", f"/{cluster.alias(TURNS)}/_mapping", {"_meta": {"schema_version": 99}})
    before = names(cluster)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=rf"newer ibidem \(schema 99, this program knows up to {SCHEMA_VERSION}\)"):
            migrating.ensure(cluster)
    assert names(cluster) == before
