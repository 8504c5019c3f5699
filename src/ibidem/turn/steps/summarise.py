"""Adds the summary of an answer, made when the answer is stored."""

from ibidem.turn.answers.summaries import by_rule
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted, Summarised, Summary


async def summarise(answer: Accepted, context: TurnContext) -> Summarised:
    """The answer with the summary that a model wrote beside the verdict, else its beginning: nobody waits for a summary."""
    context.progress.answer = answer
    return Summarised(answer, answer.summary or Summary(by_rule(answer.text), None))
