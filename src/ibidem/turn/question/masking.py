"""The inquiry of a question, with its personal data replaced."""

from ibidem.privacy.turns import TextMasking
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.asking import AskedQuestion


def masked_inquiry(asked: AskedQuestion, masking: TextMasking) -> Inquiry:
    """The message, its filters and the client's history, safe. Ids stay."""
    question = masking.value(asked.question)
    return Inquiry.begin(question, masking.text(asked.question.message), asked.answers)
