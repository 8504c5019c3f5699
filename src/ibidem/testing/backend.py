"""The contract of `ibidem.ports.Backend`, as tests: how it stands, and that its index can be built anew."""

from ibidem.domain.health import Differences
from ibidem.ports.backend import Backend
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, asking, prepared, turn

AGREE = Differences(frozenset(), frozenset())


class BackendSuite:
    """Subclass it with a fixture `stores` that is a whole backend (see `ibidem.testing`)."""

    async def test_an_empty_backend_is_in_step(self, stores: Backend) -> None:
        await stores.index.catch_up()
        health = await stores.health()
        assert (health.documents, health.chunks, health.turns, health.indexer) == (0, 0, 0, None)
        assert await stores.in_step()
        assert await stores.differences() == AGREE
        await stores.check()

    async def test_a_secret_stays_the_same(self, stores: Backend) -> None:
        assert len(stores.secret) == 32 and stores.secret == stores.secret

    async def test_health_counts_what_is_kept(self, stores: Backend) -> None:
        documents = [prepared(sample) for sample in SAMPLES]
        await stores.documents.put(documents)
        for question in ("질문", "question"):
            await stores.turns.append(turn("s", question), MINA)
        health = await stores.health()
        assert (health.documents, health.turns) == (3, 2)
        assert health.chunks == sum(len(one.chunks) for one in documents)

    async def test_an_index_that_caught_up_is_in_step_and_agrees(self, stores: Backend) -> None:
        await stores.documents.put([prepared(sample) for sample in SAMPLES])
        await stores.index.catch_up()
        health = await stores.health()
        assert await stores.in_step() and health.indexed == health.acknowledged
        assert await stores.differences() == AGREE
        await stores.documents.delete(ENGLISH.doc_id, MINA)
        await stores.index.catch_up()
        assert await stores.in_step() and await stores.differences() == AGREE

    async def test_a_rebuilt_index_finds_what_is_stored(self, stores: Backend) -> None:
        await stores.documents.put([prepared(sample) for sample in SAMPLES])
        seen: list[tuple[int, int]] = []
        await stores.rebuild(lambda done, total: seen.append((done, total)))
        assert seen and seen[-1][0] == seen[-1][1]
        assert (await stores.index.search(asking(ENGLISH.word), MINA)).hits
        assert await stores.in_step() and await stores.differences() == AGREE
        assert isinstance(await stores.remarks(), list | tuple)
