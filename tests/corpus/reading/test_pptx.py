from collections.abc import Mapping

import pytest

from corpus.packages import OFFICE, package_of, relations_of
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.pptx import read_pptx
from ibidem.domain.errors import UnreadableDocument

NAMES = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)


def shape(text: str, kind: str = "", level: int = 0) -> str:
    placeholder = f'<p:ph type="{kind}"/>' if kind else ""
    lines = "".join(f'<a:p><a:pPr lvl="{level}"/><a:r><a:t>{line}</a:t></a:r></a:p>' for line in text.split("\n"))
    return f"<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody>{lines}</p:txBody></p:sp>"


def pptx_of(*slides: str, notes: str = "", hidden: bool = False, parts: Mapping[str, str] | None = None) -> bytes:
    """The slides; notes and being hidden are those of the last one."""
    more = parts or {}
    count = len(slides)
    listed = "".join(f'<p:sldId r:id="rId{at}"/>' for at in range(1, count + 1))
    parts = {
        "ppt/presentation.xml": f'<p:presentation {NAMES} xmlns:r="{OFFICE}"><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations_of(
            [(f"rId{at}", "slide", f"slides/slide{count + 1 - at}.xml") for at in range(1, count + 1)]
        ),
    }
    for at, slide in enumerate(reversed(slides), 1):
        show = ' show="0"' if hidden and at == 1 else ""
        parts[f"ppt/slides/slide{at}.xml"] = f"<p:sld {NAMES}{show}><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>"
    if notes:
        parts["ppt/slides/_rels/slide1.xml.rels"] = relations_of([("rId1", "notesSlide", "../notesSlides/notesSlide1.xml")])
        parts["ppt/notesSlides/notesSlide1.xml"] = f"<p:notes {NAMES}>{shape('9', 'sldNum')}{shape(notes, 'body')}</p:notes>"
    return package_of({**parts, **more})


WORDS = {
    "ko": ("신입 안내", "휴가는 15일이다.", "발표자 메모"),
    "en": ("Welcome", "There are 15 days of leave.", "Speaker's note"),
    "ja": ("新入社員の案内", "休暇は15日です。", "発表者のメモ"),
}


@pytest.mark.parametrize("language", WORDS)
def test_slides_are_pages_with_titles_text_and_notes(language: str) -> None:
    title, text, note = WORDS[language]
    found = read_pptx("a.pptx", pptx_of(shape(title, "ctrTitle"), shape("2", "title") + shape(text), notes=note))
    assert found.text == f"# {title}\n\n## 2\n\n{text}\n\n{note}"
    assert [block.page for block in found.blocks] == [1, 2, 2, 2]
    assert found.pages == 2
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [title, "2"]


HANGING = {"ko": ("요금표", "매출", "메모"), "en": ("the fees", "Sales", "Comment"), "ja": ("料金表", "売上", "コメント")}


@pytest.mark.parametrize("language", HANGING)
def test_links_equations_charts_and_comments_are_read(language: str) -> None:
    words, sales, label = HANGING[language]
    chart = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    point = "<c:ptCount/><c:pt idx='0'><c:v>{}</c:v></c:pt>".format
    power = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    link = f'<a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>{words}</a:t></a:r>'
    text = (
        f'<p:sp xmlns:r="{OFFICE}" xmlns:m="{math}"><p:txBody><a:p>{link}'
        f"<a:r><a:t> </a:t></a:r><m:oMath>{power}</m:oMath></a:p></p:txBody></p:sp>"
        f'<p:graphicFrame><c:chart xmlns:c="{chart}" xmlns:r="{OFFICE}" r:id="rId2"/></p:graphicFrame>'
    )
    series = f"<c:ser><c:tx>{point(sales)}</c:tx><c:cat>{point('A')}</c:cat><c:val>{point('7')}</c:val></c:ser>"
    relations = relations_of(
        [
            ("rId2", "chart", "../charts/chart1.xml"),
            ("rId3", "comments", "../comments/comment1.xml"),
            ("rId1", "hyperlink", "https://example.com"),
        ]
    ).replace('Target="https://example.com"', 'Target="https://example.com" TargetMode="External"')
    original = pptx_of(
        text,
        parts={
            "ppt/slides/_rels/slide1.xml.rels": relations,
            "ppt/charts/chart1.xml": f'<c:chartSpace xmlns:c="{chart}">{series}</c:chartSpace>',
            "ppt/comments/comment1.xml": f'<p:cmLst {NAMES}><p:cm authorId="0"><p:text>{words}</p:text></p:cm></p:cmLst>',
        },
    )
    table = f"|  | {sales} |\n| --- | --- |\n| A | 7 |"
    assert read_pptx("a.pptx", original).text == f"{words} (https://example.com) x^2\n\n{table}\n\n{label}: {words}"


def test_indents_are_lists_tables_have_heads_and_groups_are_read() -> None:
    cells = "".join(
        f"<a:tr>{''.join(f'<a:tc><a:txBody><a:p><a:r><a:t>{cell}</a:t></a:r></a:p></a:txBody></a:tc>' for cell in row)}</a:tr>"
        for row in (("이름", "값"), ("압력", "3 bar"))
    )
    found = read_pptx(
        "a.pptx", pptx_of(f"<p:grpSp>{shape('가', level=1)}</p:grpSp><p:graphicFrame><a:tbl>{cells}</a:tbl></p:graphicFrame>")
    )
    assert found.text == "   - 가\n\n| 이름 | 값 |\n| --- | --- |\n| 압력 | 3 bar |"
    assert [block.header for block in found.blocks if isinstance(block, TableRow)] == ["| 이름 | 값 |"] * 2


def test_hidden_slides_are_left_out() -> None:
    assert read_pptx("a.pptx", pptx_of(shape("a"), shape("b"), hidden=True)).text == "a"


@pytest.mark.parametrize(
    ("original", "problem"),
    [
        (b"\xd0\xcf\x11\xe0", "encrypted, or no PPTX"),
        (b"PK", "a damaged PPTX"),
        (package_of({"a.xml": "<!DOCTYPE a>"}), "document type"),
    ],
)
def test_what_cannot_be_read_says_why(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_pptx("a.pptx", original)


def test_relations_that_lead_outside_are_not_followed() -> None:
    outside = relations_of([("rId1", "slide", "../../../etc/passwd")])
    listed = f'<p:presentation {NAMES} xmlns:r="{OFFICE}"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>'
    with pytest.raises(UnreadableDocument, match="a damaged PPTX"):
        read_pptx("a.pptx", package_of({"ppt/presentation.xml": listed, "ppt/_rels/presentation.xml.rels": outside}))
