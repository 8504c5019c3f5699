# pyright: reportPrivateUsage=false
"""What Word says of the cells of a table besides their text: how they are set and merged, which hold fields, which are heads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lxml import etree

from ibidem.corpus.reading.forms import FormCell
from ibidem.corpus.reading.word_styles import attribute, is_on, qualified, whole

_WIDEST_SPAN = 100  # cells
_NO_SHADING = frozenset({None, "auto", "ffffff"})
_CELL_PROPERTIES, _RUN, _TEXT = (qualified(name) for name in ("tcPr", "r", "t"))
_ROW, _CELL = qualified("tr"), qualified("tc")
_LEFT_OUT = f"{qualified('trPr')}/{qualified('gridBefore')}"
_BOLD = f"{qualified('rPr')}/{qualified('b')}"
_FIELD_DATA, _CONTROL = qualified("ffData"), qualified("sdt")
_LOOK = f"{qualified('tblPr')}/{qualified('tblLook')}"
_FLAGS = re.compile(r"[0-9A-Fa-f]{1,8}")
_FIRST_ROW = 0x20  # of the flags of tblLook (ECMA-376 part 1, 17.7.6.7)


@dataclass(frozen=True, slots=True)
class WordCell:
    """A cell with its text, the columns that it spans, and whether it goes on the one above it (`merged`). `before` are the
    columns that its row leaves out on its left."""

    text: str
    columns: int
    merged: bool
    set_off: bool
    filled: bool
    before: int = 0


def word_cell(cell: etree._Element, text: str, bold: frozenset[str]) -> WordCell:
    """A cell of this text; `bold` are the ids of styles that are."""
    properties = cell.find(_CELL_PROPERTIES)
    span = properties.find(qualified("gridSpan")) if properties is not None else None
    merged = properties.find(qualified("vMerge")) if properties is not None else None
    return WordCell(
        text=text,
        columns=min(max(whole(attribute(span, "val")) or 1, 1), _WIDEST_SPAN),
        merged=merged is not None and attribute(merged, "val") != "restart",
        set_off=bool(text) and (_is_shaded(properties) or _is_bold(cell, bold)),
        filled=_is_filled(cell),
        before=_left_out_before(cell),
    )


def form_cells(rows: Sequence[Sequence[WordCell]]) -> list[FormCell]:
    """The cells by their places, those that are merged as one."""
    found: dict[tuple[int, int], FormCell] = {}
    top: dict[int, tuple[int, int]] = {}  # by column, where the cell begins that may go on below
    for at, row in enumerate(rows):
        column = row[0].before if row else 0
        for cell in row:
            begun = top.get(column)
            if cell.merged and begun is not None and begun[0] + found[begun].rows == at:
                one = found[begun]
                found[begun] = FormCell(one.row, one.column, one.text, one.rows + 1, one.columns, one.set_off, one.filled)
            else:
                top[column] = at, column
                found[at, column] = FormCell(at, column, cell.text, 1, cell.columns, cell.set_off, cell.filled)
            column += cell.columns
    return list(found.values())


def title_rows(rows: Sequence[Sequence[WordCell]]) -> int:
    """How many rows at the top are one cell over the whole width: lines above the table, which name no column."""
    return sum(1 for _ in takewhile(lambda row: len(row) == 1 and row[0].columns > 1 and not row[0].merged, rows[:-1]))


def marked_heads(rows: Iterable[etree._Element], cells: Sequence[Sequence[WordCell]]) -> int | None:
    """How many rows at the top a table marks as its head: by repeating them on each page, by a style that sets its first row
    off, or by setting them off itself where the row below is not; None where it marks none."""
    repeated = 0
    for row in rows:
        mark = row.find(f"{qualified('trPr')}/{qualified('tblHeader')}")
        if mark is None or not is_on(mark):
            break
        repeated += 1
    if 0 < repeated < len(cells):
        return repeated
    alone = len(cells) > 1 and _all_set_off(cells[0]) and not _all_set_off(cells[1])
    return 1 if alone and len(cells[0]) > 1 else None


def styled_head(table: etree._Element, styles: frozenset[str]) -> bool:
    """Whether the style of a table sets its first row off, and the table asks for that; `styles` are the ids of such styles."""
    style = attribute(table.find(f"{qualified('tblPr')}/{qualified('tblStyle')}"), "val")
    look = table.find(_LOOK)
    if style not in styles or look is None:
        return False
    said = attribute(look, "firstRow")
    if said is not None:
        return said not in ("0", "false", "off")
    flags = attribute(look, "val") or ""
    return _FLAGS.fullmatch(flags) is not None and bool(int(flags, 16) & _FIRST_ROW)


def _all_set_off(row: Sequence[WordCell]) -> bool:
    shown = [cell for cell in row if cell.text]
    return len(shown) > 1 and all(cell.set_off for cell in shown)


def _left_out_before(cell: etree._Element) -> int:
    """The columns that the row of a cell leaves out at its left end, where the cell is its first one."""
    row = next(cell.iterancestors(_ROW), None)
    left_out = row.find(_LEFT_OUT) if row is not None else None
    if row is None or left_out is None or next(row.iter(_CELL), None) is not cell:
        return 0
    return min(max(whole(attribute(left_out, "val")) or 0, 0), _WIDEST_SPAN)


def _is_shaded(properties: etree._Element | None) -> bool:
    shading = properties.find(qualified("shd")) if properties is not None else None
    fill = attribute(shading, "fill")
    return shading is not None and (fill.lower() if fill else fill) not in _NO_SHADING


def _is_bold(cell: etree._Element, bold: frozenset[str]) -> bool:
    """Whether every run that shows something is bold, by itself or by its style or its paragraph's."""
    runs = [run for run in cell.iter(_RUN) if any((text.text or "").strip() for text in run.iterfind(_TEXT))]
    return bool(runs) and all(_is_bold_run(run, bold) for run in runs)


def _is_bold_run(run: etree._Element, bold: frozenset[str]) -> bool:
    own = run.find(_BOLD)
    if own is not None:
        return is_on(own)
    return any(attribute(style, "val") in bold for style in _styles_of(run))


def _styles_of(run: etree._Element) -> Iterator[etree._Element | None]:
    yield run.find(f"{qualified('rPr')}/{qualified('rStyle')}")
    paragraph = next(run.iterancestors(qualified("p")), None)
    if paragraph is not None:
        yield paragraph.find(f"{qualified('pPr')}/{qualified('pStyle')}")


def _is_filled(cell: etree._Element) -> bool:
    """Whether all that the cell says is in fields: content controls around it or in it, or fields of an old form."""
    if next(cell.iter(_FIELD_DATA), None) is not None:
        return True
    parent = cell.getparent()
    around = parent.getparent() if parent is not None else None
    if around is not None and around.tag == _CONTROL:
        return True
    if next(cell.iter(_CONTROL), None) is None:
        return False
    outside = (one for one in cell.iter(_TEXT) if (one.text or "").strip(" :：\t"))
    return all(_is_inside(one, cell) for one in outside)


def _is_inside(text: etree._Element, cell: etree._Element) -> bool:
    for one in text.iterancestors():
        if one is cell:
            return False
        if one.tag == _CONTROL:
            return True
    return False
