"""The cell of a row that answers, where a question names its column in other words than the table."""

from dataclasses import replace

import pytest

from answering.near import Near
from answering.pointer import Pointer
from ibidem.answering.choosing import Quote
from ibidem.answering.document_tables import tables_of
from ibidem.answering.read_cells import ReadCell, cell_read, says_row
from ibidem.answering.rough_calculating import extremes
from ibidem.domain.documents import Chunk, Passage, VectorQuery
from ibidem.testing.stores import ENGLISH, prepared

HEADS = {
    "en": "| Line | Day fare | Night fare | Captain |",
    "ko": "| 노선 | 주간 운임 | 야간 운임 | 선장 |",
    "ja": "| 航路 | 昼の運賃 | 夜の運賃 | 船長 |",
}
ROWS = {
    "en": "| Otterby | 6.40 | 8.90 | Ines Holt |",
    "ko": "| 수달섬 | 6.40 | 8.90 | 홍인애 |",
    "ja": "| 獺島 | 6.40 | 8.90 | 本田 |",
}
ASKED = {
    "en": ("What do I pay to Otterby after dark?", "Night fare: 8.90"),
    "ko": ("해가 지면 수달섬까지 얼마를 내나요?", "야간 운임: 8.90"),
    "ja": ("日が暮れてから獺島までいくら払いますか。", "夜の運賃: 8.90"),
}


def row(text: str, head: str) -> Quote:
    document, (chunk, *_) = replace(prepared(ENGLISH).document, title="Ferries"), prepared(ENGLISH).chunks
    return Quote(text, Passage(replace(chunk.chunk, section="", text=text), document, 1.0), 0, "row", head)


async def read(question: str, text: str, head: str, liked: str) -> ReadCell | None:
    return await cell_read(VectorQuery(question), row(text, head), Pointer(liked), Near(liked))


@pytest.mark.parametrize("language", HEADS)
async def test_each_cell_is_a_line_and_the_one_that_answers_is_chosen(language: str) -> None:
    question, cell = ASKED[language]
    reader, vectors = Pointer(cell), Near(cell)
    found = await cell_read(VectorQuery(question, ("before",)), row(ROWS[language], HEADS[language]), reader, vectors)
    assert found is not None and found.columns == (2,) and found.probability > 0.99
    (window,), name = reader.read_windows, ROWS[language].split(" | ")[0].strip("| ")
    assert len(window.lines) == 3 and window.lines[1].text == f"{name} — {cell}" and window.over == "Ferries"
    assert vectors.compared == [f"Ferries\n{line.text}" for line in window.lines] and reader.before == ("before",)


@pytest.mark.parametrize("language", HEADS)
async def test_where_no_cell_stands_out_each_is_as_probable(language: str) -> None:
    found = await read(ASKED[language][0], ROWS[language], HEADS[language], "nothing of it")
    assert found is not None and found.probability == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What does Ines Holt charge to Otterby after dark?"),
        ("ko", "홍인애 선장은 해가 지면 수달섬까지 얼마를 받나요?"),
        ("ja", "本田さんは日が暮れてから獺島までいくら取りますか。"),
    ],
)
async def test_a_cell_that_the_question_says_is_shown_and_not_chosen(language: str, question: str) -> None:
    head, text = HEADS[language].replace(" |", " | 7 |", 1), ROWS[language].replace(" |", " | x |", 1)
    found = await read(question, text, head, ASKED[language][1])
    assert found is not None and found.columns == (3, 4), "the night fare, and the captain who is named"


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Show me the fares to Otterby, please."),
        ("ko", "수달섬 노선의 운임을 보여 줘."),
        ("ja", "獺島の航路の運賃を教えてください。"),
    ],
)
async def test_where_only_the_row_is_asked_for_nothing_is_read(language: str, question: str) -> None:
    assert await read(question, ROWS[language], HEADS[language], ASKED[language][1]) is None


async def test_nothing_is_read_of_few_cells_without_a_head_or_in_a_language_that_nothing_understands() -> None:
    question, cell = ASKED["en"]
    assert await read(question, "| Otterby | 6.40 | 8.90 |", "| Line | Day fare | Night fare |", cell) is None
    assert await read(question, "| Otterby | 6.40 | | 8.90 |", HEADS["en"], cell) is None, "a blank cell answers nothing"
    assert await read(question, ROWS["en"], "| Line | Day fare |", cell) is None
    strange = Near(cell, understands=False)
    assert await cell_read(VectorQuery(question), row(ROWS["en"], HEADS["en"]), Pointer(cell), strange) is None


def test_a_question_says_a_row_by_its_first_cell() -> None:
    assert all(says_row(ASKED[language][0], ROWS[language]) for language in ASKED)
    assert not says_row("What do I pay to Sandholm?", ROWS["en"]) and not says_row("수달섬?", "| | 6.40 |")


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Which line is cheapest after dark?"),
        ("ko", "해가 진 뒤에 가장 싼 노선은 어디인가요?"),
        ("ja", "日が暮れた後でいちばん安い航路はどれですか。"),
    ],
)
def test_of_a_smallest_value_each_column_of_numbers_may_be_meant(language: str, question: str) -> None:
    text = "\n".join((HEADS[language], "|---|---|---|---|", ROWS[language], "| Z-2 | 5.10 | 9.70 | - |"))
    (table,) = tables_of((Chunk("d", "v", "d#0", 0, "", None, 0, text),))
    found = extremes(question, table)
    assert [(one.operation, one.column, one.amounts[0].shown) for one in found] == [
        ("smallest", 1, "5.10"),
        ("smallest", 2, "8.90"),
    ]
    assert [one.records[0].cell(0) for one in found] == ["Z-2", ROWS[language].split(" | ")[0].strip("| ")]
    assert extremes(ASKED[language][0], table) == ()
