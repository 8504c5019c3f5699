# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""The characters of a PDF's page as PDFium found them, with their places."""

import ctypes
from collections.abc import Iterator, Sequence

import pypdfium2
from pypdfium2 import raw

_LONGEST_FONT = 128  # bytes of a font's name
_SAMPLE = 200  # characters of a page
_MOST_UNKNOWN = 0.2  # of them; bullets and formulas are a few


def codes_of(text_page: pypdfium2.PdfTextPage) -> list[int]:
    """The characters, those outside the first plane as two surrogates."""
    return [raw.FPDFText_GetUnicode(text_page, at) for at in range(text_page.count_chars())]


def printed(codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each line as PDFium found it starts and ends."""
    start = 0
    for at, code in enumerate([*codes, 10]):
        if code in (10, 13, 2):
            yield start, at + (code == 2)
            start = at + 1


def shown(codes: Sequence[int], start: int, end: int) -> list[int]:
    """The numbers of those of the characters [start, end) that leave ink on the page."""
    return [at for at in range(start, end) if codes[at] != 0 and not chr(codes[at]).isspace()]


def is_unread(text_page: pypdfium2.PdfTextPage, codes: Sequence[int]) -> bool:
    """Whether the file does not say of many of a page's glyphs which characters they are, by a sample of them."""
    ink = shown(codes, 0, len(codes))
    sample = ink[:: max(len(ink) // _SAMPLE, 1)]
    unknown = sum(_is_unknown(codes[at]) or raw.FPDFText_HasUnicodeMapError(text_page, at) == 1 for at in sample)
    # A code of 0 is no character that is shown.
    return unknown + codes.count(0) * len(sample) / max(len(ink), 1) > _MOST_UNKNOWN * len(sample)


def _is_unknown(code: int) -> bool:
    return code == 0xFFFD or 0xE000 <= code < 0xF900  # private use: what the font makes of it


def string_of(codes: Sequence[int]) -> str:
    """The characters as text."""
    units = "".join(map(chr, codes))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def box_of(text_page: pypdfium2.PdfTextPage, at: int) -> raw.FS_RECTF:
    """The place of a character, as wide as it advances and as high as its font."""
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text_page, at, ctypes.byref(box))
    return box


def font_of(text_page: pypdfium2.PdfTextPage, at: int) -> str:
    """The name of a character's font."""
    name = ctypes.create_string_buffer(_LONGEST_FONT)
    length = raw.FPDFText_GetFontInfo(text_page, at, name, _LONGEST_FONT, None)
    return name.value.decode("utf-8", "replace") if 0 < length <= _LONGEST_FONT else ""
