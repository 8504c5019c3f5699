"""Everything is moved to another store while conversations are under way, and they go on there; also when the move is killed."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

from clusters import fresh_indices
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.database import connect_to_read
from ibidem.backends.registry import Storage, open_backend_to_read
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.holdings import Arrival
from ibidem.testing.stores import KOREAN, MINA, PUBLIC, SAMPLES, prepared, turn
from journeys.conftest import copy_of
from journeys.doors import Cli, ended
from redis_process import redis_server
from required import SERVICES, needs_program, needs_service

BEGUN = {
    "ko": "sop 1203이랑 myservice 29392 보여줘",
    "en": "show sop 1422 and myservice 31004",
    "ja": "sop 2101とgcb 8841を見せて",
}
SECOND = {"ko": "2번 문서 전체를 보여줘", "en": "show me document 2 as a whole", "ja": "2番の文書の全文を見せて"}
THAT = {"ko": "그 문서를 다시 보여줘", "en": "show me that document again", "ja": "さっきの文書をもう一度見せて"}
LANGUAGES = ("ko", "en", "ja")
STORES = ["folder", *(pytest.param(s, marks=[needs_service(s), pytest.mark.slow]) for s in ("elasticsearch", "opensearch"))]


@pytest.fixture(params=STORES)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    """A store as `ibidem migrate` takes it, and the settings with which it is used."""
    if request.param == "folder":
        yield str(tmp_path / "moved"), {"IBIDEM_DATA": str(tmp_path / "moved")}
        return
    with fresh_indices(request.param) as prefix:
        place = f"{request.param}:http://127.0.0.1:{SERVICES[request.param]}"
        yield place, {"IBIDEM_STORE": place, "IBIDEM_STORE_PREFIX": prefix}


async def arrival(target: tuple[str, Mapping[str, str]]) -> Arrival | None:
    """How far the migration has come, seen from beside it."""
    place, settings = target
    storage = Storage(Path(place), place if settings.get("IBIDEM_STORE") else None, settings.get("IBIDEM_STORE_PREFIX", ""))
    try:
        backend = open_backend_to_read(storage)
    except (StoreUnavailable, InvalidInput):  # it is yet to be made
        return None
    try:
        return await backend.holdings.arrival()
    finally:
        backend.close()


def test_a_conversation_goes_on_after_the_move(indexed: Cli, tmp_path: Path, target: tuple[str, Mapping[str, str]]) -> None:
    cli, stays = copy_of(indexed, tmp_path), copy_of(indexed, tmp_path / "stays")
    place, settings = target
    for language in LANGUAGES:
        for one in (cli, stays):
            begun = one.json("ask", BEGUN[language], "--session", language)
            assert len(begun["sources"]) >= 2, begun["answer"]
    secret = EmbeddedBackend.open(cli.data)
    assert len(secret.secret) == 32
    secret.close()
    done = cli.run("migrate", str(cli.data), place, **settings)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^turns +3 +3 +\w{12} +equal$", done.stdout, re.MULTILINE), done.stdout
    for language in LANGUAGES:
        for message in (SECOND[language], THAT[language]):
            expected = stays.json("ask", message, "--session", language)
            assert expected["document"] is not None, expected["answer"]
            went_on = cli.json("ask", message, "--session", language, **settings)
            for name in ("ref_doc_ids", "answer", "turn_id", "document"):
                assert went_on[name] == expected[name], message
    assert cli.json("ask", BEGUN["ko"], "--session", "new", **settings)["ref_doc_ids"]
    back = cli.run("migrate", place, str(tmp_path / "back"), **settings)
    assert back.returncode == 0 and "DIFFERENT" not in back.stdout, back.stderr
    again = cli.run("migrate", str(cli.data), place, **settings)
    assert again.returncode == 1 and "DIFFERENT" in again.stdout  # the conversations went on at the target


def test_what_cannot_be_moved_is_refused(indexed: Cli, tmp_path: Path) -> None:
    cli = copy_of(indexed, tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    for source, target, code, said in (
        (str(tmp_path / "nothing"), str(tmp_path / "new"), 4, "there is no store here yet"),
        (str(cli.data), str(other), 2, "holds other files"),
        (str(cli.data), str(cli.data), 2, "it is the source"),
        (str(cli.data), str(copy_of(indexed, tmp_path / "taken").data), 2, "it is the source"),
        (str(cli.data), "redis://127.0.0.1", 2, "target: it is no store"),
        (str(cli.data), "mysql:ibidem", 2, "target: it is no store"),
        (str(cli.data), "opensearch:nowhere", 2, "target: the cluster has no address"),
        ("elasticsearch:", str(tmp_path / "new"), 2, "source: it names no cluster"),
        (str(cli.data), "opensearch:http://mina:hush@127.0.0.1:9", 4, "cannot be used now"),
    ):
        done = cli.run("migrate", source, target)
        assert (done.returncode, said in done.stderr) == (code, True), done.stderr
        assert "hush" not in done.stderr + done.stdout
    assert not (tmp_path / "new").exists()
    assert [path.name for path in other.iterdir()] == ["notes.txt"]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_killed_migration_goes_on_to_the_same_end(tmp_path: Path, target: tuple[str, Mapping[str, str]]) -> None:
    place, settings = target
    cli = Cli(tmp_path)
    source = EmbeddedBackend.open(cli.data)
    samples = [prepared(SAMPLES[n % 3], doc_id=f"doc_{n}", revision=f"{n}") for n in range(2000)]
    await source.documents.put(samples)
    for n in range(300):
        await source.turns.append(turn(f"s{n % 30}", f"질문 {n}", cites=samples[n : n + 2]), MINA)
    source.close()
    stood: list[Arrival | None] = [None]
    for _ in range(4):
        with ended(cli.start("migrate", str(cli.data), place, **settings)) as process:
            while process.poll() is None and (stands := await arrival(target)) in (None, stood[-1]):
                sleep(0.005)
            process.kill()
        stood.append(stands)
    assert len(set(stood)) == 5 and not any(one.finished for one in stood if one is not None), stood
    done = cli.spawn("migrate", str(cli.data), place, **settings)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^current documents +2,000 +2,000 +\w{12} +equal$", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^turns +300 +300 +\w{12} +equal$", done.stdout, re.MULTILINE) and "DIFFERENT" not in done.stdout
    with closing(connect_to_read(cli.data / "ibidem.sqlite3")) as connection:
        assert not connection.execute("SELECT count(*) FROM arrival").fetchone()[0]
    if not place.startswith(("elastic", "open")):
        moved = EmbeddedBackend.open(Path(place))
        assert await moved.documents.count(PUBLIC) == 2000 and await moved.in_step()
        assert (await moved.documents.get("doc_0", PUBLIC)).title == KOREAN.title
        moved.close()


@needs_program("redis-server")
def test_conversations_are_moved_into_redis_and_back(indexed: Cli, tmp_path: Path) -> None:
    cli = copy_of(indexed, tmp_path)
    assert cli.run("ask", BEGUN["en"], "--session", "s").returncode == 0
    with redis_server(tmp_path) as port:
        apart = f"redis://127.0.0.1:{port}/1"
        done = cli.run("migrate", str(cli.data), str(tmp_path / "apart"), IBIDEM_SESSIONS=apart)
        assert done.returncode == 0 and "DIFFERENT" not in done.stdout, done.stderr
        used = {"IBIDEM_DATA": str(tmp_path / "apart"), "IBIDEM_SESSIONS": apart}
        assert "myservice_31004" in cli.run("ask", SECOND["en"], "--session", "s", **used).stdout
        done = cli.run("migrate", str(tmp_path / "apart"), str(tmp_path / "whole"), "--source-sessions", apart)
        assert done.returncode == 0 and "DIFFERENT" not in done.stdout, done.stderr
    assert "myservice_31004" in cli.run("ask", THAT["en"], "--session", "s", IBIDEM_DATA=str(tmp_path / "whole")).stdout
