r"""LaTeX as prose: sections, lists, tables and captions; equations stay as they are written, between dollars.

Commands are not run, so that those of the author's own are dropped and their words stay.
"""

import re
from collections.abc import Iterator

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line, tidy, unwrapped
from ibidem.corpus.reading.tex_signs import plain_signs

_COMMENT = re.compile(r"(?<!\\)%[^\n]*(?:\n[ \t]*(?=\S))?")
_BODY = re.compile(r"\\begin\{document\}")
_TITLE = re.compile(r"\\title\s*(?:\[[^\]]{0,300}\])?\s*\{")
_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
_LISTS = {"itemize": "-", "enumerate": "1", "description": "-"}
_EQUATIONS = frozenset({"equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign"})
_LISTINGS = frozenset({"verbatim", "lstlisting", "minted", "Verbatim", "alltt"})
_TABLES = frozenset({"tabular", "tabularx", "longtable", "tabulary", "array"})
_UNSEEN = frozenset({"tikzpicture", "comment", "thebibliography", "filecontents", "pgfpicture"})
_TOKEN = re.compile(
    r"\\begin\s*\{(?P<begin>[A-Za-z]+)\*?\}|\\end\s*\{(?P<end>[A-Za-z]+)\*?\}|\\(?P<item>item)\b\s*(?:\[(?P<label>[^\]\n]{0,200})\])?"
    r"|\\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?\s*(?:\[[^\]\n]{0,300}\])?\s*\{"
    r"|\\(?P<caption>caption)\*?\s*(?:\[[^\]\n]{0,300}\])?\s*\{|(?P<display>\\\[|\$\$)|(?P<par>\n[ \t]*\n\s*|\\par\b)"
)
_LABEL = re.compile(r"\\label\{[^{}]{0,200}\}|\\(?:nonumber|notag)\b")
_GRAPHICS = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|centering|small|footnotesize)\b|\\(?:cline|cmidrule)(?:\([^)]*\))?\{[^}]*\}"
)


def read_tex(text: str) -> ReadText:
    """Reads LaTeX; a file without a document environment is read as the body of one."""
    source = _COMMENT.sub("", tidy(text))
    begin = _BODY.search(source)
    builder = TextBuilder()
    title = _TITLE.search(source)
    named = plain_signs(_group(source, title.end() - 1)[0]) if title is not None else ""
    builder.heading(1, named)
    end = source.find("\\end{document}")
    _Reader(builder).read(source[begin.end() if begin is not None else 0 : end if end >= 0 else len(source)])
    return builder.finish(title=named)


def _group(source: str, at: int) -> tuple[str, int]:
    """What stands between the brace at this place and the one that closes it, and where that ends."""
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(source, at):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return source[at + 1 : found.start()], found.end()
    return source[at + 1 :], len(source)


class _Reader:
    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._lists: list[int | None] = []  # the next number of each list that is open, None for one with bullets
        self._mark: str | None = None
        self._gathered: list[str] = []

    def read(self, source: str) -> None:
        at = 0
        while (token := _TOKEN.search(source, at)) is not None:
            self._gathered.append(source[at : token.start()])
            at = self._take(source, token)
        self._gathered.append(source[at:])
        self._flush()

    def _take(self, source: str, token: re.Match[str]) -> int:
        """What begins at a token, and where reading goes on."""
        if token["begin"]:
            return self._begin(source, token["begin"], token.end())
        if token["section"] or token["caption"]:
            self._flush()
            said, end = _group(source, token.end() - 1)
            if token["section"]:
                self._builder.heading(_LEVELS[token["section"]], plain_signs(said))
            else:
                self._builder.paragraph(one_line(plain_signs(said)))
            return end
        if token["display"]:
            close = "\\]" if token["display"] == "\\[" else "$$"
            end = source.find(close, token.end())
            end = end if end >= 0 else len(source)
            self._gathered.append(f" ${one_line(source[token.end() : end])}$ ")
            return end + len(close)
        self._flush()
        if token["item"] and self._lists:
            number = self._lists[-1]
            self._mark = "-" if number is None else f"{number}."
            self._lists[-1] = None if number is None else number + 1
            self._gathered.append(f"{token['label']}: " if token["label"] else "")
        elif token["end"] in _LISTS and self._lists:
            self._lists.pop()
            self._mark = None
        return token.end()

    def _begin(self, source: str, name: str, at: int) -> int:
        close = re.compile(rf"\\end\s*\{{{name}\*?\}}")
        found = close.search(source, at)
        inside, end = (source[at : found.start()], found.end()) if found is not None else (source[at:], len(source))
        if name in _EQUATIONS:
            self._gathered.append(f" ${one_line(_LABEL.sub('', inside))}$ ")
            return end
        self._flush()
        if name in _UNSEEN:
            return end
        if name in _LISTINGS:
            self._builder.code(re.sub(r"\A\s*(?:\[[^\]\n]*\])?(?:\{\w*\})?\n", "", inside))
            return end
        if name in _TABLES:
            self._builder.table(list(_rows(inside)))
            return end
        if name in _LISTS:
            self._lists.append(1 if name == "enumerate" else None)
        options = re.compile(r"(?:\s*\[[^\]\n]{0,200}\])*").match(source, at)
        return options.end() if options is not None else at

    def _flush(self) -> None:
        text = unwrapped(plain_signs("".join(self._gathered)).strip())
        self._gathered.clear()
        if not text:
            return
        if self._lists:
            self._builder.item(self._mark or "", one_line(text), len(self._lists) - 1 + (self._mark is None))
            self._mark = None
        else:
            self._builder.paragraph(one_line(text))


def _rows(inside: str) -> Iterator[list[str]]:
    body = inside
    while body.lstrip().startswith(("{", "[")):  # columns and width
        body = body.lstrip()
        body = body[_group(body, 0)[1] :] if body[0] == "{" else body.partition("]")[2]
    for row in re.split(r"\\\\(?:\[[^\]\n]*\])?|\\tabularnewline", _GRAPHICS.sub("", body)):
        cells = [one_line(plain_signs(cell)) for cell in re.split(r"(?<!\\)&", row)]
        if any(cells):
            yield cells
