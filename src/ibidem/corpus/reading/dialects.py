r"""What sites write into Markdown that CommonMark does not know: MDX, Hugo and Liquid tags, admonitions, footnotes, heading ids,
files to include.

All of it becomes CommonMark before it is parsed: tags go and the text inside them stays, with the words that a tag shows itself
(`title="..."`). What stands in code stays as it is. Each pattern reads a bounded stretch, so that a tag left open costs nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

_SPECIAL = re.compile(
    r"^import[ \t]|^export[ \t]|\{ ?[{%#:./*!]|\{['\"] |:::|^///|\[!|^[ \t]*(?:!!!|\?\?\?|-{1,2}8<)|\[\^|<[A-Z]", re.MULTILINE
)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})([^\n]*)")

# MDX: modules, comments, components. Only what a module really looks like; "import" begins sentences, too.
_MODULE = re.compile(
    r"^(?:import(?:[ \t]+(?:[^\n'\"{}]|\{[^{}]{0,2000}\}){1,200}from)?[ \t]*['\"][^'\"\n]{1,300}['\"][ \t]*;?[ \t]*$"
    r"|export[ \t]+(?:const|let|var|default|function|async)\b[^\n]*+(?:\n(?![ \t]*\n)[^\n]*+)*+)",
    re.MULTILINE,
)
_BRACES = r"\{(?:[^{}]|\{[^{}]{0,300}\}){0,1000}\}"
_COMPONENT = rf"</?[A-Z][\w.]*+(?:\s++|\"[^\"]{{0,1000}}\"|'[^']{{0,1000}}'|{_BRACES}|[^\s<>\"'{{}}]++){{0,60}}>"
_MDX = re.compile(rf"^ {{0,3}}{_COMPONENT}[ \t]*$|^import[ \t][^\n]*['\"];?$|\{{/\*", re.MULTILINE)
_COMMENT = r"\{/\*(?:(?!\*/)[\s\S]){0,500}\*/\}"
_SHORTCODE = r"\{\{[<%](?:[^{}]|\{(?!\{)|\}(?!\})){0,1000}[>%]\}\}|\{%(?:[^{}%]|%(?!\})){0,1000}%\}"
_SHOWN = re.compile(
    r"\b(?:title|titleText|label|alt|caption|summary|subtitle|heading|text)[ \t]*=[ \t]*(?:\"([^\"]{1,1000})\"|'([^']{1,1000})')"
)

_CODE_SPAN = r"(?P<code>(?<!`)(?P<ticks>`{1,5})(?!`)[^\n]{1,500}?(?<!`)(?P=ticks)(?!`))"
_REST = (
    r"(?P<heading_id>(?<=\S)[ \t]*\{[ \t]?(?:#|\.)[^{}\n]{1,200}\}[ \t]*$)"
    r"|(?P<attributes>\{:[^{}\n]{0,200}\})|(?P<footnote>\[\^[^\]\s]{1,60}\](?!:))"
    r"|^(?P<include>[ \t]*(?:\{[*!][^{}\n]{1,300}[*!]\}|-{1,2}8<-{1,2}[^\n]{0,300}))[ \t]*$"
    r"|^(?P<fence>[ \t]*)(?::{3,}|/{3,})[ \t]*(?P<kind>[A-Za-z][\w-]{0,40})?(?P<about>[^\n]{0,300})$"
    r"|^(?P<quote>[ \t]*>[ \t>]*)\[!(?P<alert>[A-Za-z]{1,40})\][+-]?(?P<named>[^\n]{0,300})$"
)


def _tags(tag: str) -> re.Pattern[str]:
    """Finds tags; those that have their lines for themselves as `alone`, all of a line together."""
    return re.compile(rf"{_CODE_SPAN}|^(?P<alone>[ \t]*(?:(?:{tag})[ \t]*){{1,20}})$|(?P<tag>{tag})|{_REST}", re.MULTILINE)


_PLAIN_TAGS = _tags(_SHORTCODE)
_MDX_TAGS = _tags(rf"{_SHORTCODE}|{_COMMENT}|{_COMPONENT}")
_BLANK_EXPRESSION = re.compile(r"\{(['\"]) ?\1\}")
_ATTRIBUTE_LIST = re.compile(r"\{[^{}\n]{0,300}\}")

# Marks whose text stands indented below them, where CommonMark would see code.
_ABOVE_INDENTED = re.compile(
    r"(?:!!!|\?\?\?\+?)[ \t]+(?P<kind>[\w-]+)[^\"\n]*(?:\"(?P<title>[^\"\n]*)\")?[^\n]*"
    r"|\[\^[^\]\s]{1,60}\]:[ \t]*(?P<note>[^\n]*)"
)
_INDENT = re.compile(r" {4}|\t")
_ALERTS = frozenset({"note", "tip", "info", "important", "warning", "caution", "danger", "hint", "attention", "example"})


@dataclass(frozen=True, slots=True)
class CommonMark:
    """A text with everything else said in CommonMark; in what was MDX (`components`) indented lines are no code."""

    text: str
    components: bool = False


def to_commonmark(text: str) -> CommonMark:
    """The text in CommonMark, whatever it was written for."""
    if not _SPECIAL.search(text):
        return CommonMark(text)
    mdx = any(_MDX.search(stretch) is not None for stretch, code in _stretches(text) if not code)
    clean = _clean_mdx if mdx else _clean
    return CommonMark("\n".join(stretch if code else clean(stretch) for stretch, code in _stretches(_dedented(text))), mdx)


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The text in runs of whole lines: fenced code (True), and what is between (False)."""
    open_fence = ""

    def in_code(line: str) -> bool:
        nonlocal open_fence
        fence = _FENCE.match(line)
        if open_fence:
            if fence is not None and fence.group(1).startswith(open_fence) and not fence.group(2).strip():
                open_fence = ""
            return True
        open_fence = fence.group(1) if fence is not None and "`" not in fence.group(2) else ""
        return bool(open_fence)

    for code, lines in groupby(text.split("\n"), in_code):
        yield "\n".join(lines), code


def _dedented(text: str) -> str:
    """The text with what stands indented under a mark moved to the margin, and the mark as the words that it shows."""
    lines: list[str] = []
    below = False
    for stretch, code in _stretches(text):
        for line in stretch.split("\n"):
            mark = None if code else _ABOVE_INDENTED.fullmatch(line)
            if mark is not None:
                shown = mark["note"] if mark["kind"] is None else mark["title"] or _label(mark["kind"])
                lines += ["", shown, ""] if mark["kind"] else ["", shown]
                below = True
                continue
            below = below and (not line.strip() or _INDENT.match(line) is not None)
            lines.append(_INDENT.sub("", line, count=1) if below else line)
    return "\n".join(lines)


def _clean(stretch: str) -> str:
    return _PLAIN_TAGS.sub(_replaced, stretch)


def _clean_mdx(stretch: str) -> str:
    return _MDX_TAGS.sub(_replaced, _BLANK_EXPRESSION.sub(" ", _MODULE.sub("", stretch)))


def _replaced(match: re.Match[str]) -> str:
    if match["code"] is not None:
        return match.group()
    if match["alone"] is not None:
        return f"\n{_shown(match.group())}\n"
    if match["tag"] is not None:
        return _shown(match.group())
    if match["fence"] is not None:
        return f"\n{match['fence']}{_named(match['kind'] or '', match['about'])}\n"
    if match["quote"] is not None:
        return match["quote"] + _named(match["alert"], match["named"])
    return ""


def _shown(tag: str) -> str:
    """The words that a tag shows itself."""
    return ": ".join(first or second for first, second in _SHOWN.findall(tag))


def _named(kind: str, about: str) -> str:
    """What an admonition is called: by its own title, else by its kind."""
    title = _ATTRIBUTE_LIST.sub("", about).strip().strip("[]|").strip()
    return title or _label(kind)


def _label(kind: str) -> str:
    return f"{kind.capitalize()}:" if kind.lower() in _ALERTS else ""
