from collections.abc import Mapping

import pytest

from corpus.packages import package_of
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.odt import read_odt
from ibidem.domain.errors import UnreadableDocument

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        *((one, one) for one in ("office", "text", "table", "meta", "style", "chart")),
        ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)
NAMES += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'


def odt_of(body: str, title: str = "", styles: str = "", head: str = "", parts: Mapping[str, str] | None = None) -> bytes:
    content = (
        f"<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:text>{body}</office:text></office:body></office:document-content>"
    )
    meta = f"<office:document-meta {NAMES}><dc:title>{title}</dc:title></office:document-meta>"
    pages = f"<office:document-styles {NAMES}><office:master-styles>{head}</office:master-styles></office:document-styles>"
    return package_of({"content.xml": content, "meta.xml": meta, "styles.xml": pages, **(parts or {})})


def row(*cells: str) -> str:
    return "".join(
        [
            "<table:table-row>",
            *(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in cells),
            "</table:table-row>",
        ]
    )


WORDS = {
    "ko": ("휴가 규정", "연차는 15일이다.", "구분", "일수"),
    "en": ("Leave rules", "Annual leave is 15 days.", "Kind", "Days"),
    "ja": ("休暇規程", "年次休暇は15日です。", "区分", "日数"),
}


@pytest.mark.parametrize("language", WORDS)
def test_headings_lists_and_tables(language: str) -> None:
    title, sentence, kind, days = WORDS[language]
    inner = f"<text:list><text:list-item><text:p>{days}</text:p></text:list-item></text:list>"
    items = f"<text:list><text:list-item><text:p>{kind}</text:p>{inner}</text:list-item></text:list>"
    table = f"<table:table>{row(kind, days)}<table:table-header-rows/>{row('a', '15')}</table:table>"
    body = f'<text:h text:outline-level="2">{title}</text:h><text:p>{sentence}</text:p>{items}{table}'
    found = read_odt("a.odt", odt_of(body, "T"))
    assert found.text == f"## {title}\n\n{sentence}\n\n- {kind}\n   - {days}\n\n| {kind} | {days} |\n| --- | --- |\n| a | 15 |"
    assert found.title == "T"
    assert [type(block) for block in found.blocks if isinstance(block, Heading | TableRow)] == [Heading, TableRow, TableRow]


BESIDE = {
    "ko": (
        "주입구를 연다.",
        "펌프를 채운다.",
        "회비는 5월까지 낸다.",
        "회원은 6월에 낸다.",
        "회비는 5월까지 낸다(주 1).",
        "주 1: ",
        "메모",
    ),
    "en": (
        "Open the inlet.",
        "Prime the pump.",
        "It is due in May.",
        "In June.",
        "It is due in May (note 1).",
        "Note 1: ",
        "Comment",
    ),
    "ja": (
        "入口を開ける。",
        "満水にする。",
        "会費は5月までです。",
        "会員は6月です。",
        "会費は5月までです（注1）。",
        "注1: ",
        "コメント",
    ),
}


def style(name: str, *levels: str) -> str:
    each = "".join(f'<text:list-level-style-number text:level="{at}" {one}/>' for at, one in enumerate(levels, 1))
    return f'<text:list-style style:name="{name}">{each}</text:list-style>'


def items(*inner: str, attributes: str = 'text:style-name="L1"') -> str:
    return f"<text:list {attributes}>{''.join(f'<text:list-item>{one}</text:list-item>' for one in inner)}</text:list>"


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


@pytest.mark.parametrize("language", BESIDE)
def test_items_have_their_numbers_and_notes_stand_below(language: str) -> None:
    first, second, sentence, note, marked, label, remark = BESIDE[language]
    body = f"<text:note-body><text:p>{note}</text:p></text:note-body>"
    hanging = f"<text:note><text:note-citation>1</text:note-citation>{body}</text:note>"
    annotation = f"<office:annotation><dc:creator>Kim</dc:creator><text:p>{second}</text:p></office:annotation>"
    content = odt_of(
        items(p(first), p(second)) + p(f"{sentence}{hanging}{annotation}"),
        styles=style("L1", 'style:num-format="1" style:num-suffix="."'),
    )
    assert read_odt("a.odt", content).text == f"1. {first}\n2. {second}\n\n{marked}\n\n{label}{note}\n\n{remark} (Kim): {second}"


def test_numbers_are_those_that_the_document_shows() -> None:
    numbered = style(
        "L1", 'style:num-format="1" style:num-suffix="."', 'style:num-format="1" style:num-suffix="." text:display-levels="2"'
    ) + style("L2", 'style:num-format="가, 나, 다, ..." style:num-suffix=")" text:start-value="2"')
    inner = items(p("a"), p("b"), attributes="")
    body = (
        items(p("one") + inner, p("two") + inner)
        + p("between")
        + items(p("three"), attributes='text:style-name="L1" text:continue-numbering="true"')
        + p("again")
        + items(p("one"), attributes='text:style-name="L1"')
        + p("other")
        + items(p("x"), p("y"), attributes='text:style-name="L2"')
    )
    assert [line.strip() for line in read_odt("a.odt", odt_of(body, styles=numbered)).text.splitlines() if line] == [
        *("1. one", "1.1. a", "1.2. b", "2. two", "2.1. a", "2.2. b", "between", "3. three", "again", "1. one", "other"),
        *("나) x", "다) y"),
    ]


def test_the_heads_of_pages_links_and_equations_are_read() -> None:
    head = "<style:header><text:p>VX-900, rev. C<text:tab/>p. <text:page-number>3</text:page-number></text:p></style:header>"
    math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>F</mi><mo>=</mo><mn>12.5</mn></math>'
    body = (
        '<text:h text:outline-level="1">Beam</text:h>'
        '<text:p>See <text:a xlink:href="https://example.com/a">the fees</text:a>; '
        '<draw:object xlink:href="./Object 1"/>.</text:p>'
    )
    original = odt_of(body, head=f"<style:master-page>{head}</style:master-page>", parts={"Object 1/content.xml": math})
    assert read_odt("a.odt", original).text == "# Beam\n\nVX-900, rev. C\n\nSee the fees (https://example.com/a); F=12.5."


def test_the_numbers_of_a_chart_are_a_table() -> None:
    rows = f"<table:table>{row('', '2026')}{row('東京', '7')}</table:table>"
    chart = f"<office:chart><chart:chart><chart:title><text:p>売上</text:p></chart:title>{rows}</chart:chart></office:chart>"
    parts = {
        "Object 1/content.xml": f"<office:document-content {NAMES}><office:body>{chart}</office:body></office:document-content>"
    }
    original = odt_of('<text:p><draw:object xlink:href="./Object 1"/></text:p>', parts=parts)
    assert read_odt("a.odt", original).text == "売上\n\n|  | 2026 |\n| --- | --- |\n| 東京 | 7 |"


def test_what_was_deleted_is_left_out() -> None:
    gone = "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
    body = f"{gone}<text:p>a b<text:line-break/>c</text:p>"
    assert read_odt("a.odt", odt_of(body)).text == "a b\nc"


def test_cells_that_repeat_a_million_times_are_bounded() -> None:
    cell = '<table:table-cell table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell>'
    assert len(read_odt("a.odt", odt_of(f"<table:table><table:table-row>{cell * 2}</table:table-row></table:table>")).text) < 1000


@pytest.mark.parametrize("original", [b"PK", package_of({"content.xml": "<a/>"}), package_of({"content.xml": "<a>" * 300})])
def test_what_is_broken_says_so(original: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="a damaged ODT"):
        read_odt("a.odt", original)
