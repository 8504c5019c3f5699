"""The fonts that PDFium may use: its own and a PDF's, never those that happen to be installed.

A PDF may name a font without bringing it. PDFium then takes an installed one, and the boxes of the characters, from which lines
and tables are put together, are another machine's: with a Korean font installed, one example lost rows of its tables.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false

import ctypes
from functools import cache
from typing import Any

from pypdfium2 import raw


@cache
def without_installed_fonts() -> raw.FPDF_SYSFONTINFO:
    """Tells PDFium, once in a process, that no font is installed; the cache keeps the callbacks alive.

    The structure is that of fpdf_sysfontinfo.h, version 1.
    """
    fonts = raw.FPDF_SYSFONTINFO()
    fonts.version = 1
    types: dict[str, Any] = {field[0]: field[1] for field in raw.FPDF_SYSFONTINFO._fields_}
    for nothing in ("Release", "EnumFonts", "MapFont", "GetFont", "DeleteFont"):
        setattr(fonts, nothing, types[nothing](lambda *_: None))
    for zero in ("GetFontData", "GetFaceName", "GetFontCharset"):
        setattr(fonts, zero, types[zero](lambda *_: 0))
    raw.FPDF_SetSystemFontInfo(ctypes.byref(fonts))
    return fonts
