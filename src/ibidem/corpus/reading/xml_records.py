# pyright: reportPrivateUsage=false
"""XML of any kind: the text of its elements in their order, each value with the path that leads to it, records of one shape as
tables. Nothing outside is read, and no entity stands for anything."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from html.entities import html5
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
# The encodings that count where a file names them. Others are slow, or no encodings of text; the bytes show what is UTF-8, and
# a file in UTF-16 or UTF-32 cannot name it in ASCII.
_OLD = re.compile(
    r"iso-8859-\d{1,2}|(?:windows-|cp)125\d|euc-(?:kr|jp)|ks-c-5601-1987|cp949|johab|shift-?jis|cp932"
    r"|iso-2022-[a-z]{2}(?:-[a-z\d]{1,4})?|gb2312|gbk|gb18030|big5|koi8-[a-z]"
)
_BEFORE_ROOT = re.compile(r"<!--|<\?|[\"']|<(?=[^!?])")
_ENDS = {"<!--": "-->", "<?": "?>", '"': '"', "'": "'"}
_ENTITY = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&([^\W\d][\w.:-]*);", re.DOTALL)
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_CLOSING = tuple(".,;:!?)]}%。、，．：；！？）］」』…")
# The names that formats of books and papers give to what stands above a part (DocBook, JATS, DITA, TEI).
_TITLES = frozenset({"title", "head", "heading"})
# What schemas and parsers want to know, and no reader.
_UNSAID = re.compile(r"\{http://www\.w3\.org/(?:XML/1998/namespace|2001/XMLSchema-instance)\}")


def read_xml(name: str, original: bytes) -> ReadText:
    """Reads XML; what is not quite that is shown as it stands. Raises UnreadableDocument for a file that declares entities, with
    which others make a small file a large one, or read what does not belong to it."""
    text = _text(name, original)
    before = _before_root(text)
    if "<!DOCTYPE" in before and "<!ENTITY" in before:
        problem = "declares entities, which stand for other text or other files"
        raise UnreadableDocument(name, problem, "write out what they stand for, and take the declarations out")
    spelt = before + _ENTITY.sub(_spelt_out, text[len(before) :]) if "<!DOCTYPE" in before else text
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(spelt.encode(), parser)
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
    encoding = declared[1].decode("ascii").lower().replace("_", "-") if declared is not None else ""
    try:
        text = original.decode(encoding) if _OLD.fullmatch(encoding) else decode(name, original)
    except (LookupError, UnicodeError):
        text = decode(name, original)
    return _DECLARATION.sub("", text)


def _before_root(text: str) -> str:
    """What stands before the root element; all of it where that does not show."""
    at = 0
    while (found := _BEFORE_ROOT.search(text, at)) is not None:
        if found[0] == "<":
            return text[: found.start()]
        end = text.find(_ENDS[found[0]], found.end())
        if end < 0:
            break
        at = end + len(_ENDS[found[0]])
    return text


def _spelt_out(found: re.Match[str]) -> str:
    """The character that an entity stands for in HTML; one that is not known there is said by its name."""
    name = found[1]
    if name is None or name in _OF_XML:
        return found[0]
    known = html5.get(f"{name};")
    return f"&amp;{name};" if known is None else escape(known)


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
            self._add_attributes(title, self._path(path, f".{_name(title)}"))
        for _, group in groupby((child for child in _children(element) if child is not title), key=_name):
            run = list(group)
            if len(run) > 1:
                self._add_run(run, self._path(path, f".{_name(run[0])}"), level)
            else:
                self.add(run[0], self._path(path, f".{_name(run[0])}"), level + (title is not None))
                if _children(run[0]):
                    self.flush()

    def flush(self) -> None:
        """Ends the paragraph."""
        self._builder.paragraph("\n".join(self._lines))
        self._lines = []

    def _add_run(self, run: Sequence[etree._Element], path: str, level: int) -> None:
        """Elements of one name that stand beside each other: values, records, or parts."""
        if all(not _children(one) and not one.attrib for one in run):
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
        if _children(element) or len(said) > _LONGEST_VALUE:
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


def _children(element: etree._Element) -> list[etree._Element]:
    """The elements in an element, without the names of entities."""
    return [child for child in element if not callable(child.tag)]


def _said(element: etree._Element) -> str:
    """The text of an element and of all in it, what is no part of a word apart from it."""
    pieces: list[str] = []
    _say(element, pieces)
    return one_line("".join(pieces))


def _say(element: etree._Element, pieces: list[str]) -> None:
    pieces.append(element.text or "")
    is_list = not _is_text(element)
    for child in element:
        inner: list[str] = []
        if callable(child.tag):
            inner.append(child.text or "")  # the name of an entity
        elif _is_empty(child):
            inner.append(" ".join(value for _, value in _attributes(child)))
        else:
            _say(child, inner)
        said, tail = "".join(inner), child.tail or ""
        if is_list or _is_apart(child):
            said = said.strip()
            pieces += [*([_joint(said), said] if said else []), _joint(tail), tail]
        else:
            pieces += [said, tail]


def _is_empty(element: etree._Element) -> bool:
    return not len(element) and not (element.text or "").strip()


def _is_apart(child: etree._Element) -> bool:
    """Whether an element among words is none of their letters: a line break, a list, a title."""
    return not callable(child.tag) and (_is_empty(child) or bool(_children(child)) or _name(child) in _TITLES)


def _joint(after: str) -> str:
    return "" if after.startswith(_CLOSING) else " "


def _attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The attributes that say something, by their names."""
    for key, value in element.attrib.items():
        said = one_line(str(value))
        if said and not _UNSAID.match(str(key)):
            yield str(key).rpartition("}")[2], said


def _is_text(element: etree._Element) -> bool:
    """Whether an element holds text: nothing else, or words between its elements."""
    if not _children(element):
        return True
    named = any(callable(child.tag) for child in element)
    return named or any((text or "").strip() for text in (element.text, *(child.tail for child in element)))


def _title(element: etree._Element) -> etree._Element | None:
    """What stands above an element as its title: its first one or that of its head, where more comes after it."""
    first, *others = _children(element) or [None]
    if first is None or _is_text(element) or _name(first) not in _TITLES or not others:
        return None
    return first if _is_text(first) and _said(first) and len(_said(first)) <= _LONGEST_CELL else None


def _record(element: etree._Element, within: str = "") -> dict[str, str] | None:
    """The values of an element by their paths in it; None where a path leads to two, or to text."""
    children, attributes = _children(element), list(_attributes(element))
    found: dict[str, str] = {f"{within}.{key}" if within else key: value for key, value in attributes}
    if (children and _is_text(element)) or len(found) < len(attributes):
        return None
    if not children:
        said, path = _said(element), within or _name(element)
        if said and path in found:
            return None
        return {**found, path: said} if said or not found else found
    for child in children:
        path = f"{within}.{_name(child)}" if within else _name(child)
        inner = _record(child, path)
        if inner is None or found.keys() & inner.keys() or len(found) > _MOST_COLUMNS:
            return None
        found |= inner
    return found if all(len(value) <= _LONGEST_CELL for value in found.values()) else None


def _are_alike(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> bool:
    """Whether records have one shape: most of them say something under most names."""
    return 1 < len(columns) <= _MOST_COLUMNS and len(columns) * len(rows) <= 2 * sum(map(len, rows))
