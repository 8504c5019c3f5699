# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""The rules that a PDF's page draws, level and upright: the edges of all its paths, wherever they are nested."""

import ctypes
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2
from pypdfium2 import raw

_MOST_OBJECTS = 20_000  # on a page; more are a map or a drawing, and looking at one costs a microsecond
_MOST_EDGES = 8_000  # each costs ten
_MOST_RULES = 1_000  # that remain once edges in one line are put together: a page of tiny print has some two hundred
_DEEPEST = 4  # forms in forms
_SLANT = 1.0  # points that an edge may be off its axis
_GAP = 3.0  # points between edges that are one rule, dashed or doubled
_SHORTEST = 6.0  # points: what is shorter encloses no line of text

_Matrix = tuple[float, float, float, float, float, float]
_Edge = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule along one axis from `begin` to `end`; `at` is its place on the other one. Rules in one place have it exactly."""

    at: float
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a page, each kind in the order of its places."""

    level: tuple[Rule, ...] = ()
    upright: tuple[Rule, ...] = ()


def rules_of(page: pypdfium2.PdfPage) -> Rules:
    """The rules of the page; none where it is turned, or draws so much that it is no page of tables."""
    if page.get_rotation():
        return Rules()
    level: list[_Edge] = []
    upright: list[_Edge] = []
    try:
        for x, y, to_x, to_y in _edges(page):
            if abs(y - to_y) <= _SLANT < abs(x - to_x):
                level.append(((y + to_y) / 2, min(x, to_x), max(x, to_x)))
            elif abs(x - to_x) <= _SLANT < abs(y - to_y):
                upright.append(((x + to_x) / 2, min(y, to_y), max(y, to_y)))
    except _TooMuch:
        return Rules()
    rules = Rules(tuple(_together(level)), tuple(_together(upright)))
    return rules if len(rules.level) + len(rules.upright) <= _MOST_RULES else Rules()


class _TooMuch(Exception):
    """The page draws more than a table has."""


def _edges(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    left = _MOST_EDGES
    for path, matrix in _paths(page):
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(path, fill, stroke)
        left -= (segments := raw.FPDFPath_CountSegments(path))
        if left < 0:
            raise _TooMuch
        if fill.value or stroke.value:
            yield from _edges_of(path, segments, _product(_matrix(path), matrix))


def _paths(page: pypdfium2.PdfPage) -> Iterator[tuple[Any, _Matrix]]:
    """Each path with the matrix of the forms that it stands in."""
    left = _MOST_OBJECTS
    holders = [(page.raw, raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 0)]
    while holders:
        holder, count, get, matrix, depth = holders.pop()
        left -= count
        if left < 0:
            raise _TooMuch
        for at in range(count):
            found = get(holder, at)
            kind = raw.FPDFPageObj_GetType(found)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                yield found, matrix
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                inner = _product(_matrix(found), matrix)
                holders.append((found, raw.FPDFFormObj_CountObjects(found), raw.FPDFFormObj_GetObject, inner, depth + 1))


def _edges_of(path: Any, segments: int, matrix: _Matrix) -> Iterator[tuple[float, float, float, float]]:
    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    begin = before = (0.0, 0.0)
    for at in range(segments):
        segment = raw.FPDFPath_GetPathSegment(path, at)
        kind = raw.FPDFPathSegment_GetType(segment)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = a * x.value + c * y.value + e, b * x.value + d * y.value + f
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begin = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            yield *before, *point
        if raw.FPDFPathSegment_GetClose(segment):
            yield *point, *begin
        before = point


def _matrix(found: Any) -> _Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(found, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _product(inner: _Matrix, outer: _Matrix) -> _Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _together(edges: Iterable[_Edge]) -> Iterator[Rule]:
    """The edges as rules: those that stand in one line and touch are one, and doubled ones, too."""
    in_line: dict[float, list[tuple[float, float]]] = defaultdict(list)
    place = float("-inf")
    for at, begin, end in sorted(edges):
        place = place if at - place <= _GAP else at
        in_line[place].append((begin, end))
    for place, stretches in in_line.items():
        stretches.sort()
        begin, end = stretches[0]
        for following, last in stretches[1:]:
            if following - end > _GAP:
                yield from _long(place, begin, end)
                begin, end = following, last
            end = max(end, last)
        yield from _long(place, begin, end)


def _long(at: float, begin: float, end: float) -> Iterator[Rule]:
    if end - begin >= _SHORTEST:
        yield Rule(at, begin, end)
