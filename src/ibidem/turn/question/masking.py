"""The inquiry of a question, with its personal data replaced."""

from ibidem.privacy.turns import TextMasking
from ibidem.privacy.values import masked_value
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.asking import AskedQuestion


def masked_inquiry(asked: AskedQuestion, masking: TextMasking) -> Inquiry:
    """The message, its filters and the client's history, safe. Ids stay."""
    question = masked_value(asked.question, masking.text)
    return Inquiry.begin(question, masking.text(asked.question.message), asked.answers)
