"""Finds passages for a plan."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Passage, SearchFilters
from ibidem.ports import SearchIndex
from ibidem.turn.context import TurnContext
from ibidem.turn.focus import Focus
from ibidem.turn.searching import Exchange, Ranking, find_passages
from ibidem.turn.values import Found, NoEvidence, NotInDocument, SearchPlan
from ibidem.turn.versions import VersionIndex

PASSAGES = 10  # looked at by the steps that follow; an answer quotes from the first few
# What a passage counts, against 1 for any other: of a document type that the route prefers, and of a document that a follow-up
# probably asks about. Enough to decide between passages that fit about as well, not to lift one that does not fit.
PREFERRED_TYPE, IN_FOCUS = 1.1, 1.3
# A document that the person named a turn ago stays the subject of what leaves the subject out.
NAMED = 2.0


async def retrieve(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence | NotInDocument:
    """The best passages for the plan. Devices that were only understood, not asked for, give way when nothing is found."""
    parsed = plan.routed.parsed
    if (looked_up := parsed.open.looked_up) is not None:
        ranking = await rank(plan, context)
        return Found(plan, ranking) if ranking.passages else NotInDocument(plan, looked_up)
    given = parsed.open.recalled.asked.question.filters
    ranking = await rank(plan, context)
    if not ranking.passages and plan.filters != given:
        plan = replace(plan, filters=given)
        ranking = await rank(plan, context)
    if not ranking.passages:
        return NoEvidence(plan, (), 0.0)
    return Found(plan, preferring(ranking, plan.preferred_types, parsed.focus))


async def rank(plan: SearchPlan, context: TurnContext) -> Ranking:
    """The ranking for the plan's query within its filters, with the turns that the question goes on from."""
    parsed = plan.routed.parsed
    history = tuple(Exchange(t.content.user_text, t.content.assistant_text) for t in parsed.focus.turns)
    looked_up = parsed.open.looked_up

    async def find(filters: SearchFilters, index: SearchIndex) -> Ranking:
        return await find_passages(plan.query, history, filters, PASSAGES, index, context.principal, context.profile.glossary)

    if looked_up is None:
        return await find(plan.filters, context.index)
    past = not all(document.current for document in looked_up.documents)
    index = VersionIndex(looked_up.documents, context.documents) if past else context.index
    # One by one: a long document among them would leave no room for the others.
    return together([await find(SearchFilters(doc_ids=(document.doc_id,)), index) for document in looked_up.documents])


def together(rankings: Sequence[Ranking]) -> Ranking:
    """Rankings for one query, each of another document's passages, as one."""
    pairs = [pair for ranking in rankings for pair in zip(ranking.passages, ranking.tokens, strict=True)]
    pairs.sort(key=lambda pair: -pair[0].score)
    best = max(rankings, key=lambda ranking: ranking.confidence)
    return replace(best, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def preferring(ranking: Ranking, doc_types: frozenset[str], focus: Focus) -> Ranking:
    """The ranking with passages of these document types and of the documents in focus counting a little more."""
    in_focus = NAMED if focus.named else IN_FOCUS

    def weighted(passage: Passage) -> Passage:
        factor = PREFERRED_TYPE if passage.document.doc_type in doc_types else 1.0
        factor *= in_focus if passage.document.doc_id in focus.doc_ids else 1.0
        return replace(passage, score=passage.score * factor)

    pairs = [(weighted(p), tokens) for p, tokens in zip(ranking.passages, ranking.tokens, strict=True)]
    pairs.sort(key=lambda pair: -pair[0].score)
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))
