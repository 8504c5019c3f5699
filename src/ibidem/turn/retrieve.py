"""Finds passages for a plan."""

from dataclasses import replace

from ibidem.domain.documents import Passage
from ibidem.turn.context import TurnContext
from ibidem.turn.searching import Exchange, Ranking, find_passages
from ibidem.turn.values import Found, NoEvidence, SearchPlan

PASSAGES = 10  # looked at by the steps that follow; an answer quotes from the first few
# What a passage counts, against 1 for any other: of a document type that the route prefers, and of a document that a follow-up
# probably asks about. Enough to decide between passages that fit about as well, not to lift one that does not fit.
PREFERRED_TYPE, IN_FOCUS = 1.1, 1.3


async def retrieve(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence:
    """The best passages for the plan. Devices that were only understood, not asked for, give way when nothing is found."""
    parsed = plan.routed.parsed
    given = parsed.open.recalled.asked.question.filters
    ranking = await rank(plan, context)
    if not ranking.passages and plan.filters != given:
        plan = replace(plan, filters=given)
        ranking = await rank(plan, context)
    if not ranking.passages:
        return NoEvidence(plan, (), 0.0)
    return Found(plan, preferring(ranking, plan.preferred_types, parsed.focus.doc_ids))


async def rank(plan: SearchPlan, context: TurnContext) -> Ranking:
    """The ranking for the plan's query within its filters, with the turns that the question goes on from."""
    history = tuple(Exchange(t.content.user_text, t.content.assistant_text) for t in plan.routed.parsed.focus.turns)
    return await find_passages(
        plan.query, history, plan.filters, PASSAGES, context.index, context.principal, context.profile.glossary
    )


def preferring(ranking: Ranking, doc_types: frozenset[str], doc_ids: frozenset[str]) -> Ranking:
    """The ranking with passages of these document types and of these documents counting a little more."""

    def weighted(passage: Passage) -> Passage:
        factor = PREFERRED_TYPE if passage.document.doc_type in doc_types else 1.0
        factor *= IN_FOCUS if passage.document.doc_id in doc_ids else 1.0
        return replace(passage, score=passage.score * factor)

    pairs = [(weighted(p), tokens) for p, tokens in zip(ranking.passages, ranking.tokens, strict=True)]
    pairs.sort(key=lambda pair: -pair[0].score)
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))
