"""Documents that differ in one value only: the rule of 2019 and that of 2024, the manual of one model and that of another.

Quotes from both would contradict each other, so the one that the question does not mean is dropped. Where the question does not
say which one it means, what is quoted stands under the name of its document.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from ibidem.domain.documents import Document
from ibidem.finding.former import FORMER, SHORT_YEAR, YEAR, asks_for
from ibidem.finding.history import stands_alone
from ibidem.finding.passages import Ranking
from ibidem.language.comparisons import compared_sides
from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import BIGRAM, WORD, tokens_in

# Passages looked at: those that an answer may quote.
_LOOKED_AT = 5
# Shared tokens by all tokens of both. Chapters of one book and articles on one subject stay below a third.
_ALIKE_TEXT, _ALIKE_TITLE = 0.5, 0.4
# What a turn names counts twice what the turn before it names (`finding.history`).
_NAMED_LATER = 1.6


@dataclass(frozen=True, slots=True)
class _Edition:
    """A document among the first passages: the tokens of what it is named by, those of its best passage, and its year."""

    document: Document
    place: int
    names: frozenset[str]
    title: frozenset[str]
    text: frozenset[str]
    year: int


def without_twins(question: str, ranking: Ranking) -> Ranking:
    """The ranking without the less fitting of any two documents that are twins.

    The better one is the one whose name the question gives (device, version, year, plan); of editions that it does not
    distinguish, the one in force, else the latest, unless it asks for the former one. Both stay where it names both, or
    neither of two products, and where it compares. What earlier turns have named decides for a question that leaves it out.
    """
    if compared_sides(question):
        return ranking
    dropped: set[str] = set()
    asked = _asked(question, ranking.worth)
    own = frozenset(asked.keys() - ranking.earlier)
    if stands_alone(question):
        asked = {token: value for token, value in asked.items() if token not in ranking.earlier}
    for better, worse in combinations(_editions(ranking), 2):
        if not {better.document.doc_id, worse.document.doc_id} & dropped and (
            loser := _misfit(question, asked, own, better, worse)
        ):
            dropped.add(loser.document.doc_id)
    if not dropped:
        return ranking
    kept = [i for i, p in enumerate(ranking.passages) if p.document.doc_id not in dropped]
    return replace(ranking, passages=tuple(ranking.passages[i] for i in kept), tokens=tuple(ranking.tokens[i] for i in kept))


def unnamed(question: str, ranking: Ranking) -> frozenset[str]:
    """The ids of the documents among the first passages that no word of the question distinguishes from another one by its title
    or its devices: who reads a value of theirs has to see whose it is."""
    editions, asked = _editions(ranking), _asked_now(question, ranking)
    return frozenset(
        one.document.doc_id
        for one in editions
        if any(asked.isdisjoint(one.names - other.names) for other in editions if one.names != other.names)
    )


def twinned(ranking: Ranking) -> frozenset[str]:
    """The ids of the documents among the first passages that have a twin there."""
    pairs = combinations(_editions(ranking), 2)
    return frozenset(one.document.doc_id for pair in pairs if _alike(*pair) for one in pair)


def siblings(doc_id: str, question: str, ranking: Ranking) -> tuple[str, ...]:
    """The ids of the twins of a document that the question may mean as well: it names neither of them, or both."""
    editions, asked = _editions(ranking), _asked_now(question, ranking)
    return tuple(
        other.document.doc_id
        for one in editions
        if one.document.doc_id == doc_id
        for other in editions
        if _alike(one, other)
        and one.document.devices != other.document.devices
        and asked.isdisjoint(one.names - other.names) == asked.isdisjoint(other.names - one.names)
    )


def _misfit(question: str, asked: Mapping[str, float], own: frozenset[str], better: _Edition, worse: _Edition) -> _Edition | None:
    """The one to drop of two documents, of which `better` is ranked better; None when they are no twins. `own` are the tokens
    asked for that the question itself has."""
    if better.document.owner and worse.document.owner and better.document.owner != worse.document.owner:
        return None  # the rules of two, whatever their years
    if not _alike(better, worse):
        return None
    over = worse if better.document.in_force else better
    if better.document.in_force != worse.document.in_force and not asks_for(question, over.document):
        valid = better if over is worse else worse
        return None if any(token in asked for token in over.names - valid.names) else over
    if better.title == worse.title:
        return None
    first = sum(asked.get(token, 0.0) for token in better.names - worse.names)
    second = sum(asked.get(token, 0.0) for token in worse.names - better.names)
    if min(first, second) * _NAMED_LATER > max(first, second) or _both_named(own, better, worse):
        return None  # the question names both, or one earlier turn does
    if first != second:
        return worse if first > second else better
    if _shared(better.text, worse.text) < _ALIKE_TEXT:
        return None
    if better.year and worse.year and better.year != worse.year and better.document.devices == worse.document.devices:
        former, latest = sorted((better, worse), key=lambda edition: edition.year)
        return latest if FORMER.search(question) else former
    return None


def _both_named(own: frozenset[str], one: _Edition, other: _Edition) -> bool:
    return not own.isdisjoint(one.names - other.names) and not own.isdisjoint(other.names - one.names)


def _alike(one: _Edition, other: _Edition) -> bool:
    return _shared(one.text, other.text) >= _ALIKE_TEXT or _shared(one.title, other.title) >= _ALIKE_TITLE


def _asked_now(question: str, ranking: Ranking) -> frozenset[str]:
    """What the question itself asks for, without everyday words."""
    return frozenset(_asked(question, ranking.worth).keys() - ranking.earlier - everyday_tokens())


def _asked(question: str, worth: Mapping[str, float]) -> Mapping[str, float]:
    most = max(worth.values(), default=0.0)
    years = {WORD + "20" + short: most for short in SHORT_YEAR.findall(question)}
    return {token: value for token, value in worth.items() if token[0] != BIGRAM} | years


def _editions(ranking: Ranking) -> list[_Edition]:
    found: dict[str, _Edition] = {}
    for place, (passage, tokens) in enumerate(zip(ranking.passages[:_LOOKED_AT], ranking.tokens[:_LOOKED_AT], strict=True)):
        document = passage.document
        if document.doc_id in found:
            continue
        title = frozenset(t for t in tokens.partition("\n")[0].split() if t[0] != BIGRAM)
        devices = frozenset(t for device in document.devices for t in tokens_in("", device) if t[0] != BIGRAM)
        years = [int(year) for year in YEAR.findall(f"{document.title} {document.doc_id} {document.effective or ''}")]
        found[document.doc_id] = _Edition(
            document, place, title | devices, title, frozenset(tokens.split()), max(years, default=0)
        )
    return list(found.values())


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
