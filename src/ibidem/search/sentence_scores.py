"""The sentences of the best passages, each with how well it supports an answer to the question."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from ibidem.domain.documents import Chunk, Passage
from ibidem.language.detection import detect_language, tells_language
from ibidem.language.question_words import subject
from ibidem.language.search_text import WORD, passage_tokens, question_terms
from ibidem.language.sentences import is_row, is_step, sentence_spans
from ibidem.language.tables import columns
from ibidem.search.answer_kind import AnswerKind
from ibidem.search.passages import Ranking

# An answer hardly ever stands below the fifth passage, and every further one brings sentences that only look like it.
PASSAGES = 5

# Fitted as one ranking over half the articles of three question sets (Korean, Japanese, English), with the other half as a check,
# then rounded: what a sentence holds of the question itself counts 1, and what stands around it less. Of the sentences picked
# first, 3 of 100 more hold the answer than without these.
_TITLE, _PREVIOUS, _NEXT, _PASSAGE = 0.7, 0.4, 0.2, 0.7
_NOTHING_NEW = -0.4
# What a heading says holds for all that stands under it.
_HEADING = 1.0
# In nearness, see ports.VectorIndex. Of 181 answers to people's own words the words that answer stood in the first line of .59
# with .5, of .61 with .25, of .64 with this, and by words alone of .60: short sentences are near in meaning for poor reasons too,
# so that beyond half a unit it is all the same how far one is.
_LIKENESS, _FARTHEST = 0.12, 0.5
_ANSWERS = 1.0  # how near an answer is on the average; where nothing is as near, it is measured from there
# A sentence in another language than the question holds no word of it, so that nearness counts more among such.
_OTHER_LANGUAGE = 0.5
_BEGINNING = 4  # sentences, within which the imprint and the scope of a document stand
NOT_COMPARED: Mapping[str, float] = MappingProxyType({})

_LONGEST_HEADING = 50  # columns
_ENDING = 8  # characters: a stop with the quotation marks and brackets after it
_SENTENCE_END = re.compile(r"[.!?。！？｡]['\"”’」』)）\]]*$")
_QUESTION_END = re.compile(r"(?:[?？]|(?:ます|ません|です|でしょう|ました|でした)か[。．｡]?)['\"”’」』)）\]*]*$")
_ANNOUNCES = re.compile(r"[:：]\s*$")
_VALUE = re.compile(r"[:：=]\s*\S")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, or a step, row or heading of it.

    `start` is its offset in the passage's text, in characters. `place` is the rank of the passage from 0, and `order` the
    sentence's number in it. `score` is its support for an answer, about 1 for a sentence with the whole question. A `lead`
    (heading, question, "as follows:") announces what follows and answers nothing itself; `heading` is the last one above. `title`
    holds the words of the document's title. A `foreign` one is in another language than the question; where it is of the best
    document, words leave it `unranked`.
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
    foreign: bool = False
    unranked: bool = False


def by_likeness(found: Sequence[Sentence], likeness: Mapping[str, float]) -> tuple[Sentence, ...]:
    """The sentences, scored by meaning as well: less the farther they are from the nearest one, or from where answers lie; those
    that were not compared as far as the farthest.

    Of a best document in another language than the question the nearest sentence counts no less than any other, where none in
    the question's language is as near.
    """
    if not likeness:
        return tuple(found)
    nearest = max(_ANSWERS, *likeness.values())
    far = {text: min(nearest - like, _FARTHEST) for text, like in likeness.items()}
    scored = [replace(s, score=s.score - _LIKENESS * far.get(s.text, _FARTHEST)) for s in found]
    unranked = {at: likeness[s.text] for at, s in enumerate(found) if s.unranked and s.text in likeness}
    if not unranked:
        return tuple(scored)
    in_force = [s.text for s in found if not s.foreign and s.passage.document.in_force]
    own = max((likeness.get(text, 0.0) for text in in_force), default=0.0)
    meant = {at: found[at].score + _OTHER_LANGUAGE * (like - own) for at, like in unranked.items()}
    lift = max(s.score for s in scored) - max(meant.values()) if max(unranked.values()) > own else 0.0
    return tuple(replace(s, score=meant[at] + max(0.0, lift)) if at in meant else s for at, s in enumerate(scored))


def table_of(row: Sentence, found: Sequence[Sentence]) -> list[Sentence]:
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


def sentences(question: str, ranking: Ranking) -> tuple[Sentence, ...]:
    """The sentences of the first passages in their order, not ranked."""
    pairs = list(zip(ranking.passages, ranking.tokens, strict=True))[:PASSAGES]
    worth = _own(question, ranking)
    whole = sum(worth.values()) if len(worth) < len(ranking.worth) else ranking.whole
    ranking = replace(ranking, worth=worth, whole=whole)
    kind = AnswerKind.of(question)
    read = (_read(question, kind, ranking, place, *pair) for place, pair in enumerate(pairs))
    return tuple(chain.from_iterable(read))


def _own(question: str, ranking: Ranking) -> Mapping[str, float]:
    """The worth of what the question itself is about, without the words that only ask: "how many" is no content of "how many
    satellites". Nor do words of earlier turns count: they have found the passages, and in those the words of a follow-up name
    the line ("and Singapore?")."""
    about = {term.token for term in question_terms(subject(question))}
    asking = {term.token for term in question_terms(question)} - about
    own = {token: value for token, value in ranking.worth.items() if token not in ranking.earlier}
    return {token: value for token, value in own.items() if token not in asking} or own or ranking.worth


def _read(question: str, kind: AnswerKind, ranking: Ranking, place: int, passage: Passage, stored: str) -> Iterator[Sentence]:
    text, worth = passage.chunk.text, ranking.worth
    spans = sentence_spans(text)
    lines = stored.split("\n")
    if len(lines) != len(spans) + 1:
        lines = passage_tokens(text, passage.document.title).split("\n")
    held = [frozenset(line.split()) for line in lines]
    known = held[0] | frozenset(passage_tokens("", passage.chunk.section).split())
    title = frozenset(token for token in held[0] if token[0] == WORD)
    heading = passage.chunk.section.rpartition(" > ")[2]
    announced: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()  # of the table that a row stands in
    leads = [is_lead(passage.chunk, spans, i) for i in range(len(spans))]
    foreign = tells_language(question) and passage.document.language != detect_language(question)
    unranked = foreign and passage.document.doc_id == ranking.passages[0].document.doc_id
    for order, (start, end) in enumerate(spans):
        own, sentence = held[order + 1], text[start:end]
        row = is_row(sentence)
        over = announced | head if row else announced
        around = known | over
        previous = held[order] if order else frozenset[str]()
        following = held[order + 2] if order + 2 < len(held) else frozenset[str]()
        score = _worth(own, worth)
        score += _HEADING * _worth(over - own, worth)
        score += _TITLE * _worth(known - over - own, worth)
        score += _PREVIOUS * _worth(previous - own - around, worth)
        score += _NEXT * _worth(following - own - around, worth)
        score = (score + _PASSAGE * passage.score) / (ranking.whole or 1.0)
        if not any(token[0] == WORD and token not in worth for token in own):
            score += _NOTHING_NEW
        score += kind.fit(sentence, heading)
        beginning = passage.chunk.offset == 0 and order <= _BEGINNING
        if beginning:
            score -= kind.loss_at_beginning(sentence)
        if not (beginning and kind.is_idle_at_beginning(sentence)):
            yield Sentence(sentence, passage, start, place, order, own, score, leads[order], title, heading, foreign, unranked)
        head = (head or own) if row else frozenset()
        if leads[order]:
            announced, heading = own, sentence.lstrip("# ").rstrip(":： ")


def _worth(tokens: frozenset[str], worth: Mapping[str, float]) -> float:
    return sum(worth[token] for token in tokens if token in worth)


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
