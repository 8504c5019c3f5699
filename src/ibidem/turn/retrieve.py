"""Finds passages for a plan."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import Turn
from ibidem.turn.context import TurnContext
from ibidem.turn.searching import Exchange, Ranking, find_passages
from ibidem.turn.values import Found, NoEvidence, SearchPlan

PASSAGES = 10  # looked at by the steps that follow; an answer quotes from the first few
PREFERENCE = 1.1  # what a passage of a document type that the route prefers counts, against 1 for any other


async def retrieve(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence:
    """The best passages for the plan. Devices that were only understood, not asked for, give way when nothing is found."""
    parsed = plan.routed.parsed
    history = exchanges(parsed.open.recalled.history)
    given = parsed.open.recalled.asked.question.filters
    ranking = await rank(plan, history, context)
    if not ranking.passages and plan.filters != given:
        plan = replace(plan, filters=given)
        ranking = await rank(plan, history, context)
    if not ranking.passages:
        return NoEvidence(plan, (), 0.0)
    return Found(plan, preferring(ranking, plan.preferred_types))


async def rank(plan: SearchPlan, history: Sequence[Exchange], context: TurnContext) -> Ranking:
    """The ranking for the plan's query within its filters."""
    return await find_passages(
        plan.query, history, plan.filters, PASSAGES, context.index, context.principal, context.profile.glossary
    )


def exchanges(history: Sequence[Turn]) -> tuple[Exchange, ...]:
    """What was asked and answered from documents; courtesies and refusals would only lead a search astray."""
    return tuple(Exchange(t.content.user_text, t.content.assistant_text) for t in history if t.content.doc_refs)


def preferring(ranking: Ranking, doc_types: frozenset[str]) -> Ranking:
    """The ranking with passages of the preferred document types counting a little more."""
    if not doc_types:
        return ranking
    weighted = [
        (replace(p, score=p.score * PREFERENCE) if p.document.doc_type in doc_types else p, tokens)
        for p, tokens in zip(ranking.passages, ranking.tokens, strict=True)
    ]
    weighted.sort(key=lambda pair: -pair[0].score)
    return replace(ranking, passages=tuple(p for p, _ in weighted), tokens=tuple(t for _, t in weighted))
