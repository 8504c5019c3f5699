"""The equipment assistant: what its screens send, and what they show."""

import pytest

from founders.conftest import posted
from journeys.doors import Service

TORQUE = {"ko": "볼트는 얼마로 체결해?", "en": "What is the torque of the bolts?", "ja": "ボルトは何N·mで締めますか"}
in_three_languages = pytest.mark.parametrize("language", tuple(TORQUE))


@in_three_languages
@pytest.mark.parametrize(
    "entities",
    [{"devices": ["수프라 XP"], "doc_types": "sop"}, ["SUPRA-XP", "sop"], {"any": ["sop 1422"]}],
    ids=["by kind", "a list", "an id"],
)
def test_entities_that_a_screen_has_read_narrow_the_search(equipment: Service, language: str, entities: object) -> None:
    done, ignored = posted(equipment, {"message": TORQUE[language], "entities": entities})
    assert set(done["ref_doc_ids"]) <= {"sop_1422"} and not ignored
    assert posted(equipment, {"message": TORQUE[language], "entities": ["드리프트"]})[1].startswith("entities.%EB%93%9C")


@in_three_languages
def test_documents_that_a_person_has_ticked_are_the_ones_answered_from(equipment: Service, language: str) -> None:
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
    equipment: Service, language: str, message: str
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
def test_a_question_of_an_id_that_is_too_short_is_answered_with_that_notice(equipment: Service, language: str) -> None:
    done, _ = posted(equipment, {"message": ASKS_OF_IT[language]})
    assert done["status"] == "answered" and "sop 12" in done["meta"]["notice"] and "sop_1422" in done["meta"]["notice"]


STEPS = {"ko": "게이트 밸브 교체 SOP 12단계는 뭐야?", "en": "how many SOPs, 12 or 15 steps?", "ja": "SOPの12番目の手順は?"}


@in_three_languages
def test_a_number_of_something_else_is_no_id(equipment: Service, language: str) -> None:
    done, _ = posted(equipment, {"message": STEPS[language]})
    assert done["pause"] is None and "12" not in (done["meta"]["notice"] or "")


GAUGE = {"ko": "압력 센서 영점", "en": "dry pump", "ja": "スロットルバルブの交換"}


@in_three_languages
def test_the_name_of_a_group_means_its_types(equipment: Service, language: str) -> None:
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
