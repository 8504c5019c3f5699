"""Combines rankings, of several queries or of several documents, and adds preferences to the scores."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Passage
from ibidem.finding.passages import Ranking
from ibidem.finding.support import words_held

# Queries written for a question are guesses: what the question itself finds comes in threes, what each of them finds one by one.
# By reciprocal rank alone, the weak tails that many queries share put out what one of them found first and alone.
_OF_THE_QUESTION = 3
# What of its query a hit holds counts half where the query is not the question itself: a short one is held whole by chance, and a
# translation that finds the same is no better.
_OF_FURTHER = 0.5
# A hit with less than this share of its query's best score holds a common word, and is no more than filler.
_FILLER = 0.1
# Scores fall by this from one place to the next, so that what is preferred below can pass a few others.
_STEP = 0.03
# What a passage counts, against 1 for any other: of a document type that the route prefers, and of a document that a follow-up
# probably asks about. Enough to decide between passages that fit about as well, not to lift one that does not fit. Of 65
# follow-ups to company documents .83 held their answer with 1.3, .86 with 1.6 and with 2, which took one more from new subjects.
PREFERRED_TYPE, IN_FOCUS = 1.1, 1.6
# A document that the person named a turn ago stays the subject of a question that names none.
NAMED = 2.0
# What a passage of a document cited last gains, in distances between the first and the last of the ranking, for a question of
# which no word is held and to which nothing is near. Of 181 answers to people's own words the right document came first in .945
# with 1.2 and with 2, in .956 with 3.
_GOES_ON = 3.0
# A passage that scores less than this share of the best one is hardly about the same.
_FITS_TOO = 0.5


def combined(rankings: Sequence[Ranking], limit: int) -> Ranking:
    """Rankings for several queries as one. The first is that of the question itself: its terms, and what they are worth, stay
    those of the whole.

    Level by level: the three best of the question with the best of every other query, then the next ones; so the best hit of each
    query is among the first. Within a level those come first that hold most of their query, of another one twice as much.
    Scores begin at the highest there was, and fall from place to place.
    """
    first, *others = rankings
    if not any(other.passages for other in others):
        return first
    levels: dict[str, int] = {}
    held: dict[str, float] = {}
    found: dict[str, tuple[Passage, str]] = {}
    for number, ranking in enumerate(rankings):
        of_a_level, weight = (_OF_THE_QUESTION, 1.0) if number == 0 else (1, _OF_FURTHER)
        for place, (passage, tokens) in enumerate(zip(ranking.passages, ranking.tokens, strict=True)):
            if passage.score <= _FILLER * ranking.passages[0].score:
                break
            chunk_id = passage.chunk.chunk_id
            found.setdefault(chunk_id, (passage, tokens))
            levels[chunk_id] = min(levels.get(chunk_id, place), place // of_a_level)
            share = passage.score / ranking.whole if ranking.whole else 0.0
            held[chunk_id] = max(held.get(chunk_id, 0.0), weight * share)
    best = sorted(found, key=lambda chunk_id: (levels[chunk_id], -held[chunk_id]))[:limit]
    most = max(ranking.passages[0].score for ranking in rankings if ranking.passages)
    passages = tuple(replace(found[c][0], score=most / (1 + _STEP * place)) for place, c in enumerate(best))
    confidence = max(ranking.confidence for ranking in rankings)
    base = first if first.passages else max(others, key=lambda ranking: ranking.confidence)
    return replace(base, passages=passages, tokens=tuple(found[c][1] for c in best), confidence=confidence)


def together(rankings: Sequence[Ranking]) -> Ranking:
    """Rankings for one query, each of another document's passages, as one."""
    pairs = [pair for ranking in rankings for pair in zip(ranking.passages, ranking.tokens, strict=True)]
    pairs.sort(key=lambda pair: -pair[0].score)
    best = max(rankings, key=lambda ranking: ranking.confidence)
    return replace(best, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def preferring(ranking: Ranking, doc_types: frozenset[str], in_focus: frozenset[str], weight: float) -> Ranking:
    """The ranking with passages of these document types counting a little more, and those of these documents by `weight`."""

    def weighted(passage: Passage) -> Passage:
        factor = PREFERRED_TYPE if passage.document.doc_type in doc_types else 1.0
        factor *= weight if passage.document.doc_id in in_focus else 1.0
        return replace(passage, score=passage.score * factor)

    pairs = [(weighted(p), tokens) for p, tokens in zip(ranking.passages, ranking.tokens, strict=True)]
    pairs.sort(key=lambda pair: -pair[0].score)
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def leaning(question: str, ranking: Ranking, doc_ids: frozenset[str]) -> Ranking:
    """The ranking with passages of these documents, those of the answer before, counting more the less of the question the best
    passage holds and the farther all are in meaning: a question that nothing in the corpus is near to probably goes on with the
    answer before."""
    passages = ranking.passages
    if ranking.by_words is None or doc_ids.isdisjoint(passage.document.doc_id for passage in passages):
        return ranking  # words alone do not tell that nothing is near
    unheld = 1 - words_held(question, ranking.by_words)
    more = _GOES_ON * unheld * (1 - min(1.0, max(0.0, ranking.nearness))) * (passages[0].score - passages[-1].score)
    weighted = [replace(p, score=p.score + more) if p.document.doc_id in doc_ids else p for p in passages]
    pairs = sorted(zip(weighted, ranking.tokens, strict=True), key=lambda pair: -pair[0].score)
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def of_each_owner(ranking: Ranking, first: int) -> Ranking:
    """The ranking with the best passage of each owner among the first ones, where it fits about as well as the best: whose rule
    is meant, a question may leave open."""
    passages = ranking.passages
    leads: dict[str, int] = {}
    for place, passage in enumerate(passages):
        if passage.document.owner and passage.score >= _FITS_TOO * passages[0].score:
            leads.setdefault(passage.document.owner, place)
    if len(leads) < 2 or max(leads.values()) < first:
        return ranking
    ahead = sorted(leads.values())[:first]
    ahead += [place for place in range(len(passages)) if place not in ahead][: first - len(ahead)]
    order = (*sorted(ahead), *(place for place in range(len(passages)) if place not in ahead))
    return replace(ranking, passages=tuple(passages[i] for i in order), tokens=tuple(ranking.tokens[i] for i in order))


def reordered(ranking: Ranking, scores: Sequence[float]) -> Ranking:
    """The first passages of a ranking in the order of new scores, which they take on; those without a score are left out."""
    pairs = sorted(zip(scores, ranking.passages, ranking.tokens, strict=False), key=lambda scored: -scored[0])
    passages = tuple(replace(passage, score=score) for score, passage, _ in pairs)
    tokens = tuple(stored for _, _, stored in pairs)
    return replace(ranking, passages=passages, tokens=tokens, method=f"{ranking.method}+reranker")
