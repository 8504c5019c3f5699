"""The company policy service: its retriever, its routes, and the response that its screens show."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from founders.conftest import posted
from ibidem.testing.ragflow_server import body, silence
from journeys.doors import Cli, Service, served
from journeys.policy import ASKED, UNANSWERED, Retrieval, retrieving

in_three_languages = pytest.mark.parametrize("language", tuple(ASKED))
ROWS = {
    "ko": [
        ("r-1", "연차휴가 규정", "연차휴가는 1년에 15일이다.", 0.92),
        ("r-2", "휴가 안내", "경조 휴가는 별도로 부여한다.", 0.61),
    ],
    "en": [
        ("r-1", "Hotels", "A hotel may cost up to 180 euros a night.", 0.92),
        ("r-2", "Travel", "Trains are second class.", 0.61),
    ],
    "ja": [
        ("r-1", "在宅勤務規程", "在宅勤務は週に3日まで認められます。", 0.92),
        ("r-2", "勤務規程", "出社は9時からです。", 0.61),
    ],
}


@pytest.fixture(scope="module")
def retrieval() -> Iterator[Retrieval]:
    with retrieving() as retrieval:
        yield retrieval


@pytest.fixture(scope="module")
def policy(retrieval: Retrieval, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The policy profile over the simple search, without a model; a search may take two seconds."""
    environment = retrieval.environment("search")
    with served(Cli(tmp_path_factory.mktemp("policy"), "policy"), IBIDEM_RETRIEVER_SECONDS="2", **environment) as service:
        yield service


def row(doc_id: str, title: str, snippet: str | None, score: float) -> dict[str, Any]:
    return {"doc_id": doc_id, "title": title, "page": 1, "score": score, "snippet": snippet}


def found(*rows: tuple[str, str, str | None, float]) -> Any:
    """What the retriever answers with."""
    return body({"results": [row(*one) for one in rows]})


@in_three_languages
def test_a_score_comes_back_as_the_retriever_sent_it(policy: Service, retrieval: Retrieval, language: str) -> None:
    with retrieval.broken(*[found(*ROWS[language])] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert done["sources"][0]["doc_id"] == "r-1" and done["sources"][0]["score"] == 0.92


@in_three_languages
def test_sources_are_what_was_found_the_best_first_and_five_at_most(policy: Service, retrieval: Retrieval, language: str) -> None:
    more = [(f"r-{n}", f"규정 {n}", f"{n}", 0.5 - n / 100) for n in range(3, 10)]
    with retrieval.broken(*[found(*ROWS[language], *more)] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert [one["doc_id"] for one in done["sources"]][:2] == ["r-1", "r-2"] and len(done["sources"]) == 5
    assert done["sources"][1]["score"] == 0.61 and done["sources"][1]["snippet"] == ROWS[language][1][2]
    assert [one["slot"] for one in done["sources"]] == [1, 2, 3, 4, 5] and done["ref_doc_ids"][:2] == ["r-1", "r-2"]
    assert done["meta"]["rag_source_count"] == 5


@in_three_languages
def test_a_row_without_a_snippet_is_kept(policy: Service, retrieval: Retrieval, language: str) -> None:
    _, title, _, _ = ROWS[language][1]
    with retrieval.broken(*[found(ROWS[language][0], ("r-2", title, None, 0.61))] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert [one["doc_id"] for one in done["sources"]] == ["r-1", "r-2"] and done["sources"][1]["title"] == title


@in_three_languages
def test_meta_holds_no_null(policy: Service, language: str) -> None:
    for message in (ASKED[language][0], UNANSWERED[language][0]):
        meta = posted(policy, {"message": message})[0]["meta"]
        assert None not in meta.values()
        assert (meta["model"], meta["confidence"], meta["faithful"], meta["lookup_source"]) == ("", 0.0, False, "")


@in_three_languages
def test_the_retriever_is_asked_for_five_in_the_domains_dataset(policy: Service, retrieval: Retrieval, language: str) -> None:
    retrieval.server.bodies.clear()
    posted(policy, {"message": ASKED[language][0]})
    asked = retrieval.server.bodies
    assert {one["top_k"] for one in asked} == {5} and {one["dataset"] for one in asked} <= {"POLICY", "INCIDENT", "EDUCATION"}
    assert "POLICY" in {one["dataset"] for one in asked}


def test_a_retriever_that_is_silent_is_left_after_its_seconds(policy: Service, retrieval: Retrieval) -> None:
    with retrieval.broken(*[silence] * 3):
        done, _ = posted(policy, {"message": ASKED["ko"][0]})
    assert done["meta"]["route"] == "ROUTE_FALLBACK" and not done["meta"]["rag_used"]
    assert "within 2 s" in json.dumps(policy.client.get("/readyz").json())
