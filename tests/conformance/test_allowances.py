"""ports.Allowances, in this process and in a real Redis server."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ibidem.backends.redis.allowances import AWAY, open_redis_allowances
from ibidem.domain.errors import SettingsError, TooManyRequests
from ibidem.ports.allowances import Allowances
from ibidem.web.limits import Limits
from redis_process import redis_server
from required import needs_program

REQUESTS, BYTES = 60, 6000


@pytest.fixture(params=["memory", pytest.param("redis", marks=needs_program("redis-server"))])
async def allowances(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Allowances]:
    alone = Limits(REQUESTS, BYTES)
    if request.param == "memory":
        yield alone
        return
    with redis_server(tmp_path) as port:
        shared = open_redis_allowances(f"redis://127.0.0.1:{port}/3", REQUESTS, BYTES, alone)
        yield shared
        assert len(alone) == 0, "Redis counted, and not this process"
        await shared.close()


async def test_requests_are_refused_once_they_are_used_up(allowances: Allowances) -> None:
    begun = time.monotonic()
    taken = 0
    with pytest.raises(TooManyRequests, match="requests") as refused:
        for _ in range(10 * REQUESTS):
            await allowances.take_request("a")
            taken += 1
    assert REQUESTS <= taken <= REQUESTS + 1 + (time.monotonic() - begun)
    assert 0 < refused.value.seconds <= 1
    await allowances.take_request("b")


async def test_a_request_comes_back_after_its_share_of_a_minute(allowances: Allowances) -> None:
    with pytest.raises(TooManyRequests) as refused:
        while True:
            await allowances.take_request("a")
    await asyncio.sleep(refused.value.seconds + 0.05)
    await allowances.take_request("a")


async def test_bytes_are_paid_for_afterwards(allowances: Allowances) -> None:
    await allowances.take_request("a")
    await allowances.take_bytes("a", 2 * BYTES)
    with pytest.raises(TooManyRequests, match="bytes") as refused:
        await allowances.take_request("a")
    assert 50 < refused.value.seconds <= 61
    await allowances.take_request("b")


@needs_program("redis-server")
async def test_two_processes_count_together(tmp_path: Path) -> None:
    with redis_server(tmp_path) as port:
        two = [open_redis_allowances(f"redis://127.0.0.1:{port}", 20, BYTES, Limits(20, BYTES)) for _ in range(2)]

        async def take(one: Allowances) -> bool:
            try:
                await one.take_request("a")
            except TooManyRequests:
                return False
            return True

        begun = time.monotonic()
        taken = sum(await asyncio.gather(*(take(two[number % 2]) for number in range(60))))
        assert 20 <= taken <= 21 + (time.monotonic() - begun) / 3
        for one in two:
            await one.close()


@needs_program("redis-server")
async def test_while_redis_is_away_this_process_counts_and_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    alone, now = Limits(5, BYTES), [1000.0]
    with redis_server(tmp_path) as port:
        shared = open_redis_allowances(f"redis://127.0.0.1:{port}", 5, BYTES, alone, lambda: now[0])
        await shared.take_request("a")
    with pytest.raises(TooManyRequests):
        for _ in range(50):
            await shared.take_request("a")
    await shared.take_bytes("a", 10)
    assert len(alone) == 1
    assert [record.message for record in caplog.records] == [
        "Redis is away (ConnectionError): each process counts requests for itself"
    ]
    now[0] += AWAY
    with redis_server(tmp_path, port):
        await shared.take_request("a")
        assert caplog.records[-1].message == "Redis is back: requests are counted together"
        await shared.close()


@needs_program("redis-server")
async def test_what_is_kept_goes_when_the_buckets_are_full_and_names_nobody(tmp_path: Path) -> None:
    from redis.asyncio import Redis

    with redis_server(tmp_path) as port:
        shared = open_redis_allowances(f"redis://127.0.0.1:{port}", REQUESTS, BYTES, Limits(REQUESTS, BYTES))
        await shared.take_request("user:kim@example.org")
        await shared.take_bytes("user:kim@example.org", 3 * BYTES)
        async with Redis(port=port, decode_responses=True) as client:
            (key,) = await client.keys("*")
            assert "kim" not in key and 170 <= await client.ttl(key) <= 181
        await shared.close()


@pytest.mark.parametrize("url", ["localhost:6379", "http://localhost:6379", "redis://localhost:port", "user:secret@here"])
def test_what_is_no_address_is_told(url: str) -> None:
    with pytest.raises(SettingsError, match=r"redis: .* is no address.*redis://HOST:PORT") as refused:
        open_redis_allowances(url, REQUESTS, BYTES, Limits(REQUESTS, BYTES))
    assert "secret" not in str(refused.value)
