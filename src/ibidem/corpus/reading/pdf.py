# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""PDF by way of PDFium: characters with their places, put back into lines, and the lines into headings, paragraphs and tables."""

import ctypes
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from statistics import median

import pypdfium2
from pypdfium2 import raw

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, ReadText, TooMuchText, one_line, tidy
from ibidem.corpus.reading.ocr import DPI, LEAST_PIXELS, recognised
from ibidem.corpus.reading.page_layout import read_pages
from ibidem.corpus.reading.page_lines import Line, Page, Part, Row, by_table, side_by_side
from ibidem.corpus.reading.pdf_characters import box_of, codes_of, font_of, is_unread, printed, shown, string_of
from ibidem.corpus.reading.pdf_fields import filled_fields
from ibidem.corpus.reading.pdf_fonts import without_installed_fonts
from ibidem.corpus.reading.pdf_pictures import PdfPictures
from ibidem.corpus.reading.ruled_tables import Place, RuledTable, place_of, ruled_tables, with_columns_unruled, with_rows
from ibidem.corpus.reading.rules import rules_of
from ibidem.corpus.reading.tesseract import installed
from ibidem.corpus.reading.upright_text import Spans, is_upright, upright_lines
from ibidem.corpus.reading.word_gaps import parting
from ibidem.domain.errors import UnreadableDocument

logger = logging.getLogger(__name__)

_HYPHEN = "\x02"  # PDFium's sign for a hyphen at which a word was broken over two lines
_MOST_TORN = 0.1  # of the lines in a table; cells that touch look so, too
_MOST_PAGES = 20_000  # as many as fit into the most characters; a page costs a millisecond though it shows nothing
_MOST_PIXELS = 6_000.0  # along the longer side of a page that is recognised: A1 at 200 to the inch
_REPEATED_PAGES = 3
_SAME_PLACE = 3.0  # points
_PAGE_WORD = re.compile(
    r"(?:page|p\.)\s*+\d++(?:\s*+(?:of|/)\s*+\d++)?|(?<!\d)\d++\s*+(?:쪽|페이지|ページ|頁|/\s*+\d++)", re.IGNORECASE
)
_SHOWN = re.compile(r"[^\s\0]+")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(rf"\W*(?:\d+|{_PAGE_WORD.pattern})\W*", re.IGNORECASE)

_Stretch = tuple[int, int, Place | None]  # the characters [start, end), and where they stand


def read_pdf(name: str, original: bytes) -> ReadText:
    """Reads the text of a PDF, page by page. Raises UnreadableDocument for a broken or encrypted file and for one of
    images where no Tesseract is installed."""
    if b"%PDF-" not in original[:1024]:
        raise UnreadableDocument(
            name, "not a PDF, although its name says so", "give it the extension of what it is, or leave it out"
        )
    without_installed_fonts()
    try:
        document = pypdfium2.PdfDocument(original)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise UnreadableDocument(name, "encrypted with a password", "save it without the password") from error
        raise UnreadableDocument(name, "a damaged PDF", "open it in a PDF viewer and save it again") from error
    with document:
        if document.get_formtype() != raw.FORMTYPE_NONE:
            document.init_forms()
        pictures = PdfPictures()
        pages = _pages(name, document, pictures)
        scanned = [page.number for page in pages if page.blank and _is_scan(document, page.number - 1)]
        recognises = installed() or len(scanned) == len(pages)
        for number in scanned:
            pages[number - 1] = _recognised(name, document, number) if recognises else Page(number, (), unread=True)
        title = one_line(tidy(document.get_metadata_value("Title")))
        if all(page.blank for page in pages):
            problem = "nothing to read: no page shows any text" if pages else "nothing to read: it has no pages"
            raise UnreadableDocument(name, problem, "leave it out")
        bodies = _without_running_titles(pages)
        found = _read_pages(pages if all(page.blank for page in bodies) else bodies)
        found = pictures.shown_in(found, document, bodies, scanned)
    return replace(found, title=title, recognised=any(pages[number - 1].lines for number in scanned))


def _read_pages(pages: Sequence[Page]) -> ReadText:
    """The text of the pages; one that its layout makes unreadable is lost alone."""
    try:
        return read_pages(pages)
    except (ArithmeticError, LookupError, ValueError):
        return read_pages([page if _can_be_laid_out(page) else replace(page, lines=(), unread=True) for page in pages])


def _can_be_laid_out(page: Page) -> bool:
    try:
        read_pages([page])
    except (ArithmeticError, LookupError, ValueError) as error:
        logger.warning("page %d of a PDF is left out: %s", page.number, type(error).__name__)
        return False
    return True


def _is_scan(document: pypdfium2.PdfDocument, index: int) -> bool:
    """Whether a page holds pictures large enough for text, be it in strips; that it holds no text is known."""
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return False
    try:
        pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3)
        return any(pixels >= LEAST_PIXELS for pixels in accumulate(map(_pixels, pictures)))
    finally:
        page.close()


def _pixels(picture: pypdfium2.PdfObject) -> int:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    found = raw.FPDFImageObj_GetImagePixelSize(picture, width, height)
    return width.value * height.value if found else 0


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


def _pages(name: str, document: pypdfium2.PdfDocument, pictures: PdfPictures) -> list[Page]:
    if len(document) > _MOST_PAGES:
        raise UnreadableDocument(name, f"has more than {_MOST_PAGES:,} pages", "split it into parts")
    pages: list[Page] = []
    characters = 0
    for number in range(1, len(document) + 1):
        pages.append(_page(document, number, pictures))
        characters += sum(len(line.text) for line in pages[-1].lines) + sum(map(len, pages[-1].fields))
        if characters > MOST_CHARACTERS:  # one page may be in a file a thousand times
            raise TooMuchText
    return pages


def _page(document: pypdfium2.PdfDocument, number: int, pictures: PdfPictures) -> Page:
    """A page with its lines, of which the pictures are noted; one that is broken is not the end of the document."""
    try:
        page = document[number - 1]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return Page(number, (), unread=True)
    try:
        pictures.look_at(page, number)
        codes = codes_of(text_page)
        lines = tuple(_lines(page, text_page, codes))
        fields = tuple(filled_fields(document, page, lines))
        return Page(number, lines, unread=is_unread(text_page, codes), fields=fields)
    except (ArithmeticError, LookupError, ValueError) as error:
        logger.warning("page %d of a PDF is left out: %s", number, type(error).__name__)
        return Page(number, (), unread=True)
    finally:
        text_page.close()
        page.close()


def _lines(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, codes: Sequence[int]) -> Iterator[Line]:
    spans = list(printed(codes))
    if is_upright(text_page, codes):
        columns, spans = upright_lines(text_page, codes, spans)
        yield from _level_lines(text_page, codes, spans)
        yield from columns
    elif codes and (tables := ruled_tables(rules_of(page))):
        yield from side_by_side(_lines_and_rows(text_page, codes, tables))
    else:
        yield from _level_lines(text_page, codes, spans)


def _level_lines(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], spans: Spans) -> Iterator[Line]:
    yield from side_by_side(line for start, end in spans if (line := _line(text_page, codes, start, end)) is not None)


def _lines_and_rows(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], tables: Sequence[RuledTable]) -> Iterator[Line]:
    """The lines of a page with tables, without those that the text does not keep to."""
    stretches = list(_by_cell(text_page, codes, tables))
    placed = list(_placed(text_page, codes, stretches))
    doubtful = _torn(codes, stretches) | with_columns_unruled(placed)
    if doubtful:
        tables = [table for number, table in enumerate(tables) if number not in doubtful]
        placed = list(_placed(text_page, codes, _by_cell(text_page, codes, tables)))
    yield from with_rows(placed, tables)


def _torn(codes: Sequence[int], stretches: Sequence[_Stretch]) -> set[int]:
    """The tables whose rules run through words, which are ornaments."""
    torn: Counter[int] = Counter()
    for (_, end, place), (start, _, other) in pairwise(stretches):
        if start == end and not chr(codes[end - 1]).isspace():
            torn.update({found[0] for found in (place, other) if found is not None})
    count = Counter(place[0] for *_, place in stretches if place is not None)
    return {number for number, times in torn.items() if times > _MOST_TORN * count[number]}


def _placed(
    text_page: pypdfium2.PdfTextPage, codes: Sequence[int], stretches: Iterable[_Stretch]
) -> Iterator[tuple[Line, Place | None]]:
    for start, end, place in stretches:
        if (line := _line(text_page, codes, start, end)) is not None:
            yield line, place


def _by_cell(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], tables: Sequence[RuledTable]) -> Iterator[_Stretch]:
    """The characters of each line, those together that stand in one cell, or outside of all tables."""
    for start, end in printed(codes):
        begin, before, place = start, -1, None
        for first, last, here in _words(text_page, codes[start:end], start, tables):
            if before >= 0 and here != place:
                stop = before + 1  # a space at the end of a line counts there, unless it is PDFium's own
                while stop < first and not raw.FPDFText_IsGenerated(text_page, stop):
                    stop += 1
                yield begin, stop, place
                begin = first
            before, place = last, here
        yield begin, end, place


def _words(
    text_page: pypdfium2.PdfTextPage, codes: Sequence[int], start: int, tables: Sequence[RuledTable]
) -> Iterator[tuple[int, int, Place | None]]:
    """The first and the last character of each word, and where it stands; of one that stands in two places each character."""

    def place(at: int) -> Place | None:
        box = box_of(text_page, at)
        return place_of((box.left + box.right) / 2, (box.bottom + box.top) / 2, tables)

    for word in _SHOWN.finditer("".join(map(chr, codes))):
        first, last = start + word.start(), start + word.end() - 1
        here = place(first)
        if first == last or here == place(last):
            yield first, last, here
        else:
            yield from ((at, at, place(at)) for at in range(first, last + 1))


def _line(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], start: int, end: int) -> Line | None:
    """The line of the characters [start, end), or None when it shows nothing."""
    ink = shown(codes, start, end)
    if not ink:
        return None
    first, last = box_of(text_page, ink[0]), box_of(text_page, ink[-1])
    sampled = (box_of(text_page, at) for at in ink[:: max(len(ink) // 5, 1)])
    height = max(median([box.top - box.bottom for box in sampled]), 1.0)
    ends = [0, *_part_ends(text_page, codes, ink, height), len(ink)]
    parts = [
        Part(
            string_of(codes[ink[begin] : ink[stop - 1] + 1]).replace(_HYPHEN, "-"),
            left := box_of(text_page, ink[begin]).left,
            box_of(text_page, ink[stop - 1]).right,
            (left - box_of(text_page, ink[begin - 1]).right) / height if begin else 0.0,
            font_of(text_page, ink[begin]),
        )
        for begin, stop in pairwise(ends)
    ]
    tail = string_of(codes[start if len(parts) == 1 else ink[ends[-2]] : end])
    text = " ".join([*(part.text for part in parts[:-1]), tail.lstrip()])
    return Line(
        text=text.replace(_HYPHEN, "-") if text.endswith(_HYPHEN) else text,
        parts=tuple(parts),
        left=first.left,
        right=last.right,
        bottom=first.bottom,
        height=height,
        hyphenated=text.endswith((_HYPHEN, "-")) and text[-2:-1].isalnum(),
    )


def _part_ends(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], ink: Sequence[int], height: float) -> Iterator[int]:
    """The numbers of those among the shown characters with which another part of their line begins."""
    begins = [at for at in range(1, len(ink)) if ink[at] - ink[at - 1] > 1]
    gaps = [(box_of(text_page, ink[at]).left - box_of(text_page, ink[at - 1]).right) / height for at in begins]
    words = [string_of([codes[one] for one in ink[first:last]]) for first, last in pairwise([0, *begins, len(ink)])]
    yield from (at for at, parts in zip(begins, parting(words, gaps), strict=True) if parts)


def _without_running_titles(pages: list[Page]) -> list[Page]:
    """The pages without their headers and footers: lines at the edge of most pages, in one place, alike but for the page number,
    which two pages suffice for where it stands beside other words.

    The first page keeps its own, so that a title that stands nowhere else is not lost; bare page numbers go everywhere.
    """
    seen = Counter(key for page in pages for key in {_running(unit, page.number) for unit in _edges(page)})
    most = max(_REPEATED_PAGES, 0.6 * len(pages))
    # One with a page's number need not stand on most pages: minutes with their annexes have one for each part.
    often = {key for key, count in seen.items() if count >= (2 if _names_page(key[0]) else most)}

    def kept(page: Page) -> Page:
        repeated = [line for unit in _edges(page) if _running(unit, page.number) in often for line in unit]
        gone = {line for line in repeated if page.number > 1 or _PAGE_NUMBER.fullmatch(line.text.strip())}
        return replace(page, lines=tuple(line for line in page.lines if line not in gone))

    return [kept(page) for page in pages]


def _names_page(running: str) -> bool:
    return "#" in running and any(char.isalpha() for char in running)


def _edges(page: Page) -> list[list[Line]]:
    """What stands at the top and at the bottom: lines, and ruled tables, each as a whole."""
    units = sorted(by_table(page.lines), key=lambda unit: -unit[0].bottom)
    return units[:2] + units[2:][-2:]


def _running(unit: Sequence[Line], page: int) -> tuple[str, int]:
    """What makes a line the same on every page. Other numbers than the page's count: slides may be titled Step 1, Step 2."""
    said = (_in_table(part.text, page) if isinstance(line, Row) else _in_line(part.text) for line in unit for part in line.parts)
    return "|".join(said), round(unit[0].bottom / _SAME_PLACE)


def _in_line(part: str) -> str:
    return "#" if _PAGE_NUMBER.fullmatch(part) else _PAGE_WORD.sub("#", part)


def _in_table(part: str, page: int) -> str:
    """Tables are made of numbers: only this page's own are taken for one."""
    return (
        "#" if part == str(page) else _PAGE_WORD.sub(lambda word: "#" if str(page) in _DIGITS.findall(word[0]) else word[0], part)
    )
