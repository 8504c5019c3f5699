"""The lines of the best passages: sentences, steps and rows, each with what stands above it and how well it answers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ibidem.domain.documents import Chunk, Passage
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import WORD, passage_tokens, tokens_in
from ibidem.language.sentences import is_step, sentence_spans
from ibidem.language.table_rows import Row, rows_among
from ibidem.language.tables import columns, is_row

# An answer hardly ever stands below the fifth passage, and every further one brings lines that only look like it.
PASSAGES = 5

_LONGEST_HEADING = 50  # columns
_ENDING = 8  # characters: a stop with the quotation marks and brackets after it
_SENTENCE_END = re.compile(r"[.!?。！？｡]['\"”’」』)）\]]*$")
_QUESTION_END = re.compile(r"(?:[?？]|(?:ます|ません|です|でしょう|ました|でした)か[。．｡]?)['\"”’」』)）\]*]*$")
_ANNOUNCES = re.compile(r"[:：]\s*$")
_VALUE = re.compile(r"[:：=]\s*\S")


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A sentence of a passage, or a step, row or heading of it.

    `start` is its offset in the passage's text, in characters. `place` is the rank of the passage from 0, and `order` the line's
    number in it. `score` is how well it answers, on the scale of a reader: what is one below the best answers hardly half as
    probably. A `lead` (heading, question, "as follows:") announces what follows and answers nothing itself; `heading` is the last
    one above. `title` holds the words of the document's title, `tokens` those of the line; `row` says of which table it is a row;
    `read` whether the reader has read it, where there is one.
    """

    text: str
    passage: Passage
    start: int
    place: int
    order: int
    tokens: frozenset[str]
    score: float
    lead: bool
    title: frozenset[str]
    heading: str = ""
    row: Row | None = None
    read: bool = True

    @property
    def at(self) -> tuple[str, int]:
        """The document's id, and where the line begins in it, in characters."""
        return self.passage.document.doc_id, self.passage.chunk.offset + self.start


def lines_of(ranking: Ranking) -> tuple[ScoredLine, ...]:
    """The lines of the first passages in their order, not scored."""
    pairs = list(zip(ranking.passages, ranking.tokens, strict=True))[:PASSAGES]
    return tuple(chain.from_iterable(_read(place, *pair) for place, pair in enumerate(pairs)))


def table_of(row: ScoredLine, found: Sequence[ScoredLine]) -> list[ScoredLine]:
    """The rows of the row's table that stand in its passage, in their order, without those that name its columns."""
    if row.row is None:
        return []
    there = (s for s in found if s.place == row.place and s.row is not None and not s.row.heads)
    return [s for s in there if s.row is not None and s.row.table == row.row.table]


def head_of(line: ScoredLine) -> str:
    """The row that names the columns of a row, "" where none does and for other lines."""
    return line.row.head if line.row is not None else ""


def head_tokens(line: ScoredLine) -> frozenset[str]:
    """The tokens of what names the columns of a row."""
    return tokens_in(head) if (head := head_of(line)) else frozenset()


def heads_table(line: ScoredLine) -> bool:
    """Whether it is a row that names the columns of others: alone it says nothing."""
    return line.row is not None and line.row.heads


def _read(place: int, passage: Passage, stored: str) -> Iterator[ScoredLine]:
    text = passage.chunk.text
    spans = sentence_spans(text)
    lines = stored.split("\n")
    if len(lines) != len(spans) + 1:
        lines = passage_tokens(text, passage.document.title).split("\n")
    held = [frozenset(line.split()) for line in lines]
    title = frozenset(token for token in held[0] if token[0] == WORD)
    heading = passage.chunk.section.rpartition(" > ")[2]
    for order, ((start, end), row) in enumerate(zip(spans, rows_among(text, spans, passage.chunk.head), strict=True)):
        lead = is_lead(passage.chunk, spans, order)
        yield ScoredLine(text[start:end], passage, start, place, order, held[order + 1], 0.0, lead, title, heading, row)
        if lead:
            heading = text[start:end].lstrip("# ").rstrip(":： ")


def is_lead(chunk: Chunk, spans: Sequence[tuple[int, int]], order: int) -> bool:
    """Whether a sentence of a chunk, of which these are the `sentence_spans`, only announces what follows."""
    text, (start, end) = chunk.text, spans[order]
    line_start = text.rfind("\n", 0, start) + 1
    if text[line_start:start].lstrip().startswith("#"):
        return True
    if order + 1 == len(spans):
        return False
    sentence, ending = text[start:end], text[max(start, end - _ENDING) : end]
    if _QUESTION_END.search(ending) or _ANNOUNCES.search(ending):
        return True
    # A line of its own, short and without a full stop, is a heading where it begins the document or stands over something longer.
    gap = text[end : spans[order + 1][0]]
    if text[line_start:start].strip() or "\n" not in gap or is_row(sentence):
        return False
    if _SENTENCE_END.search(ending) or _VALUE.search(sentence) or columns(sentence) > _LONGEST_HEADING:
        return False
    below = text[slice(*spans[order + 1])]
    if is_step(sentence):
        return not is_step(below) and _SENTENCE_END.search(below) is not None
    begins = order == 0 and chunk.offset == 0
    return begins or gap.count("\n") > 1 or is_step(below) or is_row(below) or _SENTENCE_END.search(below) is not None
