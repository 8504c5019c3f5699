"""The fonts that PDFium may use: its own, a PDF's, and one of ours for Chinese, Japanese and Korean; never those installed.

A PDF may name a font without bringing it. PDFium then takes an installed one, and the boxes of the characters, from which lines
and tables are put together, are another machine's: with a Korean font installed, one example lost rows of its tables. Where none
is there, the characters have no box at all, and PDFium leaves out what has none: upright text, and characters set one by one.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false

import ctypes
import struct
from functools import cache
from typing import Any

from pypdfium2 import raw

_CHARSETS = (raw.FXFONT_SHIFTJIS_CHARSET, raw.FXFONT_HANGEUL_CHARSET, raw.FXFONT_GB2312_CHARSET, raw.FXFONT_CHINESEBIG5_CHARSET)
_OF_OURS = 1  # the font's handle
_EM = 1000
_ASCENT, _DESCENT = 870, -260  # as those of PDFium's own font, so that lines are as high
# The bars stand on the base line, as high as letters: within the height that any font claims. They are no wider than any letter,
# or as wide as an ideograph: a line of single characters that is not wider than high PDFium takes for an upright one.
_HEIGHT = 700
_WIDTHS = (200, 1000)
_NARROW, _WIDE = 1, 2  # glyphs
_GROUPS = ((0x0, 0x10FF, _NARROW), (0x1100, 0xFF60, _WIDE), (0xFF61, 0xFFDF, _NARROW), (0xFFE0, 0x10FFFF, _WIDE))


@cache
def without_installed_fonts() -> raw.FPDF_SYSFONTINFO:
    """Tells PDFium, once in a process, that no font is installed but ours; the cache keeps the callbacks alive.

    The structure is that of fpdf_sysfontinfo.h, version 1.
    """
    fonts = raw.FPDF_SYSFONTINFO()
    fonts.version = 1
    types: dict[str, Any] = {field[0]: field[1] for field in raw.FPDF_SYSFONTINFO._fields_}
    whole = _font_of_bars()

    def data(_fonts: Any, _handle: Any, table: int, buffer: Any, size: int) -> int:
        if table:
            return 0  # only the whole file is there
        if size >= len(whole):
            ctypes.memmove(buffer, whole, len(whole))
        return len(whole)

    for nothing in ("Release", "EnumFonts", "GetFont", "DeleteFont"):
        setattr(fonts, nothing, types[nothing](lambda *_: None))
    for zero in ("GetFaceName", "GetFontCharset"):
        setattr(fonts, zero, types[zero](lambda *_: 0))
    fonts.MapFont = types["MapFont"](lambda _fonts, _weight, _italic, charset, *_: _OF_OURS if charset in _CHARSETS else None)
    fonts.GetFontData = types["GetFontData"](data)
    raw.FPDF_SetSystemFontInfo(ctypes.byref(fonts))
    return fonts


def _font_of_bars() -> bytes:
    """A TrueType font in which every character is one of two upright bars, put together after the OpenType specification."""
    narrow, wide = map(_bar, _WIDTHS)
    groups = b"".join(struct.pack(">III", *group) for group in _GROUPS)  # each of one glyph for all its characters
    subtable = struct.pack(">HHIII", 13, 0, 16 + len(groups), 0, len(_GROUPS)) + groups
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 10, 12) + subtable,
        b"glyf": narrow + wide,
        b"head": struct.pack(
            ">IIIIHHQQ4hHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, _EM, 0, 0, 0, _DESCENT, _WIDTHS[1], _ASCENT, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(">IhhhH11hH", 0x10000, _ASCENT, _DESCENT, 0, _EM, 0, 0, _WIDTHS[1], 1, 0, 0, 0, 0, 0, 0, 0, 1),
        b"hmtx": struct.pack(">Hhhh", _EM, 0, 0, 0),
        b"loca": struct.pack(">4I", 0, 0, len(narrow), len(narrow) + len(wide)),
        b"maxp": struct.pack(">IH13H", 0x10000, 3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    directory, body = b"", b""
    start = 12 + 16 * len(tables)
    for tag, table in tables.items():
        padded = table + b"\0" * (-len(table) % 4)
        sum_ = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag, sum_, start + len(body), len(table))
        body += padded
    return struct.pack(">IHHHH", 0x10000, len(tables), 64, 2, 48) + directory + body


def _bar(width: int) -> bytes:
    """A glyph of one contour with four corners on it, padded to four bytes."""
    corners = ((0, 0), (0, _HEIGHT), (width, _HEIGHT), (width, 0))
    xs, ys = ([now[axis] - before[axis] for before, now in zip(((0, 0), *corners), corners, strict=False)] for axis in (0, 1))
    glyph = struct.pack(">5h", 1, 0, 0, width, _HEIGHT) + struct.pack(">HH4B", 3, 0, 1, 1, 1, 1) + struct.pack(">8h", *xs, *ys)
    return glyph + b"\0" * (-len(glyph) % 4)
