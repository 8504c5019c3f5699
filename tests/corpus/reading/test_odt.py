import pytest

from corpus.packages import package_of
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.odt import read_odt
from ibidem.domain.errors import UnreadableDocument

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table", "meta")
)


def odt_of(body: str, title: str = "") -> bytes:
    content = (
        f"<office:document-content {NAMES}><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    meta = f'<office:document-meta {NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></office:document-meta>'
    return package_of({"content.xml": content, "meta.xml": meta})


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


def test_what_was_deleted_and_comments_are_left_out() -> None:
    comment = "<office:annotation><text:p>why</text:p></office:annotation>"
    gone = "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
    body = f"{gone}<text:p>a{comment} b<text:line-break/>c</text:p>"
    assert read_odt("a.odt", odt_of(body)).text == "a b\nc"


def test_cells_that_repeat_a_million_times_are_bounded() -> None:
    cell = '<table:table-cell table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell>'
    assert len(read_odt("a.odt", odt_of(f"<table:table><table:table-row>{cell * 2}</table:table-row></table:table>")).text) < 1000


@pytest.mark.parametrize("original", [b"PK", package_of({"content.xml": "<a/>"}), package_of({"content.xml": "<a>" * 300})])
def test_what_is_broken_says_so(original: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="a damaged ODT"):
        read_odt("a.odt", original)
