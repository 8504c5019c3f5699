# pyright: reportUnknownMemberType=false
"""Workbooks (XLSX, XLS, XLSB, ODS): each sheet a section, its cells as tables, formulas by their saved values; of an XLSX
comments and charts."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise

import python_calamine
from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line
from ibidem.corpus.reading.cell_formats import shown_moment, shown_number
from ibidem.corpus.reading.cell_styles import CellStyles, cell_styles
from ibidem.corpus.reading.column_groups import column_groups
from ibidem.corpus.reading.grids import Cell
from ibidem.corpus.reading.packages import check_package
from ibidem.corpus.reading.sheet_asides import Asides, add_charts, sheet_asides
from ibidem.corpus.reading.sheet_parts import Sheet, add_sheet, with_boxes
from ibidem.domain.errors import UnreadableDocument

# A sheet takes memory for each cell between its first and its last one, empty or not, some 32 bytes each.
_MOST_CELLS = 8_000_000
_CELL = re.compile(rb'<(?:\w{1,10}:)?c [^<>]{0,200}?\br="([A-Z]{1,3})(\d{1,7})"')
_EXACT = 2**53  # below it, each whole number is one of its own
_PLAIN = CellStyles()
_EARLIEST, _LATEST = 1900, 2100  # years, which are numbers that name columns
_UNNAMED = re.compile(r"(?:sheet|시트|シート|工作表)\s*\d*", re.IGNORECASE)

_Value = bool | int | float | str | date | datetime | time | timedelta


def read_sheets(name: str, original: bytes) -> ReadText:
    """Reads the sheets that can be seen. Raises UnreadableDocument for a file that is broken, encrypted or spread too far."""
    try:
        room = _check(name, original) if original.startswith(b"PK") else len(original)
        with python_calamine.load_workbook(io.BytesIO(original)) as workbook:
            styles, asides = cell_styles(original), sheet_asides(original)
            sheets = [
                with_boxes(
                    replace(
                        _read(workbook, sheet, styles.get(sheet.name, _PLAIN), Repeats.in_file_of(room)),
                        asides=asides.get(sheet.name, Asides()),
                    )
                )
                for sheet in _shown(workbook)
            ]
    except python_calamine.PasswordError as error:
        raise UnreadableDocument(name, "encrypted with a password", "save it without the password") from error
    except (python_calamine.CalamineError, zipfile.BadZipFile, OSError, ValueError, KeyError, etree.XMLSyntaxError) as error:
        raise UnreadableDocument(name, "a damaged workbook", "open it in a spreadsheet program and save it again") from error
    builder = TextBuilder()
    filled = [sheet for sheet in sheets if sheet.rows or sheet.asides.charts]
    shown = {sheet.title for sheet in filled}
    for sheet in filled:
        if len(filled) > 1 or not _UNNAMED.fullmatch(sheet.title):
            builder.heading(1, sheet.title)
        add_sheet(builder, sheet)
        add_charts(builder, sheet.asides.charts, shown)
    return replace(builder.finish(), headed=False)


def _check(name: str, original: bytes) -> int:
    """The bytes that it unpacks to."""
    unpacked = check_package(name, original)
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        for part in package.namelist():
            if part.startswith("xl/worksheets/") and part.endswith(".xml"):
                cells = set(_CELL.findall(package.read(part)))
                rows = {int(row) for _, row in cells}
                columns = {_column(letters) for letters in {letters for letters, _ in cells}}
                if cells and (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) > _MOST_CELLS:
                    problem = f"a sheet is spread over more than {_MOST_CELLS:,} cells, empty ones among them"
                    raise UnreadableDocument(name, problem, "delete the cells far from the others, or split it into parts")
    return unpacked


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _shown(workbook: python_calamine.CalamineWorkbook) -> Iterator[python_calamine.SheetMetadata]:
    for sheet in workbook.sheets_metadata:
        visible = sheet.visible == python_calamine.SheetVisibleEnum.Visible
        if visible and sheet.typ in (python_calamine.SheetTypeEnum.WorkSheet, python_calamine.SheetTypeEnum.ChartSheet):
            yield sheet


def _read(
    workbook: python_calamine.CalamineWorkbook, listed: python_calamine.SheetMetadata, styles: CellStyles, repeats: Repeats
) -> Sheet:
    if listed.typ == python_calamine.SheetTypeEnum.ChartSheet:
        return Sheet(listed.name, [], {}, frozenset(), frozenset())
    sheet = workbook.get_sheet_by_name(listed.name)
    _, first_column = sheet.start or (0, 0)  # rows are counted from the top of the sheet, columns from the first one that is used
    rows: list[list[Cell]] = []
    counted: set[int] = set()  # rows that look like heads and hold numbers
    for at, row in enumerate(sheet.iter_rows()):
        rows.append([_styled(cell, styles, (at, column)) for column, cell in enumerate(row, first_column)])
        if at in styles.heads and any(isinstance(cell, float) and not _EARLIEST <= cell <= _LATEST for cell in row):
            counted.add(at)
    set_off = {(row, column - first_column) for row, column in styles.set_off}
    heads = styles.heads - counted
    merged: dict[tuple[int, int], tuple[int, int]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        down = range(top, min(bottom + 1, len(rows)))
        across = range(left - first_column, min(right - first_column + 1, len(rows[0]) if rows else 0))
        if across.start >= 0 and down and across:
            merged[down.start, across.start] = (len(down), len(across))
            _merge(rows, down, across, repeats)
    return Sheet(listed.name, rows, merged, set_off, heads | _grouped(rows), first_column=first_column)


def _merge(rows: Sequence[list[Cell]], down: range, across: range, repeats: Repeats) -> None:
    """A cell that spans rows says the same in each; one that spans columns reaches over the others."""
    said = rows[down.start][across.start]
    for row in down:
        if row > down.start and not repeats.allow(said or ""):
            return
        rows[row][across.start : across.stop] = [said, *[None] * (len(across) - 1)]


def _grouped(rows: Sequence[list[Cell]]) -> frozenset[int]:
    """The rows of heads under names of groups, which are made to reach over their columns as merged cells do."""
    found: set[int] = set()
    titled = True  # whether nothing but lines stands above, as far as the last empty row
    for at, (upper, lower) in enumerate(pairwise(rows)):
        filled = sum(map(bool, upper))
        if titled and filled > 1 and not any(cell and _is_value(cell) for cell in lower):
            for group in column_groups(upper, lower):
                upper[group.start + 1 : group.stop] = [None] * (len(group) - 1)
                found |= {at, at + 1}
        titled = filled < 2 and (titled or not filled)
    return frozenset(found)


def _is_value(cell: str) -> bool:
    """Whether a cell is a number, and none that names a year."""
    return cell.replace(",", "").replace(".", "", 1).isdigit() and not (cell.isdigit() and _EARLIEST <= int(cell) <= _LATEST)


def _styled(value: _Value, styles: CellStyles, place: tuple[int, int]) -> str:
    """A cell's value as it is shown: in the format that was chosen for it, where that is known."""
    code = styles.codes.get(place)
    if isinstance(value, str | bool) or not code:
        return _said(value) if place not in styles.exact else styles.exact[place]
    shown = shown_number(value, code) if isinstance(value, int | float) else shown_moment(value, code)
    return shown if shown is not None else styles.exact.get(place) or _said(value)


def _said(value: _Value) -> str:
    """A cell's value as a spreadsheet shows it where nobody chose a format, with all digits of a whole number."""
    match value:
        case bool():
            return str(value).upper()
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < _EXACT else f"{value:.15g}"
        case datetime():
            return value.isoformat(" ", "seconds" if value.second else "minutes")
        case date() | time():
            return value.isoformat()
        case timedelta():
            minutes, seconds = divmod(round(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case _:
            return one_line(str(value))
