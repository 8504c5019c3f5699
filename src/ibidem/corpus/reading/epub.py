# pyright: reportPrivateUsage=false
"""EPUB (EPUB 3.3, W3C): the chapters of a book under its title, in the order of its spine, each read as HTML."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line
from ibidem.corpus.reading.encodings import decode
from ibidem.corpus.reading.html import read_html
from ibidem.corpus.reading.nesting import below
from ibidem.corpus.reading.packages import opened, parsed
from ibidem.domain.errors import UnreadableDocument

_PAGES = frozenset({"application/xhtml+xml", "text/html"})
# Empty in XHTML; in HTML what follows would be inside.
_EMPTY = re.compile(r"<(title|script|style|iframe|textarea|a|p|div|span|i|b|em)\b([^<>]{0,1000})/>", re.IGNORECASE)


def read_epub(name: str, original: bytes) -> ReadText:
    """Reads a book; its table of contents is left out. Raises UnreadableDocument for a file that is broken or protected, and
    TooManyAttributes."""
    builder = TextBuilder()
    with opened(name, original, "EPUB") as package:
        present = frozenset(package.namelist())
        if "META-INF/encryption.xml" in present and _protects(package):
            raise UnreadableDocument(name, "protected against copying", "index an edition without protection")
        root = next((one.get("full-path") for one in parsed(package, "META-INF/container.xml").iter("{*}rootfile")), None)
        if root not in present:
            raise KeyError("no book")
        book = parsed(package, str(root))
        title = one_line("".join(next((str(text) for text in one.itertext()), "") for one in [*book.iter("{*}title")][:1]))
        builder.heading(1, title)
        builder.fields(dict.fromkeys(one.text or "" for one in book.iter("{*}creator", "{*}publisher")))
        for part in _chapters(book, str(root)):
            if part in present:
                page = _EMPTY.sub(r"<\1\2></\1>", decode(name, package.read(part)))
                builder.include(below(read_html(page), 1 if title else 0))
    return builder.finish(title=title)


def _protects(package: zipfile.ZipFile) -> bool:
    """Whether a page is encrypted; fonts often are, and nobody needs them to read."""
    targets = (one.get("URI") or "" for one in parsed(package, "META-INF/encryption.xml").iter("{*}CipherReference"))
    return any(target.lower().endswith(("html", "htm", "opf", "xml")) for target in targets)


def _chapters(book: etree._Element, root: str) -> Iterator[str]:
    """The parts that are read one after the other."""
    folder = root.rpartition("/")[0]
    items = {
        one.get("id"): posixpath.normpath(posixpath.join("/", folder, unquote(one.get("href") or ""))).lstrip("/")
        for one in book.iter("{*}item")
        if one.get("media-type") in _PAGES and "nav" not in (one.get("properties") or "").split()
    }
    for one in book.iter("{*}itemref"):
        if (part := items.get(one.get("idref"))) is not None and one.get("linear") != "no":
            yield part
