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
