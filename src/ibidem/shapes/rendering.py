"""Text as HTML that a page can show as it is: no script, no style, nothing fetched.

Two kinds of text come here. What is quoted from documents, and documents themselves, have the structure that
`corpus.reading.blocks` describes: only that is rendered, and an asterisk or a tag in a sentence is an asterisk or a tag. What a
model wrote is Markdown; its links and pictures stay text, because a model that was deceived writes addresses that carry what it
read to somebody else.

HTML is made from escaped text only; nh3 cleans it once more, so that a fault in the one is caught by the other.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ibidem.domain.conversation import AnswerPart

TAGS = frozenset(
    [
        *("p", "br", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "hr"),
        *("table", "thead", "tbody", "tr", "th", "td", "pre", "code", "em", "strong", "s"),
    ]
)
ATTRIBUTES = {"*": {"data-start", "data-end"}, "ol": {"start"}, "li": {"value"}}
DEEPEST = 20


def answer_html(text: str, parts: Sequence[AnswerPart]) -> str:
    """HTML of an answer: one with parts is quoted, any other is written."""
    return quoted_html(text) if parts else written_html(text)


def written_html(text: str) -> str:
    """HTML of an answer that a model wrote."""
    reader = _writing()
    tokens = reader.parse(text)
    _number(tokens)
    return _cleaned(reader.renderer.render(tokens, reader.options, {}))


def quoted_html(text: str, offset: int = 0) -> str:
    """HTML of text that stands in a document, or of an answer that is made of such text.

    `data-start` and `data-end` of a block say which characters it was made from, counted from `offset`.
    """
    reader = _quoting()
    # One line of the text is one line of the parser's, so that its lines say where a block stands.
    source = text.replace("\r", " ")
    starts = [offset, *accumulate((len(line) + 1 for line in source.split("\n")), initial=offset)][1:]
    tokens = reader.parse(source)
    for token in tokens:
        _place(token, starts)
    _number(tokens)
    return _cleaned(reader.renderer.render(tokens, reader.options, {}))


def _place(token: Token, starts: list[int]) -> None:
    if token.map is not None and (token.nesting == 1 or token.type == "fence"):
        first, after = token.map
        token.attrSet("data-start", str(starts[first]))
        token.attrSet("data-end", str(max(starts[first], starts[min(after, len(starts) - 1)] - 1)))


def _number(tokens: Sequence[Token]) -> None:
    """An item keeps the number that its text gives it. HTML counts on from the first one, and would call a step 8 that stands
    after step 6 the seventh."""
    following: list[int] = []  # the number that HTML would give next, of each list that is open
    for token in tokens:
        if token.type == "ordered_list_open":
            following.append(int(token.attrGet("start") or 1))
        elif token.type == "ordered_list_close":
            following.pop()
        elif token.type == "list_item_open" and token.info:
            number = int(token.info)
            if number != following[-1]:
                token.attrSet("value", str(number))
            following[-1] = number + 1


def _cleaned(html: str) -> str:
    return nh3.clean(html, tags=set(TAGS), attributes=ATTRIBUTES, link_rel=None)


@lru_cache
def _writing() -> MarkdownIt:
    options = {"html": False, "breaks": True, "maxNesting": DEEPEST}
    return (
        MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable(["link", "image", "autolink", "reference"])
    )


@lru_cache
def _quoting() -> MarkdownIt:
    options = {"html": False, "breaks": True, "maxNesting": DEEPEST}
    return MarkdownIt("zero", options).enable(["heading", "list", "table", "fence", "newline"])
