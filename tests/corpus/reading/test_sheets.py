import time

import pytest

from corpus.packages import package_of, xlsx_of, xlsx_with
from ibidem.corpus.metadata import describe, given_metadata
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.sheets import read_sheets
from ibidem.domain.errors import UnreadableDocument
from ibidem.language.tables import row_of
from ibidem.profile import load_profile

PRICES = {
    "ko": ("부품 단가표", ["품목", "단가", "담당"], ["베어링", 12500, "김민지"]),
    "en": ("Price list", ["Part", "Price", "Contact"], ["Bearing", 12.5, "Minji Kim"]),
    "ja": ("部品単価表", ["品目", "単価", "担当"], ["ベアリング", 1250, "金"]),
}


@pytest.mark.parametrize("language", PRICES)
def test_a_line_above_a_table_is_a_line_and_the_first_row_the_head(language: str) -> None:
    title, head, row = PRICES[language]
    read = read_sheets("prices.xlsx", xlsx_of({"2026": [[title], [], head, row]}))
    cells = " | ".join(str(cell) for cell in row)
    assert read.text == f"# 2026\n\n{title}\n\n| {' | '.join(head)} |\n| --- | --- | --- |\n| {cells} |"
    assert [block.header for block in read.blocks if isinstance(block, TableRow)] == [row_of(head)] * 2


def test_each_sheet_that_can_be_seen_is_a_section() -> None:
    sheets = {"Seoul": [["a", "b"], ["1", "2"]], "empty": [], "lists": [["x", "y"]], "東京": [["c", "d"]]}
    read = read_sheets("a.xlsx", xlsx_of(sheets, hidden=["lists"]))
    assert [block.title for block in read.blocks if isinstance(block, Heading)] == ["Seoul", "東京"]
    assert "x" not in read.text


@pytest.mark.parametrize("name", ["Sheet1", "시트1", "シート1"])
def test_a_workbook_is_called_as_its_file_and_not_as_its_sheet(name: str) -> None:
    read = read_sheets("급여 표.xlsx", xlsx_of({name: [["a", "b"], ["1", "2"]]}))
    assert not any(isinstance(block, Heading) for block in read.blocks)
    named = read_sheets("급여 표.xlsx", xlsx_of({"1월": [["a", "b"], ["1", "2"]]}))
    for one in (read, named):
        found = describe("급여 표.xlsx", one, given_metadata("급여 표.xlsx", "", b""), load_profile("equipment"))
        assert found.title == "급여 표"


def test_an_empty_row_parts_tables_where_another_head_follows() -> None:
    rows = [["n", "v"], ["a", 1], [], ["b", 2], [], ["name", "place"], ["c", "d"]]
    tables = [block.table for block in read_sheets("a.xlsx", xlsx_of({"s": rows})).blocks if isinstance(block, TableRow)]
    assert tables == [0, 0, 0, 1, 1]


def test_merged_cells_repeat_downwards_and_empty_columns_go() -> None:
    rows = [["팀", None, "이름"], ["설비", None, "가"], [None, None, "나"]]
    text = read_sheets("a.xlsx", xlsx_of({"Sheet1": rows}, merged=["A2:A3"])).text
    assert text.splitlines()[2:] == ["| 설비 | 가 |", "| 설비 | 나 |"]


BESIDE = {
    "ko": (["월", "판매"], ["1월", 310], ["창고", "재고"], ["북부", 55]),
    "en": (["Month", "Sales"], ["Jan", 310], ["Depot", "Stock"], ["North", 55]),
    "ja": (["月", "売上"], ["1月", 310], ["倉庫", "在庫"], ["北", 55]),
}


@pytest.mark.parametrize("language", BESIDE)
def test_tables_beside_each_other_stay_two(language: str) -> None:
    head, row, other, its = BESIDE[language]
    text = read_sheets("a.xlsx", xlsx_of({"Sheet1": [[*head, None, *other], [*row, None, *its]]})).text
    tables = [f"{row_of(one)}\n| --- | --- |\n{row_of([two[0], str(two[1])])}" for one, two in ((head, row), (other, its))]
    assert text == "\n\n".join(tables)


def test_values_apart_from_their_names_stay_in_one_table() -> None:
    rows = [["Item", None, 2023, 2024], ["Sales", None, 5, 6], ["Costs", None, 4, 3]]
    assert read_sheets("a.xlsx", xlsx_of({"Sheet1": rows})).text.startswith(
        "| Item | 2023 | 2024 |\n| --- | --- | --- |\n| Sales"
    )


UNITS = {"ko": ("매출", "(단위: 천원)"), "en": ("Sales", "Unit: EUR"), "ja": ("売上", "（単位：百万円）")}


@pytest.mark.parametrize("language", UNITS)
def test_the_unit_beside_a_title_is_a_line_of_its_table(language: str) -> None:
    title, unit = UNITS[language]
    read = read_sheets("a.xlsx", xlsx_of({"Sheet1": [[title, None, unit], ["a", "b", "c"], ["x", 1, 2]]}))
    assert read.text.startswith(f"{title}\n\n{unit}\n\n| a | b | c |\n")
    assert {block.unit for block in read.blocks if isinstance(block, TableRow)} == {unit}


def test_merged_heads_are_spelt_out() -> None:
    rows = [["Zone", "Fare", None], [None, "Day", "Night"], ["Birch", 2.9, 4.4]]
    text = read_sheets("a.xlsx", xlsx_of({"Sheet1": rows}, merged=["A1:A2", "B1:C1"])).text
    assert text == "| Zone | Fare / Day | Fare / Night |\n| --- | --- | --- |\n| Birch | 2.9 | 4.4 |"


GROUPS = {
    "ko": ("지점", "매출", "비용", "상반기", "하반기"),
    "en": ("Branch", "Sales", "Costs", "First half", "Second half"),
    "ja": ("支店", "売上", "費用", "上期", "下期"),
}


@pytest.mark.parametrize("language", GROUPS)
def test_names_above_groups_of_columns_reach_over_them_merged_or_not(language: str) -> None:
    name, sales, costs, first, second = GROUPS[language]
    rows = [["", sales, "", costs, ""], [name, first, second, first, second], ["A-1", 12, 34, 56, 78], ["A-2", 1, 2, 3, 4]]
    head = row_of([name, f"{sales} / {first}", f"{sales} / {second}", f"{costs} / {first}", f"{costs} / {second}"])
    for merged in ((), ("B1:C1", "D1:E1")):
        assert f"{head}\n| --- " in read_sheets("s.xlsx", xlsx_of({"S": rows}, merged=merged)).text


@pytest.mark.parametrize("language", GROUPS)
def test_names_above_heads_that_come_once_reach_over_nothing(language: str) -> None:
    name, sales, costs, first, second = GROUPS[language]
    rows = [["", sales, "", costs, ""], [name, first, second, "B-1", "B-2"], ["A-1", 12, 34, 56, 78]]
    assert f"{sales} / {second}" not in read_sheets("s.xlsx", xlsx_of({"S": rows})).text


def test_numbers_are_as_people_write_them_and_formulas_are_their_values() -> None:
    row = '<row r="1"><c r="A1"><v>0.30000000000000004</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="b"><v>1</v></c></row>'
    assert read_sheets("a.xlsx", xlsx_with({"Sheet1": row})).text == "| 0.3 | 2 | TRUE |"


FORMATTED = {
    "ko": (
        ["품목", "카드", "단가", "할인율", "시행일", "시작"],
        "#,##0\\원",
        'yyyy"년" m"월" d"일"',
        "12,500원",
        "2026년 5월 1일",
    ),
    "en": (["Item", "Card", "Price", "Discount", "From", "Starts"], '"£"#,##0.00', "d mmm yyyy", "£12,500.00", "1 May 2026"),
    "ja": (
        ["品目", "カード", "単価", "割引率", "施行日", "開始"],
        "[$¥-411]#,##0",
        'yyyy"年"m"月"d"日"',
        "¥12,500",
        "2026年5月1日",
    ),
}


@pytest.mark.parametrize("language", FORMATTED)
def test_numbers_dates_and_times_are_as_the_workbook_shows_them(language: str) -> None:
    head, price, day, shown_price, shown_day = FORMATTED[language]
    cells = [f'<c r="{chr(65 + at)}1" t="inlineStr"><is><t>{one}</t></is></c>' for at, one in enumerate(head)]
    row = (
        '<c r="A2"><v>4006381333931</v></c><c r="B2"><v>1234567890123456</v></c><c r="C2" s="1"><v>12500</v></c>'
        '<c r="D2" s="2"><v>0.075</v></c><c r="E2" s="3"><v>46143</v></c><c r="F2" s="4"><v>0.4375</v></c>'
    )
    original = xlsx_with(
        {"Sheet1": f'<row r="1">{"".join(cells)}</row><row r="2">{row}</row>'}, formats=[price, "0.0%", day, "hh:mm"]
    )
    shown = read_sheets("a.xlsx", original).text.splitlines()[-1]
    assert shown == f"| 4006381333931 | 1234567890123456 | {shown_price} | 7.5% | {shown_day} | 10:30 |"


def test_all_digits_of_a_whole_number_stay() -> None:
    row = '<row r="1"><c r="A1"><v>12345678901234567890</v></c><c><v>9007199254740993</v></c></row>'
    assert read_sheets("a.xlsx", xlsx_with({"Sheet1": row})).text == "| 12345678901234567890 | 9007199254740993 |"


@pytest.mark.parametrize(
    ("original", "problem"),
    [
        (b"PK\x03\x04", "a damaged workbook"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "a damaged workbook"),
        (package_of({"xl/workbook.xml": "<!DOCTYPE x><x/>"}), "document type declaration"),
        (package_of({"xl/media/a.bmp": b"\0" * (257 << 20)}), "unpacks to more"),
        (
            xlsx_with({"s": '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'}),
            "spread over more than 8,000,000 cells",
        ),
    ],
    ids=["broken", "old and broken", "entities", "bomb", "far apart"],
)
def test_hostile_workbooks_are_refused(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_sheets("a.xlsx", original)


def test_nothing_outside_is_fetched() -> None:
    row = '<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://192.0.2.1/")</f><v>saved</v></c></row>'
    assert read_sheets("a.xlsx", xlsx_with({"Sheet1": row})).text == "saved"


def test_formats_and_merged_cells_of_a_sheet_that_begins_further_down() -> None:
    shown = '<c r="{}" t="inlineStr"><is><t>{}</t></is></c>'
    head = "".join(shown.format(f"{column}3", text) for column, text in (("B", "Item"), ("C", "Share"), ("D", "Team")))
    first = f'{shown.format("B4", "Bolt")}<c r="C4" s="1"><v>0.075</v></c>{shown.format("D4", "North")}'
    second = f'{shown.format("B5", "Nut")}<c r="C5" s="1"><v>0.5</v></c>'
    rows = f'<row r="3">{head}</row><row r="4">{first}</row><row r="5">{second}</row>'
    text = read_sheets("a.xlsx", xlsx_with({"Sheet1": rows}, merged=["D4:D5"], formats=["0.0%"])).text
    assert text.splitlines()[2:] == ["| Bolt | 7.5% | North |", "| Nut | 50.0% | North |"]


def test_a_cell_of_many_digits_takes_no_time() -> None:
    started = time.process_time()
    text = "1" * 32_000 + "x"
    assert text in read_sheets("a.xlsx", xlsx_of({"s": [["a", "b"], ["c", "d"], [], [text, "e"], [text, "f"]]})).text
    assert time.process_time() - started < 5
