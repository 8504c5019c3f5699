"""An extractive answer: the sentences, steps or rows of the best passages that answer a question, quoted exactly."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Literal

from ibidem.domain.conversation import AnswerDegree
from ibidem.domain.documents import Document, Passage
from ibidem.language.question_words import (
    DATE,
    asked_values,
    asks_procedure,
    asks_quantity,
    asks_reason,
    excludes_reason,
    quantities,
    tells_reason,
)
from ibidem.language.referring import asks_where, refers_elsewhere
from ibidem.language.search_text import WORD, passage_tokens
from ibidem.language.sentences import is_row, is_step
from ibidem.language.tables import columns
from ibidem.search.alone import answers_alone, completes, completing, says_little
from ibidem.search.candidates import Candidates
from ibidem.search.passages import Ranking
from ibidem.search.rows import cell_meant, rows_meant
from ibidem.search.sections import (
    answered_questions,
    answers_alike,
    of_one_key,
    says_the_same,
    section_of,
    unnamed_sections,
    without_twin_sections,
)
from ibidem.search.sentence_scores import NOT_COMPARED, Sentence, by_likeness, table_of
from ibidem.search.sides import Sides, of_owners, of_sides
from ibidem.search.step_lists import lists_of_steps, rest_of_lists
from ibidem.search.support import unknown_names
from ibidem.search.twins import siblings, unnamed

# A further sentence is quoted while it supports the question at least this well, the best one being 1.
_ENOUGH = 0.6
# Another document is quoted where it answers too, and not because there is room. Of 36 answers that may hold a twin's value 2 do,
# and 3 with 0.8; as many say what answers.
_ANSWERS_TOO, _MOST_DOCUMENTS = 0.9, 3
# A step without the others, or a row of another table, says little beside a sentence unless it supports the question as well.
_BESIDE = 0.75
# A line of fewer words, without a number or a full stop, says nothing beside another: of 202 messages as many are answered so.
_SAYS_SOMETHING, _ENDS = 3, re.compile(r"[.!?。！？…][\"'”’」』)）]*$")
# Steps are quoted whole, up to this many times the length that an answer may have; steps far from the subject are not meant.
_STEPS_LENGTH, _STEPS_SCORE = 3, 0.3
# A table of at most so many rows is quoted whole, and of a longer one the rows that are meant.
_SHORT_TABLE = 8

# Columns of letters beside a date that make a line no more than that: "Issued", "In force since", 施行日.
_LETTERS, _FEW = re.compile(r"[^\W\d_]"), 12
_LABEL = re.compile(
    r"([^\n:：.。]{1,24})[:：]\s*(?:\S.{0,60}(?<![.!?。！？])|[^\s\d]{1,12}[.。])$"
)  # Issued: 2024-03-08, Importance: low.
_CLAUSE_END = re.compile(
    r"[,;、，；]\s*|(?<=[고며만데서면])\s++|\n+|\s{1,8}(?=(?:and|but|which|who|while|because|although|where)\b)"
)


QuoteKind = Literal["sentence", "step", "row", "context"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a passage's text, from `start` on, in characters of that text; `head` is the first row of a row's table, and
    `heading` what stands above it where only that says whose value it gives.

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


@dataclass(frozen=True, slots=True)
class Extract:
    """The quotes, in reading order: of each document the one that answers, then those around it in their order.

    `degree` says whether they answer the question or are only the closest; `unknown` are the names in it that no document holds,
    and `unnamed` the documents that it does not distinguish from others.
    """

    quotes: tuple[Quote, ...]
    degree: AnswerDegree
    unknown: tuple[str, ...] = ()
    unnamed: frozenset[str] = frozenset()


def extract(
    candidates: Candidates,
    max_chars: int,
    likeness: Mapping[str, float] = NOT_COMPARED,
    owners: Sequence[str] = (),
) -> Extract | None:
    """Quotes of at most `max_chars` characters together, the best first; the whole steps, up to three times as long, where the
    question asks for a procedure and the best passage describes one. None when nothing in the ranking is near the question.

    `likeness` is how near in meaning those of the `comparable` texts are that were compared with the question. Of several
    `owners` that it names each is quoted.
    """
    question, ranking, fitting = candidates.question, candidates.ranking, candidates.fitting
    found = without_twin_sections(by_likeness(candidates.sentences, likeness), fitting.worth.keys() - fitting.earlier)
    quotable = _quotable(question, found, fitting.worth)
    if not quotable:
        return None
    sides = of_sides(question, quotable, found, fitting.worth) if len(owners) < 2 else of_owners(quotable, owners)
    quotes = tuple(_quoted(question, quotable, found, fitting, sides, max_chars))
    unknown = unknown_names(question, ranking.by_words or ranking)
    answered = candidates.degree == "answered" and not unknown and sides.all_named and _holds_what_is_asked(question, quotes)
    return Extract(quotes, "answered" if answered else "closest", unknown, unnamed(question, ranking))


def _quoted(
    question: str,
    quotable: Sequence[Sentence],
    found: Sequence[Sentence],
    ranking: Ranking,
    sides: Sides,
    max_chars: int,
) -> Iterator[Quote]:
    best, worth = max(quotable, key=lambda s: s.score), ranking.worth
    if len(sides.leads) < 2 and asks_procedure(question) and (steps := _steps(found, best)):
        lists = [steps, *_steps_of_siblings(question, best, found, ranking)]
        return chain.from_iterable(_quotes(_within(one, max_chars * _STEPS_LENGTH // len(lists)), found) for one in lists)
    if len(best.text) > max_chars:
        text = _clipped(best.text, worth, max_chars)
        return _quotes([replace(best, text=text, start=best.start + best.text.index(text))], found)
    if asks_reason(question):
        best = _reason(best, quotable)
    informative = _informative(question, quotable, best, worth)
    if not sides.leads and answers_alone(question, best, informative, found, ranking):
        first, *beside = _arranged(_chosen(completing(informative, best), (best,), max_chars), found, worth, max_chars)
        return chain((replace(first, columns=cell_meant(best, table_of(best, found), worth)),), beside)
    chosen = _chosen(informative, sides.leads or (best,), max_chars)
    if says_little(question, chosen[0], ranking):
        chosen += _around(chosen, quotable, max_chars)
    return _arranged(chosen, found, worth, max_chars)


def _reason(best: Sentence, quotable: Sequence[Sentence]) -> Sentence:
    """The sentence of the best one's document that gives a reason: the first under the heading that fits best of those that
    announce one ("Cause"), else the best that says so itself; the best one where none does. What is said not to have been the
    reason is none."""
    possible = [s for s in quotable if s.passage.document.doc_id == best.passage.document.doc_id and not excludes_reason(s.text)]
    announced = [s for s in possible if asks_reason(s.heading)]
    if announced:
        fits = max(announced, key=lambda s: s.score)
        return next(s for s in announced if (s.place, s.heading) == (fits.place, fits.heading))
    return max((s for s in possible if tells_reason(s.text)), key=lambda s: s.score, default=best)


def _holds_what_is_asked(question: str, quotes: Sequence[Quote]) -> bool:
    """Whether a question for a price, a date or a number is quoted such a value."""
    values = asked_values(question)
    if values:
        return any(value.search(quote.text) for value in values for quote in quotes)
    return not asks_quantity(question) or any(quantities(quote.text) for quote in quotes)


def _quotable(question: str, found: Sequence[Sentence], worth: Mapping[str, float]) -> list[Sentence]:
    """The sentences that may be quoted: not what only announces others or says where else something stands, nor a label
    ("Issued: 2024-03-08") whose name the question does not ask for."""
    saying = [s for s in found if not s.lead and s.tokens and not _heads_table(s, found)]
    if not asks_where(question):
        saying = [s for s in saying if not refers_elsewhere(s.text)] or saying
    return [s for s in saying if (label := _label(s.text)) is None or _asks_for(label, worth)] or saying or list(found)


def _label(text: str) -> str | None:
    """What a line that keeps the books names what it gives: "Issued" of "Issued: 2024-03-08" and of "Issued 8 March 2024."; None
    for a sentence."""
    if labelled := _LABEL.match(text):
        return labelled[1]
    rest, dates = DATE.subn(" ", text)
    return rest if dates and columns("".join(_LETTERS.findall(rest))) <= _FEW else None


def _asks_for(name: str, worth: Mapping[str, float]) -> bool:
    return any(token in worth for token in passage_tokens(name).split() if token[0] == WORD)


def _informative(question: str, quotable: Sequence[Sentence], best: Sentence, worth: Mapping[str, float]) -> list[Sentence]:
    """The sentences that may stand beside the best one: a row without a word of the question is merely near, and where that one
    has a value as it is asked for, so is what has none and does not go on with it."""
    values = asked_values(question)
    having = [s for s in quotable if any(value.search(s.text) for value in values)]
    if best in having:
        quotable = [s for s in quotable if s in having or completes(s, best)]
    return [s for s in quotable if s is best or (_names_asked(s, worth) if is_row(s.text) else not _is_fragment(s))]


def _names_asked(sentence: Sentence, worth: Mapping[str, float]) -> bool:
    return any(token in worth for token in sentence.tokens)


def _is_fragment(sentence: Sentence) -> bool:
    """Whether a line is hardly more than a word of a list: "and so on", フォローする."""
    words = sum(token[0] == WORD for token in sentence.tokens)
    return words < _SAYS_SOMETHING and not _ENDS.search(sentence.text) and not any(letter.isdigit() for letter in sentence.text)


def _chosen(quotable: Sequence[Sentence], first: Sequence[Sentence], max_chars: int) -> list[Sentence]:
    """The sentences to quote: of each document that answers its best one, then what else supports the question."""
    best = first[0]
    fits = max(quotable, key=lambda s: s.score)
    line = _below(fits, _ENOUGH)
    enough = sorted((s for s in quotable if s.score >= line), key=lambda s: -s.score)
    alike = [s for s in quotable if s.score < line and of_one_key(s, best)]
    chosen = _leads([*enough, *alike], best, _below(fits, _ANSWERS_TOO)) if len(first) == 1 else list(first)
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


def _around(chosen: Sequence[Sentence], quotable: Sequence[Sentence], max_chars: int) -> list[Sentence]:
    """What stands around the first sentence under the same heading, the nearest first, as far as there is room."""
    best = chosen[0]
    section = [s for s in quotable if (s.place, s.heading) == (best.place, best.heading) and is_row(s.text) == is_row(best.text)]
    added: list[Sentence] = []
    for sentence in sorted(section, key=lambda s: abs(s.order - best.order)):
        if sentence not in chosen and not _is_fragment(sentence):
            if _length([*chosen, *added, sentence]) > max_chars:
                break
            added.append(sentence)
    return added


def _below(best: Sentence, share: float) -> float:
    """This share of the best score; a score by meaning may be below zero."""
    return best.score - (1 - share) * abs(best.score)


def _leads(enough: Sequence[Sentence], best: Sentence, line: float) -> list[Sentence]:
    """The best sentence, and the best of each other document that answers too: one that says nearly the same, with another
    value, whose score reaches the line, or that is of another owner."""
    leads = [best]
    for sentence in enough:
        document = sentence.passage.document
        if document.language != best.passage.document.language or any(
            document.doc_id == s.passage.document.doc_id for s in leads
        ):
            continue
        if (
            _of_another_owner(document, leads)
            or answers_alike(sentence, best)
            or (sentence.score >= line and not says_the_same(sentence, best))
        ):
            leads.append(sentence)
    return leads[:_MOST_DOCUMENTS]


def _of_another_owner(document: Document, leads: Sequence[Sentence]) -> bool:
    return bool(document.owner) and all(s.passage.document.owner != document.owner for s in leads)


def _arranged(
    chosen: Sequence[Sentence], found: Sequence[Sentence], worth: Mapping[str, float], max_chars: int
) -> Iterator[Quote]:
    """The sentences by document: the best of each, then the others in the document's order, with the rest of a short table of
    which the question names no row."""
    for doc_id in dict.fromkeys(s.passage.document.doc_id for s in chosen):
        lead, *others = [s for s in chosen if s.passage.document.doc_id == doc_id]
        if is_row(lead.text):
            table = table_of(lead, found)[1:]
            meant = rows_meant(lead, table, worth)
            if 1 < len(meant) <= _SHORT_TABLE and _length(meant) <= max_chars * _STEPS_LENGTH:
                others += [row for row in meant if row not in others]
        others += [step for step in rest_of_lists(others, found) if step is not lead]
        around = sorted(others, key=lambda s: s.passage.chunk.offset + s.start)
        yield from _quotes([lead, *around], found)


def _quotes(sentences: Sequence[Sentence], found: Sequence[Sentence]) -> Iterator[Quote]:
    """The sentences as quotes, of which the first leads."""
    steps = is_step(sentences[0].text) and len(sentences) > 1
    unnamed = unnamed_sections(sentences) | answered_questions(sentences)
    for place, sentence in enumerate(sentences):
        head = ""
        kind: QuoteKind = "context" if place and not steps else "sentence"
        if is_row(sentence.text):
            kind, head = "row", table[0].text if (table := table_of(sentence, found)) and table[0] is not sentence else ""
        elif is_step(sentence.text):
            kind = "step"
        yield Quote(
            sentence.text,
            sentence.passage,
            sentence.start,
            kind,
            head,
            not place,
            sentence.heading if section_of(sentence) in unnamed else "",
        )


def _names_subject(quotable: Sequence[Sentence], chosen: Sequence[Sentence]) -> Sentence | None:
    """The best sentence that names what the first quote is about, where no quote does: often it is the answer."""
    title = chosen[0].title
    if not title or any(title <= s.tokens for s in chosen):
        return None
    return max((s for s in quotable if title <= s.tokens), key=lambda s: s.score, default=None)


def _length(chosen: Sequence[Sentence]) -> int:
    return sum(len(s.text) for s in chosen) + len(chosen) - 1


def _heads_table(sentence: Sentence, found: Sequence[Sentence]) -> bool:
    """Whether it is the first of several rows: a head alone says nothing."""
    if not is_row(sentence.text):
        return False
    table = table_of(sentence, found)
    return len(table) > 1 and table[0] is sentence


def _steps(found: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The steps that fit best of the lists of steps in the best sentence's document, with what stands between them; none when
    it has none."""
    places = dict.fromkeys(s.place for s in found if s.passage.document.doc_id == best.passage.document.doc_id)
    lists = [steps for place in places for steps in lists_of_steps([s for s in found if s.place == place]) if len(steps) > 1]
    if not lists:
        return []
    meant = max(lists, key=lambda steps: max(s.score for s in steps))
    return meant if max(s.score for s in meant) >= _below(best, _STEPS_SCORE) else []


def _steps_of_siblings(question: str, best: Sentence, found: Sequence[Sentence], ranking: Ranking) -> Iterator[list[Sentence]]:
    """The steps of each document that the question may mean as well as the best sentence's: those of another model."""
    for doc_id in siblings(best.passage.document.doc_id, question, ranking):
        of_sibling = [s for s in found if s.passage.document.doc_id == doc_id and not s.lead]
        if of_sibling and (steps := _steps(found, max(of_sibling, key=lambda s: s.score))):
            yield steps


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
