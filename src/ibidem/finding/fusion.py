"""Search by meaning beside search by words, and one ranking of both."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, pstdev

from ibidem.domain.documents import Match, Principal, ScoredChunk, SearchFilters, VectorQuery
from ibidem.domain.errors import ModelError, StoreUnavailable
from ibidem.finding.history import Exchange, stands_alone
from ibidem.finding.passages import Ranking
from ibidem.finding.support import words_held
from ibidem.language.comparisons import compared_sides
from ibidem.language.detection import detect_language, tells_language
from ibidem.ports.indexes import VectorIndex

logger = logging.getLogger(__name__)

# An embedder or a reranker takes a fraction of a second; the results by words do not wait for it.
HELPER_SECONDS = 3.0
# What each search brings to the fusion. 10 to 100 of each were as good; thirty is what the search by words looks at anyhow.
ARM = 30
# What meaning counts beside words: little where the best passage holds the question's own words, as much as they and more where
# it holds few. Right document first of 106 questions in people's own words: .87 by words, .93 with this; always .25: .93, always
# 1: .90. nDCG@10 of 500 questions each in the documents' words (KorQuAD, JSQuAD): .969 and .963, by words .970 and .966, always
# 1: .952 and .954. Higher powers, and the support in place of the share of words, were alike.
_LEAST_WEIGHT, _FURTHER_WEIGHT = 0.25, 1.0
# A chunk in another language than the question cannot hold its words. Its nearness, squared, stands for them, as that share of
# the best by words that the best passage does not hold, but not above what a chunk in the question's language holds that is no
# more than this less near. Of 142 questions to a corpus in three languages the right document came first in 93 instead of 88
# with half of the best by words, of 181 to others in as many as before. With the share in place of the half the words are said
# in 157 instead of 156 of these, and 9 instead of 8 of 14 questions that nothing answers are refused.
_AS_NEAR = 0.2


async def by_meaning(
    question: str,
    history: Sequence[Exchange],
    filters: SearchFilters,
    limit: int,
    vectors: VectorIndex,
    principal: Principal,
) -> Sequence[ScoredChunk]:
    """The `limit` chunks nearest in meaning to a question, among those the principal may read, nearest first.

    `history` is in order, the latest exchange last; only its questions count, and only for a follow-up. Raises ModelUnavailable
    and ModelRefused: the caller then falls back to the search by words.
    """
    return await vectors.nearest(VectorQuery(question, before_it(question, history), filters, limit), principal)


def before_it(question: str, history: Sequence[Exchange]) -> tuple[str, ...]:
    """The questions that a question goes on with, the latest last; none for one that stands alone."""
    return () if stands_alone(question) else tuple(exchange.user for exchange in history)


async def near_in_time(
    question: str, history: Sequence[Exchange], filters: SearchFilters, vectors: VectorIndex, principal: Principal
) -> Sequence[ScoredChunk] | None:
    """As `by_meaning`, with the fusion's limit; None where the embedder or the vectors fail or take too long."""
    try:
        async with asyncio.timeout(HELPER_SECONDS):
            return await by_meaning(question, history, filters, ARM, vectors, principal)
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("not searched by meaning: %s", str(error) or "it took too long")
        return None


def weight_of_meaning(question: str, text: Ranking) -> float:
    """What meaning counts beside words, by the share of the question's words that the best passage by words holds."""
    return _LEAST_WEIGHT + _FURTHER_WEIGHT * (1 - words_held(question, text)) ** 2


def fuse(question: str, text: Ranking, meaning: Sequence[ScoredChunk], limit: int, history: Sequence[Exchange] = ()) -> Ranking:
    """The best `limit` of both: each arm's scores less their mean, in units of their standard deviation, added up by weight.

    A chunk that one arm did not find counts there as its last, or as nothing where the words found no more. The resulting
    scores are scaled between the first and the last of `text`, whose units `worth`, `whole` and `confidence` keep. Where the
    words found nothing, they are scaled between the nearness of the first and the last.

    A follow-up to the `history` that leaves its subject out has few words to hold, so that nothing in another language gains by
    that: of 68 the words are said in answer to 54, and to 53 where it does.
    """
    if not meaning:
        return replace(text, passages=text.passages[:limit], tokens=text.tokens[:limit])
    found = [ScoredChunk(p, tokens) for p, tokens in zip(text.passages, text.tokens, strict=True)]
    by_words, by_vectors = _scores(found), _scores(meaning)
    chunks = {_key(hit): hit for hit in (*meaning, *found)}
    # Fewer hits than were asked for are all hits: other chunks score 0 by words.
    unfound = 0.0 if len(by_words) < ARM else min(by_words.values())
    farthest = min(by_vectors.values())
    weight = weight_of_meaning(question, text)
    counted = _deviations(by_words, chunks, unfound)
    words = counted
    if not history or stands_alone(question):
        words = _in_any_language(question, words_held(question, text), chunks.values(), counted, by_vectors)
    meant = _deviations(by_vectors, chunks, farthest)
    sums = [held + weight * near for held, near in zip(words, meant, strict=True)]
    ranked = sorted(zip(sums, chunks.values(), strict=True), key=lambda pair: -pair[0])[:limit]
    shown = by_words or by_vectors
    best, last = max(shown.values()), min(shown.values())
    unit = (best - last) / ((max(sums) - min(sums)) or 1.0)
    return replace(
        text,
        passages=tuple(
            replace(
                hit.passage,
                score=best - unit * (ranked[0][0] - fused),
                match=Match(by_words.get(_key(hit)), by_vectors.get(_key(hit))),
            )
            for fused, hit in ranked
        ),
        tokens=tuple(hit.tokens for _, hit in ranked),
        method=f"{text.method}+vectors",
        by_words=text,
        nearness=meaning[0].passage.score,
    )


def _in_any_language(
    question: str,
    held: float,
    hits: Collection[ScoredChunk],
    words: Sequence[float],
    nearness: Mapping[tuple[str, str, int], float],
) -> list[float]:
    """What the hits count by words, those in another language than the question at least as their nearness suggests, the more
    the less of the question is held, and no more than the best in its own that are as near."""
    if not tells_language(question) or compared_sides(question):
        return list(words)
    language = detect_language(question)
    near = [nearness.get(_key(hit), 0.0) for hit in hits]
    spoken = [hit.passage.document.language == language for hit in hits]
    own = [(n, w) for hit, n, w, s in zip(hits, near, words, spoken, strict=True) if s and hit.passage.document.in_force]

    def suggested(nearness: float) -> float:
        as_near = [counts for n, counts in own if n >= nearness - _AS_NEAR]
        most = (1 - held) * max(words) * min(1.0, max(0.0, nearness)) ** 2
        return min(most, max(as_near)) if as_near else most

    return [counts if s else max(counts, suggested(n)) for s, n, counts in zip(spoken, near, words, strict=True)]


def _key(hit: ScoredChunk) -> tuple[str, str, int]:
    chunk = hit.passage.chunk
    return chunk.doc_id, chunk.version, chunk.order


def _scores(hits: Sequence[ScoredChunk]) -> dict[tuple[str, str, int], float]:
    return {_key(hit): hit.passage.score for hit in hits}


def _deviations(
    scores: Mapping[tuple[str, str, int], float], keys: Iterable[tuple[str, str, int]], unfound: float
) -> list[float]:
    """The scores of all the keys, in standard deviations from their mean; nothing where they are all alike."""
    filled = [scores.get(key, unfound) for key in keys]
    mean, deviation = fmean(filled), pstdev(filled)
    return [(score - mean) / deviation if deviation else 0.0 for score in filled]
