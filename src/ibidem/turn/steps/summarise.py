"""Adds the summary of an answer, made when the answer is stored."""

from ibidem.turn.answers.summaries import by_rule
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import SafeAnswer, Summarised, Summary


async def summarise(safe: SafeAnswer, context: TurnContext) -> Summarised:
    """The answer with the summary that a model wrote beside the verdict, else its beginning: nobody waits for a summary."""
    answer = safe.accepted
    context.progress.answer = answer
    return Summarised(safe, answer.summary or Summary(by_rule(answer.text), None))
