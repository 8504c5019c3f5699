"""Forms of word processors and workbooks: labels and their values stay together."""

import io
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.packages import hwp_of, hwp_paragraph, hwp_record, hwpx_of, hwpx_paragraph, package_of, relations_of, xlsx_with
from ibidem.corpus.reading.blocks import TableRow
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.forms import FormCell, FormTable, form_of

# Two rows of two labels with their values.
FORMS = {
    "ko": [["성명", "홍길동", "생년월일", "1990-03-02"], ["주소", "부산시 중구 3", "연락처", "051-410-3330"]],
    "en": [["Name", "Runa Dahl", "Date of birth", "2 March 1990"], ["Address", "Quay 3, Bergen", "Phone", "55 410 333"]],
    "ja": [["氏名", "山田花子", "生年月日", "1990年3月2日"], ["住所", "神戸市中央区3", "電話番号", "078-410-3330"]],
}
CHOICES = {"ko": ("배송", "보통", "특급"), "en": ("Delivery", "Regular", "Express"), "ja": ("配送", "普通", "速達")}
GROUPS = {"ko": "신청인", "en": "Applicant", "ja": "申請者"}
TITLES = {"ko": "학력", "en": "Education", "ja": "学歴"}
SCHOOLS = {
    "ko": [["기간", "학교"], ["2008-2012", "부산대학교"], ["2012-2014", "해양대학교"]],
    "en": [["Years", "School"], ["2008-2012", "Bergen University"], ["2012-2014", "Nautical College"]],
    "ja": [["期間", "学校"], ["2008-2012", "神戸大学"], ["2012-2014", "海洋大学"]],
}


def lines_of(rows: Sequence[Sequence[str]], before: str = "") -> list[str]:
    return [f"{before}{label}: {value}" for row in rows for label, value in zip(row[::2], row[1::2], strict=True)]


def cells_of(rows: Sequence[Sequence[str]], is_label: Callable[[int, int], bool], first: int = 0) -> list[FormCell]:
    places = [(at, column, text) for at, row in enumerate(rows) for column, text in enumerate(row)]
    return [FormCell(at, column + first, text, set_off=is_label(at, column)) for at, column, text in places]


@pytest.mark.parametrize("language", FORMS)
def test_labels_before_their_values(language: str) -> None:
    assert form_of(cells_of(FORMS[language], lambda _, column: column % 2 == 0)) == lines_of(FORMS[language])


@pytest.mark.parametrize("language", FORMS)
def test_labels_above_their_values(language: str) -> None:
    rows = [side for row in FORMS[language] for side in (row[::2], row[1::2])]
    assert form_of(cells_of(rows, lambda row, _: row % 2 == 0)) == lines_of(FORMS[language])


@pytest.mark.parametrize("language", FORMS)
def test_a_label_beside_several_rows_is_said_in_each(language: str) -> None:
    cells = cells_of(FORMS[language], lambda _, column: column % 2 == 0, first=1)
    group = FormCell(0, 0, GROUPS[language], rows=2, set_off=True)
    assert form_of([group, *cells]) == lines_of(FORMS[language], f"{GROUPS[language]} / ")


@pytest.mark.parametrize("language", FORMS)
def test_a_table_inside_of_a_form_stays_one(language: str) -> None:
    form = FORMS[language]
    title = FormCell(2, 0, TITLES[language], columns=4, set_off=True)
    table = [
        FormCell(3 + at, 2 * column, text, columns=2, set_off=at == 0)
        for at, row in enumerate(SCHOOLS[language])
        for column, text in enumerate(row)
    ]
    found = form_of([*cells_of(form, lambda _, column: column % 2 == 0), title, *table])
    assert found == [*lines_of(form), TITLES[language], FormTable(SCHOOLS[language])]


@pytest.mark.parametrize("language", FORMS)
def test_labels_show_by_the_words_of_their_values(language: str) -> None:
    assert form_of(cells_of(FORMS[language], lambda *_: False)) == lines_of(FORMS[language])


@pytest.mark.parametrize("language", FORMS)
def test_a_form_shows_by_merged_values_and_a_merged_title_names_no_column(language: str) -> None:
    (name, value, other, _), (address, place, phone, _) = FORMS[language]
    rows = [[word_cell(TITLES[language], '<w:gridSpan w:val="4"/>')]]
    rows.append([word_cell(text) for text in (name, value, other, GROUPS[language])])
    rows.append([word_cell(address), word_cell(place, '<w:gridSpan w:val="3"/>')])
    rows.append([word_cell(text) for text in (phone, place, TITLES[language], name)])
    found = read("a.docx", word(word_table(rows))).text
    lines = [f"{name}: {value}", f"{other}: {GROUPS[language]}", f"{address}: {place}", f"{phone}: {place}"]
    assert found.split("\n") == [TITLES[language], *lines, f"{TITLES[language]}: {name}"]


def test_a_title_over_a_table_of_word_is_a_line() -> None:
    rows = [[word_cell("Fares from May", '<w:gridSpan w:val="3"/>')], *([word_cell(text) for text in row] for row in BOLD_FIRST)]
    head = "| Item | Price | Stock |\n| --- | --- | --- |"
    assert read("a.docx", word(word_table(rows))).text.startswith(f"Fares from May\n\n{head}")


@pytest.mark.parametrize("language", CHOICES)
def test_what_stands_before_a_box_is_its_label(language: str) -> None:
    label, first, second = CHOICES[language]
    cells = cells_of([[label, f"☑ {first} ☐ {second}"], [TITLES[language], f"☐ {first} ☒ {second}"]], lambda *_: False)
    assert form_of(cells) == [f"{label}: ☑ {first} ☐ {second}", f"{TITLES[language]}: ☐ {first} ☒ {second}"]


def test_a_photograph_beside_the_labels_is_a_line() -> None:
    cells = cells_of(FORMS["ko"], lambda _, column: column % 2 == 0, first=1)
    assert form_of([FormCell(0, 0, "사진", rows=2), *cells]) == ["사진", *lines_of(FORMS["ko"])]


def test_a_label_without_a_value_and_a_text_between_stay() -> None:
    rows = [["Name", "", "Town", "Oslo"], ["Phone", "410", "Role", ""]]
    cells = [*cells_of(rows, lambda _, column: column % 2 == 0), FormCell(2, 0, "Fill in both sides.", columns=4)]
    assert form_of(cells) == ["Name:", "Town: Oslo", "Phone: 410", "Role:", "Fill in both sides."]


BOLD_FIRST = [["Item", "Price", "Stock"], ["Bolt", "1.20", "3"], ["Nut", "0.80", "9"]]


@pytest.mark.parametrize(
    ("rows", "is_label"),
    [
        (BOLD_FIRST, lambda row, _: row == 0),
        (BOLD_FIRST, lambda row, column: row == 0 or column == 0),
        (BOLD_FIRST[1:], lambda _, column: column == 0),
        ([*BOLD_FIRST, ["Total", "2.00", "12"]], lambda row, _: row in (0, 3)),
        ([["Year", "2024", "Year", "2025"], ["North", "5", "up", "6"]], lambda *_: False),
        ([["Item", "Price"], ["Bolt", "1.20"], ["Nut", "0.80"]], lambda row, column: row == 0 or column == 0),
        (BOLD_FIRST, lambda *_: True),
    ],
)
def test_a_table_with_heads_of_rows_or_columns_is_no_form(
    rows: Sequence[Sequence[str]], is_label: Callable[[int, int], bool]
) -> None:
    assert form_of(cells_of(rows, is_label)) == []


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("rows", [1, 2])
def test_a_value_under_no_label_makes_a_table(language: str, rows: int) -> None:
    head, *below = SCHOOLS[language]
    table = [replace(cell, row=cell.row + 2) for cell in cells_of([head, *below[:rows]], lambda row, _: row == 0)]
    cells = [*cells_of(FORMS[language], lambda _, column: column % 2 == 0), *table]
    inside = [FormTable([head, *below])] if rows > 1 else [f"{name}: {value}" for name, value in zip(head, below[0], strict=True)]
    assert form_of(cells) == [*lines_of(FORMS[language]), *inside]
    assert form_of([*cells, FormCell(3, 2, TITLES[language])]) == []


def test_a_title_beside_a_group_is_said_with_it() -> None:
    cells = cells_of([["Role", "Cook", "Town", "Oslo"]], lambda _, column: column % 2 == 0)
    group = [FormCell(1, 0, "Applicant", rows=2, set_off=True), FormCell(1, 1, "Particulars", columns=3, set_off=True)]
    assert form_of([*cells, *group]) == ["Role: Cook", "Town: Oslo", "Applicant / Particulars"]


def test_a_grid_that_is_mostly_empty_is_no_form() -> None:
    rows = [*(FormCell(at, 0, f"name {at}") for at in range(1_000)), FormCell(0, 8_000, "5 kg")]
    heads = [FormCell(0, at, "name", set_off=True) for at in range(1_000)]
    for cells in (rows, [*heads, *(FormCell(at, 0, "5 kg") for at in range(1, 1_000))]):
        tracemalloc.start()
        assert form_of(cells) == []
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
        tracemalloc.stop()


PLACES = st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(1, 3), st.integers(1, 3))
LOOKS = st.tuples(st.booleans(), st.booleans(), st.sampled_from(["", "", ":", " 5 kg"]), st.booleans())


@settings(max_examples=100)
@given(st.lists(st.tuples(PLACES, LOOKS), min_size=3, max_size=16))
def test_a_form_loses_no_text(drawn: list[tuple[tuple[int, int, int, int], tuple[bool, bool, str, bool]]]) -> None:
    cells = [
        FormCell(row, column, "" if empty else f"<{chr(97 + at)}>{end}", rows, columns, set_off, filled)
        for at, ((row, column, rows, columns), (set_off, filled, end, empty)) in enumerate(drawn)
    ]
    parts = form_of(cells)
    said = "\n".join(part if isinstance(part, str) else "\n".join(map("\t".join, part.rows)) for part in parts)
    assert not parts or [cell.text for cell in cells if cell.text.rstrip(":") not in said] == []


# Of each row below a form: the columns of its cells, and which of them are labels: none, all, every other one.
LINES = st.tuples(st.sets(st.integers(0, 4), min_size=1), st.sampled_from([(False,), (True,), (True, False)]))


@settings(max_examples=100)
@given(st.lists(LINES, min_size=1, max_size=5))
def test_what_stands_below_a_form_loses_no_text(drawn: list[tuple[set[int], tuple[bool, ...]]]) -> None:
    cells = cells_of(FORMS["en"], lambda _, column: column % 2 == 0)
    cells += [
        FormCell(2 + row, column, f"<{chr(97 + row)}{chr(97 + column)}>", set_off=looks[at % len(looks)])
        for row, (columns, looks) in enumerate(drawn)
        for at, column in enumerate(sorted(columns))
    ]
    parts = form_of(cells)
    said = "\n".join(part if isinstance(part, str) else "\n".join(map("\t".join, part.rows)) for part in parts)
    assert not parts or [cell.text for cell in cells if cell.text not in said] == []


def word(xml: str) -> bytes:
    document: Document = docx.Document()
    w14 = "http://schemas.microsoft.com/office/word/2010/wordml"
    for element in list(parse_xml(f'<w:body {nsdecls("w")} xmlns:w14="{w14}">{xml}</w:body>')):
        document.element.body.insert(len(document.element.body) - 1, element)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def word_table(rows: Sequence[Sequence[str]]) -> str:
    return "<w:tbl>" + "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in rows) + "</w:tbl>"


def word_cell(text: str, properties: str = "", run: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p>{run_of(text, run)}</w:p></w:tc>"


def run_of(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def control(text: str, properties: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{run_of(text)}</w:sdtContent></w:sdt>"


def old_field(data: str, code: str, result: str = "") -> str:
    begin = f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
    inside = f'<w:r><w:instrText>{code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}'
    return f'{begin}{inside}<w:r><w:fldChar w:fldCharType="end"/></w:r>'


SHADED = '<w:shd w:val="clear" w:fill="D9D9D9"/>'


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("look", [(SHADED, ""), ("", "<w:b/>")])
def test_a_form_of_word_with_merged_cells(language: str, look: tuple[str, str]) -> None:
    def shown(column: int, text: str) -> str:
        return word_cell(text, *look) if column % 2 == 0 else word_cell(text)

    rows = [[shown(column, text) for column, text in enumerate(row)] for row in FORMS[language]]
    rows[0].insert(0, word_cell(GROUPS[language], look[0] + '<w:vMerge w:val="restart"/>', look[1]))
    rows[1].insert(0, word_cell("", look[0] + "<w:vMerge/>"))
    found = read("a.docx", word(word_table(rows)))
    assert found.text == "\n".join(lines_of(FORMS[language], f"{GROUPS[language]} / "))
    assert not any(isinstance(block, TableRow) for block in found.blocks)


@pytest.mark.parametrize("language", FORMS)
def test_a_row_of_word_may_begin_further_right(language: str) -> None:
    (name, value, other, second), (address, place, _, _) = FORMS[language]
    rows = [[word_cell(text, SHADED) for text in (name, other, address)], [word_cell(text) for text in (second, place)]]
    more = [[word_cell(text, SHADED if at % 2 == 0 else "") for at, text in enumerate(("x", value, "y", "1"))]]
    rows[1].insert(0, '<w:trPr><w:gridBefore w:val="1"/></w:trPr>')
    found = read("a.docx", word(word_table([*more, *rows])))
    assert found.text == f"x: {value}\ny: 1\n{name}:\n{other}: {second}\n{address}: {place}"


@pytest.mark.parametrize("language", CHOICES)
def test_check_boxes_say_what_they_tick(language: str) -> None:
    label, first, second = CHOICES[language]
    boxes = (
        control("☐", '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>'),
        control("☒", '<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>'),
        old_field("<w:checkBox><w:default w:val='0'/></w:checkBox>", "FORMCHECKBOX"),
        old_field("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>", "FORMCHECKBOX"),
        '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>',
        '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
    )
    for off, on in zip(boxes[::2], boxes[1::2], strict=True):
        found = read("a.docx", word(f"<w:p>{run_of(label)}{run_of(': ')}{off}{run_of(first)} {on}{run_of(second)}</w:p>"))
        assert found.text.replace(" ", "") == f"{label}:☐{first}☑{second}"


@pytest.mark.parametrize("language", FORMS)
def test_fields_of_word_are_values_and_what_nobody_filled_in_is_none(language: str) -> None:
    name, value, other, second = FORMS[language][0]
    listed = f'<w:ddList><w:result w:val="1"/><w:listEntry w:val="-"/><w:listEntry w:val="{second}"/></w:ddList>'
    cells = [
        [word_cell(name), f"<w:tc><w:p>{control(value)}</w:p></w:tc>"],
        [word_cell(other), f"<w:tc><w:p>{old_field(listed, 'FORMDROPDOWN')}</w:p></w:tc>"],
        [word_cell(GROUPS[language]), f"<w:tc><w:p>{control('Click here to enter text.', '<w:showingPlcHdr/>')}</w:p></w:tc>"],
    ]
    assert read("a.docx", word(word_table(cells))).text == f"{name}: {value}\n{other}: {second}\n{GROUPS[language]}:"


def test_a_control_alone_is_said_under_what_it_is_called() -> None:
    named = control("Runa Dahl", '<w:alias w:val="Name of the applicant"/>')
    around = f"<w:sdt><w:sdtPr><w:alias w:val='Town'/></w:sdtPr><w:sdtContent><w:p>{run_of('Oslo')}</w:p></w:sdtContent></w:sdt>"
    bound = control("Annual report", '<w:alias w:val="Title"/><w:dataBinding w:xpath="/" w:storeItemID="x"/>')
    found = read("a.docx", word(f"<w:p>{named}</w:p>{around}<w:p>{bound}</w:p>"))
    assert found.text == "Name of the applicant: Runa Dahl\n\nTown: Oslo\n\nAnnual report"


@pytest.mark.parametrize("language", FORMS)
def test_a_form_of_a_workbook_with_merged_cells(language: str) -> None:
    (name, value, other, second), (address, place, phone, number) = FORMS[language]
    head, below = (("A", name, 1), ("B", value, 0), ("D", other, 1), ("E", second, 0)), (("A", address, 1), ("B", place, 0))
    shown = {2: head, 3: below, 4: (("A", phone, 1), ("B", number, 0))}
    cells = {at: "".join(cell(f"{column}{at}", *said) for column, *said in row) for at, row in shown.items()}
    rows = "".join(f'<row r="{at}">{row}</row>' for at, row in cells.items())
    found = read("a.xlsx", styled(rows, ["B3:E3"])).text
    assert found == f"{name}: {value}\n{other}: {second}\n{address}: {place}\n{phone}: {number}"


def cell(place: str, text: str, style: int) -> str:
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t>{text}</t></is></c>'


def styled(rows: str, merged: Sequence[str] = ()) -> bytes:
    """A workbook of these rows, whose style 1 is bold."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    fonts = '<fonts><font/><font><b/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>'
    return with_parts(
        xlsx_with({"Sheet1": rows}, merged),
        {
            "xl/styles.xml": f'<styleSheet xmlns="{main}">{fonts}</styleSheet>',
            "xl/_rels/workbook.xml.rels": relations_of(
                [("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId0", "styles", "styles.xml")]
            ),
        },
    )


def with_parts(original: bytes, parts: dict[str, str]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        kept = {name: package.read(name) for name in package.namelist() if name not in parts}
    return package_of({**kept, **parts})


@pytest.mark.parametrize("language", FORMS)
def test_a_form_of_hangul(language: str) -> None:
    head = '<hh:borderFills><hh:borderFill id="2"><hc:fillBrush xmlns:hc="c"><hc:winBrush faceColor="#D6D6D6"/></hc:fillBrush>'
    tag = "hp:tc borderFillIDRef"
    rows = [
        "".join(
            f'<{tag}="{2 if column % 2 == 0 else 1}"><hp:subList>{hwpx_paragraph(f"<hp:t>{text}</hp:t>")}</hp:subList>'
            f'<hp:cellAddr colAddr="{column}" rowAddr="{at}"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
            for column, text in enumerate(row)
        )
        for at, row in enumerate(FORMS[language])
    ]
    table = f"<hp:tbl>{''.join(f'<hp:tr>{row}</hp:tr>' for row in rows)}</hp:tbl>"
    made = hwpx_of(hwpx_paragraph(table))
    header = (
        '<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"><hh:refList>'
        f"{head}</hh:borderFill></hh:borderFills></hh:refList></hh:head>"
    )
    found = read("a.hwpx", with_parts(made, {"Contents/header.xml": header}))
    assert found.text == "\n".join(lines_of(FORMS[language]))


def test_fields_of_hangul_say_what_they_hold() -> None:
    boxes = '<hp:checkBtn caption="보통" value="UNCHECKED"/><hp:checkBtn caption="특급" value="CHECKED"/>'
    found = read("a.hwpx", hwpx_of(hwpx_paragraph(f"<hp:t>배송:</hp:t>{boxes}<hp:edit><hp:text>부산</hp:text></hp:edit>")))
    assert " ".join(found.text.split()) == "배송: ☐ 보통 ☑ 특급 부산"


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("how", ["shaded", "bold"])
def test_a_form_of_old_hangul(language: str, how: str) -> None:
    fill = hwp_record(20, 0, bytes(32) + struct.pack("<3I", 1, 0x00D6D6D6, 0)) + hwp_record(20, 0, bytes(36))
    faces = hwp_record(21, 0, bytes(46) + struct.pack("<I", 2) + bytes(20)) + hwp_record(21, 0, bytes(70))
    made = hwp_record(66, 0, bytes(12)) + hwp_record(71, 1, b" lbt" + bytes(8)) + hwp_record(77, 2, bytes(8))
    for row, cells in enumerate(FORMS[language]):
        for column, text in enumerate(cells):
            look = column % 2
            number = look + 1 if how == "shaded" else 2
            made += hwp_record(72, 2, bytes(8) + struct.pack("<4H", column, row, 1, 1) + bytes(16) + struct.pack("<H", number))
            made += hwp_paragraph(text, 2) + hwp_record(68, 3, struct.pack("<2I", 0, look if how == "bold" else 1))
    assert read("a.hwp", hwp_of(made, fill + faces)).text == "\n".join(lines_of(FORMS[language]))
