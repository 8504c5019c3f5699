"""What belongs to a version, in the cluster and outside, comes and goes with it, also where the cluster fails in between."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from backends.elastic.test_replacing import Played
from clusters import cluster_of, empty_backend, fresh_indices
from corpus.drawn import drawn
from ibidem.backends.elastic import originals, places
from ibidem.backends.elastic.cluster import Cluster, Place
from ibidem.backends.elastic.originals import KIND, OriginalFiles, reference
from ibidem.backends.elastic.schema import ORIGINALS, RECORDS
from ibidem.backends.elastic.versions import Versions
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import InUse
from ibidem.testing.loopback import serving
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, Sample, prepared
from required import needs_service

SCAN, OTHER = b"scan" * 50_000, b"page" * 50_000


@dataclass
class Bucket:
    """What lies outside, in memory."""

    takes_texts: bool = False
    held: dict[str, bytes] = field(default_factory=dict)
    name: str = "bucket"

    def ensure(self, originals: Iterable[tuple[str, bytes]]) -> None:
        self.held.update(originals)

    def read(self, digest: str) -> bytes:
        return self.held[digest]

    def remove(self, digests: Sequence[str], in_use: InUse) -> None:
        used = in_use(digests)
        for digest in set(digests) - used:
            self.held.pop(digest, None)

    def sweep(self, in_use: InUse) -> None:
        self.remove(list(self.held), in_use)


@dataclass
class Failing(Played):
    """It refuses versions, or forgets references just before it stores one."""

    refusing: bool = False
    forgetting: bool = False

    def _write(self, action: str, about: dict[str, Any], body: dict[str, Any]) -> int:
        if action == "delete":
            return 404 if self.kept.pop((about["_index"], about["_id"]), None) is None else 200
        if about["_index"].endswith("versions") and action == "index":
            if self.refusing:
                return 400
            if self.forgetting:  # somebody removes what an older version left
                self.kept = {at: one for at, one in self.kept.items() if one[1].get("kind") != KIND}
        return super()._write(action, about, body)

    def at(self, place: Place) -> dict[str, Any] | None:
        return self.kept.get((f"t-{place.index}", place.id), (0, None))[1]


def key_of(one: PreparedDocument) -> str:
    return places.version_key(one.document.tenant, one.document.doc_id, one.document.version)


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


@pytest.fixture(params=SAMPLES, ids=[sample.language for sample in SAMPLES])
def sample(request: pytest.FixtureRequest) -> Sample:
    return request.param


async def put(played: Played, outside: Bucket | None, *batches: PreparedDocument) -> None:
    async with serving(played) as server:
        cluster = Cluster(server.url, {}, "t")
        try:
            for one in batches:
                await cluster.run(lambda one=one: Versions(cluster, OriginalFiles(cluster, outside)).put([one]))
        finally:
            cluster.close()


async def test_what_a_stored_version_names_outside_stays_named_where_a_newer_one_fails(sample: Sample) -> None:
    before, after = (replace(prepared(sample), original=one) for one in (SCAN, OTHER))
    played = Failing()
    await put(played, Bucket(), before)
    played.refusing = True
    with pytest.raises(StoreUnavailable):
        await put(played, Bucket(), after)
    stored, record = played.at(places.version(key_of(before))), played.at(reference(key_of(before)))
    assert stored is not None and stored["content"]["blob"] == digest(SCAN)
    assert record is not None and set(record["place"]) == {digest(SCAN), digest(OTHER)}


async def test_a_version_has_its_reference_though_what_was_under_its_key_is_removed_meanwhile(sample: Sample) -> None:
    one, played = replace(prepared(sample), original=SCAN), Failing(forgetting=True)
    await put(played, Bucket(), one)
    record = played.at(reference(key_of(one)))
    assert record is not None and record["place"] == [digest(SCAN)]


async def test_pieces_that_the_new_content_has_no_more_are_deleted(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals, "PIECE", 100)
    red, blue = drawn("red"), drawn("blue")
    before = replace(prepared(sample, pictures=[red, blue]), original=b"x" * 250)
    after = replace(prepared(sample, pictures=[red]), original=b"x" * 150)
    assert key_of(before) == key_of(after)
    played, fresh = Failing(), Failing()
    await put(played, None, before, after)
    await put(fresh, None, after)
    assert played.kept.keys() == fresh.kept.keys()
    assert len([at for at in fresh.kept if at[0] == f"t-{ORIGINALS}"]) > 2


@needs_service("elasticsearch")
@pytest.mark.slow
async def test_a_text_left_outside_goes_with_its_version(tmp_path: Path) -> None:
    one = prepared(ENGLISH)
    bucket = Bucket(takes_texts=True)
    with fresh_indices("elasticsearch") as prefix, empty_backend("elasticsearch", prefix, tmp_path, bucket) as store:
        await store.documents.put([one])
        assert list(bucket.held) == [digest(one.text.encode())]
        bucket.takes_texts = False
        await store.documents.put([one])
        await store.documents.delete(one.document.doc_id, MINA)
        assert bucket.held == {}
        cluster = cluster_of("elasticsearch", prefix)
        cluster.refresh(RECORDS)
        assert not list(cluster.walk(RECORDS, {"term": {"kind": KIND}}, ["kind"]))
        cluster.close()
