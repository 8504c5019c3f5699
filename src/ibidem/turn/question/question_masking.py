"""The inquiry of a question, with its personal data replaced."""

import asyncio

from ibidem.domain.personal_data import SafeText
from ibidem.flow.holding import read_in_time
from ibidem.language.bounding import bounded
from ibidem.language.placeholders import without_carried
from ibidem.privacy.session_masking import Maskings
from ibidem.privacy.turn_masking import TextMasking
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
    for text in {asked.question.message, *(turn.user_text for turn in asked.question.history)}:
        safe[text] = as_it_is_read(safe[text], masking)
        await asyncio.sleep(0)
    question = masked_value(asked.question, safe.__getitem__)
    return Inquiry.begin(question, safe[asked.question.message], asked.answers)


def query_as_searched(query: str, maskings: Maskings) -> str:
    """A query of no session without personal data, and without what only carries it. Raises InvalidInput."""
    with read_in_time("query"):
        return without_carried(bounded(maskings.outside().questions.text(query)))


def as_it_is_read(safe: SafeText, masking: TextMasking) -> SafeText:
    """A masked text that is bounded before it is read: as it came, or bounded where only that shows a value."""
    read = bounded(safe)
    again = masking.text(read) if read != safe else read
    return safe if again == read else SafeText(again)
