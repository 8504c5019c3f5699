"""AsciiDoc: written in Markdown, which is read as such. Nothing is included."""

import re
from collections.abc import Iterator

from ibidem.corpus.reading.blocks import ReadText, tidy
from ibidem.corpus.reading.markdown import read_markdown

_HEADING = re.compile(r"(={1,6})\s+(\S.*?)(?:\s+=+)?$")
_ATTRIBUTE = re.compile(r":[\w!-]{1,60}:(?:\s.*)?$")
_BLOCK_LINE = re.compile(r"\[\[.*\]\]$|\[(?P<style>[^\]\n]{0,200})\]$|\.(?P<title>[^\s.].*)$")
_FENCE = re.compile(r"(?P<code>-{4,}|\.{4,}|`{3,})(?P<language>\w*)$|(?P<open>={4,}|\*{4,}|_{4,}|--|\+{4,})$|(?P<hidden>/{4,})$")
_TABLE = re.compile(r"[|,:!]={3,}$")
_ITEM = re.compile(r"\s*(?P<bullets>\*{1,6}|-)\s+(?P<bullet>\S.*)$|\s*(?P<dots>\.{1,6}|\d{1,3}\.)\s+(?P<number>\S.*)$")
_TERM = re.compile(r"(?P<term>\S.{0,200}?):{2,4}(?:\s+(?P<text>.*))?$")
_ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+")
_DIRECTIVE = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif|toc|image|video|audio)::")
_LINK = re.compile(r"(?:link:|xref:|mailto:)?((?:https?|ftp)://[^\s\[\]]{1,300}|[\w./#-]{1,200})\[([^\]\n]{1,300})\]")
_XREF = re.compile(r"<<[^,<>\n]{1,100},\s*([^<>\n]{1,300})>>|<<([^,<>\n]{1,100})>>")
_INLINE = re.compile(r"\[(?:\.|#)[^\]\n]{1,80}\](?=[#*_`])|\b(?:kbd|btn|menu):\[?|footnote:\[([^\]\n]{1,500})\]|\{empty\}|\s\+$")


def read_asciidoc(text: str) -> ReadText:
    """Reads AsciiDoc: headings, lists, listings, tables, admonitions."""
    return read_markdown("\n".join(_markdown(iter(tidy(text).split("\n")))))


def _markdown(lines: Iterator[str]) -> Iterator[str]:
    style = ""
    for line in lines:
        fence = _FENCE.match(line)
        if fence is not None and not fence["open"]:
            yield from _listing(lines, line, style, fence)
        elif _TABLE.match(line):
            yield from ("", *_table(lines, line), "")
        elif (given := _BLOCK_LINE.match(line)) is not None:
            style = given["style"] if given["style"] is not None else style
            shown = given["title"] or (f"{style.capitalize()}:" if given["style"] and _ADMONITION.match(f"{style}: ") else "")
            yield from ("", shown, "") if shown else ()
            continue
        elif line.startswith("//") or _ATTRIBUTE.match(line) or _DIRECTIVE.match(line) or (fence is not None and fence["open"]):
            yield ""
        else:
            yield _line(line)
        style = ""


def _listing(lines: Iterator[str], fence: str, style: str, found: re.Match[str]) -> Iterator[str]:
    """A listing up to the line that ends it; what is a comment goes."""
    kind, _, language = style.partition(",")
    inside: list[str] = []
    for line in lines:
        if line == (fence if not fence.startswith("`") else fence.rstrip("abcdefghijklmnopqrstuvwxyz")):
            break
        inside.append(line)
    if found["hidden"] is None:
        named = found["language"] or (language.split(",")[0].strip() if kind.strip() in ("source", "") else "")
        yield from ("", f"~~~~~~{named}", *inside, "~~~~~~", "")


def _table(lines: Iterator[str], end: str) -> Iterator[str]:
    """Rows by the number of cells on the first line that has some; each cell may have a line of its own."""
    cells: list[str] = []
    width = 0
    for line in lines:
        if line == end:
            break
        found = [cell.strip() for cell in re.split(r"(?<!\\)(?:\d*[.+*]*\d*[<^>]*[a-z]?)?\|", line)[1:]] if "|" in line else []
        if found:
            width = width or len(found)
            cells += found
        elif line.strip() and cells:
            cells[-1] += f" {line.strip()}"
    rows = [cells[at : at + width] for at in range(0, len(cells), width)] if width else []
    for number, row in enumerate(rows):
        yield f"| {' | '.join(_words(cell) for cell in row)} |"
        if number == 0:
            yield f"|{' --- |' * width}"


def _line(line: str) -> str:
    if (heading := _HEADING.match(line)) is not None:
        return f"\n{'#' * len(heading[1])} {_words(heading[2])}\n"
    if (item := _ITEM.match(line)) is not None:
        mark, text = item["bullets"] or item["dots"], item["bullet"] or item["number"]
        depth = len(mark) - 1 if mark[0] in "*." else 0
        return f"{'    ' * depth}{'-' if item['bullets'] else '1.'} {_words(text)}"
    if line.strip() in ("+", "'''", "<<<"):
        return ""
    if (term := _TERM.match(line)) is not None:
        return f"\n{_words(term['term'])}: {_words(term['text'] or '')}"
    return _words(_ADMONITION.sub(lambda found: f"\n{found[1].capitalize()}: ", line))


def _words(text: str) -> str:
    text = _XREF.sub(lambda found: found[1] or found[2], text)
    text = _LINK.sub(lambda found: found[2].rstrip("^"), text)
    text = _INLINE.sub(lambda found: f" ({found[1]})" if found[1] else "", text)
    return re.sub(r"(?<![\w*])\*(?=\S)([^*\n]{1,300})(?<=\S)\*(?![\w*])", r"\1", text)
