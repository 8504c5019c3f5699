"""Answers a courtesy."""

from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import SmallTalk
from ibidem.turn.wording import WORDINGS


async def answer_small_talk(small_talk: SmallTalk, context: TurnContext) -> Accepted:
    """The reply to a courtesy."""
    text = WORDINGS[small_talk.inquiry.language].courtesies[small_talk.courtesy]
    context.say(text)
    return Accepted(inquiry=small_talk.inquiry, text=text, route="chat", notice=small_talk.inquiry.notice)
