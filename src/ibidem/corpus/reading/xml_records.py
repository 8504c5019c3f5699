# pyright: reportPrivateUsage=false
"""XML of any kind: the text of its elements in their order, each value with the path that leads to it, records of one shape as
tables. Nothing outside is read, and no entity stands for anything."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line, tidy
from ibidem.corpus.reading.encodings import decode
from ibidem.corpus.reading.plain import plain_blocks
from ibidem.domain.errors import UnreadableDocument

_LONGEST_CELL = 200  # characters; what is longer is text
_LONGEST_VALUE = 120  # characters of a value that stands on a line with its path
_MOST_COLUMNS = 50
_LONGEST_DECLARATION = 200
_DECLARATION = re.compile(r"\A\ufeff?\s*<\?xml[^>]{0,200}\?>")
_ENCODING = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z][\w.-]{0,39})")
_UNSAFE = frozenset({"", "utf-8", "utf8", "utf-7", "utf7"})  # their bytes are looked at, whatever is declared
# The names that formats of books and papers give to what stands above a part (DocBook, JATS, DITA, TEI).
_TITLES = frozenset({"title", "head", "heading"})
# What schemas and parsers want to know, and no reader.
_UNSAID = re.compile(r"\{http://www\.w3\.org/(?:XML/1998/namespace|2001/XMLSchema-instance)\}")


def read_xml(name: str, original: bytes) -> ReadText:
    """Reads XML; what is not quite that is shown as it stands. Raises UnreadableDocument for a file that declares entities, with
    which others make a small file a large one, or read what does not belong to it."""
    text = _text(name, original)
    if "<!DOCTYPE" in text and "<!ENTITY" in text:
        problem = "declares entities, which stand for other text or other files"
        raise UnreadableDocument(name, problem, "write out what they stand for, and take the declarations out")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return plain_blocks(tidy(text).strip("\n").rstrip())
    builder = TextBuilder()
    shown = _Shown(builder, Repeats.in_file_of(len(original)))
    shown.add(root, _name(root), 1)
    shown.flush()
    title = _title(root)
    found = builder.finish(title=_said(title) if title is not None else "")
    return replace(found, headed=title is not None)


def _text(name: str, original: bytes) -> str:
    """The file as text without its declaration, in the encoding that this names, else in the one that its bytes show."""
    declared = _ENCODING.search(original[:_LONGEST_DECLARATION])
    encoding = declared[1].decode("ascii") if declared is not None else ""
    try:
        text = original.decode(encoding) if encoding.lower() not in _UNSAFE else decode(name, original)
    except (LookupError, UnicodeError):
        text = decode(name, original)
    return _DECLARATION.sub("", text)


class _Shown:
    """Writes elements in their order, the values of one as the lines of one paragraph."""

    def __init__(self, builder: TextBuilder, repeats: Repeats) -> None:
        self._builder = builder
        self._repeats = repeats
        self._lines: list[str] = []

    def add(self, element: etree._Element, path: str, level: int) -> None:
        """An element with all that is in it, under the path that leads to it."""
        if _is_text(element):
            self._add_text(element, path)
            return
        self._add_attributes(element, path)
        title = _title(element)
        if title is not None:
            self.flush()
            self._builder.heading(level, _said(title))
        for _, group in groupby((child for child in element if child is not title), key=_name):
            run = list(group)
            if len(run) > 1:
                self._add_run(run, self._path(path, f".{_name(run[0])}"), level)
            else:
                self.add(run[0], self._path(path, f".{_name(run[0])}"), level + (title is not None))
                if len(run[0]):
                    self.flush()

    def flush(self) -> None:
        """Ends the paragraph."""
        self._builder.paragraph("\n".join(self._lines))
        self._lines = []

    def _add_run(self, run: Sequence[etree._Element], path: str, level: int) -> None:
        """Elements of one name that stand beside each other: values, records, or parts."""
        if all(not len(one) and not one.attrib for one in run):
            values = [_said(one) for one in run]
            if sum(map(len, values)) <= _LONGEST_CELL:
                self._lines.append(f"{path}: {', '.join(filter(None, values))}")
                return
        records = [_record(one) for one in run]
        rows = [record for record in records if record is not None]
        columns = list(dict.fromkeys(key for record in rows for key in record))
        if len(rows) == len(run) and _are_alike(columns, rows):
            self.flush()
            self._builder.paragraph(path)
            self._builder.table([columns, *([row.get(key, "") for key in columns] for row in rows)], heads=1)
            return
        for number, one in enumerate(run, 1):
            self.flush()
            named = "" if _is_text(one) or _title(one) is not None else f"[{number}]"
            self.add(one, self._path(path, named), level + 1)
        self.flush()

    def _add_text(self, element: etree._Element, path: str) -> None:
        """A value on a line with its path, or text that is a paragraph by itself."""
        said = _said(element)
        if len(element) or len(said) > _LONGEST_VALUE:
            self.flush()
            self._builder.paragraph(said)
        elif said:
            self._lines.append(f"{path}: {said}")
        self._add_attributes(element, path)

    def _add_attributes(self, element: etree._Element, path: str) -> None:
        self._lines += [f"{self._path(path, f'.{key}')}: {value}" for key, value in _attributes(element)]

    def _path(self, path: str, last: str) -> str:
        """The whole path where it may be said once more, else its last part."""
        return path + last if self._repeats.allow(path) else last.removeprefix(".")


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _said(element: etree._Element) -> str:
    return one_line("".join(map(str, element.itertext())))


def _attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The attributes that say something, by their names."""
    for key, value in element.attrib.items():
        said = one_line(str(value))
        if said and not _UNSAID.match(str(key)):
            yield str(key).rpartition("}")[2], said


def _is_text(element: etree._Element) -> bool:
    """Whether an element holds text: nothing else, or words between its elements."""
    return not len(element) or any((text or "").strip() for text in (element.text, *(child.tail for child in element)))


def _title(element: etree._Element) -> etree._Element | None:
    """What stands above an element as its title: its first one or that of its head, where more comes after it."""
    first = element[0] if len(element) else None
    if first is None or _is_text(element) or _name(first) not in _TITLES or len(element) < 2:
        return None
    return first if _is_text(first) and _said(first) and len(_said(first)) <= _LONGEST_CELL else None


def _record(element: etree._Element, within: str = "") -> dict[str, str] | None:
    """The values of an element by their paths in it; None where a path leads to two, or to text."""
    if len(element) and _is_text(element):
        return None
    found: dict[str, str] = {f"{within}.{key}" if within else key: value for key, value in _attributes(element)}
    if not len(element):
        said = _said(element)
        return {**found, within or _name(element): said} if said or not found else found
    for child in element:
        path = f"{within}.{_name(child)}" if within else _name(child)
        inner = _record(child, path)
        if inner is None or found.keys() & inner.keys() or len(found) > _MOST_COLUMNS:
            return None
        found |= inner
    return found if all(len(value) <= _LONGEST_CELL for value in found.values()) else None


def _are_alike(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> bool:
    """Whether records have one shape: most of them say something under most names."""
    return 1 < len(columns) <= _MOST_COLUMNS and len(columns) * len(rows) <= 2 * sum(map(len, rows))
