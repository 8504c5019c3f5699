"""Replaces the personal data of a question: the first step, behind which nothing else is known of it."""

from ibidem.turn.context import TurnContext
from ibidem.turn.question.question_masking import masked_inquiry
from ibidem.turn.values.asking import AskedQuestion, MaskedQuestion


async def mask_question(asked: AskedQuestion, context: TurnContext) -> MaskedQuestion:
    """The question as the turn knows it, in the prompts, the store and the trace."""
    return MaskedQuestion(await masked_inquiry(asked, context.masking.questions))
