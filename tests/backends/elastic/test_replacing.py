"""A head is replaced only as it was when it was looked at: a server on loopback plays a cluster where somebody is faster."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster
from ibidem.backends.elastic.heads import head_of, is_open_to
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import CHUNKS
from ibidem.backends.elastic.versions import Versions
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import InvalidInput
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.replacing import read_from
from ibidem.testing.stores import KENJI, MINA, SAMPLES, Sample, prepared

Key = tuple[str, str]


@dataclass
class Played:
    """Documents by index and id, each with how often it was written; searches find none. `faster` is stored as the head of its
    document just before the first head arrives that somebody else writes."""

    faster: PreparedDocument | None = None
    kept: dict[Key, tuple[int, dict[str, Any]]] = field(default_factory=dict)

    async def __call__(self, exchange: Exchange) -> None:
        lines = [json.loads(line) for line in exchange.body.decode().splitlines() if line]
        path = exchange.path.partition("?")[0]
        if path == "/_mget":
            await exchange.answer(200, {"docs": [self._read(one) for one in lines[0]["docs"]]})
        elif path == "/_bulk":
            items = []
            while lines:
                ((action, about),) = lines.pop(0).items()
                items.append({action: {"status": self._write(action, about, {} if action == "delete" else lines.pop(0))}})
            await exchange.answer(200, {"items": items})
        else:
            await exchange.answer(200, {"hits": {"hits": []}})

    def head(self, one: PreparedDocument) -> dict[str, Any]:
        return self.kept[self._at(one)][1]

    def store_head(self, one: PreparedDocument) -> None:
        written = self.kept.get(self._at(one), (0, {}))[0]
        self.kept[self._at(one)] = (written + 1, head_of(one))

    def chunks_sought(self, one: PreparedDocument) -> int:
        """How many chunks of this version a search would see."""
        version = one.document.version
        return sum(
            index == f"t-{CHUNKS}" and held.get("version") == version and bool(held.get("tokens"))
            for (index, _), (_, held) in self.kept.items()
        )

    def _at(self, one: PreparedDocument) -> Key:
        place = places.head(one.document.tenant, one.document.doc_id)
        return f"t-{place.index}", place.id

    def _read(self, about: dict[str, Any]) -> dict[str, Any]:
        found = self.kept.get((about["_index"], about["_id"]))
        if found is None:
            return {"found": False}
        return {"found": True, "_source": found[1], "_seq_no": found[0], "_primary_term": 1, "_version": found[0]}

    def _write(self, action: str, about: dict[str, Any], body: dict[str, Any]) -> int:
        key = about["_index"], about["_id"]
        if self.faster is not None and key == self._at(self.faster):
            self.store_head(self.faster)
            self.faster = None
        written, held = self.kept.get(key, (0, {}))
        if (action == "create" and written) or about.get("if_seq_no", written) != written:
            return 409
        if action == "update" and not written:
            return 404
        self.kept[key] = (written + 1, {**held, **body["doc"]} if action == "update" else body)
        return 200


async def given(server: Loopback, act: Callable[[Versions], object]) -> None:
    cluster = Cluster(server.url, {}, "t")
    try:
        await cluster.run(lambda: act(Versions(cluster, OriginalFiles(cluster, None))))
    finally:
        cluster.close()


@pytest.mark.parametrize("before", ["nothing", "an open version"])
@pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
async def test_what_was_restricted_after_a_look_is_not_replaced(sample: Sample, before: str) -> None:
    restricted, mine = prepared(sample, readers=["maintenance"]), prepared(sample, revision="quickbrown")
    played = Played(faster=restricted)
    if before != "nothing":
        played.store_head(prepared(sample))
    async with serving(played) as server:
        with pytest.raises(InvalidInput, match="is taken"):
            await given(server, lambda versions: versions.put_for(mine, KENJI))
    assert played.faster is None, "it was looked at before"
    assert played.head(restricted)["version"] == restricted.document.version
    assert played.chunks_sought(mine) == 0


async def test_what_was_replaced_after_a_look_by_something_open_is_replaced() -> None:
    for sample in SAMPLES:
        theirs, mine = prepared(sample, revision="theirs"), prepared(sample, readers=["maintenance"])
        played = Played(faster=theirs)
        async with serving(played) as server:
            await given(server, lambda versions, one=mine: versions.put_for(one, MINA))
        assert played.head(mine)["version"] == mine.document.version and played.chunks_sought(mine) == len(mine.chunks)


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
async def test_what_another_file_got_after_a_look_is_not_replaced(sample: Sample) -> None:
    """The second file gets the next of its ids, and nothing of what it wrote under the first is found."""
    first, other = read_from("pump.txt", sample, revision="theirs"), f"{sample.doc_id}.md"
    mine = read_from("pump.md", sample, revision="quickbrown", others=[other])
    played = Played(faster=first)
    got: list[str] = []
    async with serving(played) as server:
        await given(server, lambda versions: got.append(versions.put_for(mine, KENJI)))
    assert played.faster is None, "it was looked at before"
    assert got == [other]
    assert played.head(first)["version"] == first.document.version
    assert played.chunks_sought(mine) == len(mine.chunks), "under one id"


async def test_what_was_restricted_after_a_look_is_not_deleted() -> None:
    for sample in SAMPLES:
        restricted, first = prepared(sample, readers=["maintenance"]), prepared(sample)
        played = Played(faster=restricted)
        played.store_head(first)
        ended: list[int] = []

        def delete(versions: Versions, doc_id: str = sample.doc_id, ended: list[int] = ended) -> None:
            ended.append(versions.take_out([doc_id], "default", lambda head: is_open_to(head, KENJI)))

        async with serving(played) as server:
            await given(server, delete)
        assert ended == [0] and played.head(restricted)["current"]
