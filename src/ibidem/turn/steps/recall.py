"""Brings back the last turns of the session, and reads the message once: what it asks, answers or points at."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language, tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.listing import asked_there
from ibidem.turn.documents.paging import further_page
from ibidem.turn.inquiry import Inquiry, read_again
from ibidem.turn.pauses.answering import pause_answered
from ibidem.turn.pauses.expiry import expired
from ibidem.turn.pauses.wording import PAUSE_WORDINGS
from ibidem.turn.question.client_history import client_turns
from ibidem.turn.question.message import Message
from ibidem.turn.values import AskedQuestion, FurtherPage, PauseAnswered, PlainMessage, PointingMessage, SmallTalk

CLIENT_TURNS = 5  # of a client's history, the last ones

ReadMessage = FurtherPage | PauseAnswered | SmallTalk | PointingMessage
Reader = Callable[[Message, Inquiry, TurnContext], Awaitable[ReadMessage | None]]


async def recall(
    asked: AskedQuestion, context: TurnContext
) -> FurtherPage | PauseAnswered | SmallTalk | PointingMessage | PlainMessage:
    """The message as the first of READERS reads it, with the session's last turns; else a message that points at nothing.

    What would have answered a pause that has expired is read on like any other message, and is told that it came too late.
    """
    inquiry = await with_history(asked.inquiry, context)
    message = Message(inquiry.message, context.profile)
    for read in READERS:
        found = await read(message, inquiry, context)
        if isinstance(found, PauseAnswered) and came_too_late(inquiry, context):
            inquiry = replace(inquiry, notice=PAUSE_WORDINGS[inquiry.language].expired)
        elif found is not None:
            return found
    return PlainMessage(inquiry, message.number, asked_there(message.text))


async def with_history(inquiry: Inquiry, context: TurnContext) -> Inquiry:
    """The inquiry with the session's last turns, as many as the profile wants; stored turns win over the client's.

    A message that shows no language of its own is in that of the turn before it. What was said before is bounded like the
    message, for it is read again.
    """
    question, language = inquiry.question, inquiry.language
    tells = tells_language(question.message)
    stored = await context.turns.last_turns(question.session_id, context.profile.history_turns, context.principal)
    if stored:
        return replace(
            inquiry, history=tuple(map(read_again, stored)), language=language if tells else stored[-1].content.language
        )
    sent = [replace(told, user_text=bounded(told.user_text)) for told in question.history[-CLIENT_TURNS:]]
    if not sent:
        return inquiry
    if not tells:
        language = detect_language(sent[-1].user_text, language)
    history = await client_turns(sent, question.session_id, language, context)
    return replace(inquiry, history=history, language=language, from_client=True)


async def page_of_document(_message: Message, inquiry: Inquiry, context: TurnContext) -> FurtherPage | None:
    """Another page of the document that was shown last."""
    return await further_page(inquiry, context)


async def courtesy(message: Message, inquiry: Inquiry, _context: TurnContext) -> SmallTalk | None:
    """Nothing but thanks, a greeting or a farewell."""
    return None if message.courtesy is None else SmallTalk(inquiry, message.courtesy)


async def yes_or_no_to_nothing(message: Message, inquiry: Inquiry, _context: TurnContext) -> SmallTalk | None:
    """Yes or no where nothing waits for it: a search for "yes" would only find chance."""
    return None if message.yes_or_no is None else SmallTalk(inquiry, "acknowledged")


async def pointer(message: Message, inquiry: Inquiry, _context: TurnContext) -> PointingMessage | None:
    """Something that points at documents."""
    return None if message.pointer is None else PointingMessage(inquiry, message.pointer, message.number)


def came_too_late(inquiry: Inquiry, context: TurnContext) -> bool:
    """Whether the pause of the last turn has expired. What came through the pause's own door was let in by it."""
    return inquiry.answers is None and expired(inquiry.history[-1], context.pause_hours)


# What a message is, in the order of precedence: the first of these that reads something has read the message.
READERS: tuple[Reader, ...] = (page_of_document, pause_answered, courtesy, yes_or_no_to_nothing, pointer)
