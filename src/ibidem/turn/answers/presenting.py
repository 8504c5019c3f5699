"""A quoted answer as Markdown, and its parts as data: first the line that answers, then what stands around it.

What is quoted of one document stands together under one slot. A row stands in one line under the names of its columns where it
answers, and in a table where several are shown.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ibidem.answering.choosing import Quote
from ibidem.domain.conversation import AnswerPart, DocRef
from ibidem.domain.documents import Document
from ibidem.language.tables import cells_of, markdown_table, row_in_words
from ibidem.turn.documents.doc_refs import shown_title
from ibidem.turn.wording import Wording

_BARE_NUMBER = re.compile(r"[-+−±△▲]?[\d.,]*\d")
_BRACKETS = "()（）[]［］〔〕 "


@dataclass(frozen=True, slots=True)
class Presented:
    """An answer as text, and the parts that it is made of."""

    text: str
    parts: tuple[AnswerPart, ...]


def presented(
    quotes: Sequence[Quote],
    refs: Sequence[DocRef],
    wording: Wording,
    unnamed: frozenset[str] = frozenset(),
    among: Sequence[Document] = (),
    said: str = "",
) -> Presented:
    """The quotes in their order, each document's under its slot; under its name too where several are quoted, where it is not in
    force, or where its id is one of the `unnamed`. `among` are the documents that the name has to distinguish it from. What is
    `said` of rows of one table stands before them, under their slot."""
    slots = {ref.doc_id: ref.slot for ref in refs}
    paragraphs: list[str] = []
    parts: list[AnswerPart] = []
    for doc_id, of_document in groupby(quotes, key=lambda quote: quote.passage.document.doc_id):
        together = list(of_document)
        document = together[0].passage.document
        named = len(slots) > 1 or not document.in_force or doc_id in unnamed
        name = f"{_name(document, among, wording)}: " if named else ""
        if said:
            paragraphs.append(f"{name}{said} [{slots[doc_id]}]\n\n{_below(together)}")
            parts.append(AnswerPart(said, "notice"))
        else:
            paragraphs.append(_paragraphs(together, name, slots[doc_id]))
        parts += (part_of(quote, slots[doc_id]) for quote in together)
    return Presented("\n\n".join(paragraphs), tuple(parts))


def _below(quotes: Sequence[Quote]) -> str:
    """What a calculation was made of: rows as a table, lines of forms and rows without a head below each other."""
    if quotes[0].head:
        return markdown_table(quotes[0].head, [quote.text for quote in quotes])
    return "\n".join(dict.fromkeys(map(_line, quotes)))


def _name(document: Document, among: Sequence[Document], wording: Wording) -> str:
    """The title, with the devices where another document has the same title and other devices."""
    title = shown_title(document, wording)
    shared = any(other.title == document.title and other.devices != document.devices for other in among)
    return f"{title} ({', '.join(document.devices)})" if shared and document.devices else title


def _paragraphs(quotes: Sequence[Quote], name: str, slot: int) -> str:
    """The quotes of one document; its slot stands once, after the line that answers."""
    first, *around = quotes
    text = f"{name}{_under(first)}{_line(first)} [{slot}]"
    before = first
    for (rows, _, _), run in groupby(around, key=lambda quote: (quote.kind == "row", quote.head, quote.heading)):
        together = list(run)
        if rows and together[0].head:
            heading = f"\n\n{over}" if (over := _under(together[0], before).rstrip()) else ""
            unit = f"\n\n{together[0].unit}" if together[0].unit not in ("", first.unit) else ""
            text += f"{heading}{unit}\n\n" + markdown_table(together[0].head, [quote.text for quote in together])
            before = together[-1]
            continue
        for quote in together:
            text += _between(before, quote) + _under(quote, before) + _line(quote)
            before = quote
    return text


def _under(quote: Quote, before: Quote | None = None) -> str:
    """The heading that says whose value it is, where it has not just been said."""
    if not quote.heading or (before is not None and before.heading == quote.heading):
        return ""
    return f"{quote.heading} " if quote.heading.endswith(("?", "？")) else f"{quote.heading}: "


def _between(before: Quote, quote: Quote) -> str:
    """What parts two quotes: steps stand below each other, and so does what the document has on lines of its own. A step that
    answers stands apart from those before it in the document."""
    if quote.heading != before.heading:
        return "\n\n"
    if quote.kind == "step" and before.kind == "step":
        return "\n" if _start(before) < _start(quote) else "\n\n"
    if before.leads or {"step", "row"} & {before.kind, quote.kind}:
        return "\n\n"
    gap = quote.passage.chunk.text[before.start + len(before.text) : quote.start]
    same_line = quote.passage is before.passage and not gap.strip() and "\n" not in gap
    return " " if same_line else "\n"


def _line(quote: Quote) -> str:
    """The quote in one line; after the numbers of a row their unit, where only a line above the table gives it."""
    if quote.kind != "row":
        return quote.text
    said = row_in_words(quote.head, quote.text, quote.columns)
    bare = quote.unit and any(_BARE_NUMBER.fullmatch(cell) for cell in cells_of(quote.text)[1:])
    return f"{said} ({quote.unit.strip(_BRACKETS)})" if bare else said


def part_of(quote: Quote, slot: int | None) -> AnswerPart:
    """A quote as a part of an answer."""
    start = _start(quote)
    return AnswerPart(quote.text, quote.kind, slot, quote.passage.chunk.chunk_id, start, start + len(quote.text))


def _start(quote: Quote) -> int:
    """Where a quote begins in its document, in characters."""
    return quote.passage.chunk.offset + quote.start
