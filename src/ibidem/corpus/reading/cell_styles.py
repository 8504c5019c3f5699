# pyright: reportPrivateUsage=false
"""Which cells of an XLSX have a format of their own or are set off, which rows name columns, and which numbers are longer than a
program counts."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from lxml import etree

from ibidem.corpus.reading.cell_formats import BUILT_IN
from ibidem.corpus.reading.packages import parsed, related

_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_LONG_NUMBER = re.compile(r"-?\d{16,40}")
_LONG_VALUE = re.compile(rb"<(?:\w{1,10}:)?v>-?\d{16}")
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

# What a sheet says of rows that stay and of filters, wherever it stands in it.
_FROZEN = re.compile(rb"<(?:\w{1,10}:)?pane [^<>]{1,300}>")
_ROWS_ABOVE = re.compile(rb'\bySplit="(\d{1,4})(?:\.0)?"')
_FILTERED = re.compile(rb'<(?:\w{1,10}:)?autoFilter [^<>]{0,300}?\bref="\$?[A-Z]{1,3}\$?(\d{1,7})[:"]')
_RANGE = re.compile(r"[A-Z]{1,3}(\d{1,7}):")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellStyles:
    """By row and column, counted from 0: the code of a cell's format, and all digits of a whole number of 16 or more; the cells
    that are `set_off`, bold or with a background. `heads` are the rows that the sheet says to be heads: of its tables, of what it
    filters, and the last one of those that stay where they are."""

    codes: Mapping[Place, str] = field(default_factory=dict[Place, str])
    exact: Mapping[Place, str] = field(default_factory=dict[Place, str])
    set_off: Set[Place] = frozenset()
    heads: Set[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Look:
    """What a style says of a cell: its format, "" for none, and whether it is set off."""

    code: str
    set_off: bool


_PLAIN = _Look("", set_off=False)


def cell_styles(original: bytes) -> Mapping[str, CellStyles]:
    """Of each sheet of an XLSX, by its name; nothing of another workbook. The package has been checked."""
    if not original.startswith(b"PK"):
        return {}
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        if "xl/workbook.xml" not in package.namelist():
            return {}
        looks = _looks(package)
        parts = related(package, "xl/workbook.xml", "worksheet")
        sheets = (
            (one.get("name") or "", one.get(_RELATION) or "") for one in parsed(package, "xl/workbook.xml").iter("{*}sheet")
        )
        present = set(package.namelist())
        return {name: _of_sheet(package, parts[key], looks) for name, key in sheets if parts.get(key) in present}


def _looks(package: zipfile.ZipFile) -> list[_Look]:
    """The styles by the numbers under which cells name them."""
    if "xl/styles.xml" not in package.namelist():
        return []
    styles = parsed(package, "xl/styles.xml")
    own = {one.get("numFmtId"): one.get("formatCode") or "" for one in styles.iterfind("{*}numFmts/{*}numFmt")}
    bold = [_is_bold(one) for one in styles.iterfind("{*}fonts/{*}font")]
    filled = [_is_filled(one) for one in styles.iterfind("{*}fills/{*}fill")]
    looks: list[_Look] = []
    for one in styles.iterfind("{*}cellXfs/{*}xf"):
        number = one.get("numFmtId") or "0"
        code = own.get(number, BUILT_IN.get(int(number), "") if number.isascii() and number.isdigit() else "")
        set_off = _of(bold, one.get("fontId")) or _of(filled, one.get("fillId"))
        looks.append(_Look("" if code.casefold() == "general" else code, set_off))
    return looks


def _is_bold(font: etree._Element) -> bool:
    bold = font.find("{*}b")
    return bold is not None and bold.get("val") not in ("0", "false")


def _is_filled(fill: etree._Element) -> bool:
    """Whether a background has another colour than the sheet's."""
    pattern = fill.find("{*}patternFill")
    if pattern is None or pattern.get("patternType") in (None, "none", "gray125"):
        return fill.find("{*}gradientFill") is not None
    colour = pattern.find("{*}fgColor")
    if colour is None:
        return False
    white = (colour.get("rgb") or "").upper().endswith("FFFFFF") or (colour.get("theme") == "0" and colour.get("tint") is None)
    return not white


def _of(known: Sequence[bool], number: str | None) -> bool:
    return number is not None and number.isascii() and number.isdigit() and int(number) < len(known) and known[int(number)]


def _heads(package: zipfile.ZipFile, part: str, sheet: bytes) -> Iterator[int]:
    """The rows, counted from 0, that name the columns below them."""
    for match in _FROZEN.finditer(sheet):
        rows = _ROWS_ABOVE.search(match[0])
        if rows is not None and b"frozen" in match[0]:
            yield int(rows[1]) - 1
    yield from (int(match[1]) - 1 for match in _FILTERED.finditer(sheet))
    present = set(package.namelist())
    for table in related(package, part, "table").values():
        element = parsed(package, table) if table in present else None
        match = _RANGE.match(element.get("ref") or "") if element is not None else None
        if element is not None and match is not None and element.get("headerRowCount") != "0":
            yield int(match[1]) - 1


def _of_sheet(package: zipfile.ZipFile, part: str, looks: Sequence[_Look]) -> CellStyles:
    sheet = package.read(part)
    heads = frozenset(_heads(package, part, sheet))
    if not any(look.code or look.set_off for look in looks) and _LONG_VALUE.search(sheet) is None:
        return CellStyles(heads=heads)
    found: dict[Place, str] = {}
    exact: dict[Place, str] = {}
    set_off: set[Place] = set()
    row, column = -1, -1
    with package.open(part) as source:
        for event, element in etree.iterparse(
            source, ("start", "end"), tag=("{*}row", "{*}c"), resolve_entities=False, no_network=True
        ):
            is_row = str(element.tag).endswith("}row")
            if event == "start":
                if is_row:
                    row, column = _row(element.get("r"), row + 1), -1
                else:
                    row, column = place_of(element.get("r")) or (row, column + 1)
                continue
            if not is_row:
                style = element.get("s") or "0"
                look = looks[int(style)] if style.isascii() and style.isdigit() and int(style) < len(looks) else _PLAIN
                if look.code:
                    found[row, column] = look.code
                if look.set_off and len(element):
                    set_off.add((row, column))
                value = element.findtext("{*}v") or ""
                if element.get("t", "n") == "n" and _LONG_NUMBER.fullmatch(value):
                    exact[row, column] = value
            element.clear()
    return CellStyles(found, exact, set_off, heads)


def _row(number: str | None, following: int) -> int:
    return int(number) - 1 if number and re.fullmatch(r"\d{1,7}", number) else following


def place_of(named: str | None) -> Place | None:
    """The row and the column of a cell by its name ("B3" is 2, 1); None for another one."""
    match = _PLACE.fullmatch(named or "")
    if match is None:
        return None
    column = 0
    for letter in match.group(1):
        column = column * 26 + ord(letter) - 64
    return int(match.group(2)) - 1, column - 1
