"""What is calculated over a table, and where nothing is."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ibidem.answering.amounts import sums_of_neighbours
from ibidem.answering.calculating import Calculation, Standing, calculated
from ibidem.answering.whole_tables import tables_among
from ibidem.domain.documents import Chunk
from ibidem.language.tables import markdown_table

PUMPS = """| Pump | Hall | Status | Torque (N·m) | Spare of |
|---|---|---|---|---|
| P-101 | A | Overdue | 45 | |
| P-102 | A | Done | 50 | P-101 |
| P-103 | B | Due soon | 47.5 | |
| P-104 | B | Overdue | 52 | |
| P-105 | B | Done | | P-104 |"""
PARTS = """| 품명 | 공급사 | 수량 | 단가(원) | 금액(원) |
|---|---|---|---|---|
| 바이톤 오링 | 한빛상사 | 12 | 3,500 | 42,000 |
| NBR 오링 | 대성실업 | 10 | 900 | 9,000 |
| 베어링 | 한빛상사 | 4 | 58,000 | 232,000 |
| 압력 센서 | 대성실업 | 2 | 96,000 | 192,000 |"""
MACHINES = """| 工場 | 設備 | 状態 | 購入費 |
|---|---|---|---|
| 第1工場 | 送風機 | 点検済 | 12万円 |
| | 冷却塔 | 未点検 | 9万8千円 |
| 第2工場 | 空圧機 | 未点検 | 150,000円 |
| | 変圧器 | 点検中 | 1万2千円 |
| 合計 | | | 380,000円 |"""

FILLED = MACHINES.replace("| | 冷却塔", "| 第1工場 | 冷却塔").replace("| | 変圧器", "| 第2工場 | 変圧器")
SUBTOTAL = """| 부서 | 항목 | 금액(원) |
|---|---|---|
| 영업 | 출장 | 100 |
| 영업 | 교육 | 200 |
| 영업 | 소 계 | 300 |
| 생산 | 안전 | 70 |"""
SUBTOTAL_EN = (
    "| Team | Item | Amount |\n|---|---|---|\n| Sales | Travel | 100 |\n| Sales | Training | 200 |\n| Sales | Subtotal | 300 |"
)
NEGATIVE = "| Unit | Profit |\n|---|---|\n| Oil | 75 |\n| Gas | (12) |\n| Coal | 3 |"
CLEAR = "| 부품 | 무게 | 길이 |\n|---|---|---|\n| 주축 | 3.500 kg | 2.5 m |\n| 철판 | 1.250 kg | 0.75 m |"


def calculate(question: str, table: str, title: str = "") -> Calculation | Standing | None:
    (read,) = tables_among([Chunk("d", "v", "d#0", 0, "", None, 0, table)])
    return calculated(question, read, title)


def names(result: Calculation | Standing | None) -> list[str]:
    assert isinstance(result, Calculation)
    return [record.cell(result.table.key) for record in result.records]


@pytest.mark.parametrize(
    ("question", "table", "title", "rows"),
    [
        ("How many pumps are overdue?", PUMPS, "", ["P-101", "P-104"]),
        ("How many pumps in the register are done or due soon?", PUMPS, "Register", ["P-102", "P-103", "P-105"]),
        ("미점검 설비는 몇 대야?", MACHINES.replace("未点検", "미점검").replace("設備", "설비"), "", ["冷却塔", "空圧機"]),
        ("未点検の設備は何台ありますか？", MACHINES, "", ["冷却塔", "空圧機"]),
        ("未点検設備は何台？", MACHINES, "", ["冷却塔", "空圧機"]),
        ("第1工場の未点検の設備は何台ですか？", FILLED, "", ["冷却塔"]),
        ("第2工場の設備は何台？", FILLED, "", ["空圧機", "変圧器"]),
    ],
)
def test_rows_are_counted_by_what_their_cells_say(question: str, table: str, title: str, rows: list[str]) -> None:
    result = calculate(question, table, title)
    assert names(result) == rows
    assert isinstance(result, Calculation) and (result.operation, result.value) == ("count", len(rows))


@pytest.mark.parametrize(
    ("question", "table", "value", "count"),
    [
        ("What is the average torque of the pumps?", PUMPS, "194.5", 4),
        ("What is the total torque of the overdue pumps?", PUMPS, "97", 2),
        ("Which pump has the highest torque?", PUMPS, "52", 1),
        ("한빛상사 금액의 합계는 얼마야?", PARTS, "274000", 2),
        ("부품의 총 비용은 얼마인가요?", PARTS, "475000", 4),
        ("오링의 총액은?", PARTS, "51000", 2),
        ("가장 비싼 부품은?", PARTS, "96000", 1),
        ("단가가 제일 낮은 부품은 뭐야?", PARTS, "900", 1),
        ("未点検の設備の購入費の合計はいくらですか？", MACHINES, "248000", 2),
        ("第2工場の購入費の平均は？", FILLED, "162000", 2),
        ("영업 금액 합계는 얼마인가요?", SUBTOTAL, "300", 2),
        ("What is the total amount of sales?", SUBTOTAL_EN, "300", 2),
        ("What is the total profit?", NEGATIVE, "66", 3),
        ("무게의 합계는?", CLEAR, "4.750", 2),
        ("購入費が一番高い設備はどれですか？", MACHINES, "150000", 1),
    ],
)
def test_values_are_put_together_exactly(question: str, table: str, value: str, count: int) -> None:
    result = calculate(question, table, "부품 재고")
    assert isinstance(result, Calculation) and (result.value, len(result.records)) == (Decimal(value), count)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("購入費の合計はいくらですか？", MACHINES),
        ("구매비의 합계는?", MACHINES.replace("購入費", "구매비").replace("合計", "합계")),
        ("What is the total cost?", MACHINES.replace("購入費", "Cost").replace("合計", "Grand total")),
    ],
)
def test_a_total_that_stands_in_the_table_is_quoted_and_not_added(question: str, table: str) -> None:
    result = calculate(question, table)
    assert isinstance(result, Standing) and result.row.record.cells[3] == "380,000円"


MIXED = "| Item | Amount | Currency |\n|---|---|---|\n| Hotel | 100 | EUR |\n| Taxi | 20 | CHF |\n| Train | 50 | EUR |"
UNITS = "| 品名 | 重さ |\n|---|---|\n| ボルト | 20 g |\n| 軸 | 1.2 kg |"
RANGES = "| 설비 | 비용 |\n|---|---|\n| 펌프 | 100원 |\n| 팬 | 20~30원 |"
TWO_TORQUES = "| Bolt | Torque min (N·m) | Torque max (N·m) |\n|---|---|---|\n| M6 | 8 | 10 |\n| M8 | 20 | 25 |"
PRICES = "| 部品 | 数量 | 単価 |\n|---|---|---|\n| ベルト | 2 | 1,000円 |\n| 軸受 | 3 | 2,000円 |"
UNNAMED_TOTAL = "| Item | Cost centre | Cost (EUR) |\n|---|---|---|\n| Hotel | A | 10 |\n| Taxi | B | 20 |\n| | | 30 |"


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("What is the total amount?", MIXED),
        ("重さの合計は？", UNITS),
        ("비용의 합계는?", RANGES),
        ("What is the average torque?", TWO_TORQUES),
        ("部品の総額は？", PRICES),
        ("部品は何個ありますか？", PRICES),
        ("What is the total cost?", UNNAMED_TOTAL),
        ("How many pumps broke down?", PUMPS),
        ("How many pumps have a spare?", PUMPS),
        ("How many pumps have a torque over 47.5?", PUMPS),
        ("How many pumps are not done?", PUMPS),
        ("Which hall has the highest torque?", PUMPS),
        ("How many P-101 are there?", PUMPS),
        ("가장 비싼 부품의 수량은?", PARTS),
        ("오링은 모두 몇 개야?", PARTS),
        ("점검 설비는 몇 대야?", MACHINES.replace("未点検", "미점검").replace("設備", "설비")),
        ("点検の設備は何台？", MACHINES),
        ("工場は何箇所ありますか？", MACHINES),
    ],
)
def test_nothing_is_calculated_where_column_or_rows_are_unclear(question: str, table: str) -> None:
    assert calculate(question, table, "부품 재고") is None


def two_columns(first: str, second: str, *rows: str) -> str:
    return markdown_table(f"| {first} | {second} |", [f"| {row} |" for row in rows])


TOTALS = (
    "Total due;Total price;Total cost;Amount due;VAT;"
    "합계금액;총 금액;합 계 금액;영업 계;税込合計;合計金額;消費税;繰越;(참고) 합계"
)


@pytest.mark.parametrize("label", TOTALS.split(";"))
@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("비용의 합계는?", "비용(원)"),
        ("비용의 평균은?", "비용(원)"),
        ("비용이 가장 큰 항목은?", "비용(원)"),
        ("항목은 몇 개야?", "비용(원)"),
        ("費用の合計は？", "費用(円)"),
        ("What is the total cost?", "Cost (EUR)"),
    ],
)
def test_a_row_that_may_be_a_total_leaves_nothing_calculated(label: str, question: str, name: str) -> None:
    assert calculate(question, two_columns("항목", name, "aa | 100", "bb | 250", f"{label} | 390")) is None
    assert calculate(question, two_columns("항목", name, "aa | 100", "bb | 250", "cc | 390")) is not None


@pytest.mark.parametrize("rows", [("x | 600", "a | 100", "b | 220", "c | 280"), ("a | 100", "b | 220", "c | 280", "x | 600")])
@pytest.mark.parametrize(
    "question",
    ["What is the total cost?", "What is the average cost?", "Which item has the highest cost?", "How many items are there?"],
)
def test_a_value_that_is_the_sum_of_its_neighbours_may_be_a_total(question: str, rows: tuple[str, ...]) -> None:
    assert calculate(question, two_columns("Item", "Cost (EUR)", *rows)) is None
    other = [row.replace("600", "610") for row in rows]
    assert calculate(question, two_columns("Item", "Cost (EUR)", *other)) is not None


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("What is the total cost?", two_columns("Month", "Cost", "January | 100", "February | 200", "March | 300", "Q1 | 600")),
        ("What is the total cost?", two_columns("Item", "Cost", "1. Materials | 300", "1.1 Steel | 300", "2. Labour | 50")),
        ("What is the total price?", two_columns("Part", "Price", "Pump | 300", "VAT | 30", "Total due | 330")),
        ("What is the total cost?", two_columns("Item", "Cost", "Fuel | 10", "* Oil | 30")),
        (
            "부서의 예산 합계는?",
            "| 부서 | 항목 | 예산 |\n|---|---|---|\n| 영업 | 출장 | 10 |\n| 영업 | 소계 | 30 |\n| 생산 | 안전 | 5 |",
        ),
        ("第1工場の設備は何台？", MACHINES),
        ("第2工場の購入費の合計は？", MACHINES),
        ("工場は何箇所ありますか？", "| 工場 | 設備 |\n|---|---|\n| 第1 | 炉 |\n| | 塔 |"),
    ],
)
def test_rows_that_hold_others_or_lack_a_cell_leave_nothing_calculated(question: str, table: str) -> None:
    assert calculate(question, table) is None


@pytest.mark.parametrize("between", ["\n", "\nThe list goes on.\n\n", "\n계속\n\n", "\n続き\n\n"])
def test_a_table_that_may_go_on_without_a_head_is_doubtful(between: str) -> None:
    text = two_columns("Item", "Cost", "a | 10", "b | 25") + f"\n{between}| c | 30 |\n| d | 47 |\n"
    (table,) = tables_among([Chunk("d", "v", "d#0", 0, "", None, 0, text)])
    assert table.doubtful and calculated("What is the total cost?", table, "") is None


@pytest.mark.parametrize(
    "cells",
    [
        ("2024.01", "2024.10"),
        ("20240115", "20240220"),
        ("2023", "2025"),
        ("3월", "9월"),
        ("9시", "11시"),
        ("2층", "5층"),
        ("3호기", "4호기"),
        ("101호", "305호"),
        ("3番", "8番"),
        ("2階", "7階"),
        ("4月", "9月"),
        ("9時", "12時"),
        ("2 floor", "7 floor"),
        ("(1)", "(3)"),
        ("3.500 kg", "1.250 kg"),
        ("3.500 kg", "900 kg"),
    ],
)
@pytest.mark.parametrize(
    "question", ["하중의 합계는?", "하중의 평균은?", "What is the total load?", "荷重の平均は？", "荷重の合計は？"]
)
def test_dates_labels_and_unclear_points_are_no_amounts(cells: tuple[str, str], question: str) -> None:
    name = next(word for word in ("하중", "荷重", "load") if word in question)
    assert calculate(question, two_columns("Part", name, f"a | {cells[0]}", f"b | {cells[1]}")) is None
    assert calculate(question, two_columns("Part", name, "a | 12 kg", "b | 37 kg")) is not None


@pytest.mark.parametrize(
    ("question", "table", "title"),
    [
        ("합계는?", two_columns("부품", "하중", "축 | 10", "판 | 25"), "안내서"),
        ("What is the total of the manual?", two_columns("Part", "Load", "shaft | 10", "plate | 25"), "Manual"),
        ("手引の合計は？", two_columns("部品", "荷重", "軸 | 10", "板 | 25"), "手引"),
    ],
)
def test_a_question_says_something_of_the_table(question: str, table: str, title: str) -> None:
    assert calculate(question, table, title) is None


AMOUNTS = st.decimals(min_value=-(10**9), max_value=10**9, places=2, allow_nan=False, allow_infinity=False)


def may_hold_totals(values: list[Decimal]) -> bool:
    """Whether one is the sum of two or more right above or below it, tried one after the other."""
    runs = [(at, run) for at in range(len(values)) for run in (values[:at][::-1], values[at + 1 :])]
    return any(values[at] and sum(run[:count]) == values[at] for at, run in runs for count in range(2, len(run) + 1))


@given(st.lists(st.integers(-6, 12).map(Decimal), max_size=8))
def test_sums_of_neighbours_are_found(values: list[Decimal]) -> None:
    assert bool(sums_of_neighbours(values)) == may_hold_totals(values)


@given(st.lists(AMOUNTS, min_size=2, max_size=40))
def test_sums_and_averages_are_those_of_the_decimals(values: list[Decimal]) -> None:
    rows = [f"| item {chr(97 + at // 26)}{chr(97 + at % 26)} | {value:,f} kg |" for at, value in enumerate(values)]
    table = markdown_table("| Item | Load |", rows)
    assume(not may_hold_totals(values))
    exact = sum(map(Fraction, values), Fraction())
    for question in ("What is the total load?", "What is the average load?"):
        result = calculate(question, table)
        assert isinstance(result, Calculation) and Fraction(result.value) == exact and result.of == len(values)


@given(st.lists(AMOUNTS, min_size=2, max_size=20))
def test_the_largest_and_smallest_rows_hold_the_largest_and_smallest_value(values: list[Decimal]) -> None:
    assume(not may_hold_totals(values))
    table = markdown_table("| Item | Load |", [f"| item {chr(97 + at)} | {value:f} kg |" for at, value in enumerate(values)])
    for question, best in (("What is the highest load?", max(values)), ("What is the lowest load?", min(values))):
        result = calculate(question, table)
        assert isinstance(result, Calculation) and result.value == best
        assert len(result.records) == values.count(best)
