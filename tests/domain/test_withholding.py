"""What is left of a turn for whoever may no longer read what it cites."""

from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import DocRef, NewTurn, Turn
from ibidem.domain.documents import Figure
from ibidem.domain.withholding import held_versions, without

# What stays of a withheld reference: numbers and ids, and how the document was found.
STAYS = {"slot", "doc_id", "version", "retrieval_method", "in_force"}
FIGURE = Figure("0" * 64, 12, "image/png", 64, 48, "급여표 salary 給与")
REF = DocRef(
    slot=2,
    doc_id="pay_2024",
    version="0a",
    title="급여표 2024",
    source="hr/pay_2024.md",
    uri="https://hr.example/pay",
    page=3,
    chunk_ids=("pay_2024@0a#1",),
    snippet="The salary is 5,000.",
    score=0.5,
    retrieval_method="words",
    in_force=False,
    owner="人事部",
    relevance=0.9,
    figures=(FIGURE,),
    devices=("SUPRA XP",),
)


@pytest.mark.parametrize("field", [field.name for field in fields(DocRef)])
def test_nothing_of_a_withheld_document_is_left_in_its_reference(field: str) -> None:
    other = replace(REF, slot=1, doc_id="open", title="Open")
    content = NewTurn(
        session_id="s", user_text="?", assistant_text="5,000", summary="", language="en", route="general", doc_refs=(other, REF)
    )
    turn = Turn(turn_id=1, ts=datetime(2026, 1, 2, tzinfo=UTC), principal="mina", content=content)
    assert (REF.doc_id, REF.version) in held_versions(content)
    (kept, left) = without(turn, {(REF.doc_id, REF.version)}).content.doc_refs
    assert kept == other
    if field in STAYS:
        assert getattr(left, field) == getattr(REF, field)
    elif field == "title":
        assert left.title == REF.doc_id
    else:
        assert getattr(REF, field) and not getattr(left, field), f"what is to be left of {field}?"
