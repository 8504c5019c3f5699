"""The heads that Word and workbooks mark: by repeating them, by bold or shaded cells, by tables, filters and frozen rows."""

import io
import zipfile
from collections.abc import Sequence

import pytest

from corpus.packages import hwpx_of, hwpx_paragraph, relations_of, xlsx_of
from corpus.reading.test_forms import SHADED, cell, styled, with_parts, word, word_cell, word_table
from ibidem.corpus.reading.blocks import ReadText, TableRow
from ibidem.corpus.reading.formats import read
from ibidem.language.tables import row_of

# Names of columns that are written like what stands below them: nothing but a mark says that they are a head.
TABLES = {
    "ko": [["노선 1", "노선 2", "정류장 3"], ["노선 4", "노선 5", "정류장 6"], ["노선 7", "노선 8", "정류장 9"]],
    "en": [["Line 1", "Line 2", "Stop 3"], ["Line 4", "Line 5", "Stop 6"], ["Line 7", "Line 8", "Stop 9"]],
    "ja": [["路線1", "路線2", "停留所3"], ["路線4", "路線5", "停留所6"], ["路線7", "路線8", "停留所9"]],
}


def heads_of(found: ReadText) -> set[str]:
    return {block.header for block in found.blocks if isinstance(block, TableRow)}


@pytest.mark.parametrize("language", TABLES)
def test_word_marks_its_heads(language: str) -> None:
    first, *others = ([word_cell(text) for text in row] for row in TABLES[language])
    repeated = ["<w:trPr><w:tblHeader/></w:trPr>", *first]
    bold = [word_cell(text, run="<w:b/>") for text in TABLES[language][0]]
    shaded = [word_cell(text, SHADED) for text in TABLES[language][0]]
    switched_off = ['<w:trPr><w:tblHeader w:val="0"/></w:trPr>', *first]
    for head, expected in ((repeated, True), (bold, True), (shaded, True), (switched_off, False), (first, False)):
        found = read("a.docx", word(word_table([head, *others])))
        assert heads_of(found) == {row_of(TABLES[language][0]) if expected else ""}


def test_two_rows_that_word_repeats_are_one_head() -> None:
    rows = [["Zone 1", "Fare 1", "Fare 1"], ["Zone 1", "Day 2", "Night 3"], ["Zone 4", "Day 5", "Night 6"], ["Zone 7", "8", "9"]]
    cells = [[word_cell(text) for text in row] for row in rows]
    repeated = [["<w:trPr><w:tblHeader/></w:trPr>", *row] for row in cells[:2]]
    found = read("a.docx", word(word_table([*repeated, *cells[2:]])))
    assert heads_of(found) == {row_of(["Zone 1", "Fare 1 / Day 2", "Fare 1 / Night 3"])}


def test_a_style_of_word_marks_the_first_row_where_the_table_asks_for_it() -> None:
    rows = [[word_cell(text) for text in row] for row in TABLES["en"]]
    for flags, expected in (("04A0", True), ("0480", False)):
        look = f'<w:tblPr><w:tblStyle w:val="LightList"/><w:tblLook w:val="{flags}"/></w:tblPr>'
        table = word_table(rows).replace("<w:tbl>", f"<w:tbl>{look}")
        assert heads_of(read("a.docx", word(table))) == {row_of(TABLES["en"][0]) if expected else ""}


def test_a_row_of_word_that_is_bold_as_all_others_are_is_no_head() -> None:
    rows = [[word_cell(text, run="<w:b/>") for text in row] for row in TABLES["en"]]
    assert heads_of(read("a.docx", word(word_table(rows)))) == {""}


@pytest.mark.parametrize("language", TABLES)
def test_a_workbook_marks_its_heads_by_bold_cells(language: str) -> None:
    shown = enumerate(TABLES[language], 1)
    cells = {at: "".join(cell(f"{'ABC'[n]}{at}", text, int(at == 1)) for n, text in enumerate(row)) for at, row in shown}
    rows = "".join(f'<row r="{at}">{row}</row>' for at, row in cells.items())
    assert heads_of(read("a.xlsx", styled(rows))) == {row_of(TABLES[language][0])}


MARKS = {
    "filter": ("", '<autoFilter ref="A2:C4"/>'),
    "frozen": (
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="2" topLeftCell="A3" state="frozen"/></sheetView></sheetViews>',
        "",
    ),
    "neither": ("", ""),
}


@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("mark", MARKS)
def test_a_workbook_marks_its_heads_by_filters_and_frozen_rows(language: str, mark: str) -> None:
    before, behind = MARKS[mark]
    made = xlsx_of({"Sheet1": [["2026"], *TABLES[language]]})
    assert heads_of(read("a.xlsx", changed(made, before, behind))) == {"" if mark == "neither" else row_of(TABLES[language][0])}


def changed(original: bytes, before: str, behind: str) -> bytes:
    """The workbook with this XML before and behind the rows of its sheet."""
    part = "xl/worksheets/sheet1.xml"
    sheet = (
        part_of(original, part).replace("<sheetData>", f"{before}<sheetData>").replace("</sheetData>", f"</sheetData>{behind}")
    )
    return with_parts(original, {part: sheet})


def part_of(original: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        return package.read(name).decode()


@pytest.mark.parametrize("count", ["1", "0"])
def test_a_table_of_a_workbook_has_the_head_that_it_says(count: str) -> None:
    rows: Sequence[Sequence[str]] = [*TABLES["en"]]
    made = xlsx_of({"Sheet1": [["North 1", "South 2", "West 3"], *rows]})
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_of([("rId1", "table", "../tables/table1.xml")]),
        "xl/tables/table1.xml": f'<table xmlns="{main}" id="1" name="T" ref="A2:C4" headerRowCount="{count}"/>',
    }
    assert row_of(rows[0]) in heads_of(read("a.xlsx", with_parts(made, parts))) or count == "0"
    assert count == "1" or heads_of(read("a.xlsx", with_parts(made, parts))) == {""}


def test_cells_of_hangul_that_are_marked_are_the_head() -> None:
    cells = [
        "".join(
            f'<hp:tc header="{int(at == 0)}"><hp:subList>{hwpx_paragraph(f"<hp:t>{text}</hp:t>")}</hp:subList>'
            f'<hp:cellAddr colAddr="{column}" rowAddr="{at}"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
            for column, text in enumerate(row)
        )
        for at, row in enumerate(TABLES["ko"])
    ]
    table = f"<hp:tbl>{''.join(f'<hp:tr>{row}</hp:tr>' for row in cells)}</hp:tbl>"
    assert heads_of(read("a.hwpx", hwpx_of(hwpx_paragraph(table)))) == {row_of(TABLES["ko"][0])}
