"""The equipment assistant with a model: queries in two languages, people who reject sources, drafts that lack something."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from founders.conftest import EQUIPMENT, indexed, posted
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import task_of
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.playing import Player, doubting, playing, saying

ASKED = {
    "ko": ("게이트 밸브 볼트는 얼마로 체결해?", "sop_1422", "12 N·m로 체결합니다 [sop_1422]."),
    "en": ("How much does the dry pump of the ECOLITE 3000 weigh?", "sop_1530", "It weighs 340 kg [sop_1530]."),
    "ja": ("スロットルバルブはいつ交換しますか", "gcb_8841", "24か月ごとに交換します[gcb_8841]。"),
}
in_three_languages = pytest.mark.parametrize("language", tuple(ASKED))
BOTH = """
name = "both"
title = { en = "Both" }
queries = "both"
routes = [{ name = "general", priority = 0 }]
"""
QUERIES = {"ko": ["밸브 하나", "밸브 둘", "밸브 셋", "넷"], "en": ["pump one", "pump two", "pump three", "four"]}
QUERIES["ja"] = ["弁の一", "弁の二", "弁の三", "四"]


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    with playing() as player:
        yield player


@pytest.fixture(scope="module")
def modelled(equipment_store: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with served(copy_of(equipment_store, tmp_path_factory.mktemp("modelled")), **player.environment) as service:
        yield service


@pytest.fixture(scope="module")
def both(player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A profile that wants queries in both languages."""
    home = tmp_path_factory.mktemp("both")
    (home / "both.toml").write_text(BOTH, encoding="utf-8")
    with served(indexed(Cli(home, str(home / "both.toml")), EQUIPMENT), **player.environment) as service:
        yield service


def written(request: ModelRequest) -> str:
    """Queries in the language of the prompt."""
    language = "ko" if "검색어" in request.system else "ja" if "検索" in request.system else "en"
    return json.dumps(QUERIES[language], ensure_ascii=False)


def stored(service: Service, done: dict[str, Any]) -> dict[str, Any]:
    return service.client.get(f"/v1/sessions/{done['session_id']}/turns/{done['turn_id']}").json()["trace"]


@in_three_languages
@pytest.mark.parametrize("mode", ["fast", "verified"])
def test_both_languages_get_three_queries_each(both: Service, player: Player, language: Language, mode: str) -> None:
    question, _, told = ASKED[language]
    player.play(queries=written, answer=saying(told))
    done, _ = posted(both, {"message": question, "mode": mode})
    other = "ko" if language == "en" else "en"
    assert stored(both, done)["queries"] == [question, *QUERIES[language][:3], *QUERIES[other][:3]]


@in_three_languages
def test_queries_are_written_only_where_they_are_needed_otherwise(modelled: Service, player: Player, language: Language) -> None:
    player.play(queries=written, answer=saying(ASKED[language][2]))
    done, _ = posted(modelled, {"message": ASKED[language][0]})
    assert done["ref_doc_ids"] == [ASKED[language][1]] and not any(task.startswith("queries") for task in player.tasks)


INSTEAD = {"ko": "압력 센서 영점 조정", "en": "pressure sensor zero adjustment", "ja": "ドライポンプの重量"}


@in_three_languages
@pytest.mark.parametrize("way", ["a reply", "a message"])
def test_who_rejects_the_sources_is_asked_what_to_search_instead(
    modelled: Service, player: Player, language: Language, way: str
) -> None:
    player.play(answer=saying(ASKED[language][2]))
    waiting, _ = posted(modelled, {"message": ASKED[language][0], "confirm_sources": True})
    rejected = modelled.client.post(f"/v1/pauses/{waiting['pause']['pause_id']}", json={"decision": "reject"}).json()
    asked = PAUSE_WORDINGS[language].sources_rejected
    assert (rejected["status"], rejected["answer"], rejected["pause"]["question"]) == ("needs_input", asked, asked)
    if way == "a reply":
        pause = rejected["pause"]["pause_id"]
        again = modelled.client.post(f"/v1/pauses/{pause}", json={"reply": INSTEAD[language]}).json()
    else:
        again, _ = posted(modelled, {"message": INSTEAD[language], "session_id": waiting["session_id"]})
    assert again["status"] == "needs_input" and again["pause"]["kind"] == "sources" and again["pause"]["choices"]


GAP = {"ko": "압력 센서 영점 조정", "en": "pressure sensor zero adjustment", "ja": "圧力センサーのゼロ点調整"}


@in_three_languages
def test_what_a_refused_draft_lacks_is_searched_where_nothing_wider_is_there(
    modelled: Service, player: Player, language: Language
) -> None:
    question, _, told = ASKED[language]
    player.play(answer=saying(told), judge=doubting("…", GAP[language]), refine="[]")
    done, _ = posted(modelled, {"message": question, "mode": "verified"})
    trace = stored(modelled, done)
    rungs = [attempt["rung"] for attempt in trace["attempts"]]
    assert "wider" not in rungs and rungs[:2] == ["first", "refined"]
    asked = next(request for request in player.requests if task_of(request) == "refine")
    assert GAP[language] in asked.user


OF_ITS_OWN = {"ko": "sop 1530 보여줘", "en": "show me sop 1530", "ja": "sop 1530を見せて"}


@in_three_languages
def test_a_message_of_its_own_after_that_is_no_search(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(ASKED[language][2]))
    waiting, _ = posted(modelled, {"message": ASKED[language][0], "confirm_sources": True})
    modelled.client.post(f"/v1/pauses/{waiting['pause']['pause_id']}", json={"decision": "reject"})
    shown, _ = posted(modelled, {"message": OF_ITS_OWN[language], "session_id": waiting["session_id"]})
    assert shown["status"] == "answered" and shown["ref_doc_ids"] == ["sop_1530"]
