"""Office documents made by hand, part by part, for the readers to read."""

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

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


def xlsx_with(
    sheets: Mapping[str, str], merged: Sequence[str] = (), hidden: Sequence[str] = (), formats: Sequence[str] = ()
) -> bytes:
    """A workbook whose sheets hold this XML as their rows; a cell's style n has the nth of these formats."""
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
    if formats:
        codes = "".join(
            f"<numFmt numFmtId={quoteattr(str(163 + at))} formatCode={quoteattr(one)}/>" for at, one in enumerate(formats, 1)
        )
        styles = "".join(f'<xf numFmtId="{163 + at if at else 0}"/>' for at in range(len(formats) + 1))
        parts["xl/styles.xml"] = f'<styleSheet xmlns="{_MAIN}"><numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>'
        parts["xl/_rels/workbook.xml.rels"] = relations_of(
            [
                *((f"rId{at}", "worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)),
                ("rId0", "styles", "styles.xml"),
            ]
        )
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


_HANCOM = "http://www.hancom.co.kr/hwpml/2011"


def hwpx_of(body: str, outlines: int = 0) -> bytes:
    """An HWPX with this XML as the paragraphs of its section; the first paragraph properties are those of outline levels."""
    levels = "".join(
        f'<hh:paraPr id="{at}"><hh:heading type="OUTLINE" idRef="0" level="{at}"/></hh:paraPr>' for at in range(outlines)
    )
    return package_of(
        {
            "mimetype": "application/hwp+zip",
            "Contents/header.xml": f'<hh:head xmlns:hh="{_HANCOM}/head"><hh:refList>{levels}</hh:refList></hh:head>',
            "Contents/section0.xml": f'<hs:sec xmlns:hs="{_HANCOM}/section" xmlns:hp="{_HANCOM}/paragraph">{body}</hs:sec>',
        }
    )


def hwpx_paragraph(inner: str, properties: int = 99) -> str:
    """A paragraph of an HWPX whose run holds this XML."""
    return f'<hp:p paraPrIDRef="{properties}"><hp:run>{inner}</hp:run></hp:p>'


def hwpx_table(rows: Sequence[Sequence[str]]) -> str:
    """A table of an HWPX, each cell with these paragraphs in it."""
    cells = [
        "".join(
            f'<hp:tc><hp:subList>{cell}</hp:subList><hp:cellAddr colAddr="{column}" rowAddr="{row}"/>'
            '<hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
            for column, cell in enumerate(line)
        )
        for row, line in enumerate(rows)
    ]
    return f"<hp:tbl>{''.join(f'<hp:tr>{row}</hp:tr>' for row in cells)}</hp:tbl>"


_TABLES = 8  # sectors that say which sector follows which


def ole_of(streams: Mapping[str, bytes]) -> bytes:
    """An OLE file of these streams, 500 KB at most; a name may have one folder before it. Short ones get zeros at their end."""
    folders = sorted({name.rpartition("/")[0] for name in streams} - {""})
    streams = {name: content.ljust(4096, b"\0") for name, content in streams.items()}  # shorter ones are stored otherwise
    entries = ["Root Entry", *folders, *streams]
    table = [0xFFFFFFFD] * _TABLES
    sectors = b""

    def stored(content: bytes) -> int:
        nonlocal sectors
        first, count = len(table), max(-(-len(content) // 512), 1)
        table.extend([*range(first + 1, first + count), 0xFFFFFFFE])
        sectors += content.ljust(count * 512, b"\0")
        return first

    starts = {name: stored(content) for name, content in streams.items()}
    directory = b""
    for at, name in enumerate(entries):
        inside = [n for n, other in enumerate(entries) if n and _folder(name) == other.rpartition("/")[0] and other != name]
        beside = [n for n in range(at + 1, len(entries)) if at and entries[n].rpartition("/")[0] == name.rpartition("/")[0]]
        label = name.rpartition("/")[2].encode("utf-16-le")
        kind = 5 if at == 0 else 2 if name in streams else 1
        links = (0xFFFFFFFF, min(beside, default=0xFFFFFFFF), min(inside, default=0xFFFFFFFF) if kind != 2 else 0xFFFFFFFF)
        directory += struct.pack("<64sHBB3I", label, len(label) + 2, kind, 1, *links) + bytes(36)
        directory += struct.pack("<IQ", starts.get(name, 0xFFFFFFFE), len(streams.get(name, b"")))
    first = stored(directory)
    head = struct.pack("<8s16x5H6x5I", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, _TABLES, first, 0, 4096)
    head += struct.pack("<4I109I", 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, *range(_TABLES), *[0xFFFFFFFF] * (109 - _TABLES))
    return head + struct.pack(f"<{128 * _TABLES}I", *table, *[0xFFFFFFFF] * (128 * _TABLES - len(table))) + sectors


def _folder(name: str) -> str:
    return "" if name == "Root Entry" else name


def hwp_of(records: bytes, shapes: bytes = b"", flags: int = 0) -> bytes:
    """An HWP 5 of these records in its one section; `shapes` are those of its DocInfo."""
    header = struct.pack("<32s2I", b"HWP Document File", 0x05000300, flags).ljust(256, b"\0")
    return ole_of({"FileHeader": header, "DocInfo": shapes, "BodyText/Section0": records})


def hwp_record(tag: int, level: int, content: bytes) -> bytes:
    """A record of an HWP."""
    size = len(content)
    head = tag | level << 10 | min(size, 0xFFF) << 20
    return struct.pack("<I", head) + (struct.pack("<I", size) if size >= 0xFFF else b"") + content


def hwp_paragraph(text: str, level: int = 0, shape: int = 0) -> bytes:
    """The two records of a paragraph; characters below 32 are as the format has them."""
    header = struct.pack("<2IHBB", len(text), 0, shape, 0, 0)
    return hwp_record(66, level, header) + hwp_record(67, level + 1, text.encode("utf-16-le"))


def hwp_table(rows: Sequence[Sequence[bytes]], level: int = 0, spans: Mapping[tuple[int, int], int] | None = None) -> bytes:
    """A table in a paragraph of this level, each cell with these paragraphs, which have to be of the level two above."""
    made = hwp_record(66, level, bytes(12)) + hwp_record(71, level + 1, b" lbt" + bytes(8))
    made += hwp_record(77, level + 2, bytes(8))
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            down = (spans or {}).get((row, column), 1)
            made += hwp_record(72, level + 2, bytes(8) + struct.pack("<4H", column, row, 1, down)) + cell
    return made
