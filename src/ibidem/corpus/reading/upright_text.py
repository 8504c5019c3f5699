# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""Upright text, as Japanese, Chinese and Korean are also set: columns from the right to the left, in bands from top to bottom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median

import pypdfium2
from pypdfium2 import raw

from ibidem.corpus.reading.page_lines import Line, Part
from ibidem.corpus.reading.pdf_characters import box_of, font_of, shown, string_of

_LEAST_UPRIGHT = 0.5  # of the characters of a page that is
_SAME_COLUMN = 0.5  # of a character's width that its middle may be beside that of the column
_RUNS_ON = 1.5  # heights of a character, at most, from the end of a piece of a column to the next: PDFium breaks some
_BLANK = 0.8  # heights of a character that a blank one between two pieces leaves free
_SAMPLE = 60  # characters of a page
_BAND = 0.8  # heights of a character that are free between two bands, all the way across

Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters one below the other, or a few side by side that stand in a column; places are in points."""

    text: str
    middle: float
    width: float
    size: float
    top: float
    bottom: float
    font: str


def is_upright(text_page: pypdfium2.PdfTextPage, codes: Sequence[int]) -> bool:
    """Whether most characters of a page stand below the one before, by a sample of them."""
    ink = shown(codes, 0, len(codes))
    sample = range(1, len(ink), max(len(ink) // _SAMPLE, 1))
    below = sum(_is_below(text_page, ink[at - 1], ink[at]) for at in sample)
    return below > _LEAST_UPRIGHT * len(sample) > 0


def _is_below(text_page: pypdfium2.PdfTextPage, before: int, after: int) -> bool:
    first, last = box_of(text_page, before), box_of(text_page, after)
    aside = abs(first.left + first.right - last.left - last.right) / 2
    near = aside <= _SAME_COLUMN * (first.right - first.left) and last.top < (first.top + first.bottom) / 2
    return near and first.bottom - last.top <= _RUNS_ON * (first.right - first.left) and not _is_turned(text_page, before)


def _is_turned(text_page: pypdfium2.PdfTextPage, at: int) -> bool:
    return raw.FPDFText_GetCharAngle(text_page, at) > 0


def upright_lines(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], spans: Spans) -> tuple[list[Line], Spans]:
    """The columns of an upright page in their order, as lines of a page that is turned by a quarter, and the spans of what is
    level: a head, a page's number."""
    found = [(start, end, ink) for start, end in spans if (ink := shown(codes, start, end))]
    upright = [_piece(text_page, codes, ink) for *_, ink in found if _stands(text_page, ink)]
    usual = median(piece.size for piece in upright) if upright else 0.0
    level: list[tuple[int, int]] = []
    for start, end, ink in found:
        if not _stands(text_page, ink):
            piece = _piece(text_page, codes, ink)
            if piece.width <= _RUNS_ON * usual:
                upright.append(piece)
            else:
                level.append((start, end))
    return [_line(column) for column in _in_order(_put_together(upright))], level


def _stands(text_page: pypdfium2.PdfTextPage, ink: Sequence[int]) -> bool:
    return not _is_turned(text_page, ink[0]) and (len(ink) == 1 or _is_below(text_page, ink[0], ink[1]))


def _piece(text_page: pypdfium2.PdfTextPage, codes: Sequence[int], ink: Sequence[int]) -> _Piece:
    boxes = [box_of(text_page, at) for at in ink]
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    return _Piece(
        text=string_of(codes[ink[0] : ink[-1] + 1]),
        middle=(left + right) / 2,
        width=right - left,
        size=median(box.right - box.left for box in boxes),
        top=max(box.top for box in boxes),
        bottom=min(box.bottom for box in boxes),
        font=font_of(text_page, ink[0]),
    )


def _put_together(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The columns: pieces that stand one below the other, close."""
    columns: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: -piece.top):
        above = next((column for column in columns if _goes_on(column, piece)), None)
        if above is None:
            columns.append(piece)
            continue
        size = max(above.size, piece.size)
        space = "\u3000" if above.bottom - piece.top > _BLANK * size else ""
        text = f"{above.text}{space}{piece.text}"
        columns[columns.index(above)] = replace(above, text=text, bottom=min(above.bottom, piece.bottom), size=size)
    return columns


def _goes_on(column: _Piece, piece: _Piece) -> bool:
    size = max(column.size, piece.size)
    near = abs(column.middle - piece.middle) <= _SAME_COLUMN * size
    return near and -size <= column.bottom - piece.top <= _RUNS_ON * size


def _in_order(columns: Sequence[_Piece]) -> Iterator[_Piece]:
    """The columns of each band from the right to the left, the bands from the top to the bottom."""
    numbered: list[tuple[int, _Piece]] = []
    band, floor = 0, float("inf")
    for column in sorted(columns, key=lambda column: -column.top):
        if floor - column.top > _BAND * column.size:
            band += 1
        floor = min(floor, column.bottom)
        numbered.append((band, column))
    for _, together in groupby(numbered, key=lambda item: item[0]):
        yield from (column for _, column in sorted(together, key=lambda item: -item[1].middle))


def _line(column: _Piece) -> Line:
    text = column.text.strip()
    return Line(
        text=text,
        parts=(Part(text, -column.top, -column.bottom, 0.0, column.font),),
        left=-column.top,
        right=-column.bottom,
        bottom=column.middle - column.size / 2,
        height=column.size,
    )
