"""Adds the summary of an answer, which is made when the answer is stored."""

from ibidem.turn.answers.summaries import by_rule, summary_of
from ibidem.turn.context import TurnContext
from ibidem.turn.values import Accepted, Summarised, Summary


async def summarise(answer: Accepted, context: TurnContext) -> Summarised:
    """The answer with its summary, unless it has one already."""
    context.progress.answer = answer
    inquiry, made = answer.inquiry, answer.summary
    written = answer.trace.model is not None and (answer.pause is None or answer.pause.kind == "offer")
    if made is None and written:  # what was quoted or asked needs no model to be shortened
        made = await summary_of(answer.text, inquiry.message, inquiry.language, context)
    return Summarised(answer, made or Summary(by_rule(answer.text), None))
