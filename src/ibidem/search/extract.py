"""An extractive answer: the sentences, steps or rows of the best passages that answer a question, quoted exactly."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from ibidem.domain.documents import Passage
from ibidem.language.question_words import asks_procedure
from ibidem.language.search_text import passage_tokens
from ibidem.language.sentences import is_row, is_step
from ibidem.search.passages import Ranking
from ibidem.search.sentence_scores import NOT_COMPARED, Sentence, by_likeness, sentences
from ibidem.search.support import supported
from ibidem.search.twins import without_twins

# A further sentence is quoted while it supports the question at least this well, the best one being 1. At .45 one to two answers
# in 1,000 more held the answer, and they were 8 to 20 % longer; at .7 six in 1,000 fewer did in Japanese.
_ENOUGH = 0.6
# Sentences of two documents that share so many of their tokens say the same, or contradict each other.
_SAME = 0.6
# Where meaning takes part, the scores lie farther apart: so much farther below the best one may a sentence of its document be.
# Another document is quoted only where it answers as well: what is cited is what the next turn is about.
_NEAR_BEST = 0.4
# Steps are quoted whole, up to this many times the length that an answer may have; steps far from the subject are not meant.
_STEPS_LENGTH, _STEPS_SCORE = 3, 0.6
# Sentences compared with the question in meaning: a millisecond each.
COMPARED = 16

_CLAUSE_END = re.compile(
    r"[,;、，；]\s*|(?<=[고며만데서면])\s++|\n+|\s{1,8}(?=(?:and|but|which|who|while|because|although|where)\b)"
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a passage's text, and the passage."""

    text: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class Extract:
    """The quotes that answer, in reading order, each with its support for the answer."""

    quotes: tuple[Quote, ...]
    scores: tuple[float, ...]


def extract(
    question: str,
    ranking: Ranking,
    max_chars: int,
    expected: frozenset[str] = frozenset(),
    likeness: Mapping[str, float] = NOT_COMPARED,
) -> Extract | None:
    """Quotes of at most `max_chars` characters together, the best first; the whole steps, up to three times as long, where the
    question asks for a procedure and the best passage describes one. None when nothing in the ranking supports an answer.

    `expected` are the ids of documents that a follow-up probably asks about; `likeness` is how near in meaning those of the
    `comparable` texts are that were compared with the question.
    """
    fitting = without_twins(question, ranking)
    if not supported(question, fitting, expected):
        return None
    found = by_likeness(sentences(question, fitting), likeness)
    quotable = [s for s in found if not s.lead and s.tokens] or list(found)
    if not quotable:
        return None
    best = max(quotable, key=lambda s: s.score)
    if asks_procedure(question) and (steps := _steps(found, best)):
        return _extract(_within(steps, max_chars * _STEPS_LENGTH))
    if len(best.text) > max_chars:
        return _extract([replace(best, text=_clipped(best.text, fitting.worth, max_chars))])
    # A table row without a word of the question is merely near.
    informative = [s for s in quotable if s is best or not is_row(s.text) or any(token in fitting.worth for token in s.tokens)]
    return _extract(_best_first(informative, best, found, max_chars, spread=_NEAR_BEST if likeness else 0.0))


def comparable(question: str, ranking: Ranking) -> list[str]:
    """The sentences worth comparing with the question in meaning, each with its title."""
    found = [s for s in sentences(question, without_twins(question, ranking)) if not s.lead]
    best = sorted(found, key=lambda s: -s.score)[:COMPARED]
    return list(dict.fromkeys(s.with_title for s in best))


def _extract(chosen: Sequence[Sentence]) -> Extract:
    return Extract(tuple(Quote(s.text, s.passage) for s in chosen), tuple(s.score for s in chosen))


def _best_first(
    quotable: Sequence[Sentence], best: Sentence, found: Sequence[Sentence], max_chars: int, *, spread: float
) -> list[Sentence]:
    chosen: list[Sentence] = []
    enough = best.score - (1 - _ENOUGH) * abs(best.score)
    near = enough - spread
    for sentence in sorted(quotable, key=lambda s: -s.score):
        if sentence.score < (near if sentence.passage.document.doc_id == best.passage.document.doc_id else enough):
            continue
        if any(sentence.text == one.text for one in chosen) or _said_elsewhere(sentence, chosen):
            continue
        if _heads_table(sentence, found):
            # A head alone says nothing: it goes with the best of its rows.
            sentence = max(_rows_below(sentence, found), key=lambda s: s.score)
        header = _header(sentence, found)
        if sentence in chosen:
            continue
        quoted = [sentence] if header is None or header in chosen else [header, sentence]
        if _length([*chosen, *quoted]) <= max_chars:
            chosen += quoted
    naming = _names_subject(quotable, chosen) if chosen else None
    if naming and _length([*chosen, naming]) <= max_chars:
        chosen.append(naming)
    return chosen or [best]


def _names_subject(quotable: Sequence[Sentence], chosen: Sequence[Sentence]) -> Sentence | None:
    """The best sentence that names what the first quote is about, where no quote does: often it is the answer."""
    title = chosen[0].title
    if not title or any(title <= s.tokens for s in chosen):
        return None
    return max((s for s in quotable if title <= s.tokens), key=lambda s: s.score, default=None)


def _length(chosen: Sequence[Sentence]) -> int:
    return sum(len(s.text) for s in chosen) + len(chosen) - 1


def _said_elsewhere(sentence: Sentence, chosen: Sequence[Sentence]) -> bool:
    """Whether another document was quoted with the same words, with the same value or another."""
    return any(
        len(sentence.tokens & s.tokens) >= _SAME * len(sentence.tokens | s.tokens)
        for s in chosen
        if s.passage.document.doc_id != sentence.passage.document.doc_id
    )


def _header(sentence: Sentence, found: Sequence[Sentence]) -> Sentence | None:
    """The first row of a row's table; None for that row itself and for other lines."""
    if not is_row(sentence.text):
        return None
    above = [s for s in found if s.place == sentence.place and s.order < sentence.order]
    header = None
    for earlier in reversed(above):
        if not is_row(earlier.text):
            break
        header = earlier
    return header


def _heads_table(sentence: Sentence, found: Sequence[Sentence]) -> bool:
    return is_row(sentence.text) and _header(sentence, found) is None and bool(_rows_below(sentence, found))


def _rows_below(header: Sentence, found: Sequence[Sentence]) -> list[Sentence]:
    below = [s for s in found if s.place == header.place and s.order > header.order]
    return list(takewhile(lambda s: is_row(s.text), below))


def _steps(found: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The steps that fit best of the lists of steps in the best sentence's document, with what stands between them; none when
    it has none."""
    places = dict.fromkeys(s.place for s in found if s.passage.document.doc_id == best.passage.document.doc_id)
    lists = [steps for place in places for steps in _lists_of_steps([s for s in found if s.place == place]) if len(steps) > 1]
    if not lists:
        return []
    meant = max(lists, key=lambda steps: max(s.score for s in steps))
    return meant if max(s.score for s in meant) >= best.score - (1 - _STEPS_SCORE) * abs(best.score) else []


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
