# pyright: reportPrivateUsage=false
"""Which cells of an XLSX have a format of their own, and which numbers are longer than a program counts."""

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from ibidem.corpus.reading.cell_formats import BUILT_IN
from ibidem.corpus.reading.packages import parsed, related

_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_LONG_NUMBER = re.compile(r"-?\d{16,40}")
_LONG_VALUE = re.compile(rb"<(?:\w{1,10}:)?v>-?\d{16}")
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellStyles:
    """By row and column, counted from 0: the code of a cell's format, and all digits of a whole number of 16 or more."""

    codes: Mapping[Place, str] = field(default_factory=dict[Place, str])
    exact: Mapping[Place, str] = field(default_factory=dict[Place, str])


def cell_styles(original: bytes) -> Mapping[str, CellStyles]:
    """Of each sheet of an XLSX, by its name; nothing of another workbook. The package has been checked."""
    if not original.startswith(b"PK"):
        return {}
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        if "xl/workbook.xml" not in package.namelist():
            return {}
        codes = _codes(package)
        parts = related(package, "xl/workbook.xml", "worksheet")
        sheets = (
            (one.get("name") or "", one.get(_RELATION) or "") for one in parsed(package, "xl/workbook.xml").iter("{*}sheet")
        )
        present = set(package.namelist())
        return {name: _of_sheet(package, parts[key], codes) for name, key in sheets if parts.get(key) in present}


def _codes(package: zipfile.ZipFile) -> list[str]:
    """The codes of the formats by the numbers under which cells name them; "" for none."""
    if "xl/styles.xml" not in package.namelist():
        return []
    styles = parsed(package, "xl/styles.xml")
    own = {one.get("numFmtId"): one.get("formatCode") or "" for one in styles.iterfind("{*}numFmts/{*}numFmt")}
    numbers = [one.get("numFmtId") or "0" for one in styles.iterfind("{*}cellXfs/{*}xf")]
    known = [
        own.get(number, BUILT_IN.get(int(number), "") if number.isascii() and number.isdigit() else "") for number in numbers
    ]
    return ["" if code.casefold() == "general" else code for code in known]


def _of_sheet(package: zipfile.ZipFile, part: str, codes: list[str]) -> CellStyles:
    if not any(codes) and _LONG_VALUE.search(package.read(part)) is None:
        return CellStyles()
    found: dict[Place, str] = {}
    exact: dict[Place, str] = {}
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
                    row, column = _place(element.get("r"), (row, column + 1))
                continue
            if not is_row:
                style = element.get("s") or "0"
                code = codes[int(style)] if style.isascii() and style.isdigit() and int(style) < len(codes) else ""
                if code:
                    found[row, column] = code
                value = element.findtext("{*}v") or ""
                if element.get("t", "n") == "n" and _LONG_NUMBER.fullmatch(value):
                    exact[row, column] = value
            element.clear()
    return CellStyles(found, exact)


def _row(number: str | None, following: int) -> int:
    return int(number) - 1 if number and re.fullmatch(r"\d{1,7}", number) else following


def _place(named: str | None, following: Place) -> Place:
    match = _PLACE.fullmatch(named or "")
    if match is None:
        return following
    column = 0
    for letter in match.group(1):
        column = column * 26 + ord(letter) - 64
    return int(match.group(2)) - 1, column - 1
