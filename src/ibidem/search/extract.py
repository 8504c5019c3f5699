"""An extractive answer: the sentences, steps or rows of the best passages that answer a question, quoted exactly."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from ibidem.domain.conversation import AnswerDegree
from ibidem.domain.documents import Passage
from ibidem.language.comparisons import compared_sides
from ibidem.language.question_words import asked_values, asks_procedure, asks_quantity, quantities
from ibidem.language.search_text import WORD, passage_tokens, question_terms
from ibidem.language.sentences import is_row, is_step
from ibidem.search.passages import Ranking
from ibidem.search.sentence_scores import NOT_COMPARED, Sentence, by_likeness, sentences
from ibidem.search.support import degree, unknown_names
from ibidem.search.twins import without_twins

# A further sentence is quoted while it supports the question at least this well, the best one being 1.
_ENOUGH = 0.6
# Another document is quoted where it answers too, and not because there is room.
_ANSWERS_TOO, _MOST_DOCUMENTS = 0.8, 3
# A step without the others, or a row of another table, says little beside a sentence unless it supports the question as well.
_BESIDE = 0.75
# Sentences of two documents that share so many of their tokens say the same, or the same of another value.
_SAME = 0.6
# Steps are quoted whole, up to this many times the length that an answer may have; steps far from the subject are not meant.
_STEPS_LENGTH, _STEPS_SCORE = 3, 0.6
# Sentences compared with the question in meaning: a millisecond each.
COMPARED = 16
# A table of at most so many rows is quoted whole, and of a longer one the rows that are meant.
_SHORT_TABLE = 8

_LABEL = re.compile(r"([^\n:：.。]{1,24})[:：]\s*\S.{0,60}(?<![.!?。！？])$")  # Issued: 2024-03-08
_CLAUSE_END = re.compile(
    r"[,;、，；]\s*|(?<=[고며만데서면])\s++|\n+|\s{1,8}(?=(?:and|but|which|who|while|because|although|where)\b)"
)


QuoteKind = Literal["sentence", "step", "row", "context"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a passage's text, from `start` on, in characters of that text; `head` is the first row of a row's table.

    `leads` says that it begins what is quoted of its document, and answers by itself.
    """

    text: str
    passage: Passage
    start: int
    kind: QuoteKind
    head: str = ""
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Extract:
    """The quotes, in reading order: of each document the one that answers, then those around it in their order.

    `degree` says whether they answer the question or are only the closest; `unknown` are the names in it that no document holds.
    """

    quotes: tuple[Quote, ...]
    degree: AnswerDegree
    unknown: tuple[str, ...] = ()


def extract(
    question: str,
    ranking: Ranking,
    max_chars: int,
    expected: frozenset[str] = frozenset(),
    likeness: Mapping[str, float] = NOT_COMPARED,
) -> Extract | None:
    """Quotes of at most `max_chars` characters together, the best first; the whole steps, up to three times as long, where the
    question asks for a procedure and the best passage describes one. None when nothing in the ranking is near the question.

    `expected` are the ids of documents that a follow-up probably asks about; `likeness` is how near in meaning those of the
    `comparable` texts are that were compared with the question.
    """
    fitting = without_twins(question, ranking)
    held = degree(question, fitting, expected)
    if held == "none":
        return None
    found = by_likeness(sentences(question, fitting), likeness)
    quotable = _quotable(found, fitting.worth)
    if not quotable:
        return None
    quotes = tuple(_quoted(question, quotable, found, fitting.worth, max_chars))
    unknown = unknown_names(question, ranking.by_words or ranking)
    answered = held == "answered" and not unknown and _holds_what_is_asked(question, quotes)
    return Extract(quotes, "answered" if answered else "closest", unknown)


def comparable(question: str, ranking: Ranking) -> list[str]:
    """The sentences worth comparing with the question in meaning, each with its title."""
    found = [s for s in sentences(question, without_twins(question, ranking)) if not s.lead]
    best = sorted(found, key=lambda s: -s.score)[:COMPARED]
    return list(dict.fromkeys(s.with_title for s in best))


def _quoted(
    question: str,
    quotable: Sequence[Sentence],
    found: Sequence[Sentence],
    worth: Mapping[str, float],
    max_chars: int,
) -> Iterator[Quote]:
    best = max(quotable, key=lambda s: s.score)
    if asks_procedure(question) and (steps := _steps(found, best)):
        return _quotes(_within(steps, max_chars * _STEPS_LENGTH), found)
    if len(best.text) > max_chars:
        text = _clipped(best.text, worth, max_chars)
        return _quotes([replace(best, text=text, start=best.start + best.text.index(text))], found)
    informative = _informative(quotable, best, worth)
    return _arranged(_chosen(informative, _of_sides(question, quotable, found) or [best], max_chars), found, max_chars)


def _holds_what_is_asked(question: str, quotes: Sequence[Quote]) -> bool:
    """Whether a question for a price, a date or a number is quoted such a value."""
    values = asked_values(question)
    if values:
        return any(value.search(quote.text) for value in values for quote in quotes)
    return not asks_quantity(question) or any(quantities(quote.text) for quote in quotes)


def _quotable(found: Sequence[Sentence], worth: Mapping[str, float]) -> list[Sentence]:
    """The sentences that may be quoted: not what only announces others, nor a label ("Issued: 2024-03-08") whose name the
    question does not ask for."""
    saying = [s for s in found if not s.lead and s.tokens and not _heads_table(s, found)]
    return [s for s in saying if not (label := _LABEL.match(s.text)) or _asks_for(label[1], worth)] or saying or list(found)


def _asks_for(name: str, worth: Mapping[str, float]) -> bool:
    return any(token in worth for token in passage_tokens(name).split() if token[0] == WORD)


def _informative(quotable: Sequence[Sentence], best: Sentence, worth: Mapping[str, float]) -> list[Sentence]:
    """The sentences that may stand beside the best one: a row without a word of the question is merely near."""
    return [s for s in quotable if s is best or not is_row(s.text) or any(token in worth for token in s.tokens)]


def _of_sides(question: str, quotable: Sequence[Sentence], found: Sequence[Sentence]) -> list[Sentence]:
    """Of a question that compares the best sentence of each side, which it or its title names; or the row of a table that has
    both. None where the question compares nothing."""
    ranked = sorted(quotable, key=lambda s: -s.score)
    sides = [{term.token for term in question_terms(side) if term.token[0] == WORD} for side in compared_sides(question)]
    named = {s: _named_in(s, found) for s in ranked} if sides else {}
    of_both = [s for s in named if is_row(s.text) and all(side and side <= named[s] for side in sides)]
    leads = of_both[:1] or [next((s for s in ranked if side and side <= named[s]), ranked[0]) for side in sides]
    return list(dict.fromkeys(leads))


def _named_in(sentence: Sentence, found: Sequence[Sentence]) -> frozenset[str]:
    head = _table(sentence, found)[:1] if is_row(sentence.text) else []
    return sentence.tokens.union(sentence.title, *(row.tokens for row in head))


def _chosen(quotable: Sequence[Sentence], first: Sequence[Sentence], max_chars: int) -> list[Sentence]:
    """The sentences to quote: of each document that answers its best one, then what else supports the question."""
    best = first[0]
    line = _below(best, _ENOUGH)
    enough = sorted((s for s in quotable if s.score >= line), key=lambda s: -s.score)
    chosen = _leads(enough, best) if len(first) == 1 else list(first)
    documents = {s.passage.document.doc_id for s in chosen}
    for sentence in enough:
        step = is_step(sentence.text)
        alone = (step or is_row(sentence.text)) and sentence.score < _below(best, _BESIDE)
        alone = alone or (step and is_step(best.text))
        if (
            sentence.passage.document.doc_id in documents
            and not alone
            and all(sentence.text != one.text for one in chosen)
            and _length([*chosen, sentence]) <= max_chars
        ):
            chosen.append(sentence)
    naming = _names_subject([s for s in quotable if s.passage.document.doc_id in documents], chosen)
    if naming and _length([*chosen, naming]) <= max_chars:
        chosen.append(naming)
    return chosen


def _below(best: Sentence, share: float) -> float:
    """This share of the best score; a score by meaning may be below zero."""
    return best.score - (1 - share) * abs(best.score)


def _leads(enough: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The best sentence, and the best of each other document that answers too: one that says nearly the same, with another
    value, or that supports the question nearly as well."""
    leads = [best]
    for sentence in enough:
        document = sentence.passage.document
        if document.language != best.passage.document.language or any(
            document.doc_id == s.passage.document.doc_id for s in leads
        ):
            continue
        if _says_otherwise(sentence, best) or (
            sentence.score >= _below(best, _ANSWERS_TOO) and not _says_the_same(sentence, best)
        ):
            leads.append(sentence)
    return leads[:_MOST_DOCUMENTS]


def _arranged(chosen: Sequence[Sentence], found: Sequence[Sentence], max_chars: int) -> Iterator[Quote]:
    """The sentences by document: the best of each, then the others in the document's order, with the rest of a short table."""
    for doc_id in dict.fromkeys(s.passage.document.doc_id for s in chosen):
        lead, *others = [s for s in chosen if s.passage.document.doc_id == doc_id]
        table = _table(lead, found)[1:] if is_row(lead.text) else []
        if 1 < len(table) <= _SHORT_TABLE and _length(table) <= max_chars * _STEPS_LENGTH:
            others += [row for row in table if row not in others]
        around = sorted(others, key=lambda s: s.passage.chunk.offset + s.start)
        yield from _quotes([lead, *around], found)


def _quotes(sentences: Sequence[Sentence], found: Sequence[Sentence]) -> Iterator[Quote]:
    """The sentences as quotes, of which the first leads."""
    steps = is_step(sentences[0].text) and len(sentences) > 1
    for place, sentence in enumerate(sentences):
        head = ""
        kind: QuoteKind = "context" if place and not steps else "sentence"
        if is_row(sentence.text):
            kind, head = "row", table[0].text if (table := _table(sentence, found)) and table[0] is not sentence else ""
        elif is_step(sentence.text):
            kind = "step"
        yield Quote(sentence.text, sentence.passage, sentence.start, kind, head, leads=not place)


def _table(row: Sentence, found: Sequence[Sentence]) -> list[Sentence]:
    """The rows of the row's table that stand in its passage, in their order, the first of them its head."""
    rows: list[Sentence] = []
    for sentence in (s for s in found if s.place == row.place):
        if is_row(sentence.text):
            rows.append(sentence)
        elif sentence.order < row.order:
            rows = []
        else:
            break
    return rows


def _names_subject(quotable: Sequence[Sentence], chosen: Sequence[Sentence]) -> Sentence | None:
    """The best sentence that names what the first quote is about, where no quote does: often it is the answer."""
    title = chosen[0].title
    if not title or any(title <= s.tokens for s in chosen):
        return None
    return max((s for s in quotable if title <= s.tokens), key=lambda s: s.score, default=None)


def _length(chosen: Sequence[Sentence]) -> int:
    return sum(len(s.text) for s in chosen) + len(chosen) - 1


def _says_the_same(sentence: Sentence, other: Sentence) -> bool:
    return _alike(sentence, other) and quantities(sentence.text) == quantities(other.text)


def _says_otherwise(sentence: Sentence, other: Sentence) -> bool:
    """Whether the sentences differ in a value only."""
    return _alike(sentence, other) and quantities(sentence.text) != quantities(other.text)


def _alike(sentence: Sentence, other: Sentence) -> bool:
    return len(sentence.tokens & other.tokens) >= _SAME * len(sentence.tokens | other.tokens)


def _heads_table(sentence: Sentence, found: Sequence[Sentence]) -> bool:
    """Whether it is the first of several rows: a head alone says nothing."""
    if not is_row(sentence.text):
        return False
    table = _table(sentence, found)
    return len(table) > 1 and table[0] is sentence


def _steps(found: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The steps that fit best of the lists of steps in the best sentence's document, with what stands between them; none when
    it has none."""
    places = dict.fromkeys(s.place for s in found if s.passage.document.doc_id == best.passage.document.doc_id)
    lists = [steps for place in places for steps in _lists_of_steps([s for s in found if s.place == place]) if len(steps) > 1]
    if not lists:
        return []
    meant = max(lists, key=lambda steps: max(s.score for s in steps))
    return meant if max(s.score for s in meant) >= _below(best, _STEPS_SCORE) else []


def _lists_of_steps(passage: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Runs from a first step to a last one. A heading ends a run, and so does a number that is not higher than the one before."""
    run: list[Sentence] = []
    pending: list[Sentence] = []
    for sentence in passage:
        if is_step(sentence.text) and not sentence.lead:
            if run and not _goes_on([s for s in run if is_step(s.text)][-1], sentence):
                yield run
                run, pending = [], []
            run += [*pending, sentence]
            pending = []
        elif sentence.lead and run:
            yield run
            run, pending = [], []
        elif run:
            pending.append(sentence)
    if run:
        yield run


def _goes_on(step: Sentence, following: Sentence) -> bool:
    return _number(following.text) > _number(step.text)


def _number(step: str) -> int:
    """The place of a step in its alphabet or its number: 3 for "3.", "(3)", "③", "Step 3:", and a letter's code for "다."."""
    digits = re.search(r"\d+", step[:12])
    if digits:
        return int(digits.group())
    return ord(step[0])


def _within(steps: Sequence[Sentence], most: int) -> list[Sentence]:
    chosen = [steps[0]]
    for step in steps[1:]:
        if _length([*chosen, step]) > most:
            break
        chosen.append(step)
    return chosen


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
