"""Conversations that another program keeps in a cluster are moved into a store of ours, masked, under whoever is named."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from clusters import cluster_of, empty_backend, fresh_indices, remove
from founders.history_store import HistoryStore, Reference
from ibidem.backends.elastic import foreign_turns
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.cli.migrate import migrate
from ibidem.domain.documents import Principal
from required import SERVICES, needs_service

pytestmark = pytest.mark.slow
WORD: Json = {"type": "keyword"}
TEXT: Json = {"type": "text"}
# The index of a program of the founding design, as such a program makes it.
MAPPING: Json = {
    "session_id": WORD,
    "turn_id": {"type": "integer"},
    "ts": {"type": "date"},
    "user_text": TEXT,
    "assistant_text": TEXT,
    "summary": TEXT,
    "summary_ts": {"type": "date"},
    "doc_refs": {
        "type": "nested",
        "properties": {
            "slot": {"type": "integer"},
            "doc_id": WORD,
            "title": {"type": "text", "fields": {"raw": WORD}},
            "source": WORD,
            "uri": WORD,
            "chunk_ids": WORD,
            "snippet": TEXT,
            "version": WORD,
        },
    },
}
MINA = Principal("mina", tenant="seoul")
SAID = {
    "ko": ("E-2107 알람은 왜 떠? 제 번호는 010-2345-6789예요.", "압력 센서 고장입니다. 010-2345-6789로 연락드릴게요."),
    "en": ("Why is there an E-2107? Mail me at mina@corp.example.", "The pressure sensor failed. I wrote to mina@corp.example."),
    "ja": ("E-2107の原因は？連絡先は090-1234-5678です。", "圧力センサーの故障です。090-1234-5678に連絡します。"),
}
PERSONAL = ("010-2345-6789", "mina@corp.example", "090-1234-5678")
MASKING = """
name = "masking"
title = { en = "Masking" }
session_days = 36500
routes = [{ name = "general", priority = 0 }]

[masking]
where = ["questions", "answers"]
"""


@pytest.fixture(params=[pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")])
def service(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def cluster(service: str) -> Iterator[Cluster]:
    opened = cluster_of(service, f"theirs-{uuid4().hex[:8]}")
    opened.request("PUT", f"/{opened.alias('conv_turns')}", {"mappings": {"properties": MAPPING}})
    yield opened
    remove(opened, "*")
    opened.close()


@pytest.fixture
def index(service: str, cluster: Cluster) -> str:
    """An index with a session in three languages, and one whose id is none of ours."""
    store = HistoryStore(f"http://127.0.0.1:{SERVICES[service]}", cluster.alias("")[:-1])
    for number, (asked, answered) in enumerate(SAID.values(), 1):
        refs = [Reference(slot, f"sop_{slot}", f"Title {slot}", "v7", snippet=answered) for slot in range(1, number + 1)]
        store.append_turn("s-1", asked, answered, refs, f"summary {number}")
    store.append_turn("user:7/today", "hello", "Good morning.", [], "")
    store.close()
    return cluster.alias("conv_turns")


async def migrated(service: str, index: str, folder: Path, target: str, *more: str) -> str:
    profile = folder / "masking.toml"
    profile.write_text(MASKING, encoding="utf-8")
    given = [f"{service}:http://127.0.0.1:{SERVICES[service]}", target, "--turns-index", index, "--owner", "mina"]
    arguments = [*given, "--tenant", "seoul", "--profile", str(profile), "--data", str(folder / "data"), *more]
    done = await asyncio.to_thread(CliRunner().invoke, migrate, arguments)  # the command has a loop of its own
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


async def test_a_session_comes_whole_and_masked(service: str, index: str, tmp_path: Path) -> None:
    for _ in range(2):  # nothing is left to bring, and nothing comes twice
        assert "DIFFERENT" not in await migrated(service, index, tmp_path, str(tmp_path / "ours"))
    backend = EmbeddedBackend.open(tmp_path / "ours")
    sessions = {one.session_id: one for one in await backend.turns.sessions(MINA, 9)}
    assert len(sessions) == 2 and sessions["s-1"].turns == 3 and sessions["s-1"].expires is not None
    (other,) = sessions.keys() - {"s-1"}
    assert other.startswith("imported-") and sessions[other].first_question == "hello"
    turns = await backend.turns.turns("s-1", MINA, 9)
    assert [one.content.language for one in turns] == list(SAID)
    assert [one.content.summary for one in turns] == ["summary 1", "summary 2", "summary 3"]
    assert not [value for value in PERSONAL if value in repr((turns, sessions))]
    assert await backend.turns.placeholders("s-1", MINA)
    last = turns[-1].content.doc_refs
    assert [(ref.slot, ref.doc_id, ref.title) for ref in last] == [(n, f"sop_{n}", f"Title {n}") for n in (1, 2, 3)]
    cited = await backend.turns.cited_document("s-1", 2, MINA)
    assert cited is not None and cited.ref.doc_id == "sop_2"
    backend.close()


async def test_it_goes_to_a_cluster_too(service: str, index: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh_indices(service) as prefix, empty_backend(service, prefix, tmp_path) as backend:
        monkeypatch.setenv("IBIDEM_STORE_PREFIX", prefix)
        await migrated(service, index, tmp_path, f"{service}:http://127.0.0.1:{SERVICES[service]}")
        assert await backend.turns.count_sessions(MINA) == 2
        assert (await backend.turns.turn("s-1", 1, MINA)).content.summary == "summary 1"


async def test_a_session_of_more_turns_than_a_search_goes_through_comes_whole(
    service: str, index: str, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.request("PUT", f"/{index}/_settings", {"index": {"max_result_window": 10}})
    monkeypatch.setattr(foreign_turns, "TURNS_AT_ONCE", 4)
    for number in range(30):
        same = {"session_id": "long", "turn_id": number // 6, "ts": "2026-01-01T00:00:00Z"}
        cluster.request("PUT", f"/{index}/_doc/l{number}", {**same, "user_text": f"q{number}", "assistant_text": "a"})
    cluster.request("POST", f"/{index}/_refresh")
    await migrated(service, index, tmp_path, str(tmp_path / "ours"))
    backend = EmbeddedBackend.open(tmp_path / "ours")
    asked = [one.content.user_text for one in await backend.turns.turns("long", MINA, 99)]
    assert sorted(asked) == sorted(f"q{number}" for number in range(30)) and set(asked[:6]) == {f"q{n}" for n in range(6)}
    backend.close()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"user_text": 7}, "turn 9 of session s-1: user_text is int; text is allowed"),
        ({"doc_refs": [{"slot": 0, "doc_id": "a"}]}, "turn 9 of session s-1 has the slot 0"),
        ({"doc_refs": [{"slot": 1, "doc_id": "a"}, {"slot": 1, "doc_id": "b"}]}, "has two documents under one slot"),
        ({"doc_refs": [{"slot": 1}]}, "has a doc_ref without a doc_id"),
    ],
)
async def test_a_turn_that_is_none_is_named(
    service: str, index: str, cluster: Cluster, tmp_path: Path, change: Json, problem: str
) -> None:
    body = {"session_id": "s-1", "turn_id": 9, "ts": "2026-01-01T00:00:00Z", "user_text": "x", "assistant_text": "y", **change}
    cluster.request("PUT", f"/{index}/_doc/9?refresh=true", body)
    with pytest.raises(Exception, match="source") as raised:
        await migrated(service, index, tmp_path, str(tmp_path / "ours"))
    assert problem in str(raised.value)


async def test_an_index_that_is_none_is_refused(service: str, index: str, cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="is not there"):
        await migrated(service, f"{index}-not", tmp_path, str(tmp_path / "ours"))
    cluster.request("PUT", f"/{cluster.alias('other')}", {"mappings": {"properties": {"session_id": TEXT}}})
    with pytest.raises(Exception, match="has no field session_id by which turns can be listed"):
        await migrated(service, cluster.alias("other"), tmp_path, str(tmp_path / "ours"))
