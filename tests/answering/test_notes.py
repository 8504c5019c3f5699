"""Notes to which marks in lines point, and rows of another name than the question says."""

import pytest

from ibidem.answering.another_row import names_another_row
from ibidem.answering.document_tables import tables_of
from ibidem.answering.notes import notes_of
from ibidem.domain.documents import Chunk


def noted(text: str) -> list[str]:
    """The notes of the first line of a text in two chunks."""
    first, _, rest = text.partition("\n")
    one = Chunk("d", "v", "d#0", 0, "", None, 0, f"{first}\n")
    two = Chunk("d", "v", "d#1", 1, "", None, len(first) + 1, rest)
    notes = notes_of(first, one, 0, (one, two))
    assert all(rest[note.start :].startswith(note.text) for note in notes)
    return [note.text for note in notes]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("| Deposit* | $40 |\nOther rules hold.\n* Refunded when the keys come back.\n", ["* Refunded when the keys come back."]),
        ("Late return† costs $5.\n- next\n† Later than noon.\n", ["† Later than noon."]),
        ("| 보증금※1 | 40,000원 |\n※2 다른 것\n※1 열쇠를 돌려주면 돌려드립니다.\n", ["※1 열쇠를 돌려주면 돌려드립니다."]),
        ("연체료(주1)는 5,000원\n(주1) 정오를 넘긴 경우\n", ["(주1) 정오를 넘긴 경우"]),
        ("- 最終確認の不備※   3,000円\n\n※鍵を返した後の確認を指す\n", ["※鍵を返した後の確認を指す"]),
        ("| 延滞料 注2 | 500円 |\n注1 前日まで\n注2 正午を過ぎた場合\n", ["注2 正午を過ぎた場合"]),
    ],
)
def test_a_mark_points_to_the_nearest_note_behind_it(text: str, notes: list[str]) -> None:
    assert noted(text) == notes


@pytest.mark.parametrize(
    "text",
    [
        "No mark stands here.\n* A note of something else.\n",
        "※ 이 줄은 그 자체가 주입니다.\n※ 다른 주\n",
        "保証金※1 は3,000円\n※2 別の注\n",
        "| Deposit* | $40 |\n* | is a cell\n",
    ],
)
def test_a_line_without_a_mark_of_that_note_has_none(text: str) -> None:
    assert noted(text) == []


MACHINES = {
    "en": "| Machine | Price |\n|---|---|\n| Electric ice shaver | $118 |\n| Hand ice shaver | $51 |\n| Popcorn maker | $90 |\n",
    "ko": "| 기계 | 요금 |\n|---|---|\n| 전동 빙수기 | 11,880원 |\n| 수동 빙수기 | 5,130원 |\n| 팝콘 기계 | 9,000원 |\n",
    "ja": "| 機械 | 料金 |\n|---|---|\n| 電動かき氷機 | 11,880円 |\n| 手動かき氷機 | 5,130円 |\n| 綿菓子機 | 9,000円 |\n",
}


@pytest.mark.parametrize(
    ("language", "question", "other", "own"),
    [
        ("en", "How much is the electric ice shaver?", "Hand ice shaver", "Electric ice shaver"),
        ("ko", "전동 빙수기 요금은 얼마인가요?", "수동 빙수기", "전동 빙수기"),
        ("ja", "電動かき氷機の料金はいくらですか。", "手動かき氷機", "電動かき氷機"),
    ],
)
def test_a_question_that_names_another_row_is_known(language: str, question: str, other: str, own: str) -> None:
    tables = tables_of((Chunk("d", "v", "d#0", 0, "", None, 0, MACHINES[language]),))
    rows = {record.cell(0): record.text for record in tables[0].records}
    assert names_another_row(question, rows[other], tables[0].head, tables)
    assert not names_another_row(question, rows[own], tables[0].head, tables)
