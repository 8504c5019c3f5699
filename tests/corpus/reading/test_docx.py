import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.oxml.xmlchemy import BaseOxmlElement

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


BESIDE = {
    "ko": (
        "하중 검토",
        "허용 하중은 ",
        "이다.",
        "문서 VX-900, 개정 C",
        "2019년 이후 회원만 해당한다.",
        "주 1",
        "(주 1)",
        "메모",
        "하중",
    ),
    "en": (
        "Beam check",
        "The load is ",
        ".",
        "Document VX-900, rev. C",
        "Only members since 2019.",
        "Note 1",
        " (note 1)",
        "Comment",
        "Load",
    ),
    "ja": (
        "荷重の検討",
        "許容荷重は",
        "です。",
        "文書 VX-900、改訂C",
        "2019年以降の会員に限ります。",
        "注1",
        "（注1）",
        "コメント",
        "荷重",
    ),
}
_MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"


def related(document: Document, name: str, kind: str, xml: str) -> str:
    """The id under which the document refers to this part from now on."""
    part = Part(PackURI(f"/word/{name}.xml"), "application/xml", xml.encode(), document.part.package)
    return document.part.relate_to(part, f"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}")


def run_of(xml: str) -> BaseOxmlElement:
    return parse_xml(f"<w:r {nsdecls('w', 'r')} {_MATH} xmlns:c='{_CHART}'>{xml}</w:r>")


def points(words: list[str]) -> str:
    return "".join(f'<c:pt idx="{at}"><c:v>{word}</c:v></c:pt>' for at, word in enumerate(words))


@pytest.mark.parametrize("language", BESIDE)
def test_equations_heads_notes_comments_and_links_are_read(language: str) -> None:
    title, before, after, head, note, label, mark, comment_label, remark = BESIDE[language]

    def write(document: Document) -> None:
        header, footer = document.sections[0].header, document.sections[0].footer
        header.paragraphs[0].text = head
        footer.paragraphs[0].text = f"{head}\tp. "
        footer.paragraphs[0]._p.append(
            parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>')
        )
        document.add_heading(title, 1)
        paragraph = document.add_paragraph(before)
        paragraph._p.append(parse_xml(f"<m:oMath {_MATH}><m:r><m:t>F=12.5 kN</m:t></m:r></m:oMath>"))
        paragraph.add_run(after)
        related(
            document,
            "footnotes",
            "footnotes",
            f'<w:footnotes {nsdecls("w")}><w:footnote w:id="-1" w:type="separator"><w:p/></w:footnote>'
            f'<w:footnote w:id="7"><w:p><w:r><w:t>{note}</w:t></w:r></w:p></w:footnote></w:footnotes>',
        )
        paragraph._p.append(run_of('<w:footnoteReference w:id="7"/>'))
        document.add_comment(paragraph.runs, text=remark, author="Kim")
        link = document.part.relate_to("https://example.com/fees", RT.HYPERLINK, is_external=True)
        last = document.add_paragraph()
        last._p.append(parse_xml(f'<w:hyperlink {nsdecls("w", "r")} r:id="{link}"><w:r><w:t>{remark}</w:t></w:r></w:hyperlink>'))

    stop = "." if after.endswith(".") else "。"
    assert read_docx("a.docx", saved(write)).text == (
        f"# {title}\n\n{head}\n\n{before}F=12.5 kN{after.removesuffix(stop)}{mark}{stop}\n\n{label}: {note}\n\n"
        f"{comment_label} (Kim): {remark}\n\n{remark} (https://example.com/fees)"
    )


def test_a_note_of_an_item_does_not_end_the_list() -> None:
    def write(document: Document) -> None:
        item = document.add_paragraph("Close the valve.", style="List Number")
        note = '<w:endnote w:id="2"><w:p><w:r><w:t>The red one.</w:t></w:r></w:p></w:endnote>'
        related(document, "endnotes", "endnotes", f"<w:endnotes {nsdecls('w')}>{note}</w:endnotes>")
        item._p.append(run_of('<w:endnoteReference w:id="2"/>'))
        document.add_paragraph("Drain the oil.", style="List Number")

    read = read_docx("a.docx", saved(write))
    assert read.text == "1. Close the valve (note i).\n   Note i: The red one.\n2. Drain the oil."
    assert [type(block) for block in read.blocks] == [ListItem] * 3


@pytest.mark.parametrize(
    ("name", "regions"), [("매출", ["서울", "부산"]), ("Sales", ["North", "South"]), ("売上", ["東京", "大阪"])]
)
def test_the_numbers_of_a_chart_are_a_table(name: str, regions: list[str]) -> None:
    series = (
        f"<c:ser><c:tx><c:strRef><c:strCache>{points(['2026'])}</c:strCache></c:strRef></c:tx>"
        f"<c:cat><c:strRef><c:strCache>{points(regions)}</c:strCache></c:strRef></c:cat>"
        f"<c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode>{points(['0.25', '0.75'])}</c:numCache></c:numRef></c:val>"
        "</c:ser>"
    )
    text = "http://schemas.openxmlformats.org/drawingml/2006/main"
    title = f'<c:title><c:tx><c:rich><a:p xmlns:a="{text}"><a:r><a:t>{name}</a:t></a:r></a:p></c:rich></c:tx></c:title>'

    def write(document: Document) -> None:
        plot = f"<c:plotArea><c:barChart>{series}</c:barChart></c:plotArea>"
        xml = f'<c:chartSpace xmlns:c="{_CHART}"><c:chart>{title}{plot}</c:chart></c:chartSpace>'
        key = related(document, "charts/chart1", "chart", xml)
        document.add_paragraph()._p.append(run_of(f'<w:drawing><c:chart r:id="{key}"/></w:drawing>'))

    assert read_docx("a.docx", saved(write)).text == (
        f"{name}\n\n|  | 2026 |\n| --- | --- |\n| {regions[0]} | 25% |\n| {regions[1]} | 75% |"
    )


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
