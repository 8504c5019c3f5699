"""Answers when no document does: an honest "not in these documents"."""

from dataclasses import replace

from ibidem.turn.answers.accepting import accepted
from ibidem.turn.answers.refusing import refusal
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import NoEvidence


async def answer_without_documents(nothing: NoEvidence, context: TurnContext) -> Accepted:
    """Says that the documents hold no answer, or that they cannot be searched now, and names the nearest titles."""
    text = await refusal(nothing, context)
    context.cite(())
    context.say(text)
    return replace(accepted(nothing.plan, text, (), (), nothing.nearest, nothing.confidence), found="none")
