"""Writes other queries when those that were searched found too little."""

from collections.abc import Sequence

from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.models.reply_parsers import read_queries
from ibidem.turn.question.queries import distinct_from, plan_of, settled_by_rule
from ibidem.turn.question.remembering import quoted
from ibidem.turn.values.answering import Refinement
from ibidem.turn.values.searching import SearchPlan


async def refine_queries(refinement: Refinement, context: TurnContext) -> SearchPlan:
    """Queries for what the last draft lacked; without a model's, the judge's hint itself, or what it missed."""
    routed = refinement.routed
    attempts, inquiry = routed.attempts, routed.inquiry
    refined: Sequence[str] | None = None
    if context.models is not None:
        prompt = context.models.prompts.get("refine", inquiry.language)
        inputs = {
            "question": inquiry.text,
            "conversation": quoted(routed.parsed, context.profile.history),
            "queries": bullet_list(attempts.queries),
            "issues": bullet_list(attempts.feedback),
            "hint": attempts.hint,
        }
        refined = await ask(context.models.light, prompt, inputs, read_queries, context)
    wanted = refined or ((attempts.hint,) if attempts.hint else attempts.feedback[:1])
    return plan_of(routed, settled_by_rule(distinct_from(wanted, (inquiry.text, *attempts.queries))), context)
