"""kill -9 of a cluster's node, in the middle of writes and of a turn: what was acknowledged is there when the node is back, what
is asked meanwhile is refused and says why, and whoever used the cluster goes on without being started again."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engines import Engine, engine
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.cluster import Cluster
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.health import Differences
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, asking, prepared, turn
from journeys.doors import Cli, served
from journeys.machines import LANGUAGES, TORQUE, TORQUE_TOLD, write_machines
from journeys.playing import as_told, playing, saying

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
SAMPLES = (KOREAN, ENGLISH, JAPANESE)
DOCUMENTS, KILLS = 9, 2


@pytest.fixture(params=["elasticsearch", "opensearch"])
def node(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with engine(request.param) as started:
        yield started


class Writers:
    """Documents put in batches, and turns appended to two sessions, until the cluster is away; what was acknowledged of them."""

    def __init__(self, backend: ElasticBackend) -> None:
        self._backend = backend
        self.put: dict[int, int] = {}
        self.turns: dict[str, int] = {}
        self._revisions = itertools.count(1)

    async def documents(self) -> None:
        for revision in self._revisions:
            numbers = [(revision + n) % DOCUMENTS for n in range(3)]
            await self._backend.documents.put([document(number, revision) for number in numbers])
            self.put |= dict.fromkeys(numbers, revision)

    async def session(self, name: str) -> None:
        while True:
            stored = await self._backend.turns.append(turn(name, "볼트는 몇 Nm? How tight? 何Nm?"), MINA)
            self.turns[name] = stored.turn_id

    async def until_away(self) -> list[BaseException]:
        """Writes until each writer was refused; returns the refusals."""

        async def refused(writing: Callable[[], Awaitable[None]]) -> BaseException:
            with pytest.raises(StoreUnavailable) as error:
                await writing()
            return error.value

        return await asyncio.gather(refused(self.documents), *(refused(lambda s=s: self.session(s)) for s in ("a", "b")))


def document(number: int, revision: int):
    return prepared(SAMPLES[number % 3], doc_id=f"d{number}", revision=f"revision {revision}")


async def test_what_was_acknowledged_is_there_after_a_node_was_killed_in_the_middle_of_writes(
    node: Engine, tmp_path: Path
) -> None:
    dice = random.Random(7)
    cluster = Cluster(node.address, {}, "ibidem")
    with closing(await cluster.run(lambda: ElasticBackend.open(cluster, tmp_path))) as backend:
        writers = Writers(backend)
        for _ in range(KILLS):
            before = dict(writers.put), dict(writers.turns)
            writing = asyncio.create_task(writers.until_away())
            while writers.put == before[0] or len(writers.turns) < 2 or writers.turns == before[1]:
                assert not writing.done(), await writing
                await asyncio.sleep(0.01)
            await asyncio.sleep(dice.uniform(0, 0.5))
            await asyncio.to_thread(node.kill)
            assert all(str(error).startswith(node.address) for error in await writing)
            with pytest.raises(StoreUnavailable, match="cannot be used now"):
                await backend.turns.last_turns("a", 1, MINA)
            await asyncio.to_thread(node.start)
            await all_there(backend, writers)
        assert writers.turns["a"] > KILLS


async def all_there(backend: ElasticBackend, writers: Writers) -> None:
    for number, revision in writers.put.items():
        text = await backend.documents.text(f"d{number}", MINA)
        found = int(text.rsplit("revision ", 1)[1])
        assert found >= revision
        assert text == document(number, found).text
        assert await backend.documents.original(f"d{number}", MINA) == document(number, found).original
    for session, last in writers.turns.items():
        stored = await backend.turns.turns(session, MINA, 10_000)
        assert [one.turn_id for one in stored] == list(range(1, len(stored) + 1))
        assert len(stored) >= last
    await backend.rebuild(lambda done, total: None)
    assert await backend.differences() == Differences(frozenset(), frozenset())
    hits = (await backend.index.search(asking(" ".join(sample.word for sample in SAMPLES), 1000), MINA)).hits
    assert {f"d{number}" for number in writers.put} <= {hit.passage.document.doc_id for hit in hits}


def killing(node: Engine, told: Callable[[ModelRequest], Play]) -> Callable[[ModelRequest], Play]:
    """A model that answers once the node is dead."""

    def answer(request: ModelRequest) -> Play:
        node.kill()
        return told(request)

    return answer


def test_a_turn_in_whose_middle_the_node_is_killed_is_refused_whole_and_the_next_one_answered(
    node: Engine, tmp_path: Path
) -> None:
    store = {"IBIDEM_STORE": f"{node.name}:{node.address}"}
    cli = Cli(tmp_path)
    done = cli.run("index", str(write_machines(tmp_path / "machines")), "--create", **store)
    assert done.returncode == 0, done.stderr
    with playing() as player, served(cli, **store, **player.environment) as service:
        for language in LANGUAGES:
            player.play(answer=saying(TORQUE_TOLD[language]))
            assert service.ask(TORQUE[language], session_id=language)["turn_id"] == 1
        player.play(answer=killing(node, saying(TORQUE_TOLD["ko"])))
        for language in LANGUAGES:  # the node dies within the first of these turns
            body = {"message": TORQUE[language], "session_id": language}
            refused = service.client.post("/v1/chat", json=body, timeout=120)
            assert (refused.status_code, refused.json()["error"]["type"]) == (503, "store_unavailable"), refused.text
            assert node.address in refused.json()["error"]["message"]
        ready = service.client.get("/readyz")
        assert (ready.status_code, ready.json()["error"]["type"]) == (503, "store_unavailable")
        assert service.client.get("/healthz").status_code == 200
        assert f"store_unavailable: {node.address}" in service.log.read_text(), "the log says why"
        node.start()
        assert service.client.get("/readyz").status_code == 200
        for language in LANGUAGES:
            turns = service.client.get(f"/v1/sessions/{language}/turns").json()["turns"]
            assert [one["turn_id"] for one in turns] == [1]
            player.play(answer=saying(TORQUE_TOLD[language]))
            again = service.ask(TORQUE[language], session_id=language)
            assert (again["turn_id"], again["answer"]) == (2, as_told(TORQUE_TOLD[language]))
