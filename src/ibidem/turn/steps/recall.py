"""Loads the last turns of the session, and parses the message once: its question, reply or reference."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from ibidem.domain.errors import ModelError
from ibidem.domain.personal_data import without_placeholders
from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language, tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_titles
from ibidem.turn.documents.listing import asked_there
from ibidem.turn.documents.paging import further_page
from ibidem.turn.documents.quoted import HOSTED
from ibidem.turn.exploring.choosing import asks_of_all_turns
from ibidem.turn.inquiry import Inquiry, Transformation, read_again
from ibidem.turn.pauses.answering import pause_answered
from ibidem.turn.pauses.expiry import expired
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.question.client_history import client_turns
from ibidem.turn.question.devices import device_finder
from ibidem.turn.question.looked_back import about_answer, earlier_questions
from ibidem.turn.question.message import Message
from ibidem.turn.question.remembering import remembered, said_before
from ibidem.turn.question.service import further_list_page, list_asked, list_of_named, service_asked
from ibidem.turn.question.siblings import of_sibling
from ibidem.turn.question.step_shown import step_of_answer
from ibidem.turn.question.subjects import last_named, names_another
from ibidem.turn.question.transforming import answered_last, last_two, transformation_of
from ibidem.turn.values.asking import (
    FurtherPage,
    ListWanted,
    MaskedQuestion,
    PauseAnswered,
    PlainMessage,
    PointingMessage,
    SaidBefore,
    ServiceAsked,
    SmallTalk,
    StepAsked,
    TurnsMeant,
)
from ibidem.understanding.acts import FORMS, Act
from ibidem.understanding.courtesies import COURTESIES
from ibidem.understanding.pointer import tells_which

# A vector of this process takes some milliseconds; a machine that is busy may take long.
VECTOR_SECONDS = 1.0

ReadMessage = (
    FurtherPage
    | PauseAnswered
    | ListWanted
    | ServiceAsked
    | SmallTalk
    | Transformation
    | SaidBefore
    | StepAsked
    | TurnsMeant
    | PointingMessage
    | PlainMessage
)
Reader = Callable[[Message, Inquiry, TurnContext], Awaitable[ReadMessage | None]]


async def recall(
    masked: MaskedQuestion, context: TurnContext
) -> (
    FurtherPage
    | PauseAnswered
    | ListWanted
    | ServiceAsked
    | SmallTalk
    | Transformation
    | SaidBefore
    | StepAsked
    | TurnsMeant
    | PointingMessage
    | PlainMessage
):
    """The message as the first reader has it that reads what it does, with the session's last turns; else a message without a
    reference, with the turns that the history policy recalls. What was said is repeated where no model can read it.

    A reply to an expired pause is read like any other message, with a notice that the pause has expired.
    """
    inquiry = await with_history(masked.inquiry, context)
    if not inquiry.message:
        return SmallTalk(inquiry, "nothing said")
    vector = await vector_of(inquiry.message, context)
    message = Message(inquiry.message, context.profile, cited_titles(inquiry.history), vector)
    for read in (page_of_document, page_of_list, pause_answered, *READERS_OF.get(message.acts.doing("open"), ()), *READERS):
        found = await read(message, inquiry, context)
        if isinstance(found, PauseAnswered) and came_too_late(inquiry, context):
            inquiry = replace(inquiry, notice=PAUSE_WORDINGS[inquiry.language].expired)
        elif found is not None:
            return found
    inquiry = await remembered(inquiry, context)
    said = said_before(inquiry)
    if said is not None and context.models is None:
        return SaidBefore(inquiry, said)
    return PlainMessage(inquiry, message.number, asked_there(message.text))


async def vector_of(text: str, context: TurnContext) -> Sequence[float] | None:
    """The encoder's vector of a message; None where it is late, or there is none."""
    if context.encoder is None:
        return None
    try:
        async with asyncio.timeout(VECTOR_SECONDS):
            return await context.encoder.embed_question(text)
    except (TimeoutError, ModelError):
        return None


async def with_history(inquiry: Inquiry, context: TurnContext) -> Inquiry:
    """The inquiry with the session's last turns, as many as the profile wants; stored turns take precedence over the client's,
    except under the policy `client`, while none of them waits for a reply.

    A message without a recognisable language takes that of the turn before it, else the one that the client says it speaks.
    Earlier messages are bounded like the message, because they are parsed again.
    """
    question, language = inquiry.question, inquiry.language
    known = tells_language(without_placeholders(question.message))
    if not known and question.speaks is not None:
        language = question.speaks
    count, before = context.profile.history_turns, question.replaces
    stored = await context.turns.last_turns(question.session_id, count, context.principal, before)
    sent = [replace(turn, user_text=bounded(turn.user_text)) for turn in question.history]
    waiting = bool(stored) and stored[-1].content.pause is not None
    if stored and (waiting or not sent or context.profile.history != "client"):
        return replace(
            inquiry, history=tuple(map(read_again, stored)), language=language if known else stored[-1].content.language
        )
    if not sent:
        return replace(inquiry, language=language)
    if not known and (tells_language(sent[-1].user_text) or question.speaks is None):
        language = detect_language(sent[-1].user_text, language)
    history = await client_turns(sent, question.session_id, language, context)
    return replace(inquiry, history=history, language=language, from_client=True)


async def page_of_document(message: Message, inquiry: Inquiry, context: TurnContext) -> FurtherPage | None:
    """A request for another page of the document shown last."""
    return await further_page(message.page, inquiry, context)


async def page_of_list(message: Message, inquiry: Inquiry, context: TurnContext) -> ListWanted | None:
    """A request for another page of the list of documents shown last."""
    return await further_list_page(message, inquiry, context)


async def courtesy(message: Message, inquiry: Inquiry, _context: TurnContext) -> SmallTalk | None:
    """A message that asks for nothing, such as thanks; yes or no without a pause too: a search for "yes" would return noise."""
    return SmallTalk(inquiry, COURTESIES.get(message.acts.doing("open"), "acknowledged"))


async def another_device(_message: Message, inquiry: Inquiry, context: TurnContext) -> PlainMessage | None:
    """A message that puts another device in place of the one asked about: its number is part of a name, not a document's."""
    if not last_named(inquiry.history):
        return None
    finder = device_finder(context.profile.devices, (await context.corpus_words()).devices)
    return PlainMessage(inquiry, None, None) if names_another(inquiry.message, inquiry.history, finder) else None


async def another_sibling(message: Message, inquiry: Inquiry, context: TurnContext) -> PlainMessage | None:
    """A message that puts another one of several alike in place of the one asked about: the question before it, of that one."""
    asked = await of_sibling(message, inquiry, context) if inquiry.history else None
    return None if asked is None else PlainMessage(replace(inquiry, text=asked), None, None)


async def another_form(message: Message, inquiry: Inquiry, context: TurnContext) -> Transformation | PlainMessage | None:
    """A request for what was just answered in another form. Without a model, what a hosted search answered is asked of it again,
    which knows what it said."""
    wanted = transformation_of(message, inquiry)
    hosted = context.hosted is not None and context.models is None
    return PlainMessage(inquiry, None, None) if hosted and is_hosted(wanted) else wanted


def is_hosted(wanted: Transformation | None) -> bool:
    """Whether a hosted search gave the answers."""
    methods = [ref.retrieval_method for turn in wanted.turns for ref in turn.content.doc_refs] if wanted is not None else []
    return bool(methods) and all(method == HOSTED for method in methods)


async def compared(message: Message, inquiry: Inquiry, _context: TurnContext) -> Transformation | None:
    """A request for the last two answers side by side."""
    return last_two(message, inquiry)


async def said_again(message: Message, inquiry: Inquiry, _context: TurnContext) -> SaidBefore | None:
    """A request for the same answer once more."""
    turn = None if tells_which(message.pointer) else answered_last(inquiry)
    return None if turn is None else SaidBefore(inquiry, turn)


async def pointer(message: Message, inquiry: Inquiry, context: TurnContext) -> PointingMessage | None:
    """A message that refers to documents."""
    if message.pointer is None or asks_of_all_turns(message, inquiry, context):
        return None
    return PointingMessage(inquiry, message.pointer, message.number)


def came_too_late(inquiry: Inquiry, context: TurnContext) -> bool:
    """Whether the pause of the last turn has expired. A reply through the pause's own route was checked there."""
    return inquiry.answers is None and expired(inquiry.history[-1], context.pause_hours)


# Who reads a message that does this, in the order of precedence: the first that returns a value decides.
READERS_OF: Mapping[Act, tuple[Reader, ...]] = {
    **dict.fromkeys(FORMS, (another_form,)),
    "repeat": (said_again,),
    **dict.fromkeys((*COURTESIES, "yes"), (courtesy,)),
    **dict.fromkeys(("complaint", "no"), (another_device, another_sibling, courtesy)),  # "no, the N"
    "service": (service_asked,),
    "inventory": (list_asked,),
}
# Who reads any other message, and what the former left.
READERS: tuple[Reader, ...] = (
    list_of_named,
    compared,
    about_answer,
    earlier_questions,
    step_of_answer,
    another_device,
    another_sibling,
    pointer,
)
