"""Originals in S3, as a person meets them: kept, found after a restart, gone with their document; and S3 away."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from buckets import SECRET, S3Server, s3_server
from clusters import cluster_of, empty_backend, fresh_indices
from ibidem.backends import registry
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.schema import CHUNKS, VERSIONS
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.migrating import begin, migrate
from ibidem.backends.registry import Storage, open_backend
from ibidem.backends.s3 import S3Originals
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import NotFound, SettingsError, StoreUnavailable
from ibidem.ports.backend import Backend
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH, KOREAN, MINA, SAMPLES, asking, prepared, turn
from required import needs_s3, needs_service

pytestmark = needs_s3
STORES = ["embedded", pytest.param("opensearch", marks=[needs_service("opensearch"), pytest.mark.slow])]
OLD = timedelta(seconds=-2)  # nothing is too young to be removed


@pytest.fixture
def server() -> Iterator[S3Server]:
    with s3_server() as started:
        yield started


@pytest.fixture
def address(server: S3Server) -> str:
    return server.bucket()


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "embedded":
        backend = EmbeddedBackend.open(tmp_path / "data", originals=S3Originals(address, OLD))
        yield backend
        backend.close()
        return
    with (
        fresh_indices(request.param) as prefix,
        empty_backend(request.param, prefix, tmp_path, S3Originals(address, OLD)) as backend,
    ):
        yield backend


def large(doc_id: str, content: bytes = b"scan") -> PreparedDocument:
    return replace(prepared(ENGLISH, doc_id=doc_id), original=content * 50_000)


async def test_large_originals_go_to_the_bucket_and_leave_with_the_last_document(
    store: Backend, server: S3Server, address: str
) -> None:
    small = prepared(KOREAN)
    await store.documents.put([large("one"), large("twin"), large("other", b"page"), small])
    assert len(server.objects(address)) == 2
    for one in (large("one"), large("twin"), large("other", b"page"), small):
        assert await store.documents.original(one.document.doc_id, MINA) == one.original
    await store.documents.delete("one", MINA)
    assert len(server.objects(address)) == 2
    await store.documents.delete("twin", MINA)
    (left,) = server.objects(address)
    server.put(address, "f" * 64, b"a crash left this")
    server.put(address, "notes.txt", b"somebody else's")
    await store.rebuild(lambda done, total: None)
    assert server.objects(address) == sorted([left, "notes.txt"])
    assert await store.documents.original("other", MINA) == large("other", b"page").original


async def test_while_the_bucket_is_away_nothing_is_stored_and_questions_go_on(
    store: Backend, server: S3Server, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    await store.documents.put([large("kept"), *(prepared(sample) for sample in SAMPLES)])
    await store.index.catch_up()
    server.stop()
    with pytest.raises(StoreUnavailable, match=r"originals cannot be kept now.*check the bucket") as refused:
        await store.documents.put([large("new", b"new"), prepared(ENGLISH, doc_id="beside")])
    for doc_id in ("new", "beside"):
        with pytest.raises(NotFound):
            await store.documents.get(doc_id, MINA)
    with pytest.raises(StoreUnavailable, match="originals cannot be read now"):
        await store.documents.original("kept", MINA)
    assert await store.documents.original(KOREAN.doc_id, MINA) == prepared(KOREAN).original
    for sample in SAMPLES:
        assert (await store.index.search(asking(sample.word), MINA)).hits
    assert (await store.turns.append(turn("s", "질문 question 質問", cites=[prepared(KOREAN)]), MINA)).turn_id == 1
    await store.documents.delete("kept", MINA)
    assert "stay for now" in caplog.text
    assert SECRET not in caplog.text + str(refused.value)


async def test_without_the_setting_what_lies_there_cannot_be_read(store: Backend, address: str, tmp_path: Path) -> None:
    if not isinstance(store, EmbeddedBackend):
        return
    await store.documents.put([large("kept")])
    other = open_backend(Storage(tmp_path / "data"))
    with pytest.raises(StoreUnavailable, match="set IBIDEM_ORIGINALS"):
        await other.documents.original("kept", MINA)
    await other.documents.put([large("here", b"here")])
    other.close()
    again = open_backend(Storage(tmp_path / "data", originals=address))
    for one in (large("kept"), large("here", b"here")):
        assert await again.documents.original(one.document.doc_id, MINA) == one.original
    again.close()


async def test_a_migration_takes_originals_along(store: Backend, server: S3Server, address: str, tmp_path: Path) -> None:
    with_folder = EmbeddedBackend.open(tmp_path / "folder")
    await with_folder.documents.put([large("one"), prepared(KOREAN)])
    compared = await migrate(with_folder.holdings, store, await begin(with_folder.holdings, store.holdings), lambda *_: None)
    assert all(one.equal for one in compared) and len(server.objects(address)) == 1
    back = EmbeddedBackend.open(tmp_path / "back")
    compared = await migrate(store.holdings, back, await begin(store.holdings, back.holdings), lambda *_: None)
    assert all(one.equal for one in compared)
    assert await back.documents.original("one", MINA) == large("one").original
    with_folder.close()
    back.close()


def test_without_the_package_the_setting_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "installed", lambda library: library != "obstore")
    with pytest.raises(SettingsError, match=r"pip install 'ibidem\[s3\]'"):
        open_backend(Storage(tmp_path / "data", originals="s3://bucket"))
    assert not (tmp_path / "data").exists()


@needs_service("opensearch")
@pytest.mark.slow
async def test_whole_texts_leave_the_cluster_where_the_bucket_takes_them(server: S3Server, address: str, tmp_path: Path) -> None:
    with fresh_indices("opensearch") as prefix:
        cluster = cluster_of("opensearch", prefix)
        with empty_backend("opensearch", prefix, tmp_path, S3Originals(address, OLD, takes_texts=True)) as store:
            await store.documents.put([prepared(one) for one in SAMPLES])
            await store.documents.put([prepared(KOREAN, doc_id="other")])
            cluster.refresh(VERSIONS)
            cluster.refresh(CHUNKS)
            kept = [hit["_source"]["content"] for hit in cluster.walk(VERSIONS, {"match_all": {}}, ["doc_id"])]
            assert [one for one in kept if "text" in one] == []
            assert len(server.objects(address)) == len({one["text_blob"] for one in kept}) == 3
            for sample in SAMPLES:
                assert await store.documents.text(sample.doc_id, MINA) == prepared(sample).text
                assert (await store.index.search(asking(sample.word), MINA)).hits
            await store.documents.delete(KOREAN.doc_id, MINA)
            assert await store.documents.text("other", MINA) == prepared(KOREAN).text, "one text may be that of two documents"
            await store.documents.delete("other", MINA)
            assert len(server.objects(address)) == 2
            without = ElasticBackend.open(cluster_of("opensearch", prefix), tmp_path)
            with pytest.raises(StoreUnavailable, match=r"the text .* lies in S3: set IBIDEM_ORIGINALS"):
                await without.documents.text(ENGLISH.doc_id, MINA)
            without.close()
        cluster.close()


@pytest.mark.parametrize("given", [{}, {"originals": "s3://bucket"}, {"store": "opensearch:http://127.0.0.1:1"}])
def test_texts_go_to_a_bucket_from_a_cluster_alone(given: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=r"IBIDEM_ORIGINALS_TEXTS.*it is for a cluster with a bucket"):
        load_settings(originals_texts=True, **given)
