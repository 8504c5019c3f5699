# pyright: reportUnknownMemberType=false
"""HWP 5, the binary format of Hancom's word processor: records in the streams of an OLE file.

The records are those of "HWP Document File Formats 5.0" (Hancom, revision 1.3): section 4.2 for the header of one, 4.3.2 for the
characters of a paragraph, 4.3.9.1 for tables.
"""

import io
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, cast

import olefile

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder
from ibidem.corpus.reading.flows import Flow, FlowCell, FlowTable, FlowText, add_flow
from ibidem.corpus.reading.hwpx import read_hwpx
from ibidem.domain.errors import UnreadableDocument

_MOST_UNPACKED = 128 * 1024 * 1024  # bytes of text and tables, pictures are not unpacked
_COMPRESSED, _PASSWORD, _DISTRIBUTED = 1, 2, 4
_OUTLINE = 1
_BOLD, _PLAIN_FILL = 2, 1
_SECTION = re.compile(r"BodyText/Section(\d{1,5})")
_UNSEEN = frozenset({b"daeh", b"toof", b"tmct"})  # running heads and feet, hidden comments: the names are stored backwards
# Of the characters below 32 these are one; each other one takes eight, its parameters among them, and stands for an object.
_SINGLE = {0: "", 10: "\n", 13: "", 24: "-", 25: "", 26: "", 27: "", 28: "", 29: "", 30: " ", 31: " "}
_TAB = 9

if TYPE_CHECKING:
    _Ole = olefile.OleFileIO[str]


class _Tag(IntEnum):
    BORDER_FILL = 20
    CHAR_SHAPE = 21
    PARA_SHAPE = 25
    PARA_HEADER = 66
    PARA_TEXT = 67
    PARA_CHAR_SHAPE = 68
    CTRL_HEADER = 71
    LIST_HEADER = 72
    TABLE = 77


def read_hwp(name: str, original: bytes) -> ReadText:
    """Reads headings by outline level, paragraphs and tables. Raises UnreadableDocument for a file that is broken or locked."""
    if original.startswith(b"PK"):
        return read_hwpx(name, original)
    if original.startswith(b"HWP Document File V"):
        raise UnreadableDocument(name, "in HWP's format from before 2000", "save it as HWPX in a newer program")
    try:
        with cast("_Ole", olefile.OleFileIO(io.BytesIO(original))) as file:
            flow, size = _flow(name, file)
    except (OSError, struct.error, zlib.error, IndexError, ValueError) as error:
        raise UnreadableDocument(name, "a damaged HWP", "open it in a word processor and save it again") from error
    builder = TextBuilder()
    add_flow(builder, flow, Repeats.in_file_of(size))
    return builder.finish()


def _flow(name: str, file: "_Ole") -> tuple[list[Flow], int]:
    """What all sections hold, and the bytes that they unpack to."""
    flags = struct.unpack_from("<I", file.openstream("FileHeader").read(40), 36)[0]
    if flags & _PASSWORD:
        raise UnreadableDocument(name, "encrypted with a password", "save it without the password")
    if flags & _DISTRIBUTED:
        raise UnreadableDocument(name, "locked for distribution, its text is encrypted", "ask its author for one that is not")
    found = {int(match[1]): path for path in file.listdir() if (match := _SECTION.fullmatch("/".join(path)))}
    size = 0
    reader = _Body()
    for path in (["DocInfo"], *(path for _, path in sorted(found.items()))):
        content = file.openstream(path).read()
        if flags & _COMPRESSED:
            content = zlib.decompressobj(-15).decompress(content, _MOST_UNPACKED)
        size += len(content)
        if size >= _MOST_UNPACKED:
            problem = f"unpacks to more than {_MOST_UNPACKED >> 20} MB of text"
            raise UnreadableDocument(name, problem, "split it into parts")
        for record in _records(content):
            reader.take(record)
        reader.close(0)
    return reader.flow, size


@dataclass(frozen=True, slots=True)
class _Record:
    tag: int
    level: int
    content: bytes


def _records(stream: bytes) -> Iterator[_Record]:
    at = 0
    while at + 4 <= len(stream):
        (header,) = struct.unpack_from("<I", stream, at)
        size, at = header >> 20, at + 4
        if size == 0xFFF:
            (size,) = struct.unpack_from("<I", stream, at)
            at += 4
        yield _Record(header & 0x3FF, header >> 10 & 0x3FF, stream[at : at + size])
        at += size


@dataclass(slots=True)
class _Open:
    """A table that has begun at this level; before its own record come the paragraphs of its caption."""

    level: int
    table: FlowTable
    counted: bool = False


@dataclass(slots=True)
class _Body:
    """Puts records in their places: those of a higher level belong to the last one of the level below."""

    flow: list[Flow] = field(default_factory=list[Flow])
    _shaded: list[bool] = field(default_factory=list[bool])  # by number, whether the background of cells has a colour
    _bold: list[bool] = field(default_factory=list[bool])  # by number, whether characters are
    _shapes: list[int] = field(default_factory=list[int])  # by number, the outline level of paragraphs
    _open: list[_Open] = field(default_factory=list[_Open])
    _unseen: int | None = None  # the level of a control whose text is not shown
    _outline: int = 0
    _said: bool = False  # whether the last paragraph has text

    def take(self, record: _Record) -> None:
        self.close(record.level)
        if self._unseen is not None:
            return
        content = record.content
        match record.tag:
            case _Tag.BORDER_FILL:
                self._shaded.append(_is_shaded(content))
            case _Tag.CHAR_SHAPE:
                self._bold.append(len(content) >= 50 and bool(struct.unpack_from("<I", content, 46)[0] & _BOLD))
            case _Tag.PARA_SHAPE:
                (properties,) = struct.unpack_from("<I", content)
                self._shapes.append((properties >> 25 & 7) + 1 if properties >> 23 & 3 == _OUTLINE else 0)
            case _Tag.PARA_HEADER:
                (shape,) = struct.unpack_from("<H", content, 8)
                self._outline = self._shapes[shape] if shape < len(self._shapes) else 0
                self._said = False
            case _Tag.PARA_TEXT:
                self._here().append(FlowText(_characters(content), self._outline))
                self._said = True
            case _Tag.PARA_CHAR_SHAPE if self._said:
                self._embolden(content)
            case _Tag.CTRL_HEADER if content[:4] in _UNSEEN:
                self._unseen = record.level
            case _Tag.CTRL_HEADER if content[:4] == b" lbt":
                self._open.append(_Open(record.level, FlowTable()))
            case _Tag.LIST_HEADER if self._open and self._open[-1].counted and record.level == self._open[-1].level + 1:
                column, row, columns, rows = struct.unpack_from("<4H", content, 8)
                self._open[-1].table.cells.append(FlowCell(row, column, rows, columns, shaded=self._has_shade(content)))
            case _Tag.TABLE if self._open and record.level == self._open[-1].level + 1:
                self._here().append(self._open[-1].table)
                self._open[-1].counted = True
            case _:
                pass

    def close(self, level: int) -> None:
        """Ends what a record of this level no longer belongs to."""
        if self._unseen is not None and level <= self._unseen:
            self._unseen = None
        while self._open and level <= self._open[-1].level:
            self._open.pop()

    def _has_shade(self, cell: bytes) -> bool:
        """Whether the background of a cell has a colour; its properties are behind its place, its size and its margins."""
        number = struct.unpack_from("<H", cell, 32)[0] if len(cell) >= 34 else 0
        return 0 < number <= len(self._shaded) and self._shaded[number - 1]

    def _embolden(self, shapes: bytes) -> None:
        """Notes of the last paragraph whether all of its characters are bold."""
        here = self._here()
        used = [shape for _, shape in struct.iter_unpack("<2I", shapes[: len(shapes) // 8 * 8])]
        if used and here and isinstance(last := here[-1], FlowText):
            here[-1] = replace(last, bold=all(shape < len(self._bold) and self._bold[shape] for shape in used))

    def _here(self) -> list[Flow]:
        for one in reversed(self._open):
            if one.counted and one.table.cells:
                return one.table.cells[-1].content
        return self.flow


def _is_shaded(border_fill: bytes) -> bool:
    """Whether a background is filled with another colour than white (section 4.2.5: kinds of filling behind the four borders and
    the diagonal, then the colour; all ones are none)."""
    if len(border_fill) < 40:
        return False
    kinds, colour = struct.unpack_from("<2I", border_fill, 32)
    return bool(kinds & _PLAIN_FILL) and colour not in (0xFFFFFFFF, 0x00FFFFFF)


def _characters(content: bytes) -> str:
    units = struct.unpack_from(f"<{len(content) // 2}H", content)
    kept: list[int] = []
    at = 0
    while at < len(units):
        unit = units[at]
        if unit >= 32:
            kept.append(unit)
        elif unit in _SINGLE:
            kept.extend(map(ord, _SINGLE[unit]))
        elif unit == _TAB:
            kept.append(32)
        at += 1 if unit >= 32 or unit in _SINGLE else 8
    return struct.pack(f"<{len(kept)}H", *kept).decode("utf-16-le", "replace")
