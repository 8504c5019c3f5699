"""Stores the turn: the last step, after which the answer can be pointed back at."""

import re
from dataclasses import replace

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.trace import StepTime
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.values import Accepted

SUMMARY = 150  # characters
CITATION = re.compile(r" \[\d+\]")


async def record_turn(answer: Accepted, context: TurnContext) -> Turn:
    """The turn as stored, with its number, its slots and a summary made now."""
    asked = answer.recalled.asked
    steps = tuple(StepTime(done.step, round(done.milliseconds, 3)) for done in context.journal.finished)
    return await context.turns.append(
        NewTurn(
            session_id=asked.question.session_id,
            user_text=asked.question.message,
            assistant_text=answer.text,
            summary=shorten(CITATION.sub("", answer.text), SUMMARY),
            language=asked.language,
            route=answer.route,
            doc_refs=answer.refs,
            notice=answer.notice,
            lookup_source=answer.lookup_source,
            mode=asked.question.mode,
            client_turn_id=asked.question.client_turn_id,
            pause=answer.pause,
            shown=answer.shown,
            trace=replace(answer.trace, steps=steps),
        ),
        context.principal,
        asked.question.answers,
    )
