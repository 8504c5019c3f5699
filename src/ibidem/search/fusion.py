"""Search by meaning beside search by words: one ranking of what both found."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, pstdev

from ibidem.domain.documents import Principal, ScoredChunk, SearchFilters, VectorQuery, WeightedText
from ibidem.domain.errors import ModelError, StoreUnavailable
from ibidem.ports import VectorIndex
from ibidem.search.history import Exchange, stands_alone
from ibidem.search.passages import Ranking

logger = logging.getLogger(__name__)

# An embedder or a reranker takes a fraction of a second; what the words found is there without them.
HELPER_SECONDS = 3.0
# What each search brings to the fusion. 10 to 100 of each were as good; thirty is what the search by words looks at anyhow.
ARM = 30
# What the last thing asked counts beside a question that does not stand alone. On MTRAG's fiqa .2 to .5 are alike and find a
# little more than none (R@5 .347 to .354, against .341); in one text with every question it finds less (.297).
PREVIOUS = 0.3


async def by_meaning(
    question: str,
    history: Sequence[Exchange],
    filters: SearchFilters,
    limit: int,
    vectors: VectorIndex,
    principal: Principal,
) -> Sequence[ScoredChunk]:
    """The `limit` chunks nearest in meaning to a question, among those the principal may read, nearest first.

    `history` is in its order, the latest exchange last; only what it asked counts, and only for a follow-up. Raises
    ModelUnavailable and ModelRefused: the question is then to be answered by what its words find.
    """
    texts = (WeightedText(question, 1.0),)
    if history and not stands_alone(question):
        texts += (WeightedText(history[-1].user, PREVIOUS),)
    return await vectors.nearest(VectorQuery(texts, filters, limit), principal)


async def near_in_time(
    question: str, history: Sequence[Exchange], filters: SearchFilters, vectors: VectorIndex, principal: Principal
) -> Sequence[ScoredChunk] | None:
    """As `by_meaning`, as many as take part in the fusion; None where the embedder or the vectors fail or take too long."""
    try:
        async with asyncio.timeout(HELPER_SECONDS):
            return await by_meaning(question, history, filters, ARM, vectors, principal)
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("not searched by meaning: %s", error or "it took too long")
        return None


def fuse(text: Ranking, meaning: Sequence[ScoredChunk], limit: int) -> Ranking:
    """The best `limit` of both: each arm's scores less their mean, in units of their standard deviation, added up.

    What one arm did not find counts there as its last, or as nothing where the words found no more. The scores that come out
    are laid between the first and the last of `text`, in whose units `worth` and `whole` are and by which it is told whether the
    corpus answers: `confidence` stays what it was. Where the words found nothing, they are laid between the cosines.
    """
    if not meaning:
        return replace(text, passages=text.passages[:limit], tokens=text.tokens[:limit])
    found = [ScoredChunk(p, tokens) for p, tokens in zip(text.passages, text.tokens, strict=True)]
    by_words, by_vectors = _scores(found), _scores(meaning)
    chunks = {_key(hit): hit for hit in (*meaning, *found)}
    # Fewer hits than asked for are all that hold a word of the question: the others score nothing by words.
    unfound = 0.0 if len(by_words) < limit else min(by_words.values())
    farthest = min(by_vectors.values())
    sums = [
        words + meant
        for words, meant in zip(_deviations(by_words, chunks, unfound), _deviations(by_vectors, chunks, farthest), strict=True)
    ]
    ranked = sorted(zip(sums, chunks.values(), strict=True), key=lambda pair: -pair[0])[:limit]
    shown = by_words or by_vectors
    best, last = max(shown.values()), min(shown.values())
    unit = (best - last) / ((max(sums) - min(sums)) or 1.0)
    return replace(
        text,
        passages=tuple(replace(hit.passage, score=best - unit * (ranked[0][0] - fused)) for fused, hit in ranked),
        tokens=tuple(hit.tokens for _, hit in ranked),
        method=f"{text.method}+vectors",
        by_words=text,
    )


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
