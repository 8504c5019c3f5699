# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""PDF by way of PDFium: characters with their places, put back into lines, and the lines into headings, paragraphs and tables."""

import ctypes
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from statistics import median

import pypdfium2
from pypdfium2 import raw

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, ReadText, TooMuchText, one_line, tidy
from ibidem.corpus.reading.ocr import DPI, installed, recognised
from ibidem.corpus.reading.page_layout import Line, Page, Part, read_pages
from ibidem.domain.errors import UnreadableDocument

logger = logging.getLogger(__name__)

_HYPHEN = "\x02"  # PDFium's sign for a hyphen at which a word was broken over two lines
_PART_GAP = 0.5  # heights of a line; a space is less than that, except in some justified lines
_MOST_PAGES = 20_000  # as many as fit into the most characters; a page costs a millisecond though it shows nothing
_MOST_PIXELS = 6_000.0  # along the longer side of a page that is recognised: A1 at 200 to the inch
_REPEATED_PAGES = 3
_SAME_PLACE = 3.0  # points
_PAGE_WORD = re.compile(
    r"(?:page|p\.)\s*+\d++(?:\s*+(?:of|/)\s*+\d++)?|(?<!\d)\d++\s*+(?:쪽|페이지|ページ|頁|/\s*+\d++)", re.IGNORECASE
)
_PAGE_NUMBER = re.compile(rf"\W*(?:\d+|{_PAGE_WORD.pattern})\W*", re.IGNORECASE)


def read_pdf(name: str, original: bytes) -> ReadText:
    """Reads the text of a PDF, page by page. Raises UnreadableDocument for a broken or encrypted file and for one of
    images where no Tesseract is installed."""
    if b"%PDF-" not in original[:1024]:
        raise UnreadableDocument(
            name, "not a PDF, although its name says so", "give it the extension of what it is, or leave it out"
        )
    try:
        document = pypdfium2.PdfDocument(original)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise UnreadableDocument(name, "encrypted with a password", "save it without the password") from error
        raise UnreadableDocument(name, "a damaged PDF", "open it in a PDF viewer and save it again") from error
    with document:
        pages = _pages(name, document)
        scanned = [page.number for page in pages if not page.lines and _is_scan(document, page.number - 1)]
        for number in scanned if len(scanned) == len(pages) or installed() else ():
            pages[number - 1] = _recognised(name, document, number)
        title = one_line(tidy(document.get_metadata_value("Title")))
    if not any(page.lines for page in pages):
        problem = "nothing to read: no page shows any text" if pages else "nothing to read: it has no pages"
        raise UnreadableDocument(name, problem, "leave it out")
    told = _without_running_titles(pages)
    found = _read_pages(told if any(page.lines for page in told) else pages)
    return replace(found, title=title, recognised=any(pages[number - 1].lines for number in scanned))


def _read_pages(pages: Sequence[Page]) -> ReadText:
    """The text of the pages; one that its layout makes unreadable is lost alone."""
    try:
        return read_pages(pages)
    except (ArithmeticError, LookupError, ValueError):
        return read_pages([page if _can_be_laid_out(page) else replace(page, lines=()) for page in pages])


def _can_be_laid_out(page: Page) -> bool:
    try:
        read_pages([page])
    except (ArithmeticError, LookupError, ValueError) as error:
        logger.warning("page %d of a PDF is left out: %s", page.number, type(error).__name__)
        return False
    return True


def _is_scan(document: pypdfium2.PdfDocument, index: int) -> bool:
    """Whether a page holds pictures; that it holds no text is known."""
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return False
    try:
        return any(islice(page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3), 1))
    finally:
        page.close()


def _recognised(name: str, document: pypdfium2.PdfDocument, number: int) -> Page:
    """A page as it is recognised on its picture."""
    page = document[number - 1]
    try:
        longest = max(*page.get_size(), 1.0)
        bitmap = page.render(scale=min(DPI / 72, _MOST_PIXELS / longest), grayscale=True)
        header = b"P5 %d %d 255\n" % (bitmap.width, bitmap.height)
        rows = bytes(bitmap.buffer)
        stride, width = bitmap.stride, bitmap.width
        picture = header + b"".join(rows[at : at + width] for at in range(0, stride * bitmap.height, stride))
        bitmap.close()
    finally:
        page.close()
    return next(iter(recognised(name, picture, number)), Page(number, ()))


def _pages(name: str, document: pypdfium2.PdfDocument) -> list[Page]:
    if len(document) > _MOST_PAGES:
        raise UnreadableDocument(name, f"has more than {_MOST_PAGES:,} pages", "split it into parts")
    pages: list[Page] = []
    characters = 0
    for number in range(1, len(document) + 1):
        pages.append(Page(number, _page_lines(document, number)))
        characters += sum(len(line.text) for line in pages[-1].lines)
        if characters > MOST_CHARACTERS:  # one page may be in a file a thousand times
            raise TooMuchText
    return pages


def _page_lines(document: pypdfium2.PdfDocument, number: int) -> tuple[Line, ...]:
    try:
        return tuple(_lines(document, number - 1))
    except (ArithmeticError, LookupError, ValueError) as error:
        logger.warning("page %d of a PDF is left out: %s", number, type(error).__name__)
        return ()


def _lines(document: pypdfium2.PdfDocument, index: int) -> Iterator[Line]:
    try:
        page = document[index]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return  # one broken page is not the end of the document
    try:
        start = 0
        codes = [raw.FPDFText_GetUnicode(text_page, at) for at in range(text_page.count_chars())]
        for at, code in enumerate([*codes, 10]):
            if code in (10, 13, 2):
                if (line := _line(text_page, codes, start, at + (code == 2))) is not None:
                    yield line
                start = at + 1
    finally:
        text_page.close()
        page.close()


def _line(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], start: int, end: int) -> Line | None:
    """The line of the characters [start, end), or None when it shows nothing."""
    shown = [at for at in range(start, end) if codes[at] != 0 and not chr(codes[at]).isspace()]
    if not shown:
        return None
    first, last = _box(text_page, shown[0]), _box(text_page, shown[-1])
    sampled = (_box(text_page, at) for at in shown[:: max(len(shown) // 5, 1)])
    height = max(median([box.top - box.bottom for box in sampled]), 1.0)
    parts: list[Part] = []
    begin, left, gap = start, first.left, 0.0
    for before, after in pairwise(shown):
        if after - before > 1 and (distance := _box(text_page, after).left - _box(text_page, before).right) > _PART_GAP * height:
            parts.append(Part(_string(codes[begin : before + 1]).strip(), left, gap))
            begin, left, gap = after, _box(text_page, after).left, distance / height
    tail = _string(codes[begin:end])
    parts.append(Part(tail.strip().replace(_HYPHEN, "-"), left, gap))
    text = " ".join([*(part.text for part in parts[:-1]), tail.lstrip()])
    return Line(
        text=text.replace(_HYPHEN, "-") if text.endswith(_HYPHEN) else text,
        parts=tuple(parts),
        left=first.left,
        right=last.right,
        bottom=first.bottom,
        height=height,
        hyphenated=text.endswith(_HYPHEN),
    )


def _string(codes: Sequence[int]) -> str:
    units = "".join(map(chr, codes))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _box(text_page: pypdfium2.PdfTextPage, at: int) -> raw.FS_RECTF:
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text_page, at, ctypes.byref(box))
    return box


def _without_running_titles(pages: list[Page]) -> list[Page]:
    """The pages without their headers and footers: lines at the edge of most pages, in one place, alike but for the page number,
    which two pages suffice for where it stands beside other words.

    The first page keeps its own, so that a title that stands nowhere else is not lost; bare page numbers go everywhere.
    """
    seen = Counter(key for page in pages for key in {_running(line) for line in _edges(page)})
    most = max(_REPEATED_PAGES, 0.6 * len(pages))
    # One with a page's number need not stand on most pages: minutes with their annexes have one for each part.
    often = {key for key, count in seen.items() if count >= (2 if _names_page(key[0]) else most)}

    def kept(page: Page) -> Page:
        repeated = [line for line in _edges(page) if _running(line) in often]
        gone = [line for line in repeated if page.number > 1 or _PAGE_NUMBER.fullmatch(line.text.strip())]
        return replace(page, lines=tuple(line for line in page.lines if line not in gone))

    return [kept(page) for page in pages]


def _names_page(running: str) -> bool:
    return "#" in running and any(char.isalpha() for char in running)


def _edges(page: Page) -> list[Line]:
    by_height = sorted(page.lines, key=lambda line: -line.bottom)
    return by_height[:2] + by_height[2:][-2:]


def _running(line: Line) -> tuple[str, int]:
    """What makes a line the same on every page. Other numbers than the page's count: slides may be titled Step 1, Step 2."""
    text = "|".join("#" if _PAGE_NUMBER.fullmatch(part.text) else _PAGE_WORD.sub("#", part.text) for part in line.parts)
    return text, round(line.bottom / _SAME_PLACE)
