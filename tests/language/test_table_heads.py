"""How many rows of a table are its head, and what its columns are called then."""

import pytest

from ibidem.language.table_heads import head_rows, heads_again, is_first_row_data, spelt_out

FARES = {
    "ko": [["구역", "요금", ""], ["구역", "주간", "야간"], ["가", "1,400", "2,100"], ["나", "1,800", "2,500"]],
    "en": [["Zone", "Fare", ""], ["", "Day", "Night"], ["Birch", "2.9", "4.4"], ["Elm", "3.1", "4.9"]],
    "ja": [["区間", "運賃", "運賃"], ["区間", "昼間", "深夜"], ["東", "210", "300"], ["西", "240", "330"]],
}
ORDERS = {
    "ko": [["발주처", "한빛산업"], ["결제 조건", "말일 현금"], ["수수료", "12 %"]],
    "en": [["Customer", "Norrland Film"], ["Contact", "Ivo Lind"], ["Commission", "12 %"]],
    "ja": [["発注者", "北部映画"], ["担当", "金"], ["手数料", "12 %"]],
}
TWO_COLUMNS = {
    "ko": [["부서", "인원"], ["설비", "14"], ["품질", "9"]],
    "en": [["Code", "Meaning"], ["E01", "Pump"], ["E02", "Valve"]],
    "ja": [["班", "氏名"], ["設備", "佐藤"], ["設備", "鈴木"]],
}


@pytest.mark.parametrize("language", FARES)
def test_names_under_a_merged_one_are_spelt_out(language: str) -> None:
    rows = FARES[language]
    zone, fare, _ = rows[0]
    assert head_rows(rows) == 2
    assert spelt_out(rows[:2]) == [zone, f"{fare} / {rows[1][1]}", f"{fare} / {rows[1][2]}"]


def test_three_rows_of_heads_reach_as_far_as_those_above_them() -> None:
    rows = [
        ["Depot", "Sales", "", "", "", "Note"],
        ["", "Home", "", "Abroad", "", ""],
        ["", "2023", "2024", "2023", "2024", ""],
        ["North", "1", "2", "3", "4", ""],
    ]
    assert head_rows(rows) == 3
    assert spelt_out(rows[:3])[2:5] == ["Sales / Home / 2024", "Sales / Abroad / 2023", "Sales / Abroad / 2024"]
    assert spelt_out(rows[:3])[5] == "Note"


def test_a_row_below_a_blank_name_is_no_head() -> None:
    assert head_rows([["Name", "Reach", ""], ["Kim", "mail", "phone"], ["Lee", "mail", "desk"]]) == 1


@pytest.mark.parametrize("language", ORDERS)
def test_two_columns_of_names_and_values_have_no_head(language: str) -> None:
    assert head_rows(ORDERS[language]) == 0
    assert head_rows(ORDERS[language], 1) == 1, "what the format marks counts"


@pytest.mark.parametrize("language", TWO_COLUMNS)
def test_two_columns_have_a_head_where_those_below_show_it(language: str) -> None:
    assert head_rows(TWO_COLUMNS[language]) == 1


def test_a_first_row_like_the_others_is_none() -> None:
    assert is_first_row_data([["BU-001", "1.5", "keeper 1"], ["BU-002", "3.0", "keeper 2"]])
    assert head_rows([["Kim", "30", "A"], ["Lee", "41", "B"], ["Park", "22", "A"]]) == 0
    assert not is_first_row_data([["Region", "2023", "2024"], ["North", "310", "295"]])
    assert not is_first_row_data([["Load", "5", "10"], ["Spring", "3", "7"]])


TWO_KINDS = {
    "ko": ["가 요금", "나 요금", "시간제", "월정액", "2,000", "90,000"],
    "en": ["Plan one", "Plan two", "Hourly", "Monthly", "2.5", "90"],
    "ja": ["甲料金", "乙料金", "時間制", "月極め", "200", "9000"],
}


@pytest.mark.parametrize("language", TWO_KINDS)
def test_a_row_that_names_the_columns_anew_begins_another_table(language: str) -> None:
    one, other, hour, month, first, second = TWO_KINDS[language]
    rows = [[one, hour, month], ["A", first, second], ["B", first, second], [other, hour, month], ["A", first, second]]
    assert heads_again(rows, 1) == [3]
    assert heads_again([*rows[:3], [one, hour, month], rows[4]], 1) == [], "a head that only stands again"
    assert heads_again([*rows[:3], [other, first, month], rows[4]], 1) == [], "a row of values"
