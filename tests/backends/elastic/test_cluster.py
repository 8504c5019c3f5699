"""What a cluster is asked, and what becomes of its refusals: a server on loopback plays one that is busy, refuses or is away."""

import json
from collections.abc import Callable, Iterator

import pytest

from ibidem.backends.elastic import cluster as module
from ibidem.backends.elastic.cluster import Cluster, Operation, Place
from ibidem.backends.elastic.opening import API_KEY, ClusterToRead, credentials
from ibidem.domain.errors import StoreUnavailable
from ibidem.testing.loopback import Exchange, Handler, Loopback, serving

WRITES = [Operation("index", Place("docs", str(number)), {"text": f"볼트 {number} ボルト"}) for number in range(5)]
Statuses = Callable[[str], int]


def bulk_server(status_of: Statuses) -> Handler:
    """Answers each operation of a bulk with a status by its id."""

    async def answer(exchange: Exchange) -> None:
        items = []
        for line in exchange.body.decode().splitlines():
            written = json.loads(line)
            if "index" in written:
                status = status_of(written["index"]["_id"])
                error = {"error": {"type": "some_exception", "reason": "볼트"}} if status >= 400 else {}
                items.append({"index": {"status": status, **error}})
        await exchange.answer(200, {"errors": True, "items": items})

    return answer


async def sent(server: Loopback, operations: list[Operation]) -> list[int]:
    cluster = Cluster(server.url, {}, "ibidem")
    try:
        return await cluster.run(lambda: cluster.bulk(operations))
    finally:
        cluster.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(module, "PAUSE", 0.001)
    yield


async def test_what_the_cluster_was_too_busy_for_is_sent_again_alone() -> None:
    refusals = {"2": 2, "4": 1}

    def status_of(name: str) -> int:
        refusals[name] = refusals.get(name, 0) - 1
        return 429 if refusals[name] >= 0 else 201

    async with serving(bulk_server(status_of)) as server:
        assert await sent(server, WRITES) == [201] * 5
        ids = [[json.loads(line)["index"]["_id"] for line in e.body.decode().splitlines()[::2]] for e in server.exchanges]
    assert ids == [["0", "1", "2", "3", "4"], ["2", "4"], ["2"]]


async def test_a_cluster_that_stays_busy_is_reported_with_what_it_took() -> None:
    async with serving(bulk_server(lambda name: 429 if name == "3" else 201)) as server:
        with pytest.raises(StoreUnavailable, match="too busy: it took 4 of 5 writes"):
            await sent(server, WRITES)
        assert len(server.exchanges) == module.ATTEMPTS


async def test_writes_that_are_refused_are_counted_and_no_text_is_shown() -> None:
    async with serving(bulk_server(lambda name: 400 if name in "13" else 201)) as server:
        with pytest.raises(StoreUnavailable, match="took 3 of 5 writes: some_exception") as error:
            await sent(server, WRITES)
    assert "볼트" not in str(error.value)


async def test_a_conflict_is_an_outcome_and_no_error() -> None:
    async with serving(bulk_server(lambda name: 409 if name == "0" else 201)) as server:
        assert await sent(server, WRITES) == [409, 201, 201, 201, 201]
        assert len(server.exchanges) == 1


async def test_large_batches_are_sent_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BULK_OPERATIONS", 2)
    async with serving(bulk_server(lambda _: 201)) as server:
        assert await sent(server, WRITES) == [201] * 5
        assert [len(exchange.body.decode().splitlines()) for exchange in server.exchanges] == [4, 4, 2]
        assert {exchange.headers["content-type"] for exchange in server.exchanges} == {"application/x-ndjson"}


async def test_a_cluster_that_is_away_is_unavailable_without_its_password() -> None:
    async with serving(bulk_server(lambda _: 201)) as server:
        port = server.port
    cluster = Cluster(f"http://elastic:changeme-please@127.0.0.1:{port}", {}, "ibidem")
    with pytest.raises(StoreUnavailable, match=f"http://127.0.0.1:{port} cannot be used now") as error:
        await cluster.run(lambda: cluster.get(Place("docs", "1")))
    cluster.close()
    assert "changeme" not in str(error.value)


async def test_a_cluster_that_was_opened_to_be_read_writes_nothing() -> None:
    async with serving(bulk_server(lambda _: 201)) as server:
        cluster = ClusterToRead(server.url, {}, "ibidem")
        with pytest.raises(StoreUnavailable, match="opened to be read"):
            await cluster.run(lambda: cluster.write(WRITES[0]))
        cluster.close()
        assert not server.exchanges


def test_a_key_of_the_environment_counts_before_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://elastic:p%40ss@search.example.org"
    assert credentials("https://search.example.org") == {}
    assert credentials(address) == {"authorization": "Basic ZWxhc3RpYzpwQHNz"}
    monkeypatch.setenv(API_KEY, "abc")
    assert credentials(address) == {"authorization": "ApiKey abc"}
