"""The row that a question names by two keys, and what it says of a table."""

import pytest

from ibidem.answering.document_tables import tables_of
from ibidem.answering.looking_up import FoundRow, row_of
from ibidem.answering.named_values import across, named_values
from ibidem.answering.rough_calculating import roughly
from ibidem.domain.documents import Chunk

RENT = {
    "en": (
        "| Site | Boat | Hour | Day |\n|---|---|---|---|\n| Lake | Canoe | 12 | 60 |\n"
        "| | Raft | 20 | 95 |\n| River | Canoe | 14 | 70 |\n| | Raft | 25 | 110 |"
    ),
    "ko": (
        "| 장소 | 배 | 한 시간 | 하루 |\n|---|---|---|---|\n| 호수 | 카누 | 12 | 60 |\n"
        "| | 뗏목 | 20 | 95 |\n| 강변 | 카누 | 14 | 70 |\n| | 뗏목 | 25 | 110 |"
    ),
    "ja": (
        "| 場所 | 舟 | 一時間 | 一日 |\n|---|---|---|---|\n| 湖 | カヌー | 12 | 60 |\n"
        "| | 筏舟 | 20 | 95 |\n| 川辺 | カヌー | 14 | 70 |\n| | 筏舟 | 25 | 110 |"
    ),
}
LABELS = (
    "| 공급가액 | 5,000 | 부가세 | 500 |\n| 배송비 | 300 | 할인액 | 200 |\n\n"
    "Delivery note: 17\n\nHandling fee: 4\n\n送料: 300円\n\n手数料: 120円"
)


def chunks_of(text: str) -> tuple[Chunk, ...]:
    return (Chunk("d", "v", "d#0", 0, "", None, 0, text),)


def found(question: str, text: str) -> FoundRow | None:
    return row_of(question, tables_of(chunks_of(text)))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What does a raft on the river cost for a day?"),
        ("ko", "강변에서 뗏목은 하루에 얼마인가요?"),
        ("ja", "川辺で筏舟は一日いくらですか。"),
    ],
)
def test_a_cell_that_reaches_down_names_each_row_beside_it(language: str, question: str) -> None:
    row = found(question, RENT[language])
    assert row is not None and row.whole
    assert [row.record.cell(at) for at in row.asked] == ["110"] and row.keys == (0, 1)
    assert row.record.text.startswith("| | "), "what is quoted is the row as it stands"


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What does a canoe cost for a day?"),
        ("ko", "카누는 하루에 얼마인가요?"),
        ("ja", "カヌーは一日いくらですか。"),
        ("en", "Who repairs the boats?"),
        ("ko", "배는 누가 수리하나요?"),
        ("ja", "舟は誰が修理しますか。"),
        ("en", "What is the largest price for a raft on the river per day?"),
        ("ko", "강변 뗏목의 한 시간과 하루 요금의 합계는?"),
        ("ja", "川辺の筏舟の一時間と一日の合計は？"),
    ],
)
def test_no_row_is_meant_where_several_fit_none_is_named_or_something_is_calculated(language: str, question: str) -> None:
    assert found(question, RENT[language]) is None


def test_of_alike_tables_in_which_nothing_distinguishes_the_row_none_is_taken() -> None:
    assert found("What does a raft on the river cost for a day?", f"{RENT['en']}\n\nand so last year\n\n{RENT['en']}") is None


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("공급가액과 배송비를 더하면 얼마인가요?", ["5,000", "300"]),
        ("What are the delivery note and the handling fee added together?", ["17", "4"]),
        ("送料と手数料を足すといくらですか。", ["300", "120"]),
        ("공급가액은 얼마인가요?", []),
        ("What is the delivery note?", []),
        ("送料はいくらですか。", []),
        ("공급가액과 송료를 더하면 얼마인가요?", []),
    ],
)
def test_values_that_are_named_are_found_behind_their_labels(question: str, values: list[str]) -> None:
    assert [value.amount.shown for value in named_values(question, chunks_of(LABELS))] == values


def test_a_label_with_two_values_is_none_to_add() -> None:
    twice = f"{LABELS}\n\nHandling fee: 5"
    assert not named_values("What are the delivery note and the handling fee added together?", chunks_of(twice))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What do the prices for a raft on the river come to in total from hour to day?"),
        ("ko", "강변 뗏목은 한 시간부터 하루까지 모두 더하면 얼마인가요?"),
        ("ja", "川辺の筏舟は一時間から一日までを合計するといくらですか。"),
    ],
)
def test_the_columns_from_one_to_another_are_added_in_a_row(language: str, question: str) -> None:
    assert [value.amount.shown for value in across(question, tables_of(chunks_of(RENT[language])))] == ["25", "110"]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "How many boats are not on the lake?"),
        ("ko", "호수 외의 배는 몇 대인가요?"),
        ("ja", "湖以外の舟は何台ありますか。"),
        ("en", "How many people fell into the water?"),
        ("ko", "물에 빠진 사람은 몇 명인가요?"),
        ("ja", "水に落ちた人は何人ですか。"),
    ],
)
def test_nothing_is_counted_of_other_rows_than_those_that_are_named(language: str, question: str) -> None:
    assert roughly(question, tables_of(chunks_of(RENT[language]))) is None
