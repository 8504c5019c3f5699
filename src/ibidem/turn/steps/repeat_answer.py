"""Answers a question about what was said from the turn that said it."""

from ibidem.language.shortening import shorten
from ibidem.turn.answers.accepting import carried
from ibidem.turn.context import TurnContext
from ibidem.turn.question.recounting import time_of, zone_at
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import SaidBefore
from ibidem.turn.wording import WORDINGS

_LONGEST = 100  # characters of the question that is quoted


async def repeat_answer(said: SaidBefore, context: TurnContext) -> Accepted:
    """The stored answer under the number and the time of its turn, with its documents under their slots.

    What may no longer be read of it the store has withheld. The devices of that turn carry over from here.
    """
    inquiry, content = said.inquiry, said.turn.content
    when = f"{time_of(said.turn.ts, context.profile)} {zone_at(said.turn.ts, context.profile)}"
    asked = shorten(content.user_text, _LONGEST)
    introduction = WORDINGS[inquiry.language].said_before.format(said.turn.turn_id, when, asked)
    text = f"{introduction}\n\n{content.assistant_text}"
    context.cite(content.doc_refs)
    context.say(text)
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=content.doc_refs,
        route="said_before",
        notice=inquiry.notice,
        trace=carried(content.trace),
        found=content.found,
    )
