"""Markdown (CommonMark with tables): its structure kept, its decoration read through."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, tidy, unwrapped
from ibidem.corpus.reading.front_matter import split_fenced

# Inline markup is parsed only where there is some: it takes most of the time, and most lines have none.
_BLOCKS = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable("inline")
_INLINE = MarkdownIt("commonmark")
_MARKUP = re.compile(r"[*_`\[\]<>\\&!]")
_BREAK = re.compile(r"(?:(?<! ) {2,}+|\\)\n")
# Deeper quotes look alike here, and a line that goes on without its marks is tried once for each quote that it may go on.
_DEEP_QUOTES = re.compile(r"^((?: {0,3}+> ?+){10})(?: {0,3}+> ?+)+", re.MULTILINE)
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]*>", re.DOTALL)


def read_markdown(text: str) -> ReadText:
    """Reads Markdown, with or without front matter between `---` lines."""
    front_matter, body = split_fenced(tidy(text))
    builder = TextBuilder()
    _Reader(builder).read(iter(_BLOCKS.parse(_DEEP_QUOTES.sub(r"\1", body))))
    return builder.finish(front_matter)


class _Reader:
    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._lists: list[int | None] = []  # the next number of each list that is open, None for one with bullets
        self._mark: str | None = None  # of the list item that has begun and has no text yet

    def read(self, tokens: Iterator[Token]) -> None:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self._builder.heading(int(token.tag[1:]), _words(next(tokens).content))
                case "inline":
                    self._text(_words(token.content))
                case "fence" | "code_block":
                    self._text("\n".join(f"    {line}".rstrip() for line in token.content.rstrip("\n").split("\n")))
                case "html_block":
                    self._text(unwrapped(_TAG.sub("", token.content).strip()))
                case "bullet_list_open":
                    self._lists.append(None)
                case "ordered_list_open":
                    self._lists.append(int(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._mark = self._next_mark()
                case "table_open":
                    self._builder.table(_rows(tokens))
                case _:
                    pass

    def _text(self, text: str) -> None:
        if not self._lists:
            self._builder.paragraph(text)
        elif text.strip():
            depth = len(self._lists) - 1 + (self._mark is None)
            self._builder.item(self._mark or "", text, depth)
            self._mark = None

    def _next_mark(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "-"
        self._lists[-1] = number + 1
        return f"{number}."


def _rows(tokens: Iterator[Token]) -> list[list[str]]:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_words(token.content))
    return rows


def _words(source: str) -> str:
    """What a reader sees of inline Markdown; line breaks stay only where they were asked for."""
    if not _MARKUP.search(source):
        return "\n".join(unwrapped(part) for part in _BREAK.split(source))
    parts: list[str] = []
    for token in _INLINE.parseInline(source)[0].children or []:
        match token.type:
            case "softbreak":
                parts.append("\n")
            case "hardbreak":
                parts.append("\r")
            case "html_inline":
                parts.append("\r" if token.content.lower().startswith("<br") else "")
            case _:
                parts.append(token.content)
    return "\n".join(unwrapped(part) for part in "".join(parts).split("\r"))
