"""A question that names a document by its number alone is answered from that document, where it answers."""

from dataclasses import replace

import pytest

from answering.pointer import Pointer
from ibidem.domain.documents import SearchFilters
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import store

TALKS = {
    "ko": (
        ("리프트 핀", "레귤레이터 RG-0550을 교체했다.", "RG-0550"),
        ("무엇을 교체했나", "벨트 BT-0112를 교체했다.", "BT-0112"),
        ("30117번은 무엇을 교체했어?", "웨이퍼 30117장을 교체하면 어떻게 돼?"),
    ),
    "en": (
        ("Lift pins", "The regulator RG-0550 was replaced.", "RG-0550"),
        ("What was replaced", "The belt BT-0112 was replaced.", "BT-0112"),
        ("What was replaced in 30117?", "What was replaced after 30117 wafers?"),
    ),
    "ja": (
        ("リフトピン", "レギュレーターRG-0550を交換した。", "RG-0550"),
        ("何を交換しましたか", "ベルトBT-0112を交換した。", "BT-0112"),
        ("30117は何を交換しましたか?", "ウェハー30117枚で何を交換しましたか?"),
    ),
}


@pytest.mark.parametrize("language", TALKS)
async def test_the_document_of_a_number_answers(context: TurnContext, language: str) -> None:
    (title, text, right), (other_title, other_text, wrong), (question, _) = TALKS[language]
    await store(context, ("sop_30117", f"# {title}\n\n{text}\n"), ("sop_31004", f"# {other_title}\n\n{other_text}\n"))
    answered = (await turn_of(replace(context, reader=Pointer(wrong, right)), question, "fast")).content
    assert answered.doc_refs[0].doc_id == "sop_30117" and answered.found == "answered"


@pytest.mark.parametrize("language", TALKS)
async def test_a_number_of_something_else_is_left_alone(context: TurnContext, language: str) -> None:
    (title, text, _), (other_title, other_text, right), (_, question) = TALKS[language]
    await store(context, ("sop_30117", f"# {title}\n\n{text}\n"), ("sop_31004", f"# {other_title}\n\n{other_text}\n"))
    answered = (await turn_of(replace(context, reader=Pointer(right)), question, "fast")).content
    assert answered.doc_refs[0].doc_id == "sop_31004"
    assert "30117" in answered.trace.queries[0]


@pytest.mark.parametrize("language", TALKS)
async def test_what_the_client_narrows_to_holds_for_a_number_too(context: TurnContext, language: str) -> None:
    (title, text, right), (other_title, other_text, _), (question, _) = TALKS[language]
    of_device = "---\ndevices: [{}]\n---\n# {}\n\n{}\n"
    await store(
        context,
        ("sop_30117", of_device.format("SUPRA XP", title, text)),
        ("sop_31004", of_device.format("SUPRA N", other_title, other_text)),
    )
    narrow = SearchFilters(devices=("SUPRA N",))
    answered = (await turn_of(replace(context, reader=Pointer(right)), question, "fast", filters=narrow)).content
    assert "sop_30117" not in {ref.doc_id for ref in answered.doc_refs}
