# pyright: reportPrivateUsage=false
"""The marks of lists and headings in OpenDocument (ISO/IEC 26300-1, 5.3 and 19.880)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from lxml import etree

from ibidem.corpus.reading.numbering import written

# The formats by how the first of their numbers look, as names of Word's.
_FORMATS = {
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
    "①": "decimalEnclosedCircle",
    "가": "ganada",
    "ア": "aiueo",
    "イ": "iroha",
    "一": "japaneseCounting",
}
_LEVELS = 10
_LONGEST_MARK = 40  # characters


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level writes its numbers; `format` is "" where it has none."""

    bullet: bool = True
    format: str = ""
    prefix: str = ""
    suffix: str = ""
    shown: int = 1  # numbers of this and of higher levels
    pattern: str = ""  # as "%1%.%2%.", where there is one
    start: int = 1


@dataclass(slots=True)
class _Count:
    """A list that is open, or was: its style and the last number of each level."""

    style: str
    numbers: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class OdfLists:
    """The list styles of a document, which is read in its order: numbers are counted on the way."""

    _styles: Mapping[str, Mapping[int, _Level]]
    _outline: Mapping[int, _Level]
    _open: list[_Count] = field(default_factory=list[_Count])
    _ended: dict[str, _Count] = field(default_factory=dict[str, _Count])
    _headings: dict[int, int] = field(default_factory=dict[int, int])

    @classmethod
    def of(cls, roots: Iterable[etree._Element]) -> Self:
        """Reads the styles in these parts."""
        parts = list(roots)
        styles = {name: _levels(one) for part in parts for one in part.iter("{*}list-style") if (name := _said(one, "name"))}
        outlines = [_levels(one) for part in parts for one in part.iter("{*}outline-style")]
        return cls(styles, outlines[0] if outlines else {})

    @property
    def depth(self) -> int:
        """How many lists are open in each other, less one."""
        return len(self._open) - 1

    def begin(self, element: etree._Element) -> None:
        """A list begins: one within another goes on with its numbers, another one where it says so."""
        if self._open:
            above = self._open[-1]
            self._open.append(_Count(_said(element, "style-name") or above.style, above.numbers))
            return
        style = _said(element, "style-name")
        before = _said(element, "continue-list") or (f"style {style}" if _said(element, "continue-numbering") == "true" else "")
        continued = self._ended.get(before) if before else None
        self._open.append(_Count(style, continued.numbers if continued is not None else {}))
        self._ended[_said(element, "id")] = self._ended[f"style {style}"] = self._open[-1]

    def end(self) -> None:
        """The innermost list ends."""
        self._open.pop()
        for level in [level for level in self._open[-1].numbers if level > len(self._open)] if self._open else ():
            del self._open[-1].numbers[level]

    def mark(self, start: str) -> str:
        """The mark of the next item; `start` is the number that it has been given, if any."""
        count, level = self._open[-1], len(self._open) - 1
        levels = self._styles.get(count.style, {})
        this = levels.get(level, _Level())
        if this.bullet:
            return "-"
        given = int(start) if start.isascii() and start.isdigit() and len(start) < 10 else None
        return _next(count.numbers, levels, level, given)

    def heading_mark(self, level: int) -> str:
        """The number before the next heading of this level, counted from 1."""
        if not self._outline.get(level - 1, _Level()).format:
            return ""
        return _next(self._headings, self._outline, level - 1, None)


def _next(numbers: dict[int, int], levels: Mapping[int, _Level], level: int, given: int | None) -> str:
    this = levels[level]
    numbers[level] = given if given is not None else numbers[level] + 1 if level in numbers else this.start
    for deeper in [other for other in numbers if other > level]:
        del numbers[deeper]
    if not this.format:
        return ""

    def number(at: int) -> str:
        one = levels.get(at, _Level())
        return written(numbers.get(at, one.start), _FORMATS.get(one.format[:1], "decimal")) if one.format else ""

    if this.pattern:
        return re.sub(r"%(\d{1,2})%", lambda match: number(int(match[1]) - 1), this.pattern).strip()
    shown = filter(None, (number(at) for at in range(max(level - this.shown + 1, 0), level + 1)))
    return f"{this.prefix}{'.'.join(shown)}{this.suffix}".strip()


def _levels(style: etree._Element) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for one in style:
        level = _said(one, "level")
        if level.isascii() and level.isdigit() and 1 <= int(level[:3]) <= _LEVELS:
            found[int(level) - 1] = _Level(
                bullet=str(one.tag).endswith(("-bullet", "-image")),
                format=_said(one, "num-format"),
                prefix=_said(one, "num-prefix")[:_LONGEST_MARK],
                suffix=_said(one, "num-suffix")[:_LONGEST_MARK],
                shown=_whole(_said(one, "display-levels")),
                pattern=_said(one, "num-list-format")[:_LONGEST_MARK],
                start=_whole(_said(one, "start-value")),
            )
    return found


def _whole(number: str) -> int:
    return int(number) if re.fullmatch(r"\d{1,6}", number) else 1


def _said(element: etree._Element, name: str) -> str:
    """An attribute in whichever of the format's namespaces."""
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), "")
