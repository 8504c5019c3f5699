"""Selects the queries to search from those written for a question."""

from collections.abc import Sequence

from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.models.reply_parsers import read_queries
from ibidem.turn.question.queries import distinct_from, plan_of, settled_by_rule
from ibidem.turn.question.remembering import quoted
from ibidem.turn.values.searching import SearchPlan, WrittenQueries


async def settle_queries(written: WrittenQueries, context: TurnContext) -> SearchPlan:
    """The three to six queries that together cover the question; without a model, some of each language.

    Earlier queries are not searched again: they would outweigh the new ones.
    """
    routed = written.routed
    inquiry = routed.inquiry
    candidates = (*distinct_from(routed.parsed.translations, routed.attempts.queries), *written.queries)
    settled: Sequence[str] | None = None
    if context.models is not None:
        prompt = context.models.prompts.get("settle", inquiry.language)
        inputs = {
            "question": inquiry.text,
            "conversation": quoted(routed.parsed, context.profile.history),
            "queries": bullet_list(candidates),
        }
        settled = await ask(context.models.light, prompt, inputs, read_queries, context)
    return plan_of(routed, settled_by_rule(distinct_from(settled or candidates, (inquiry.text,))), context)
