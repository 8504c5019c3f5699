"""Replaces the personal data of an answer, and gives the rest of what was streamed of it."""

from ibidem.turn.answers.answer_masking import masked_answer
from ibidem.turn.answers.found_sources import with_found_sources
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted, SafeAnswer


async def mask_answer(accepted: Accepted, context: TurnContext) -> SafeAnswer:
    """The answer as it is summarised, stored and shown."""
    context.fall_silent()
    return masked_answer(await with_found_sources(accepted, context), context.masking.answers)
