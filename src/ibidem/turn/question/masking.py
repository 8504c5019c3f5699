"""The inquiry of a question, with its personal data replaced."""

import asyncio

from ibidem.domain.personal_data import SafeText
from ibidem.privacy.turns import TextMasking
from ibidem.privacy.values import masked_value
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.asking import AskedQuestion


async def masked_inquiry(asked: AskedQuestion, masking: TextMasking) -> Inquiry:
    """The message, its filters and the client's history, safe. Ids stay.

    Others are answered in between: the finder takes 40 ms for a message that is all numbers, and a history may be thirty times
    as long.
    """
    texts: dict[str, str] = {}
    masked_value(asked.question, lambda text: texts.setdefault(text, text))
    safe: dict[str, SafeText] = {}
    for text in texts:
        safe[text] = masking.text(text)
        await asyncio.sleep(0)
    question = masked_value(asked.question, safe.__getitem__)
    return Inquiry.begin(question, safe[asked.question.message], asked.answers)
