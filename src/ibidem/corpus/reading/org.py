"""Org: written in Markdown, which is read as such. Nothing is run or included."""

import re
from collections.abc import Iterator

from ibidem.corpus.reading.blocks import ReadText, tidy
from ibidem.corpus.reading.markdown import read_markdown

_HEADING = re.compile(r"(\*{1,12})\s+(?:(?:TODO|DONE|NEXT|WAITING)\s+)?(?:\[#\w\]\s*)?(.*?)(?:\s+:[\w@#%:]+:)?\s*$")
_KEYWORD = re.compile(r"\s*#\+(\w+):\s*(.*)$")
_BEGIN = re.compile(r"\s*#\+begin_(\w+)\s*(\w*)", re.IGNORECASE)
_DRAWER = re.compile(r"\s*:(?:PROPERTIES|LOGBOOK|[A-Z_]{3,30}):\s*$")
_ITEM = re.compile(r"(\s*)(?:[-+]|\*(?=\s))\s+(?:\[[ X-]\]\s+)?(?=\S)|(\s*)(\d{1,4})[.)]\s+(?=\S)")
_LINK = re.compile(r"\[\[[^\[\]\n]{1,500}\]\[([^\[\]\n]{1,500})\]\]|\[\[([^\[\]\n]{1,500})\]\]")
_MARKED = re.compile(r"(?<![\w*/=~+])([*/=~+_])(?=\S)([^\n]{1,300}?)(?<=\S)\1(?![\w*/=~+])")
_FOOTNOTE = re.compile(r"\[fn:[\w-]{1,40}\]")
_RULE = re.compile(r"\s*\|[-+|]+\|?\s*$")
_LISTINGS = frozenset({"src", "example"})
_UNSEEN = frozenset({"comment", "export"})


def read_org(text: str) -> ReadText:
    """Reads Org: headings, lists, listings and tables; its title stands first."""
    lines = tidy(text).split("\n")
    title = next((found[2] for line in lines if (found := _KEYWORD.match(line)) and found[1].lower() == "title"), "")
    below = 2 if title else 1
    return read_markdown("\n".join([*([f"# {title}", ""] if title else []), *_markdown(iter(lines), below)]))


def _markdown(lines: Iterator[str], level: int) -> Iterator[str]:
    in_table = False
    for line in lines:
        if in_table != line.lstrip().startswith("|"):  # a list or a paragraph would take it for its own
            in_table = not in_table
            yield ""
        if (begin := _BEGIN.match(line)) is not None:
            inside = list(_up_to(lines, f"#+end_{begin[1]}"))
            if begin[1].lower() in _LISTINGS:
                yield from ("", f"~~~~~~{begin[2]}", *inside, "~~~~~~", "")
            elif begin[1].lower() not in _UNSEEN:
                yield from ("", *map(_line, inside), "")
        elif _DRAWER.match(line):
            list(_up_to(lines, ":end:"))
        elif (heading := _HEADING.match(line)) is not None:
            yield f"\n{'#' * min(len(heading[1]) + level - 1, 6)} {_words(heading[2])}\n"
        elif (keyword := _KEYWORD.match(line)) is not None:
            yield from ("", keyword[2], "") if keyword[1].lower() == "caption" else ()
        elif _RULE.match(line):
            yield f"|{' --- |' * (line.count('+') + 1)}"
        elif not line.startswith(("# ", "#+")) and line != "#":
            yield _line(line)


def _up_to(lines: Iterator[str], end: str) -> Iterator[str]:
    for line in lines:
        if line.strip().lower() == end.lower():
            return
        yield line


def _line(line: str) -> str:
    if (item := _ITEM.match(line)) is not None:
        mark = f"{item[3]}. " if item[3] else "- "
        return f"{' ' * (2 * len(item[1] or item[2] or ''))}{mark}{_words(line[item.end() :])}"
    return _words(line)


def _words(text: str) -> str:
    text = _FOOTNOTE.sub("", _LINK.sub(lambda found: found[1] or found[2], text))
    return _MARKED.sub(lambda found: f"`{found[2]}`" if found[1] in "=~" else found[2], text)
