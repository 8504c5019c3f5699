"""Sources of passages against a server on loopback that speaks both wire formats; live where one is named."""

import os
from collections.abc import AsyncIterator, Mapping, Sequence

import pytest

from ibidem.backends import ragflow
from ibidem.backends.ragflow import Ragflow, SimpleSearch
from ibidem.backends.registry import open_source
from ibidem.domain.errors import SettingsError, SourceRefused, SourceUnavailable
from ibidem.domain.languages import Language
from ibidem.domain.passage_sources import SourcePassage, SourceQuery
from ibidem.ports.passage_source import PassageSource
from vendors.ragflow_server import (
    KEY,
    Fault,
    Held,
    RagflowLoopback,
    body,
    code,
    dataset_id,
    ragflow_server,
    silence,
    status,
)

HELD: Mapping[str, Sequence[Held]] = {
    "policy": [
        Held("d1", "휴가 규정.pdf", "연차휴가는 1년에 15일이며 부서장이 승인한다.", 3, {"department": "hr"}),
        Held("d1", "휴가 규정.pdf", "반차는 오전과 오후로 나누어 쓴다.", 4, {"department": "hr"}),
        Held("d2", "Travel expenses.docx", "A hotel may cost up to 180 euros a night.", None, {"department": "finance"}),
        Held("d3", "在宅勤務規程.pdf", "在宅勤務は週に3日まで認められます。", 1, {"department": "hr"}),
    ],
    "incident": [Held("i1", "2025-11 mail.md", "A mail with a false invoice was opened in accounting.", 1)],
}
QUESTIONS: Mapping[Language, tuple[str, str]] = {
    "ko": ("연차휴가는 1년에 며칠인가요?", "d1"),
    "en": ("How much may a hotel cost a night?", "d2"),
    "ja": ("在宅勤務は週に何日まで認められますか", "d3"),
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ragflow, "AGAIN_AFTER", 0.01)
    monkeypatch.setenv("RAGFLOW_API_KEY", KEY)


@pytest.fixture
async def server() -> AsyncIterator[RagflowLoopback]:
    async with ragflow_server(HELD) as running:
        yield running


@pytest.fixture(params=["ragflow", "search"])
async def source(request: pytest.FixtureRequest, server: RagflowLoopback) -> AsyncIterator[PassageSource]:
    opened = open_source(f"{request.param}:{server.url}/")
    yield opened
    await opened.close()


def asking(text: str, *datasets: str, **more: str) -> SourceQuery:
    return SourceQuery(text=text, datasets=datasets or ("policy",), limit=10, **more)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_is_found_in_three_languages(source: PassageSource, language: Language) -> None:
    question, doc_id = QUESTIONS[language]
    found = await source.find(asking(question))
    first, held = found.passages[0], next(one for one in HELD["policy"] if one.document_id == doc_id)
    assert (first.doc_id, first.title, first.text, first.page) == (doc_id, held.name, held.content, held.page)
    assert first.score is not None and 0.2 <= first.score <= 1 and found.dropped == 0 and source.trouble is None


async def test_several_datasets_and_the_limit(source: PassageSource) -> None:
    both = asking("A hotel that may cost up to 180 euros, a mail with a false invoice was opened", "policy", "incident")
    found = await source.find(both)
    assert {one.doc_id for one in found.passages} >= {"d2", "i1"}
    scores = [one.score or 0.0 for one in found.passages]
    assert scores == sorted(scores, reverse=True)
    one = await source.find(SourceQuery(text=both.text, datasets=both.datasets, limit=1))
    assert len(one.passages) == 1


async def test_role_and_department_are_passed(server: RagflowLoopback) -> None:
    simple, own = SimpleSearch(server.url), Ragflow(server.url)
    asked = asking("연차휴가는 1년에 며칠인가요? hotel", role="manager", department="hr", department_field="department")
    await simple.find(asked)
    assert server.bodies[-1] == {
        "query": asked.text,
        "top_k": 10,
        "dataset": "policy",
        "user_role": "manager",
        "department": "hr",
    }
    assert {one.doc_id for one in (await own.find(asked)).passages} == {"d1"}
    conditions = [{"name": "department", "comparison_operator": "is", "value": "hr"}]
    assert server.bodies[-1]["metadata_condition"] == {"logic": "and", "conditions": conditions}
    nobody = asking(asked.text, department_field="department")
    assert not (await own.find(nobody)).passages, "who has no department reads nothing that wants one"
    await simple.close()
    await own.close()


async def test_rows_that_cannot_be_read_are_dropped_and_counted(source: PassageSource, server: RagflowLoopback) -> None:
    whole = {"similarity": "high", "score": None, "positions": [["x"]], "page": -1, "unknown": {"a": 1}}
    server.rows += [
        None,
        "a row",
        {"content": "without an id", "snippet": "without an id"},
        {"document_id": "d9", "doc_id": "d9", "content": " ", "snippet": None},
        {"document_id": 7, "doc_id": 7, "content": "a number", "snippet": "a number"},
        {"document_id": "x" * 500, "doc_id": "x" * 500, "content": "a long id", "snippet": "a long id"},
        {"document_id": "d8", "doc_id": "d8", "content": "bare \0", "snippet": "bare \0", **whole},
    ]
    found = await source.find(asking("연차휴가는 1년에 며칠인가요?"))
    assert found.dropped == 6
    bare = next(one for one in found.passages if one.doc_id == "d8")
    assert (bare.title, bare.page, bare.score) == ("d8", None, None) and "\0" not in bare.text


async def test_datasets_are_named_or_given_by_id_and_asked_for_once(server: RagflowLoopback) -> None:
    own = Ragflow(server.url)
    await own.find(asking("hotel", "policy", dataset_id("incident")))
    await own.find(asking("hotel", "policy"))
    assert [exchange.method for exchange in server.loopback.exchanges] == ["GET", "POST", "POST"]
    assert server.bodies[0]["dataset_ids"] == [dataset_id("policy"), dataset_id("incident")]
    assert server.loopback.connections == 1, "the connection is kept"
    with pytest.raises(SourceRefused, match="code 102"):
        await own.find(asking("hotel", "no such"))
    await own.close()


@pytest.mark.parametrize("fault", [status(429), status(500), status(503), code(100), code(500), body([1]), body("nonsense")])
async def test_what_may_pass_is_asked_once_more(source: PassageSource, server: RagflowLoopback, fault: Fault) -> None:
    await source.check(["policy"])
    before = len(server.loopback.exchanges)
    server.faults.append(fault)
    assert (await source.find(asking("hotel may cost"))).passages
    assert len(server.loopback.exchanges) == before + 2
    server.faults += [fault, fault]
    with pytest.raises(SourceUnavailable):
        await source.find(asking("hotel"))
    assert len(server.loopback.exchanges) == before + 4 and source.trouble


@pytest.mark.parametrize("fault", [status(401), status(403), status(404), code(109), code(401), code(108), code(101), code(102)])
async def test_a_refusal_is_never_repeated(server: RagflowLoopback, fault: Fault) -> None:
    own = Ragflow(server.url)
    await own.check(["policy"])
    before = len(server.loopback.exchanges)
    server.faults.append(fault)
    with pytest.raises(SourceRefused) as refused:
        await own.find(asking("hotel"))
    assert len(server.loopback.exchanges) == before + 1 and "played" not in str(refused.value)
    await own.close()


async def test_a_wrong_key_is_refused_and_not_repeated_in_words(server: RagflowLoopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGFLOW_API_KEY", "wrong-secret-key")
    for opened in (Ragflow(server.url), SimpleSearch(server.url)):
        before = len(server.loopback.exchanges)
        with pytest.raises(SourceRefused, match="does not accept the key") as refused:
            await opened.find(asking("hotel"))
        assert len(server.loopback.exchanges) == before + 1 and "wrong-secret" not in str(refused.value)
        assert opened.trouble is not None
        await opened.close()


async def test_datasets_that_hold_nothing_yet_find_nothing(server: RagflowLoopback) -> None:
    own = Ragflow(server.url)
    await own.check(["policy"])
    server.faults.append(code(102, "No chunk found! Check the chunk status please!"))
    assert not (await own.find(asking("hotel"))).passages
    await own.close()


async def test_a_server_that_is_silent_or_gone(server: RagflowLoopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ragflow, "SECONDS", 0.2)
    own = Ragflow(server.url)
    server.faults.append(silence)
    with pytest.raises(SourceUnavailable, match="did not answer within"):
        await own.find(asking("hotel", dataset_id("policy")))
    await server.loopback.settled("left")
    gone = SimpleSearch("http://127.0.0.1:1")
    with pytest.raises(SourceUnavailable, match="no connection"):
        await gone.find(asking("hotel"))
    await own.close()
    await gone.close()


async def test_a_check_says_what_is_missing(source: PassageSource) -> None:
    await source.check(["policy", "incident"])
    with pytest.raises(SourceRefused):
        await source.check(["policy", "no such"])


def test_names_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="no address"):
        open_source("search:not an address")
    monkeypatch.delenv("RAGFLOW_API_KEY")
    with pytest.raises(SettingsError, match="RAGFLOW_API_KEY"):
        open_source("ragflow:http://127.0.0.1:1")


LIVE = os.environ.get("LIVE_RETRIEVER")


@pytest.mark.skipif(LIVE is None, reason="LIVE_RETRIEVER (ragflow:URL) and LIVE_DATASET name no server")
async def test_a_live_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGFLOW_API_KEY", os.environ["LIVE_KEY"])
    opened = open_source(LIVE or "")
    dataset = os.environ["LIVE_DATASET"]
    await opened.check([dataset])
    found = await opened.find(asking(os.environ.get("LIVE_QUESTION", "휴가"), dataset))
    assert all(isinstance(one, SourcePassage) and one.text for one in found.passages)
    await opened.close()
