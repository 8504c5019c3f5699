"""What conversations in Redis promise beyond the contract: a time to live, transactions, and what is left when they are gone."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from redis import Redis

from ibidem.backends.embedded import document_store
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.redis import places
from ibidem.backends.redis.backend import BackendWithSessions, with_sessions, with_sessions_to_read
from ibidem.backends.redis.rows import numbered, required
from ibidem.backends.redis.server import Server
from ibidem.domain.conversation import Feedback, ModelSummary, Pause, TurnQuery
from ibidem.domain.errors import InvalidInput, NotFound, SettingsError, StoreUnavailable
from ibidem.domain.holdings import Arrival
from ibidem.domain.languages import LANGUAGES
from ibidem.domain.personal_data import Placeholder
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, prepared, turn
from ibidem.testing.word_embedder import WordEmbedder
from redis_process import emptied, redis_server
from required import needs_program

pytestmark = needs_program("redis-server")

A_DAY, AT_ONCE = timedelta(days=1), timedelta(0)
WRITER = """
import asyncio, sys
from pathlib import Path
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.redis.backend import with_sessions
from ibidem.testing.stores import MINA, turn

async def main(folder, url, name):
    backend = with_sessions(EmbeddedBackend.open(Path(folder)), url)
    await asyncio.gather(*(backend.turns.append(turn("s", f"{name} {n}", client_turn_id=f"{name}-{n}"), MINA) for n in range(15)))
    backend.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with redis_server(tmp_path_factory.mktemp("redis")) as port:
        yield port


@pytest.fixture
def url(port: int) -> Iterator[str]:
    with emptied(port) as url:
        yield url


@pytest.fixture
def client(url: str) -> Iterator[Redis]:
    with Redis.from_url(url, decode_responses=True) as client:
        yield client


@pytest.fixture
def backend(url: str, tmp_path: Path) -> Iterator[BackendWithSessions]:
    backend = with_sessions(EmbeddedBackend.open(tmp_path / "data"), url)
    yield backend
    backend.close()


async def talked(backend: BackendWithSessions, session_id: str, lifetime: timedelta | None) -> None:
    """Something of everything that a session may hold."""
    pause = Pause("reference", "Which one?", (), "?", "whole")
    first = replace(
        turn(session_id, "hello", cites=[prepared(KOREAN)], client_turn_id="c"), placeholders=(Placeholder("PHONE", 1, "a"),)
    )
    await backend.turns.append(first, MINA, lifetime=lifetime)
    await backend.turns.rate(session_id, 1, Feedback("helpful"), MINA)
    await backend.turns.sum_up(session_id, 1, ModelSummary("summary", "m"), MINA)
    await backend.turns.make_searchable(session_id, MINA)
    await backend.turns.rename_session(session_id, "title", MINA)
    await backend.turns.append(
        replace(turn(session_id, "hello", cites=[prepared(ENGLISH)]), pause=pause), MINA, lifetime=lifetime
    )


def left(client: Redis) -> set[str]:
    """The keys that are there, but for the count of moves."""
    return set(client.scan_iter("*")) - {places.MOVED}


async def test_a_session_lives_as_long_as_it_says(backend: BackendWithSessions, client: Redis) -> None:
    for lifetime in (A_DAY, 2 * A_DAY):
        stored = await backend.turns.append(turn("s", "hello"), MINA, lifetime=lifetime)
        ends = (places.micros(stored.ts + lifetime) + 999) // 1000
        assert client.pexpiretime(places.session("s")) == ends
    await backend.turns.rename_session("s", "title", MINA)
    await backend.turns.rate("s", 1, Feedback("helpful"), MINA)
    assert client.pexpiretime(places.session("s")) == ends, "only a turn moves the end"
    await backend.turns.append(turn("s", "hello"), MINA)
    assert client.pexpiretime(places.session("s")) == -1


async def test_what_expired_leaves_no_word_and_after_the_sweep_nothing(backend: BackendWithSessions, client: Redis) -> None:
    await talked(backend, "s", A_DAY)
    await backend.turns.branch("s", 2, "b", MINA, A_DAY)
    for session_id in "sb":
        await backend.turns.append(turn(session_id, "bye"), MINA, lifetime=AT_ONCE)
    while client.exists(places.session("s"), places.session("b")):  # within a millisecond
        await asyncio.sleep(0.001)
    trails = {places.trail("s"), places.trail("b")}
    assert trails < left(client) and not any(key.startswith("ibidem:session:") for key in left(client))
    assert {client.type(key) for key in left(client) - trails} == {"zset"}, "ids and hashes alone"
    assert await backend.turns.sweep_expired(9) == 2
    assert not left(client)


async def test_what_is_deleted_leaves_nothing(backend: BackendWithSessions, client: Redis) -> None:
    await talked(backend, "s", None)
    await backend.turns.branch("s", 2, "b", MINA)
    await backend.turns.append(replace(turn("b", "anew"), replaces=2), MINA)
    for session_id in "sb":
        await backend.turns.delete_session(session_id, MINA)
    assert not left(client)


async def test_the_sweep_lets_go_of_versions_that_only_an_expired_session_cited(backend: BackendWithSessions) -> None:
    cited = prepared(KOREAN)
    named = (KOREAN.doc_id, MINA, cited.document.version)
    await backend.documents.put([cited])
    await backend.turns.append(turn("s", "hello", cites=[cited]), MINA, lifetime=A_DAY)
    await backend.turns.append(turn("endless", "hello", cites=[cited]), MINA)
    await backend.documents.delete(KOREAN.doc_id, MINA)
    await backend.turns.append(turn("s", "bye"), MINA, lifetime=AT_ONCE)
    await backend.turns.sweep_expired(9)
    assert await backend.documents.text(*named) == cited.text, "another session cites it"
    await backend.turns.append(turn("endless", "bye"), MINA, lifetime=AT_ONCE)
    await backend.turns.sweep_expired(9)
    with pytest.raises(NotFound):
        await backend.documents.text(*named)


async def test_an_answer_that_was_lost_on_its_way_stores_nothing_twice(port: int, url: str, tmp_path: Path) -> None:
    async with cutting(port) as (cut, losses):
        backend = with_sessions(EmbeddedBackend.open(tmp_path / "data"), url.replace(str(port), str(cut)))
        stored = []
        for number in range(4):
            losses.append(number)
            stored.append(await backend.turns.append(turn("s", f"question {number}"), MINA))
        assert losses == [], "each answer was lost once"
        assert [one.turn_id for one in stored] == [1, 2, 3, 4] and list(await backend.turns.turns("s", MINA, 9)) == stored
        backend.close()


@asynccontextmanager
async def cutting(port: int) -> AsyncIterator[tuple[int, list[int]]]:
    """A way to the server that passes on a transaction and then, as often as there are losses, ends the connection before its
    answer comes through."""
    losses: list[int] = []
    serving: list[asyncio.Task[None] | None] = []

    async def back(answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await answers.read(1 << 16):
            writer.write(data)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.append(asyncio.current_task())
        answers, server = await asyncio.open_connection("127.0.0.1", port)
        passing = asyncio.create_task(back(answers, writer))
        while data := await reader.read(1 << 16):
            cut = b"EXEC\r\n" in data and bool(losses)
            if cut:
                losses.pop()
                passing.cancel()
                await asyncio.gather(passing, return_exceptions=True)
            server.write(data)
            if cut:
                await answers.read(1 << 16)
                break
        for one in (writer, server):
            one.close()
            with suppress(OSError):
                await one.wait_closed()
        await asyncio.gather(passing, return_exceptions=True)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], losses
        await asyncio.gather(*(task for task in serving if task is not None))


async def test_a_session_under_the_same_id_is_not_what_was_read(backend: BackendWithSessions, url: str) -> None:
    await backend.turns.append(turn("s", "mine"), MINA)
    with closing(Server(url)) as server:
        read = required(server, "s", MINA)
        await backend.turns.delete_session("s", MINA)
        await backend.turns.append(turn("s", "theirs"), KENJI)
        assert numbered(server, read, [1]) == []


async def test_two_stores_number_turns_without_gaps(backend: BackendWithSessions, url: str, tmp_path: Path) -> None:
    other = with_sessions(EmbeddedBackend.open(tmp_path / "data"), url)
    both = (backend, other)
    await asyncio.gather(*(both[n % 2].turns.append(turn("s", f"question {n}"), MINA) for n in range(30)))
    assert [number for number, _ in await _all(other)] == list(range(1, 31))
    anew = await asyncio.gather(*(one.turns.append(turn("s", "reply"), MINA, after=30) for one in both), return_exceptions=True)
    assert sorted(type(one).__name__ for one in anew) == ["AlreadyAnswered", "Turn"]
    other.close()


@pytest.mark.slow
def test_several_processes_number_turns_without_gaps(url: str, tmp_path: Path) -> None:
    EmbeddedBackend.open(tmp_path / "data").close()
    command = [sys.executable, "-c", WRITER, str(tmp_path / "data"), url]
    writers = [subprocess.Popen([*command, name]) for name in ("one", "two", "three")]
    assert [writer.wait(50) for writer in writers] == [0, 0, 0]
    with closing(with_sessions(EmbeddedBackend.open(tmp_path / "data"), url)) as backend:
        turns = asyncio.run(_all(backend))
    assert [number for number, _ in turns] == list(range(1, 46)) and len({asked for _, asked in turns}) == 45


async def _all(backend: BackendWithSessions) -> list[tuple[int, str]]:
    return [(one.turn_id, one.content.user_text) for one in await backend.turns.turns("s", MINA, 100)]


async def test_while_redis_is_away_nothing_is_half_done(tmp_path: Path) -> None:
    old, new = prepared(KOREAN), prepared(KOREAN, revision="개정했다.")
    kept = ("--appendonly", "yes", "--appendfsync", "always")
    with redis_server(tmp_path, 0, *kept) as port:
        backend = with_sessions(EmbeddedBackend.open(tmp_path / "data"), f"redis://127.0.0.1:{port}/1")
        await backend.documents.put([old])
        stored = await backend.turns.append(turn("s", "hello", cites=[old]), MINA)
        await backend.check()
    for refused in (
        backend.turns.append(turn("s", "more"), MINA),
        backend.turns.turns("s", MINA, 9),
        backend.turns.owned("s", MINA),
        backend.turns.delete_session("s", MINA),
        backend.turns.branch("s", 1, "b", MINA),
        backend.check(),
        backend.health(),
        backend.documents.delete(KOREAN.doc_id, MINA),
    ):
        with pytest.raises(StoreUnavailable, match="Redis does not answer"):
            await refused
    assert (await backend.documents.get(KOREAN.doc_id, MINA)).current, "what may be cited is not removed"
    await backend.documents.put([new])
    assert await backend.documents.text(KOREAN.doc_id, MINA) == new.text
    with redis_server(tmp_path, port, *kept):
        assert list(await backend.turns.turns("s", MINA, 9)) == [stored]
        assert (await backend.turns.append(turn("s", "more"), MINA)).turn_id == 2
        await backend.documents.delete(KOREAN.doc_id, MINA)
        assert await backend.documents.text(KOREAN.doc_id, MINA, old.document.version) == old.text
        assert [one.about for one in await backend.remarks()] == []
        backend.close()


async def test_versions_that_may_be_cited_stay_while_nobody_can_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_store, "GRACE_SECONDS", -1.0)
    old, new = prepared(ENGLISH), prepared(ENGLISH, revision="Now in blue.")
    with redis_server(tmp_path) as port:
        backend = with_sessions(EmbeddedBackend.open(tmp_path / "data"), f"redis://127.0.0.1:{port}")
        await backend.documents.put([old])
    await backend.documents.put([new])
    assert await backend.documents.text(ENGLISH.doc_id, MINA, old.document.version) == old.text
    with redis_server(tmp_path, port):
        await backend.documents.put([prepared(JAPANESE)])
        with pytest.raises(NotFound):
            await backend.documents.text(ENGLISH.doc_id, MINA, old.document.version)
        backend.close()


async def test_what_was_opened_to_be_read_is_read(backend: BackendWithSessions, url: str, tmp_path: Path) -> None:
    await backend.turns.append(turn("s", "hello"), MINA)
    reading = with_sessions_to_read(EmbeddedBackend.open_to_read(tmp_path / "data"), url)
    assert len(await reading.turns.turns("s", MINA, 9)) == 1 and (await reading.health()).turns == 1
    for refused in (reading.turns.append(turn("s", "more"), MINA), reading.turns.rename_session("s", "title", MINA)):
        with pytest.raises(StoreUnavailable, match="to be read"):
            await refused
    reading.close()


async def test_names_and_words_do_not_stand_in_keys(backend: BackendWithSessions, client: Redis) -> None:
    await talked(backend, "s", None)
    assert not [key for key in left(client) if any(word in key for word in ("mina", "hello", KOREAN.doc_id))]


async def test_a_branch_is_searched_by_what_was_computed_before(backend: BackendWithSessions, url: str, tmp_path: Path) -> None:
    embedder = WordEmbedder()
    vectors = backend.search_by_meaning(embedder, frozenset(LANGUAGES))
    await backend.documents.put([prepared(ENGLISH)])
    for asked in ("Which clamp is red?", "Who ordered the filters?", "And the hoses?"):
        await backend.turns.append(turn("s", asked), MINA)
    await vectors.catch_up()
    given = [one for one in embedder.passages if "ordered" in one]
    await backend.turns.branch("s", 2, "b", MINA)
    await vectors.catch_up()
    near = await vectors.near_turns("b", "the filters", MINA)
    assert set(near) == {1, 2} and near[2] > near[1]
    assert [one for one in embedder.passages if "ordered" in one] == given
    again = with_sessions(EmbeddedBackend.open(tmp_path / "data"), url)
    anew = WordEmbedder()
    other = again.search_by_meaning(anew, frozenset(LANGUAGES))
    await other.catch_up()
    assert not [one for one in anew.passages if "ordered" in one], "another process knows what was computed"
    again.close()


async def test_a_long_session_is_searched(backend: BackendWithSessions) -> None:
    for number in range(60):
        await backend.turns.append(turn("s", "the third one" if number == 2 else f"part {number}"), MINA)
    assert (await backend.turns.search(TurnQuery("s", "the third"), MINA))[0].turn.turn_id == 3


async def test_a_server_that_forgets_is_remarked_on(backend: BackendWithSessions, client: Redis) -> None:
    assert ["restart" in one.found for one in await backend.remarks()] == [True]
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        assert "memory is full" in (await backend.remarks())[-1].found
    finally:
        client.config_set("maxmemory-policy", "noeviction")


@pytest.mark.parametrize("wrong", ["localhost:6379", "http://localhost:6379", "redis://localhost:port", "user:secret@here"])
def test_what_is_no_address_is_refused_without_a_password(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"sessions: .* is no address") as refused:
        with_sessions(EmbeddedBackend.open(tmp_path / "data"), wrong)
    assert "secret" not in str(refused.value)


async def test_a_target_with_conversations_is_refused(backend: BackendWithSessions) -> None:
    await backend.turns.append(turn("s", "hello"), MINA)
    with pytest.raises(InvalidInput, match="conversations at"):
        await backend.holdings.begin(Arrival("elsewhere", "withdrawn"))


async def test_every_value_is_json_or_what_is_found_by(backend: BackendWithSessions, url: str) -> None:
    await talked(backend, "s", None)
    with Redis.from_url(url) as raw:
        stored: dict[bytes, bytes] = raw.hgetall(places.session("s"))
    kinds = {name.split(b":")[0] for name in stored}
    assert kinds == {b"state", b"key", b"head", b"turn", b"terms"}
    assert all(json.loads(value) for name, value in stored.items() if name.split(b":")[0] in {b"state", b"head", b"turn"})
