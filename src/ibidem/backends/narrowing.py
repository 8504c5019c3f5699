"""What a search by words looks for, and which documents its filters let through."""

from collections.abc import Mapping, Sequence
from math import log

from ibidem.domain.documents import Document, SearchFilters, WeightedTerm

# Words that stand in very many chunks bring little and cost the most. What is found is scored again with all words anyhow, so the
# search may do without those that together bring at most this share of what all are worth. With .05, a million
# chunks are searched for 25 words in a third of the time (6.2 to 2.2 ms of processor time), with the same five first hits as
# before; nDCG@10 stayed the same to .001 in Korean, English and Japanese, alone and in follow-ups, and did so even with .1. Words
# that stand in few chunks cost nothing worth saving, so that in small corpora all are searched for.
LEAST_SHARE = 0.05
FREQUENT = 10_000


def informative_terms(terms: Sequence[WeightedTerm], frequencies: Mapping[str, int], chunks: int) -> list[WeightedTerm]:
    """The terms without those frequent ones that bring least for the postings to be read, up to `LEAST_SHARE` of the total
    worth.

    Worth is weight times BM25's idf; of tokens that no chunk holds it counts for nothing.
    """
    worth = {t.token: t.weight * log(1 + (chunks - held + 0.5) / (held + 0.5)) for t in terms if (held := frequencies[t.token])}
    allowed = LEAST_SHARE * sum(worth.values())
    untold: set[str] = set()
    frequent = [token for token in worth if frequencies[token] > FREQUENT]
    for token in sorted(frequent, key=lambda token: worth[token] / frequencies[token]):
        allowed -= worth[token]
        if allowed < 0:
            break
        untold.add(token)
    return [term for term in terms if term.token not in untold]


def passes(document: Document, filters: SearchFilters) -> bool:
    """Whether a document passes the filters."""
    named = not filters.doc_ids or document.doc_id in filters.doc_ids
    of_fields = all(one.lets_through(document.fields) for one in filters.fields)
    return named and of_fields and filters.let_through(document.doc_type, document.devices, document.owner)
