import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from ibidem.corpus.reading.blocks import Heading, ListItem, Paragraph, TableRow
from ibidem.corpus.reading.docx import read_docx
from ibidem.domain.errors import UnreadableDocument


def saved(write: Callable[[Document], None]) -> bytes:
    document = docx.Document()
    write(document)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def repacked(original: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, change(part.filename, old.read(part)))
    return file.getvalue()


def with_body(xml: str) -> bytes:
    def write(document: Document) -> None:
        for element in parse_xml(f"<w:body {nsdecls('w')}>{xml}</w:body>"):
            document.element.body.insert(0, element)

    return saved(write)


def test_headings_lists_and_tables() -> None:
    def write(document: Document) -> None:
        document.add_heading("펌프 교체", 0)
        document.add_heading("준비", 1)
        document.add_paragraph("전원을 끄고\n기다린다.")
        document.add_paragraph("밸브를 잠근다.", style="List Number")
        document.add_paragraph("오일을 뺀다.", style="List Number")
        document.add_paragraph("장갑", style="List Bullet")
        table = document.add_table(2, 2)
        for number, text in enumerate(("항목", "값", "토크", "45 N·m")):
            table.cell(number // 2, number % 2).text = text
        document.add_heading("마무리", 2)

    read = read_docx("a.docx", saved(write))
    assert read.text == (
        "# 펌프 교체\n\n# 준비\n\n전원을 끄고\n기다린다.\n\n1. 밸브를 잠근다.\n2. 오일을 뺀다.\n- 장갑\n\n"
        "| 항목 | 값 |\n| --- | --- |\n| 토크 | 45 N·m |\n\n## 마무리"
    )
    assert [type(b) for b in read.blocks] == [Heading, Heading, Paragraph, *[ListItem] * 3, TableRow, TableRow, Heading]
    assert read.pages is None


def test_what_was_inserted_is_read_and_what_was_deleted_is_not() -> None:
    read = read_docx(
        "a.docx",
        with_body(
            "<w:p><w:r><w:t>valve </w:t></w:r><w:ins><w:r><w:t>closed</w:t></w:r></w:ins>"
            "<w:del><w:r><w:delText>open</w:delText></w:r>"
            "</w:del></w:p><w:sdt><w:sdtContent><w:p><w:r><w:t>in a control</w:t></w:r></w:p></w:sdtContent></w:sdt>"
        ),
    )
    assert sorted(read.text.split("\n\n")) == ["in a control", "valve closed"]


def test_readings_over_characters_are_left_out_and_merged_cells_repeat() -> None:
    read = read_docx(
        "a.docx",
        with_body(
            "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>部品</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:ruby><w:rt><w:r><w:t>あたい</w:t></w:r></w:rt>"
            "<w:rubyBase><w:r><w:t>値</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p></w:tc></w:tr>"
            '<w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>ねじ</w:t></w:r></w:p></w:tc>'
            "<w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr>"
            "<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        ),
    )
    assert read.text == "| 部品 | 値 |\n| --- | --- |\n| ねじ | 1 |\n| ねじ | 2 |"


def test_numbers_are_those_that_word_shows() -> None:
    def write(document: Document) -> None:
        document.part.numbering_part.element.insert(
            0,
            parse_xml(
                f'<w:abstractNum {nsdecls("w")} w:abstractNumId="90"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
                '<w:numFmt w:val="decimal"/>'
                '<w:lvlText w:val="제%1조"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="ganada"/>'
                '<w:lvlText w:val="%2."/></w:lvl></w:abstractNum>'
            ),
        )
        document.part.numbering_part.element.append(
            parse_xml(f'<w:num {nsdecls("w")} w:numId="90"><w:abstractNumId w:val="90"/></w:num>')
        )
        for level, text in ((0, "목적"), (0, "휴가"), (1, "연차"), (1, "병가"), (0, "시행"), (1, "부칙")):
            paragraph = document.add_paragraph(text)
            paragraph._p.get_or_add_pPr().append(
                parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="90"/></w:numPr>')
            )

    text = read_docx("a.docx", saved(write)).text
    assert text.split("\n") == ["제1조 목적", "제2조 휴가", "   가. 연차", "   나. 병가", "제3조 시행", "   가. 부칙"]


def test_steps_that_were_numbered_by_hand_are_a_list() -> None:
    def write(document: Document) -> None:
        document.add_paragraph("1. 電源を切る。")
        document.add_paragraph("2. バルブを閉める。")

    read = read_docx("a.docx", saved(write))
    assert read.text == "1. 電源を切る。\n2. バルブを閉める。"
    assert [type(block) for block in read.blocks] == [ListItem, ListItem]


def test_packages_that_unpack_to_too_much_are_refused() -> None:
    bomb = repacked(saved(lambda d: None), lambda name, part: part + b" " * 300_000_000 if name == "word/document.xml" else part)
    assert len(bomb) < 1_000_000
    with pytest.raises(UnreadableDocument, match="unpacks to more than 256 MB"):
        read_docx("a.docx", bomb)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_and_their_entities_are_refused(encoding: str) -> None:
    hostile = (
        f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        f"<w:document {nsdecls('w')}><w:body><w:p><w:r><w:t>&e;</w:t></w:r></w:p></w:body></w:document>"
    ).encode(encoding)
    original = repacked(saved(lambda d: None), lambda name, part: hostile if name == "word/document.xml" else part)
    with pytest.raises(UnreadableDocument, match="document type declaration"):
        read_docx("a.docx", original)


@pytest.mark.parametrize(
    ("original", "problem"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "encrypted, or in Word's format from before 2007"),
        (b"not a zip", "damaged DOCX"),
        (b"PK\x03\x04" + bytes(100), "damaged DOCX"),
    ],
)
def test_what_is_no_docx_is_told(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_docx("a.docx", original)


def test_a_zip_that_is_no_word_document_is_told() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        package.writestr("../../outside.txt", "x")
    with pytest.raises(UnreadableDocument, match="damaged DOCX"):
        read_docx("a.docx", file.getvalue())
