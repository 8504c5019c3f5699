"""Everything moves from one store to another one, and nothing is lost or added on the way."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from clusters import empty_backend, fresh_indices
from ibidem.backends import migrating
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.migrating import THINGS, Comparison, begin, migrate
from ibidem.backends.redis.backend import with_sessions
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.holdings import Arrival
from ibidem.ports.backend import Backend
from ibidem.testing.stores import ENGLISH, MINA, prepared, turn
from keeping import fill, shown
from redis_process import redis_server
from required import needs_program, needs_service

ENGINES = [pytest.param(name, marks=[needs_service(name), pytest.mark.slow]) for name in ("elasticsearch", "opensearch")]


def quiet(what: str, done: int, total: int) -> None:
    """Shows no progress."""


async def moved(source: Backend, target: Backend) -> Sequence[Comparison]:
    return await migrate(source.holdings, target, await begin(source.holdings, target.holdings), quiet)


@contextmanager
def embedded(folder: Path) -> Iterator[EmbeddedBackend]:
    backend = EmbeddedBackend.open(folder)
    yield backend
    backend.close()


def ends(comparisons: Sequence[Comparison]) -> None:
    """Both are equal, and there is something of everything."""
    assert [one.thing for one in comparisons] == list(THINGS)
    assert not [one for one in comparisons if not one.equal or not one.counts[0]]


async def test_from_one_folder_to_another(tmp_path: Path) -> None:
    with embedded(tmp_path / "a") as source, embedded(tmp_path / "b") as target:
        await fill(source)
        ends(await moved(source, target))
        assert await shown(target) == await shown(source)
        assert await target.in_step()
        ends(await moved(source, target))  # nothing is left to bring, and nothing comes twice
        assert await shown(target) == await shown(source)


@needs_program("redis-server")
async def test_conversations_go_to_redis_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "BATCH_RECORDS", 2)
    with ExitStack() as stack:
        port = stack.enter_context(redis_server(tmp_path))
        source, rest, target = (stack.enter_context(embedded(tmp_path / name)) for name in "abc")
        apart = with_sessions(rest, f"redis://127.0.0.1:{port}")
        await fill(source)
        before = await shown(source)
        ends(await moved(source, apart))
        assert await shown(apart) == before and not await rest.turns.count_sessions(MINA)
        ends(await moved(apart, target))
        assert await shown(target) == before


@pytest.mark.parametrize("service", ENGINES)
async def test_to_a_cluster_and_back(service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "BATCH_RECORDS", 2)
    with ExitStack() as stack:
        prefix = stack.enter_context(fresh_indices(service))
        source, target = (stack.enter_context(embedded(tmp_path / name)) for name in "ab")
        cluster = stack.enter_context(empty_backend(service, prefix, tmp_path / "secret"))
        await fill(source)
        before = await shown(source)
        ends(await moved(source, cluster))
        assert await shown(cluster) == before
        ends(await moved(cluster, target))
        assert await shown(target) == before


@pytest.mark.parametrize("service", ENGINES)
async def test_what_a_cluster_was_filled_with_comes_to_a_folder(service: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        prefix = stack.enter_context(fresh_indices(service))
        cluster = stack.enter_context(empty_backend(service, prefix, tmp_path / "secret"))
        target = stack.enter_context(embedded(tmp_path / "b"))
        await fill(cluster)
        ends(await moved(cluster, target))
        assert await shown(target) == await shown(cluster)


@pytest.mark.parametrize("after", range(0, 20, 3))
async def test_a_migration_that_broke_off_goes_on(after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "BATCH_RECORDS", 2)
    with embedded(tmp_path / "a") as source, embedded(tmp_path / "b") as target:
        await fill(source)
        steps = iter(range(after))

        def breaks_off(what: str, done: int, total: int) -> None:
            if next(steps, None) is None:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await migrate(source.holdings, target, await begin(source.holdings, target.holdings), breaks_off)
        ends(await moved(source, target))
        assert await shown(target) == await shown(source)


async def test_a_target_that_keeps_something_is_refused(tmp_path: Path) -> None:
    with embedded(tmp_path / "a") as source, embedded(tmp_path / "b") as target, embedded(tmp_path / "c") as third:
        await target.turns.append(turn("s", "질문"), MINA)
        with pytest.raises(InvalidInput, match=r"target: .* keeps something already"):
            await begin(source.holdings, target.holdings)
        with pytest.raises(InvalidInput, match="it is the source"):
            await begin(source.holdings, source.holdings)
        await begin(source.holdings, third.holdings)
        with pytest.raises(InvalidInput, match="has begun from another source"):
            await begin(target.holdings, third.holdings)
        with pytest.raises(InvalidInput, match="has not ended"):
            await begin(third.holdings, target.holdings)


async def test_two_migrations_at_once_are_noticed(tmp_path: Path) -> None:
    with embedded(tmp_path / "a") as source, embedded(tmp_path / "b") as target:
        begun = await begin(source.holdings, target.holdings)
        further = replace(begun, kind="versions")
        await target.holdings.take_in((), begun, further)
        with pytest.raises(StoreUnavailable, match="another process migrates"):
            await target.holdings.take_in((), begun, further)
        assert await target.holdings.arrival() == further == Arrival(begun.source, "versions")


async def test_what_is_written_afterwards_is_a_difference(tmp_path: Path) -> None:
    with embedded(tmp_path / "a") as source, embedded(tmp_path / "b") as target:
        await fill(source)
        await moved(source, target)
        await target.documents.put([prepared(ENGLISH, doc_id="later")])
        await source.turns.append(turn("질문", "나중에"), MINA)
        different = {one.thing for one in await moved(source, target) if not one.equal}
        assert different == {"current documents", "texts", "originals", "passages", "conversations", "turns"}


async def test_a_source_cannot_be_written_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibidem.backends.embedded.database.BUSY_SECONDS", 0.05)
    with embedded(tmp_path / "a") as source:
        await fill(source)
        with source.holdings.unchanged(), pytest.raises(StoreUnavailable, match="another process has been writing"):
            await source.turns.append(turn("질문", "지금"), MINA)
        await source.turns.append(turn("질문", "지금"), MINA)
