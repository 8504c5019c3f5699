"""Says what ibidem is and how to ask it."""

from ibidem.turn.context import TurnContext
from ibidem.turn.documents.inventory import INVENTORY_WORDINGS
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import ServiceAsked


async def introduce(asked: ServiceAsked, context: TurnContext) -> Accepted:
    """The introduction, with the number of documents that the person may read."""
    inquiry = asked.inquiry
    words = await context.corpus_words()
    text = INVENTORY_WORDINGS[inquiry.language].introduction.format(words.documents)
    context.say(text)
    return Accepted(inquiry=inquiry, text=text, route="chat", notice=inquiry.notice)
