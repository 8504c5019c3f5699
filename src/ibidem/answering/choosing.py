"""A quoted answer: the line that answers, its row or its whole list of steps; then what stands around it and answers nearly as
well."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Literal

from ibidem.answering.lines import ScoredLine, head_of, heads_table, table_of
from ibidem.answering.sections import answered_questions, answers_alike, of_one_key, says_the_same, section_of, unnamed_sections
from ibidem.answering.sides import Sides
from ibidem.answering.steps import list_of, rest_of_lists
from ibidem.answering.tables import cell_meant, row_named, rows_meant
from ibidem.checks.units import unit_line
from ibidem.domain.documents import Document, Passage
from ibidem.language.search_text import passage_tokens
from ibidem.language.sentences import is_step
from ibidem.language.tables import is_row

# How far below the best a line may score that is quoted beside it, in the same window's passage and elsewhere; another document
# leads a paragraph of its own where its best line is no farther. Of 447 questions of
# training/worlds-dev the words that answer are said to .61 with 2.5, 1.5 and 1.5 and four lines, to .70 with these, in 103
# characters.
_BESIDE, _ELSEWHERE, _ANOTHER = 8.0, 6.0, 3.0
# A row or a step says little beside another line unless it answers about as well; nothing at all says a step beside a step, for
# where several are meant the procedure is quoted, and one of which the question names no word, as the title may.
_PART = 3.0
_MOST_LINES, _MOST_DOCUMENTS = 5, 3
# So many steps of one list, and this share of so many around its best one, near the best mean the procedure, and not that step.
_SEVERAL_STEPS, _OF_THOSE, _AROUND, _STEP_BELOW = 2, 0.5, 8, 8.0
# Steps are quoted whole, up to this many times the length that an answer may have.
_STEPS_LENGTH = 3
# A table of at most so many rows is quoted whole, and of a longer one the rows that are meant.
_SHORT_TABLE = 8

_CLAUSE_END = re.compile(
    r"[,;、，；]\s*|(?<=[고며만데서면])\s++|\n+|\s{1,8}(?=(?:and|but|which|who|while|because|although|where)\b)"
)

QuoteKind = Literal["sentence", "step", "row", "context"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a passage's text, from `start` on, in characters of that text; `head` is the row that names the columns of a
    row, `unit` the line above its table that gives their unit, and `heading` what stands above it where only that says whose
    value it gives.

    `leads` says that it begins what is quoted of its document, and answers by itself; `columns` are the places of those that
    the question names, from 1, where it names this row of a table and not all of its columns.
    """

    text: str
    passage: Passage
    start: int
    kind: QuoteKind
    head: str = ""
    leads: bool = False
    heading: str = ""
    columns: tuple[int, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The quotes in reading order: of each document the line that answers, then those around it in their order. `left` is how
    many steps of the quoted lists did not fit, after how many that did."""

    quotes: tuple[Quote, ...]
    left: tuple[int, int] = (0, 0)


def quotable(found: Sequence[ScoredLine]) -> list[ScoredLine]:
    """The lines that may be quoted: not what only announces others, nor the head of a table."""
    return [s for s in found if not s.lead and s.tokens and not heads_table(s)] or list(found)


def chosen(
    found: Sequence[ScoredLine],
    may: Sequence[ScoredLine],
    sides: Sides,
    worth: Mapping[str, float],
    own: Collection[str],
    max_chars: int,
) -> Chosen:
    """Quotes of those lines that `may` be quoted, of at most `max_chars` characters together; the steps of a procedure up to
    three times as long. `worth` is that of the question's tokens, by which a long line is clipped and the columns of a row are
    chosen; by its `own`, which are not of earlier turns, the row is."""
    best = row_named(max(may, key=lambda s: s.score), may, own)
    if not sides.leads and (steps := _procedure(best, found)):
        return _steps(best, steps, may, found, max_chars * _STEPS_LENGTH)
    if len(best.text) > max_chars:
        text = _clipped(best.text, worth, max_chars)
        return Chosen(tuple(_quotes([replace(best, text=text, start=best.start + best.text.index(text))])))
    leads = list(sides.leads) or _leads(may, best)
    lines = _beside(leads, may, worth, max_chars)
    quotes = tuple(_arranged(lines, found, worth, max_chars))
    if len(leads) == 1 and is_row(best.text):
        first, *rest = quotes
        quotes = (replace(first, columns=cell_meant(best, table_of(best, found), worth)), *rest)
    return Chosen(quotes)


def _procedure(best: ScoredLine, found: Sequence[ScoredLine]) -> list[ScoredLine]:
    """The list of steps of the best line's document that most of the lines near it are of; none where the best line is no step,
    or stands alone. Of a long list, what is far from its best step says nothing."""
    if not is_step(best.text):
        return []
    near = {s.at for s in found if s.score >= best.score - _STEP_BELOW and is_step(s.text)}
    there = [s for s in found if s.passage.document.doc_id == best.passage.document.doc_id and s.at in near]
    lists = [list_of(best, found), *(list_of(s, found) for s in there)]
    steps = max(lists, key=lambda one: sum(s.at in near for s in one))
    numbered = [s for s in steps if is_step(s.text) and s.read]
    first = max(range(len(numbered)), key=lambda at: numbered[at].score, default=0)
    around = sorted(range(len(numbered)), key=lambda at: abs(at - first))[:_AROUND]
    count = sum(numbered[at].at in near for at in around)
    return steps if count >= max(_SEVERAL_STEPS, _OF_THOSE * len(around)) else []


def _steps(
    best: ScoredLine, steps: Sequence[ScoredLine], may: Sequence[ScoredLine], found: Sequence[ScoredLine], max_chars: int
) -> Chosen:
    """The list of steps, and those of other documents that answer as well: another model's."""
    lists = [steps, *(one for lead in _leads(may, best)[1:] if (one := list_of(lead, found)))]
    shown = [_within(one, max_chars // len(lists)) for one in lists]
    quotes = chain.from_iterable(_quotes(one) for one in shown)
    count, fit = (sum(is_step(s.text) for one in some for s in one) for some in (lists, shown))
    return Chosen(tuple(quotes), (fit, count - fit))


def _leads(may: Sequence[ScoredLine], best: ScoredLine) -> list[ScoredLine]:
    """The best line, and the best of each other document that answers too: one that says nearly the same with another value, that
    scores nearly as well and says something else or the same of other devices, or that is of another owner."""
    leads = [best]
    line = best.score - _ANOTHER
    alike = best.score - _BESIDE
    for other in sorted(may, key=lambda s: -s.score):
        document = other.passage.document
        if other.score < alike or any(document.doc_id == s.passage.document.doc_id for s in leads):
            continue
        if (
            (_of_another_owner(document, leads) and document.language == best.passage.document.language)
            or answers_alike(other, best)
            or (other.score >= line and (not says_the_same(other, best) or _of_other_devices(document, leads)))
        ):
            leads.append(other)
    return leads[:_MOST_DOCUMENTS]


def _beside(
    leads: Sequence[ScoredLine], may: Sequence[ScoredLine], worth: Mapping[str, float], max_chars: int
) -> list[ScoredLine]:
    """The leads, and the lines of their documents that answer nearly as well, the best first, while there is room."""
    best = leads[0]
    lines = list(leads)
    documents = {s.passage.document.doc_id for s in leads}
    for line in sorted(may, key=lambda s: -s.score):
        same = (line.place, line.heading) == (best.place, best.heading)
        part = is_row(line.text) or is_step(line.text)
        far = _PART if part else _BESIDE if same else _ELSEWHERE
        near = line.score >= best.score - far or of_one_key(line, best)
        near = near and not (is_step(line.text) and (is_step(best.text) or (line.tokens - line.title).isdisjoint(worth)))
        fits = len(lines) < max(_MOST_LINES, len(leads)) and _length([*lines, line]) <= max_chars
        new = all(line.text != one.text for one in lines)
        if near and fits and new and line.passage.document.doc_id in documents:
            lines.append(line)
    return lines


def _of_another_owner(document: Document, leads: Sequence[ScoredLine]) -> bool:
    return bool(document.owner) and all(s.passage.document.owner != document.owner for s in leads)


def _of_other_devices(document: Document, leads: Sequence[ScoredLine]) -> bool:
    return bool(document.devices) and all(s.passage.document.devices != document.devices for s in leads)


def _arranged(
    lines: Sequence[ScoredLine], found: Sequence[ScoredLine], worth: Mapping[str, float], max_chars: int
) -> Iterator[Quote]:
    """The lines by document: the best of each, then the others in the document's order, with the rest of a short table of which
    the question names no row, and of a list of which several steps are quoted."""
    for doc_id in dict.fromkeys(s.passage.document.doc_id for s in lines):
        lead, *others = [s for s in lines if s.passage.document.doc_id == doc_id]
        if is_row(lead.text):
            meant = rows_meant(lead, table_of(lead, found), worth)
            if 1 < len(meant) <= _SHORT_TABLE and _length(meant) <= max_chars * _STEPS_LENGTH:
                others += [row for row in meant if row not in others]
        others += [step for step in rest_of_lists(others, found) if step is not lead]
        around = sorted(others, key=lambda s: s.at)
        yield from _quotes([lead, *(one for one in around if one is not lead)])


def _quotes(lines: Sequence[ScoredLine]) -> Iterator[Quote]:
    """The lines as quotes, of which the first leads."""
    steps = is_step(lines[0].text) and len(lines) > 1
    named = unnamed_sections(lines) | answered_questions(lines)
    for place, line in enumerate(lines):
        kind: QuoteKind = "context" if place and not steps else "sentence"
        if line.row is not None:
            kind = "row"
        elif is_step(line.text):
            kind = "step"
        heading = line.heading if section_of(line) in named else ""
        yield Quote(line.text, line.passage, line.start, kind, head_of(line), not place, heading, unit=_unit_of(line))


def _unit_of(line: ScoredLine) -> str:
    """The line above a row's table that gives the unit of its values."""
    return unit_line(line.row.above) if line.row is not None else ""


def _length(lines: Sequence[ScoredLine]) -> int:
    return sum(len(s.text) for s in lines) + len(lines) - 1


def _within(steps: Sequence[ScoredLine], most: int) -> list[ScoredLine]:
    fit = [steps[0]]
    for step in steps[1:]:
        if _length([*fit, step]) > most:
            break
        fit.append(step)
    return fit


def _clipped(text: str, worth: Mapping[str, float], max_chars: int) -> str:
    """The stretch of whole clauses, at most `max_chars` long, that holds most of the question; quoted exactly."""
    edges = [0, *(m.end() for m in _CLAUSE_END.finditer(text)), len(text)]
    edges = sorted({edge for start, end in pairwise(edges) for edge in range(start, end, max_chars)} | {len(text)})
    clauses = [(start, end, frozenset(passage_tokens(text[start:end]).split())) for start, end in pairwise(edges)]
    best, most = (0, clauses[0][1]), -1.0
    for first, (start, _, _) in enumerate(clauses):
        held: frozenset[str] = frozenset()
        for _, end, tokens in clauses[first:]:
            if len(text[start:end].rstrip()) > max_chars:
                break
            held |= tokens
            if (value := sum(worth.get(token, 0.0) for token in held)) > most:
                best, most = (start, end), value
    return text[slice(*best)].strip()
