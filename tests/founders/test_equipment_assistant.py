"""The equipment assistant: what its screens send, and what they show."""

from collections.abc import Iterator

import pytest

from founders.conftest import indexed, posted
from ibidem.domain.languages import Language
from ibidem.testing.script import task_of
from journeys.doors import Cli, Service, served
from journeys.playing import Player, playing

TORQUE = {"ko": "볼트는 얼마로 체결해?", "en": "What is the torque of the bolts?", "ja": "ボルトは何N·mで締めますか"}
in_three_languages = pytest.mark.parametrize("language", tuple(TORQUE))


@in_three_languages
@pytest.mark.parametrize(
    "entities",
    [{"devices": ["수프라 XP"], "doc_types": "sop"}, ["SUPRA-XP", "sop"], {"any": ["sop 1422"]}],
    ids=["by kind", "a list", "an id"],
)
def test_entities_that_a_screen_has_read_narrow_the_search(equipment: Service, language: Language, entities: object) -> None:
    done, ignored = posted(equipment, {"message": TORQUE[language], "entities": entities})
    assert set(done["ref_doc_ids"]) <= {"sop_1422"} and not ignored
    assert posted(equipment, {"message": TORQUE[language], "entities": ["드리프트"]})[1] == "entities.0"


@in_three_languages
def test_documents_that_a_person_has_ticked_are_the_ones_answered_from(equipment: Service, language: Language) -> None:
    done, ignored = posted(equipment, {"message": TORQUE[language], "selected_doc_ids": ["sop_1422"]})
    assert set(done["ref_doc_ids"]) <= {"sop_1422"} and not ignored
    assert not posted(equipment, {"message": "E-2107", "selected_doc_ids": ["sop_1422"]})[0]["ref_doc_ids"]


NONE_SO_SHORT = {
    "ko": ("sop 12", "SOP 12 보여줘", "sop 12 전체 보여줘", "마이서비스 12"),
    "en": ("sop 12", "show me sop 12", "myservice 12", "open sop 12"),
    "ja": ("sop 12", "sop 12を見せて", "マイサービス12を見せて", "myservice 12"),
}


@pytest.mark.parametrize(("language", "message"), [(one, text) for one, texts in NONE_SO_SHORT.items() for text in texts])
def test_an_id_that_is_too_short_is_said_to_be_none_and_the_nearest_is_offered(
    equipment: Service, language: Language, message: str
) -> None:
    done, _ = posted(equipment, {"message": message})
    named = "sop" in message.lower()
    assert done["status"] == "needs_input" and done["pause"]["kind"] == "reference"
    assert "12" in done["pause"]["question"] and done["document"] is None
    offered = [choice["doc_id"] for choice in done["pause"]["choices"]]
    assert offered[0] == ("sop_1422" if named else "myservice_31004")
    picked = equipment.client.post(f"/v1/pauses/{done['pause']['pause_id']}", json={"choice": 1}).json()
    assert picked["document"]["doc_id"] == offered[0]


ASKS_OF_IT = {"ko": "sop 12의 볼트 토크는?", "en": "what is the bolt torque in sop 12?", "ja": "sop 12のボルトの締付トルクは?"}


@in_three_languages
def test_a_question_of_an_id_that_is_too_short_is_answered_with_that_notice(equipment: Service, language: Language) -> None:
    done, _ = posted(equipment, {"message": ASKS_OF_IT[language]})
    assert done["status"] == "answered" and "sop 12" in done["meta"]["notice"] and "sop_1422" in done["meta"]["notice"]


STEPS = {"ko": "게이트 밸브 교체 SOP 12단계는 뭐야?", "en": "how many SOPs, 12 or 15 steps?", "ja": "SOPの12番目の手順は?"}


@in_three_languages
def test_a_number_of_something_else_is_no_id(equipment: Service, language: Language) -> None:
    done, _ = posted(equipment, {"message": STEPS[language]})
    assert done["pause"] is None and "12" not in (done["meta"]["notice"] or "")


GAUGE = {"ko": "압력 센서 영점", "en": "dry pump", "ja": "スロットルバルブの交換"}


@in_three_languages
def test_the_name_of_a_group_means_its_types(equipment: Service, language: Language) -> None:
    for group, kinds in (("setup", {"sop"}), ("ts", {"myservice"}), ("gcb", {"gcb"})):
        found = equipment.client.post("/v1/search", json={"query": GAUGE[language], "filters": {"doc_types": [group]}})
        assert found.status_code == 200
        assert {row["doc_id"].split("_")[0] for row in found.json()["results"]} <= kinds
    done, _ = posted(equipment, {"message": TORQUE[language], "filters": {"doc_types": ["setup"]}})
    assert {doc_id.split("_")[0] for doc_id in done["ref_doc_ids"]} <= {"sop"}


def test_an_unknown_kind_of_document_is_refused_with_those_that_there_are(equipment: Service) -> None:
    refused, _ = posted(equipment, {"message": "hi", "filters": {"doc_types": ["sop", "novel"]}}, 422)
    detail = refused["error"]["details"][0]
    assert detail["field"] == "filters.doc_types" and "novel" in detail["problem"] and "setup" in detail["allowed"]
    refused = equipment.client.post("/v1/search", json={"query": "hi", "filters": {"doc_types": ["novel"]}})
    assert refused.status_code == 422


TROUBLE = {
    "ko": ("SUPRA XP 센서 이상", "펌프 불량", "챔버 도어 안 됨", "압력 떨어짐", "로드락 오작동"),
    "en": ("SUPRA XP sensor fault", "pump malfunction", "the door does not work", "defective gauge", "abnormal pressure"),
    "ja": ("SUPRA XP センサー異常", "ポンプの不良", "ドアが動作しない", "圧力が落ちた", "ゲージの誤動作"),
}
NO_TROUBLE = {
    "ko": "압력이 5 Torr 이상인 챔버는?",
    "en": "What is the chamber temperature?",
    "ja": "チャンバーの温度は80度以上ですか",
}


@pytest.mark.parametrize(("language", "message"), [(one, text) for one, texts in TROUBLE.items() for text in texts])
def test_words_of_trouble_route_without_a_model(equipment: Service, language: Language, message: str) -> None:
    assert posted(equipment, {"message": message})[0]["meta"]["route"] == "ts"
    assert posted(equipment, {"message": NO_TROUBLE[language]})[0]["meta"]["route"] != "ts"


PLANT = """
name = "plant"
title = { en = "Plant" }

[[doc_types]]
name = "rule"
group = "rules"
label = { en = "Rule" }

[[routes]]
name = "safety"
priority = 40
words = ["안전", "safety", "安全"]
doc_types = ["rule"]
purpose = { ko = "안전", en = "staying unhurt", ja = "安全" }
prompt.answer = { ko = "보호구부터 말합니다.", en = "Name the protective gear first.", ja = "保護具から述べます。" }

[[routes]]
name = "general"
priority = 0
"""
RULES = {
    "r_ko.md": "---\ndoc_type: rule\n---\n# 펌프 작업 안전 규칙\n\n펌프 작업의 안전 규칙: 장갑을 낀다.\n",
    "r_en.md": "---\ndoc_type: rule\n---\n# Safety rules for the pump\n\nSafety rules for the pump: wear gloves.\n",
    "r_ja.md": "---\ndoc_type: rule\n---\n# ポンプ作業の安全規則\n\nポンプ作業の安全規則：手袋を着用する。\n",
}
IS_SAFE = {"ko": "펌프 작업의 안전 규칙은?", "en": "What are the safety rules for the pump?", "ja": "ポンプ作業の安全規則は？"}
GEAR = {"ko": "보호구부터", "en": "protective gear first", "ja": "保護具から"}


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    with playing() as player:
        yield player


@pytest.fixture(scope="module")
def plant(player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A profile with a route of its own, and no prompt for it, with a model."""
    home = tmp_path_factory.mktemp("plant")
    (home / "plant.toml").write_text(PLANT, encoding="utf-8")
    with served(indexed(Cli(home, str(home / "plant.toml")), RULES), **player.environment) as service:
        yield service


@in_three_languages
def test_a_route_is_data_of_the_profile(plant: Service, player: Player, language: Language) -> None:
    player.play(answer="[[no answer]]")
    done, _ = posted(plant, {"message": IS_SAFE[language]})
    assert done["meta"]["route"] == "safety"
    asked = next(request for request in player.requests if task_of(request) == "answer_general")
    assert GEAR[language] in asked.system
