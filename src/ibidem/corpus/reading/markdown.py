"""Markdown (CommonMark with tables): its structure kept, its decoration read through."""

import html
import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, tidy, unwrapped
from ibidem.corpus.reading.dialects import to_commonmark
from ibidem.corpus.reading.front_matter import split_fenced, title_in
from ibidem.corpus.reading.html import read_fragment

# LaTeX between the signs that sites render it between; dollars alone may be prices.
_LATEX = re.compile(
    r"\$\$[^$]{1,2000}\$\$|\$(?=\S)[^$\n]{0,500}?[\\^_{}=][^$\n]{0,500}(?<=\S)\$(?!\d)"
    r"|\\\((?:(?!\\\()[^\n]){1,500}?\\\)|\\\[(?:(?!\\\[)[\s\S]){1,2000}?\\\]"
)


def _latex(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - as the parser calls it
    """Keeps an equation as it is written: its braces, stars and underscores are no markup."""
    found = _LATEX.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("text", "", 0).content = found.group()
    state.pos = found.end()
    return True


def _inline_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.inline.ruler.before("escape", "latex", _latex)
    return parser


# Inline markup is parsed only where there is some: it takes most of the time, and most lines have none.
_BLOCKS = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable("inline")
_MDX_BLOCKS = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable(["inline", "code"])
_INLINE = _inline_parser()
_STRUCK_INLINE = _inline_parser().enable("strikethrough")  # a tenth slower
_MARKUP = re.compile(r"[*_`\[\]<>\\&!~]")
_BREAK = re.compile(r"(?:(?<! ) {2,}+|\\)\n")
# Deeper quotes look alike here, and a line that goes on without its marks is tried once for each quote that it may go on.
_DEEP_QUOTES = re.compile(r"^((?: {0,3}+> ?+){10})(?: {0,3}+> ?+)+", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LOOSE = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")  # a parser would take what follows for the rest of the tag
_BOLD_LINE = re.compile(r"^((\*\*|__)(?=\S)[^\n*_]{1,200}\2)[ \t]*\n(?=[ \t]*\S)", re.MULTILINE)
_ALT = re.compile(r"<img\s[^>]*?\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_SOURCE = re.compile(r"<img\s(?:[^>]*?\s)?src\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


def read_markdown(text: str) -> ReadText:
    """Reads Markdown, with or without front matter. A page that is nothing but its front matter says its title."""
    front_matter, body = split_fenced(tidy(text))
    builder = TextBuilder()
    links: dict[str, Any] = {}
    common = to_commonmark(body)
    blocks = _MDX_BLOCKS if common.components else _BLOCKS
    tokens = blocks.parse(_DEEP_QUOTES.sub(r"\1", common.text), links)
    _Reader(builder, links).read(iter(tokens))
    if not builder.started:
        builder.heading(1, title_in(front_matter))
    return builder.finish(front_matter)


class _Reader:
    """Adds the blocks to the text. `links` are the targets that the text refers to by name."""

    def __init__(self, builder: TextBuilder, links: dict[str, Any]) -> None:
        self._builder = builder
        self._links = links
        self._lists: list[int | None] = []  # the next number of each list that is open, None for one with bullets
        self._mark: str | None = None  # of the list item that has begun and has no text yet
        self._pictures: list[tuple[str, str]] = []  # caption and address of those in the block that is being read

    def read(self, tokens: Iterator[Token]) -> None:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self._builder.heading(int(token.tag[1:]), self._words(next(tokens).content))
                case "inline":
                    self._text(self._words(token.content))
                case "fence" | "code_block":
                    self._code(token)
                case "html_block":
                    self._html(token.content)
                case "bullet_list_open":
                    self._lists.append(None)
                case "ordered_list_open":
                    self._lists.append(int(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._mark = self._next_mark()
                case "table_open":
                    rows = self._rows(tokens)
                    self._builder.table(rows, heads=int(any(map(str.strip, rows[0]))))
                case _:
                    pass
            for caption, address in self._pictures:
                self._builder.picture(caption, address=address)
            self._pictures.clear()

    def _text(self, text: str) -> None:
        if not self._lists:
            self._builder.paragraph(text)
        elif text.strip():
            depth = len(self._lists) - 1 + (self._mark is None)
            self._builder.item(self._mark or "", text, depth)
            self._mark = None

    def _code(self, token: Token) -> None:
        if self._mark is not None:
            self._builder.item(self._mark, token.info.strip() or "…", len(self._lists) - 1)
            self._mark = None
        language = token.info.strip().partition(" ")[0]
        self._builder.code(token.content, language)

    def _html(self, source: str) -> None:
        shown = _COMMENT.sub("", source)
        if self._lists:
            self._pictures += [found for tag in _TAG.findall(shown) if (found := _picture_of(tag)) is not None]
            self._text(unwrapped(_TAG.sub("", shown).strip()))
        elif shown.strip():
            read_fragment(self._builder, _LOOSE.sub("&lt;", shown))

    def _next_mark(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "-"
        self._lists[-1] = number + 1
        return f"{number}."

    def _rows(self, tokens: Iterator[Token]) -> list[list[str]]:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._words(token.content))
        return rows

    def _words(self, source: str) -> str:
        """What a reader sees of inline Markdown; line breaks stay only where they were asked for, and after a line that is bold
        as a whole, which is a heading to whoever wrote it."""
        if not _MARKUP.search(source):
            return "\n".join(unwrapped(part) for part in _BREAK.split(source))
        parts: list[str] = []
        source = _BOLD_LINE.sub(r"\1  \n", source)
        inline = _STRUCK_INLINE if "~~" in source else _INLINE
        for token in inline.parseInline(source, self._links)[0].children or []:
            match token.type:
                case "softbreak":
                    parts.append("\n")
                case "hardbreak":
                    parts.append("\r")
                case "html_inline":
                    parts.append(_tag_words(token.content))
                    self._pictures += [found] if (found := _picture_of(token.content)) is not None else []
                case "image":
                    parts.append(token.content)
                    caption = token.content or token.attrGet("title")
                    self._pictures.append((str(caption or ""), str(token.attrGet("src") or "")))
                case _:
                    parts.append(token.content)
        return "\n".join(unwrapped(part) for part in "".join(parts).split("\r"))


def _tag_words(tag: str) -> str:
    """What a tag shows itself: the words of a picture, and the end of a line."""
    alt = _ALT.match(tag)
    return (alt.group(1) or alt.group(2) or "") if alt else "\r" if tag.lower().startswith("<br") else ""


def _picture_of(tag: str) -> tuple[str, str] | None:
    """The caption and the address of the picture that a tag shows, where it shows one."""
    source = _SOURCE.match(tag)
    return None if source is None else (_tag_words(tag), html.unescape(source.group(1) or source.group(2) or ""))
