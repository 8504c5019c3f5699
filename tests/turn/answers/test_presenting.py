"""Quotes as an answer in Markdown, and as data."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.answering.choosing import Quote, QuoteKind
from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.domain.languages import Language
from ibidem.privacy.turn_masking import Unmasked
from ibidem.turn.answers.presenting import presented
from ibidem.turn.answers.quoting import slots_of
from ibidem.turn.wording import WORDINGS

TEXT = (
    "오일은 2,000시간마다 교환한다. 섞지 않는다.\n빨간 통에 버린다.\n"
    "1. 멈춘다.\n2. 뺀다.\n| 품목 | 수량 |\n| 오링 | 12개 |\n| 와셔 | 30개 |"
)
HEAD = "| 품목 | 수량 |"


def passage(doc_id: str) -> Passage:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    document = Document(
        doc_id=doc_id,
        version="v",
        title=f"제목 {doc_id}",
        source=doc_id,
        uri="",
        doc_type="document",
        language="ko",
        media_type="text/plain",
        storage_pointer="",
        indexed_at=now,
    )
    return Passage(Chunk(doc_id, "v", f"{doc_id}@v#0", 0, "", None, 100, TEXT), document, 1.0)


A, B = passage("a"), passage("b")


def quote(text: str, kind: QuoteKind, of: Passage = A, *, leads: bool = False) -> Quote:
    return Quote(text, of, TEXT.index(text), kind, HEAD if kind == "row" else "", leads)


def refs(*quotes: Quote) -> tuple[DocRef, ...]:
    return slots_of(quotes, "bm25", Unmasked())


def shown(*quotes: Quote) -> str:
    return presented(quotes, refs(*quotes), WORDINGS["ko"]).text


def test_the_slot_stands_once_after_the_line_that_answers() -> None:
    lead = quote("섞지 않는다.", "sentence", leads=True)
    around = quote("오일은 2,000시간마다 교환한다.", "context"), quote("빨간 통에 버린다.", "context")
    assert shown(lead, *around) == "섞지 않는다. [1]\n\n오일은 2,000시간마다 교환한다.\n빨간 통에 버린다."


def test_sentences_of_one_line_stay_in_one_line() -> None:
    lead = quote("1. 멈춘다.", "sentence", leads=True)
    around = quote("오일은 2,000시간마다 교환한다.", "context"), quote("섞지 않는다.", "context")
    assert shown(lead, *around) == "1. 멈춘다. [1]\n\n오일은 2,000시간마다 교환한다. 섞지 않는다."


def test_steps_stand_below_each_other() -> None:
    assert shown(quote("1. 멈춘다.", "step", leads=True), quote("2. 뺀다.", "step")) == "1. 멈춘다. [1]\n2. 뺀다."


def test_a_step_that_answers_stands_apart_from_those_before_it() -> None:
    assert shown(quote("2. 뺀다.", "step", leads=True), quote("1. 멈춘다.", "step")) == "2. 뺀다. [1]\n\n1. 멈춘다."


def test_a_row_answers_in_words_and_its_table_follows() -> None:
    lead = quote("| 와셔 | 30개 |", "row", leads=True)
    rows = quote("| 오링 | 12개 |", "row"), quote("| 와셔 | 30개 |", "row")
    assert shown(lead, *rows) == "와셔 — 수량: 30개 [1]\n\n| 품목 | 수량 |\n|---|---|\n| 오링 | 12개 |\n| 와셔 | 30개 |"


def test_a_table_is_a_paragraph_of_its_own() -> None:
    lead, row, around = (
        quote("빨간 통에 버린다.", "sentence", leads=True),
        quote("| 오링 | 12개 |", "row"),
        quote("섞지 않는다.", "context"),
    )
    assert shown(lead, row, around).endswith("| 오링 | 12개 |\n\n섞지 않는다.")


def test_each_of_several_documents_stands_under_its_title() -> None:
    one, other = quote("섞지 않는다.", "sentence", leads=True), quote("섞지 않는다.", "sentence", B, leads=True)
    assert shown(one, other) == "제목 a: 섞지 않는다. [1]\n\n제목 b: 섞지 않는다. [2]"


@pytest.mark.parametrize(
    ("language", "title"),
    [("ko", "제목 a (시행 중이 아님): "), ("en", "제목 a (not in force): "), ("ja", "제목 a（現在は効力なし）: ")],
)
def test_what_is_not_in_force_is_marked_also_alone(language: Language, title: str) -> None:
    over = replace(A, document=replace(A.document, in_force=False))
    quotes = (quote("섞지 않는다.", "sentence", over, leads=True),)
    assert presented(quotes, refs(*quotes), WORDINGS[language]).text == f"{title}섞지 않는다. [1]"


@pytest.mark.parametrize("kind", ["sentence", "context", "step"])
def test_a_part_says_where_it_stands_in_the_document(kind: QuoteKind) -> None:
    one = quote("2. 뺀다.", kind, leads=True)
    (part,) = presented((one,), refs(one), WORDINGS["ko"]).parts
    start = 100 + TEXT.index("2. 뺀다.")
    assert (part.text, part.kind, part.slot, part.chunk_id) == ("2. 뺀다.", kind, 1, "a@v#0")
    assert (part.start, part.end) == (start, start + len("2. 뺀다."))


def test_a_document_that_the_question_does_not_name_is_named() -> None:
    one = quote("섞지 않는다.", "sentence", leads=True)
    assert presented((one,), refs(one), WORDINGS["ko"], frozenset({"a"})).text == "제목 a: 섞지 않는다. [1]"
    assert presented((one,), refs(one), WORDINGS["ko"], frozenset({"b"})).text == "섞지 않는다. [1]"


def test_documents_of_one_title_are_named_with_their_devices() -> None:
    mine, its = (replace(A.document, devices=(device,)) for device in ("SUPRA XP", "SUPRA N"))
    one = quote("섞지 않는다.", "sentence", replace(A, document=mine), leads=True)
    shown = presented((one,), refs(one), WORDINGS["ko"], frozenset({"a"}), (mine, its)).text
    assert shown == "제목 a (SUPRA XP): 섞지 않는다. [1]"


def test_a_heading_stands_once_over_what_is_quoted_under_it() -> None:
    lead = replace(quote("섞지 않는다.", "sentence", leads=True), heading="XP")
    same = replace(quote("빨간 통에 버린다.", "context"), heading="XP")
    rows = [replace(quote("| 와셔 | 30개 |", "row"), heading=heading) for heading in ("N", "Vplus")]
    table = "| 품목 | 수량 |\n|---|---|\n| 와셔 | 30개 |"
    assert shown(lead, same, *rows) == f"XP: 섞지 않는다. [1]\n\n빨간 통에 버린다.\n\nN:\n\n{table}\n\nVplus:\n\n{table}"


@pytest.mark.parametrize("heading", ["Can I freeze it?", "이월할 수 있나요？"])
def test_a_question_as_heading_stands_before_its_answer(heading: str) -> None:
    assert shown(replace(quote("섞지 않는다.", "sentence", leads=True), heading=heading)) == f"{heading} 섞지 않는다. [1]"
