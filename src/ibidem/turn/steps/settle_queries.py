"""Settles which of the queries written for a question are searched."""

from collections.abc import Sequence

from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import listed
from ibidem.turn.models.replies import read_queries
from ibidem.turn.question.queries import plan_of, settled_by_rule, unlike
from ibidem.turn.values import SearchPlan, WrittenQueries


async def settle_queries(written: WrittenQueries, context: TurnContext) -> SearchPlan:
    """The three to six queries that together ask for everything that the question does; by rule, some of each language.

    What was searched before is not searched again: beside it, new words would hardly count.
    """
    routed = written.routed
    inquiry = routed.inquiry
    candidates = (*unlike(routed.parsed.translations, routed.attempts.queries), *written.queries)
    settled: Sequence[str] | None = None
    if context.models is not None:
        prompt = context.models.prompts.get("settle", inquiry.language)
        inputs = {"question": inquiry.text, "queries": listed(candidates)}
        settled = await ask(context.models.light, prompt, inputs, read_queries, context)
    return plan_of(routed, settled_by_rule(unlike(settled or candidates, (inquiry.text,))), context)
