"""Ranks what a service outside found as the own search would, so that an answer and its doubts are made alike."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import EVERYTHING, Principal, ScoredChunk, TextHits, TextQuery
from ibidem.finding.fusion import fuse
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking, find_passages

# No service says how many chunks it has searched. Among those that it found each word of the question is a common one; beside
# so many others it is about as rare as in a corpus of our own.
_SEARCHED = 1_000


class ResultIndex:
    """The chunks that were found, as a search index (ports.SearchIndex). Filters were the service's."""

    def __init__(self, found: Sequence[ScoredChunk]) -> None:
        self._found = found

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:  # noqa: ARG002
        """Every chunk that holds a term, those with the most distinct terms first; the second phase gives the score."""
        wanted = frozenset(term.token for term in query.terms)
        frequencies: Counter[str] = Counter()
        hits: list[tuple[int, ScoredChunk]] = []
        length = 0
        for one in self._found:
            tokens = one.tokens.split()
            length += len(tokens)
            held = wanted.intersection(tokens)
            frequencies.update(held)
            if held:
                hits.append((len(held), replace(one, passage=replace(one.passage, score=float(len(held))))))
        hits.sort(key=lambda hit: -hit[0])
        best = tuple(one for _, one in hits[: query.limit])
        return TextHits(best, _SEARCHED, length / max(1, len(self._found)), dict(frequencies))

    async def catch_up(self) -> None:
        """Nothing to do: what was found does not change."""


async def ranked_results(
    question: str,
    history: Sequence[Exchange],
    found: Sequence[ScoredChunk],
    limit: int,
    principal: Principal,
    synonyms: Sequence[Sequence[str]] = (),
) -> Ranking:
    """The best `limit` of the passages by their words and by the service's own scores, which count as nearness in meaning."""
    if not found:
        return Ranking((), (), 0.0, ())
    by_words = await find_passages(question, history, EVERYTHING, len(found), ResultIndex(found), principal, synonyms)
    return replace(fuse(question, by_words, found, limit), chunks=len(found))
