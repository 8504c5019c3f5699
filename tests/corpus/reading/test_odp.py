import pytest

from corpus.packages import package_of
from corpus.reading.test_odt import NAMES
from ibidem.corpus.reading.odp import read_odp
from ibidem.domain.errors import UnreadableDocument

SPACES = f'{NAMES} xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
WORDS = {
    "ko": ("신입 안내", "휴가는 15일이다.", "발표자 메모"),
    "en": ("Welcome", "There are 15 days of leave.", "Speaker's note"),
    "ja": ("新入社員の案内", "休暇は15日です。", "発表者のメモ"),
}


def frame(inner: str, kind: str = "outline") -> str:
    return f'<draw:frame presentation:class="{kind}"><draw:text-box>{inner}</draw:text-box></draw:frame>'


def odp_of(*pages: str) -> bytes:
    hidden = '<style:style style:name="h"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    body = f"<office:body><office:presentation>{''.join(pages)}</office:presentation></office:body>"
    styles = f"<office:automatic-styles>{hidden}</office:automatic-styles>"
    return package_of({"content.xml": f"<office:document-content {SPACES}>{styles}{body}</office:document-content>"})


@pytest.mark.parametrize("language", WORDS)
def test_slides_are_pages_with_titles_text_lists_and_notes(language: str) -> None:
    title, text, note = WORDS[language]
    items = f"<text:list><text:list-item><text:p>{text}</text:p></text:list-item></text:list>"
    notes = f"<presentation:notes>{frame(f'<text:p>{note}</text:p>', 'notes')}</presentation:notes>"
    found = read_odp(
        "a.odp",
        odp_of(
            f"<draw:page>{frame(f'<text:p>{title}</text:p>', 'title')}{frame(items)}{notes}</draw:page>",
            f'<draw:page draw:style-name="h">{frame("<text:p>hidden</text:p>")}</draw:page>',
            f"<draw:page>{frame('<text:p>2</text:p>', 'title')}{frame('<text:p>3</text:p>', 'page-number')}</draw:page>",
        ),
    )
    assert found.text == f"# {title}\n\n- {text}\n\n{note}\n\n## 2"
    assert [block.page for block in found.blocks] == [1, 1, 1, 3]
    assert found.pages == 3


def test_what_is_broken_says_so() -> None:
    with pytest.raises(UnreadableDocument, match="a damaged ODP"):
        read_odp("a.odp", package_of({"content.xml": "<a/>"}))
