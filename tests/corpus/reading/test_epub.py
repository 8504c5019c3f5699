import pytest

from corpus.packages import package_of
from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read
from ibidem.domain.errors import UnreadableDocument

WORDS = {
    "ko": ("펌프 길잡이", "정비", "오일은 석 달마다 간다.", "김하늘"),
    "en": ("The pump guide", "Maintenance", "Change the oil every three months.", "Jo Hale"),
    "ja": ("ポンプの手引き", "保守", "オイルは三か月ごとに交換します。", "林 春"),
}
CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'


def epub_of(title: str, author: str, *chapters: str, more: dict[str, str] | None = None) -> bytes:
    """A book of these chapters, the last one first in the package."""
    items = "".join(
        f'<item id="c{at}" href="text/chapter%20{at}.xhtml" media-type="application/xhtml+xml"/>' for at in range(len(chapters))
    )
    nav = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    spine = "".join(f'<itemref idref="{one}"/>' for one in ("nav", *(f"c{at}" for at in range(len(chapters)))))
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator></metadata><manifest>{nav}{items}</manifest>"
        f"<spine>{spine}</spine></package>"
    )
    pages = {f"OEBPS/text/chapter {at}.xhtml": chapter for at, chapter in reversed(list(enumerate(chapters)))}
    return package_of(
        {
            "META-INF/container.xml": CONTAINER,
            "OEBPS/book.opf": book,
            "OEBPS/nav.xhtml": "<p>contents</p>",
            **pages,
            **(more or {}),
        }
    )


def page(body: str) -> str:
    head = '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>'
    return f"{head}<body>{body}</body></html>"


@pytest.mark.parametrize("language", WORDS)
def test_chapters_stand_under_the_title_in_the_order_of_the_spine(language: str) -> None:
    title, chapter, sentence, author = WORDS[language]
    found = read("a.epub", epub_of(title, author, page(f'<h1>{chapter}</h1><a id="x"/><p>{sentence}</p>'), page("<h2>2</h2>")))
    assert found.text == f"# {title}\n\n{author}\n\n# {chapter}\n\n{sentence}\n\n## 2"
    assert [(block.level, block.title) for block in found.blocks if isinstance(block, Heading)] == [
        (1, title),
        (2, chapter),
        (3, "2"),
    ]
    assert found.title == title


def test_a_book_that_is_protected_or_broken_says_so() -> None:
    encrypted = "<encryption><CipherReference URI='OEBPS/text/chapter%200.xhtml'/></encryption>"
    with pytest.raises(UnreadableDocument, match="protected against copying"):
        read("a.epub", epub_of("T", "A", page("x"), more={"META-INF/encryption.xml": encrypted}))
    fonts = "<encryption><CipherReference URI='OEBPS/a.otf'/></encryption>"
    assert read("a.epub", epub_of("T", "A", page("x"), more={"META-INF/encryption.xml": fonts})).text.endswith("x")
    for original in (b"PK", package_of({"META-INF/container.xml": CONTAINER}), package_of({"a": "b"})):
        with pytest.raises(UnreadableDocument, match="a damaged EPUB"):
            read("a.epub", original)
