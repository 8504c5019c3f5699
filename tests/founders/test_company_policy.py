"""The company policy service: its retriever, its routes, and the response that its screens show."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from founders.conftest import posted
from ibidem.domain.languages import Language
from ibidem.testing.script import unavailable
from ibidem.turn.wording import WORDINGS
from journeys.doors import Cli, Service, served
from journeys.playing import Player, playing
from journeys.policy import ASKED, UNANSWERED, Retrieval, retrieving
from vendors.ragflow_server import body, silence

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
def test_a_score_comes_back_as_the_retriever_sent_it(policy: Service, retrieval: Retrieval, language: Language) -> None:
    with retrieval.broken(*[found(*ROWS[language])] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert done["sources"][0]["doc_id"] == "r-1" and done["sources"][0]["score"] == 0.92


@in_three_languages
def test_sources_are_what_was_found_best_first_and_five_at_most(
    policy: Service, retrieval: Retrieval, language: Language
) -> None:
    more = [(f"r-{n}", f"규정 {n}", f"{n}", 0.5 - n / 100) for n in range(3, 10)]
    with retrieval.broken(*[found(*ROWS[language], *more)] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert [one["doc_id"] for one in done["sources"]][:2] == ["r-1", "r-2"] and len(done["sources"]) == 5
    assert done["sources"][1]["score"] == 0.61 and done["sources"][1]["snippet"] == ROWS[language][1][2]
    assert [one["slot"] for one in done["sources"]] == [1, 2, 3, 4, 5] and done["ref_doc_ids"][:2] == ["r-1", "r-2"]
    assert done["meta"]["rag_source_count"] == 5


@in_three_languages
def test_a_row_without_a_snippet_is_kept(policy: Service, retrieval: Retrieval, language: Language) -> None:
    _, title, _, _ = ROWS[language][1]
    with retrieval.broken(*[found(ROWS[language][0], ("r-2", title, None, 0.61))] * 3):
        done, _ = posted(policy, {"message": ASKED[language][0]})
    assert [one["doc_id"] for one in done["sources"]] == ["r-1", "r-2"] and done["sources"][1]["title"] == title


@in_three_languages
def test_meta_holds_no_null(policy: Service, language: Language) -> None:
    for message in (ASKED[language][0], UNANSWERED[language][0]):
        meta = posted(policy, {"message": message})[0]["meta"]
        assert None not in meta.values()
        assert (meta["model"], meta["confidence"], meta["faithful"], meta["lookup_source"]) == ("", 0.0, False, "")


@in_three_languages
def test_the_retriever_is_asked_for_five_in_its_dataset(policy: Service, retrieval: Retrieval, language: Language) -> None:
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


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    with playing() as player:
        yield player


@pytest.fixture(scope="module")
def advised(retrieval: Retrieval, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The same with a model."""
    cli = Cli(tmp_path_factory.mktemp("advised"), "policy")
    with served(cli, **retrieval.environment("search"), **player.environment) as service:
        yield service


WEATHER = {"ko": "오늘 날씨 어때?", "en": "What is the weather like today?", "ja": "今日の天気はどうですか？"}
HELLO = {"ko": "안녕하세요", "en": "Hello!", "ja": "こんにちは"}
SUNNY = {
    "ko": "실시간 날씨는 알 수 없지만 가을에는 대체로 맑습니다.",
    "en": "I cannot see it, but autumn is mostly sunny.",
    "ja": "実際の天気は分かりませんが、秋は晴れの日が多いです。",
}


@in_three_languages
def test_what_needs_no_search_is_not_searched_for(
    advised: Service, policy: Service, retrieval: Retrieval, player: Player, language: Language
) -> None:
    player.play(general_help=SUNNY[language])
    retrieval.server.bodies.clear()
    done, _ = posted(advised, {"message": WEATHER[language]})
    meta = done["meta"]
    assert (meta["route"], meta["domain"], meta["rag_used"], meta["rag_source_count"]) == ("ROUTE_LLM_ONLY", "GENERAL", False, 0)
    assert SUNNY[language] in done["answer"] and done["sources"] == []
    alone, _ = posted(policy, {"message": WEATHER[language]})
    assert (alone["meta"]["route"], alone["meta"]["rag_used"], alone["sources"]) == ("ROUTE_FALLBACK", False, [])
    assert not retrieval.server.bodies


@in_three_languages
def test_small_talk_is_the_models_way(policy: Service, language: Language) -> None:
    meta = posted(policy, {"message": HELLO[language]})[0]["meta"]
    assert meta["route"] == "ROUTE_LLM_ONLY" and not meta["rag_used"]


@in_three_languages
def test_a_model_that_fails_with_nothing_to_quote_is_an_error(advised: Service, player: Player, language: Language) -> None:
    down = unavailable(500)
    player.play(answer=down, general_help=down, refusal=down)
    done, _ = posted(advised, {"message": UNANSWERED[language][0]})
    assert done["meta"]["route"] == "ROUTE_ERROR" and done["answer"].startswith(WORDINGS[language].model_failed)
    weather, _ = posted(advised, {"message": WEATHER[language]})
    assert weather["meta"]["route"] == "ROUTE_ERROR" and weather["answer"] == WORDINGS[language].model_failed
    quoted, _ = posted(advised, {"message": ASKED[language][0]})
    assert quoted["meta"]["route"] == "ROUTE_RAG_INTERNAL" and ASKED[language][2] in quoted["answer"]


@pytest.mark.parametrize("message", ["", "   ", "\u3000\n"])
def test_an_empty_message_is_answered_as_a_fallback(policy: Service, equipment: Service, message: str) -> None:
    done, _ = posted(policy, {"message": message, "session_id": "empty"})
    assert done["meta"]["route"] == "ROUTE_FALLBACK" and done["answer"] and not done["sources"]
    assert posted(equipment, {"message": message}, 422)[0]["error"]["details"][0]["problem"] == "is empty"
