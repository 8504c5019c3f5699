"""Office documents made by hand, part by part, for the readers to read."""

import io
import zipfile
from collections.abc import Mapping, Sequence

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

Cell = str | int | float | None


def package_of(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def relations_of(targets: Sequence[tuple[str, str, str]]) -> str:
    """A part of relations: of each the id, the last word of its type, and the target."""
    each = "".join(f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>' for key, kind, target in targets)
    return f'<Relationships xmlns="{_RELATIONS}">{each}</Relationships>'


def xlsx_of(sheets: Mapping[str, Sequence[Sequence[Cell]]], merged: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """A workbook of these sheets; the ranges in `merged` are those of its first one."""
    return xlsx_with({name: _rows(rows) for name, rows in sheets.items()}, merged, hidden)


def xlsx_with(sheets: Mapping[str, str], merged: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """A workbook whose sheets hold this XML as their rows."""
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}" state="{("visible", "hidden")[name in hidden]}"/>'
        for at, name in enumerate(sheets, 1)
    )
    parts: dict[str, str] = {
        "_rels/.rels": relations_of([("rId1", "officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations_of(
            [(f"rId{at}", "worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)]
        ),
    }
    for at, rows in enumerate(sheets.values(), 1):
        ranges = "".join(f'<mergeCell ref="{one}"/>' for one in merged) if at == 1 else ""
        merges = f"<mergeCells>{ranges}</mergeCells>" if ranges else ""
        parts[f"xl/worksheets/sheet{at}.xml"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{merges}</worksheet>'
    return package_of(parts)


def _rows(rows: Sequence[Sequence[Cell]]) -> str:
    return "".join(
        f'<row r="{at}">{"".join(_cell(f"{chr(65 + column)}{at}", cell) for column, cell in enumerate(row))}</row>'
        for at, row in enumerate(rows, 1)
    )


def _cell(place: str, value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'
