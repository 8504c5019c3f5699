"""The one search for passages that a turn, the search door and the evaluation share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ibidem.domain.documents import Match, Passage, Principal, SearchFilters, TextHits, TextQuery, WeightedTerm
from ibidem.finding.history import Exchange, SearchTerms, search_terms
from ibidem.finding.second_phase import SYNONYM_WEIGHT, Rescored, rescore
from ibidem.language.glossary import Alternatives, glossary
from ibidem.language.search_text import WORD
from ibidem.ports.indexes import SearchIndex

# The second phase hardly ever lifts a hit from below the first thirty, and costs time for each.
_FIRST_PHASE = 30
# A passage holds so much of what a question itself asks, and the first one, by earlier turns too, no more than that share of it:
# the question is about something else. Of 180 questions of MTRAG one more is found with this, of 1,200 in Korean and Japanese
# that change the subject or do not as many; in conversations over a company's handbook it parts what its answers mixed.
_HOLDS, _HARDLY = 0.6, 0.65
# The best sentence helps a question that stands alone and does not help a follow-up, whose words are spread over the turns.
_SENTENCE_WEIGHT = 0.4


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passages, best first, each with its stored tokens in `tokens` at the same index, and the terms they were found by.

    `confidence`, 0..1, is the first score as a share of the score of a passage with the whole question in one sentence. It is
    above .3 in nineteen of twenty questions that the corpus answers, and below in nine of ten that it does not; 0 where nothing
    was found. `worth` is the value of each token of the question (idf times weight), in the units of the scores, and `whole`
    their sum; `absent` are those of its tokens that no chunk of the corpus holds, nor another word for them, and `earlier` those
    taken from earlier turns.
    `chunks` is the number of chunks searched.
    `lines` are the scores that a reader gave to lines of the passages that it read: by the document's id and where the line
    begins in its document, in characters.
    `method` names the search, with "+vectors" and "+reranker" where those took part; `by_words` is then the ranking by words
    alone, and `nearness` that of the passage nearest in meaning.
    """

    passages: tuple[Passage, ...]
    terms: tuple[WeightedTerm, ...]
    confidence: float
    tokens: tuple[str, ...]
    worth: Mapping[str, float] = field(default_factory=dict[str, float])
    whole: float = 0.0
    chunks: int = 0
    method: str = "bm25+second-phase"
    by_words: "Ranking | None" = None
    nearness: float = 0.0
    absent: frozenset[str] = frozenset()
    earlier: frozenset[str] = frozenset()
    lines: Mapping[tuple[str, int], float] = field(default_factory=dict[tuple[str, int], float])


async def find_passages(
    question: str,
    history: Sequence[Exchange],
    filters: SearchFilters,
    limit: int,
    index: SearchIndex,
    principal: Principal,
    synonyms: Sequence[Sequence[str]] = (),
) -> Ranking:
    """The best `limit` passages for a question, among those the principal may read.

    `history` is in its order, the latest exchange last; `synonyms` are groups of words that mean the same.
    """
    asked = search_terms(question, history)
    alternatives = glossary(tuple(map(tuple, synonyms))).alternatives(question)
    terms = _with_alternatives(asked.terms, alternatives)
    if not terms or limit < 1:
        return Ranking((), terms, 0.0, ())
    hits = await index.search(TextQuery(terms, filters, max(limit, _FIRST_PHASE)), principal)
    if not hits.hits:
        return Ranking((), terms, 0.0, ())
    sentence_weight = _SENTENCE_WEIGHT if asked.alone else 0.0
    rescored = rescore(hits, asked.terms, alternatives, sentence_weight)
    if _of_another_subject(asked, hits, rescored):
        rescored = rescore(hits, [t for t in asked.terms if t.token not in asked.answers], alternatives, sentence_weight)
    ranked = sorted(zip(rescored.scores, hits.hits, strict=True), key=lambda scored: -scored[0])[:limit]
    return Ranking(
        tuple(replace(hit.passage, score=score, match=Match(by_words=score)) for score, hit in ranked),
        terms,
        min(1.0, ranked[0][0] / (rescored.whole * (1 + sentence_weight))),
        tuple(hit.tokens for _, hit in ranked),
        rescored.worth,
        rescored.whole,
        hits.chunks,
        absent=frozenset(t.token for t in asked.terms if not hits.frequencies.get(t.token)) - _held_otherwise(alternatives, hits),
        earlier=asked.earlier - {term.token for group in alternatives for other in group.others for term in other},
    )


def _of_another_subject(asked: SearchTerms, hits: TextHits, rescored: Rescored) -> bool:
    """Whether the words of earlier answers bring a passage to the front that hardly holds what the question itself asks, where
    another does."""
    own = {t.token: rescored.worth[t.token] for t in asked.terms if t.token[0] == WORD and t.token not in asked.earlier}
    if not asked.answers or not own:
        return False
    held = [sum(own[token] for token in own.keys() & set(hit.tokens.split())) for hit in hits.hits]
    best, first = max(held), held[max(range(len(held)), key=rescored.scores.__getitem__)]
    return best >= _HOLDS * sum(own.values()) and first <= _HARDLY * best


def _held_otherwise(alternatives: Sequence[Alternatives], hits: TextHits) -> frozenset[str]:
    """The tokens of the words asked for that the corpus holds by another name."""
    return frozenset(
        token
        for group in alternatives
        if any(other and all(hits.frequencies.get(term.token) for term in other) for other in group.others)
        for token in group.asked
    )


def _with_alternatives(terms: Sequence[WeightedTerm], alternatives: Sequence[Alternatives]) -> tuple[WeightedTerm, ...]:
    weights = {term.token: term.weight for term in terms}
    for group in alternatives:
        for term in (term for other in group.others for term in other):
            weights[term.token] = max(weights.get(term.token, 0.0), term.weight * SYNONYM_WEIGHT)
    return tuple(WeightedTerm(token, weight) for token, weight in weights.items())
