# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""The fields of a PDF that can be filled in: what they are called, and what was filled in."""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pypdfium2
from pypdfium2 import raw

from ibidem.corpus.reading.blocks import one_line, tidy
from ibidem.corpus.reading.page_lines import Line, Part

_MOST_FIELDS = 5_000  # on a page
_LONGEST = 65_536  # bytes of a name or a value
_MARKS = (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON)
_FILLED = (raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX)
_PASSWORD = 1 << 13  # of the flags of a text field (PDF 32000-1, table 228)
_BESIDE = 200.0  # points from a field to its label, at most
_ABOVE = 20.0

Said = Callable[..., int]


def filled_fields(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, lines: Sequence[Line]) -> Iterator[str]:
    """A line "label: value" for each field of a page that is filled in or marked. Its label is what it is called for people, else
    what is printed beside it, and its name stands with it where that is a word."""
    if document.formenv is None:
        return
    parts = [(part, line) for line in lines for part in line.parts]
    for number in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_FIELDS)):
        field = raw.FPDFPage_GetAnnot(page, number)
        try:
            value = _value(document.formenv, field)
            if value:
                yield f"{_label(document.formenv, field, parts)}: {value}"
        finally:
            raw.FPDFPage_CloseAnnot(field)


def _value(form: Any, field: Any) -> str:
    kind = raw.FPDFAnnot_GetFormFieldType(form, field)
    if kind in _MARKS:
        return _said(raw.FPDFAnnot_GetFormFieldExportValue, form, field) if raw.FPDFAnnot_IsChecked(form, field) else ""
    if kind not in _FILLED or raw.FPDFAnnot_GetFormFieldFlags(form, field) & _PASSWORD:
        return ""
    return _said(raw.FPDFAnnot_GetFormFieldValue, form, field)


def _label(form: Any, field: Any, parts: Sequence[tuple[Part, Line]]) -> str:
    name = _said(raw.FPDFAnnot_GetFormFieldName, form, field)
    place = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(field, ctypes.byref(place))
    marked = raw.FPDFAnnot_GetFormFieldType(form, field) in _MARKS
    label = _said(raw.FPDFAnnot_GetFormFieldAlternateName, form, field) or _printed(place, parts, marked).rstrip(" :：")
    if not label or label == name:
        return name
    worded = any(map(str.isalpha, name)) and not any(map(str.isdigit, name))
    return f"{label} ({name})" if worded else label


def _printed(place: raw.FS_RECTF, parts: Sequence[tuple[Part, Line]], marked: bool) -> str:  # noqa: FBT001
    """What is printed before the field, or above it; of one that is marked first what is behind it."""
    middle = (place.bottom + place.top) / 2
    level = [part for part, line in parts if line.bottom <= middle <= line.bottom + 1.2 * line.height]
    before = [(place.left - part.right, part.text) for part in level if -1 <= place.left - part.right <= _BESIDE]
    behind = [(part.left - place.right, part.text) for part in level if -1 <= part.left - place.right <= _BESIDE]
    above = [
        (line.bottom - place.top, part.text)
        for part, line in parts
        if -1 <= line.bottom - place.top <= _ABOVE and part.left < place.right and part.right > place.left
    ]
    for found in (behind if marked else [], before, above):
        if found:
            return min(found)[1]
    return ""


def _said(ask: Said, form: Any, field: Any) -> str:
    length = ask(form, field, None, 0)
    if not 2 < length <= _LONGEST:
        return ""
    units = (ctypes.c_ushort * (length // 2))()
    ask(form, field, units, length)
    return one_line(tidy(bytes(units)[: length - 2].decode("utf-16-le", "replace")))
