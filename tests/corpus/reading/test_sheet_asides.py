"""Comments on cells of an XLSX, and its charts."""

import pytest

from corpus.packages import OFFICE, relations_of, xlsx_of
from corpus.reading.test_forms import with_parts
from ibidem.corpus.reading.formats import read

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
WORDS = {
    "ko": (["품목", "단가"], ["볼트", 12.5], "김민지", "5월까지만 이 가격이다.", "메모"),
    "en": (["Part", "Price"], ["Bolt", 12.5], "Kim", "This price is valid until May.", "Comment"),
    "ja": (["品目", "単価"], ["ボルト", 12.5], "金", "この価格は5月までです。", "コメント"),
}


def comment(text: str, author: str = "Kim", place: str = "B2") -> str:
    said = f'<comment ref="{place}" authorId="0"><text><r><t>{author}:</t></r><r><t>\n{text}</t></r></text></comment>'
    return f'<comments xmlns="{MAIN}"><authors><author>{author}</author></authors><commentList>{said}</commentList></comments>'


@pytest.mark.parametrize("language", WORDS)
def test_a_comment_stands_with_the_names_of_its_row_and_column(language: str) -> None:
    head, row, author, text, word = WORDS[language]
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_of([("rId1", "comments", "../comments1.xml")]),
        "xl/comments1.xml": comment(text, author),
    }
    found = read("a.xlsx", with_parts(xlsx_of({"Sheet1": [head, row]}), parts)).text
    assert found.endswith(f"| {row[0]} | 12.5 |\n\n{row[0]}, {head[1]}, 12.5 — {word} ({author}): {text}")


def test_a_thread_is_said_by_whom_it_is_and_not_once_more_as_its_stand_in() -> None:
    said = '<threadedComment ref="B2" personId="{1}" id="{a}"><text>Is that right?</text></threadedComment>'
    reply = '<threadedComment ref="B2" personId="{2}" id="{b}" parentId="{a}"><text>Yes, it is.</text></threadedComment>'
    people = '<person displayName="Runa" id="{1}"/><person displayName="Kai" id="{2}"/>'
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_of(
            [("rId1", "comments", "../comments1.xml"), ("rId2", "threadedComment", "../threadedComments/t1.xml")]
        ),
        "xl/_rels/workbook.xml.rels": relations_of(
            [("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "person", "persons/person.xml")]
        ),
        "xl/comments1.xml": comment("[Threaded comment] Your version of Excel ...", "tc={a}"),
        "xl/threadedComments/t1.xml": f"<ThreadedComments xmlns='urn:t'>{said}{reply}</ThreadedComments>",
        "xl/persons/person.xml": f"<personList xmlns='urn:t'>{people}</personList>",
    }
    found = read("a.xlsx", with_parts(xlsx_of({"Sheet1": [["Part", "Price"], ["Bolt", 12.5]]}), parts)).text
    where = "Bolt, Price, 12.5"
    assert found.endswith(f"{where} — Comment (Runa): Is that right?\n\n{where} — Comment (Kai): Yes, it is.")
    assert "Threaded" not in found


CHOICES = {"ko": ("배송", "보통", "특급"), "en": ("Delivery", "Regular", "Express"), "ja": ("配送", "普通", "速達")}


@pytest.mark.parametrize("language", CHOICES)
def test_boxes_over_cells_say_what_they_tick(language: str) -> None:
    label, first, second = CHOICES[language]
    shape = (
        '<v:shape><v:textbox><div><font>{}</font><br></div></v:textbox><x:ClientData ObjectType="Checkbox">'
        "<x:Anchor>{}, 4, 1, 2, {}, 9, 1, 18</x:Anchor>{}</x:ClientData></v:shape>"
    )
    shapes = shape.format(first, 1, 2, "") + shape.format(second, 2, 3, "<x:Checked>1</x:Checked>")
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_of([("rId1", "vmlDrawing", "../drawings/vml1.vml")]),
        "xl/drawings/vml1.vml": f'<xml xmlns:v="urn:v" xmlns:x="urn:x">{shapes}</xml>',
    }
    made = xlsx_of({"Sheet1": [["R:", "R-17"], [f"{label}:"], ["D:", "2026-05-01"]]})
    text = read("a.xlsx", with_parts(made, parts)).text
    assert text == f"R: R-17\n{label}: ☐ {first} ☑ {second}\nD: 2026-05-01"


def points(kind: str, formula: str, values: list[str]) -> str:
    cached = "".join(f'<c:pt idx="{at}"><c:v>{value}</c:v></c:pt>' for at, value in enumerate(values))
    return f"<c:{kind}><c:strRef><c:f>{formula}</c:f><c:strCache>{cached}</c:strCache></c:strRef></c:{kind}>"


@pytest.mark.parametrize(("sheet", "drawn"), [("Sheet1", False), ("data", True), ("'seen too'", False)])
def test_a_chart_is_its_title_and_the_numbers_that_stand_nowhere_else(sheet: str, drawn: bool) -> None:
    title = '<c:title><a:t xmlns:a="urn:a">Sales by quarter</a:t></c:title>'
    series = points("cat", f"{sheet}!$A$1:$A$2", ["Q1", "Q2"]) + points("val", f"{sheet}!$B$1:$B$2", ["5", "6"])
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_of([("rId1", "drawing", "../drawings/drawing1.xml")]),
        "xl/drawings/drawing1.xml": f'<d xmlns:c="{CHART}" xmlns:r="{OFFICE}"><c:chart r:id="rId1"/></d>',
        "xl/drawings/_rels/drawing1.xml.rels": relations_of([("rId1", "chart", "../charts/chart1.xml")]),
        "xl/charts/chart1.xml": f'<c:space xmlns:c="{CHART}"><c:chart>{title}<c:ser>{series}</c:ser></c:chart></c:space>',
    }
    sheets = {"Sheet1": [["Part", "Price"], ["Bolt", 1]], "data": [["a", "b"]], "seen too": [["c", "d"]]}
    made = xlsx_of(sheets, hidden=["data"])
    found = read("a.xlsx", with_parts(made, parts)).text
    assert "Sales by quarter" in found
    assert ("| Q1 | 5 |" in found) is drawn
