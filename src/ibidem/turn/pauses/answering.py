"""Reads a message as the reply to a pending pause: a choice, another document, yes to an offer; or as a new question."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import Pause, Turn
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.title_search import MOST_FITTING, exactly_titled, titled
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.pauses.choice_numbers import says_both
from ibidem.turn.pauses.continuing import continued
from ibidem.turn.pauses.offers import asks_of_newer, names_newer, number_alone
from ibidem.turn.pauses.reply_readers import read_device, read_review, read_sources
from ibidem.turn.question.message import Message
from ibidem.turn.replies import (
    ChoicesPicked,
    Declined,
    DocumentsNamed,
    OtherQuery,
    PauseReply,
    Rejected,
    WhichUnclear,
    WorkReply,
)
from ibidem.turn.values.asking import PauseAnswered
from ibidem.understanding.acts import Situation
from ibidem.understanding.ids import read_asked_number
from ibidem.understanding.picking import ChangedMind, Picked, StillUnclear
from ibidem.understanding.pointer import DocumentIds, NamedId, looks_elsewhere, says_no_more
from ibidem.understanding.replies import is_that_one, read_choice
from ibidem.understanding.resolve import Ordinary, PossibleDocument, Resolved, Target, Unclear, resolve


async def pause_answered(message: Message, inquiry: Inquiry, context: TurnContext) -> PauseAnswered | None:
    """The reply of the message to a pending pause; None when it asks a new question, and the pause is dropped."""
    paused = inquiry.history[-1] if inquiry.history else None
    if paused is None or paused.content.pause is None:
        return None
    reply = await read_as_reply(message, paused.content.pause, inquiry, context)
    return None if reply is None else continued(inquiry, paused, reply, language_of(reply, message, paused, inquiry.language))


def language_of(reply: PauseReply, message: Message, paused: Turn, spoken: Language) -> Language:
    """The language of the reply; `spoken` is that of the message.

    The question that waited is answered in its own language, even if a title in another language picks the document. A reply to
    the message itself is in the message's language.
    """
    match reply:
        case Declined() | WhichUnclear() | StillUnclear():
            return spoken
        case ChoicesPicked(asks=""):
            shows = paused.content.pause is not None and paused.content.pause.intent == "whole"
        case DocumentsNamed(resolved):
            shows = resolved.intent == "whole"
        case _:
            shows = False
    return spoken if shows and message.said.shows else paused.content.language


async def read_as_reply(message: Message, pause: Pause, inquiry: Inquiry, context: TurnContext) -> PauseReply | None:
    """The reply in the words of the message, by the kind of pause; None when they are no reply."""
    if message.does_in(situation_of(pause)) == "cancel":
        return Declined("declined")
    if pause.work is not None:
        return await to_held_work(message, pause, inquiry, context)
    if pause.kind == "offer":
        return to_offer(message, pause)
    return await to_which(message, pause, inquiry, context)


def situation_of(pause: Pause) -> Situation:
    """What a reply to the pause is read in."""
    match pause.kind:
        case "review" | "sources" | "device" | "offer":
            return pause.kind
        case _:
            return "which"


async def to_which(message: Message, pause: Pause, inquiry: Inquiry, context: TurnContext) -> PauseReply | None:
    """The reply to the question which document is meant; None for a new question."""
    text, choices = message.text, candidates_of(pause)
    if len(choices) == 1 and is_that_one(text):
        return ChoicesPicked((0,))
    if not message.names_numbers:
        match message.does_in("which"):
            case "no":
                return declined(message)
            case "any" if pause.choices:
                return ChoicesPicked((0,))
            case "unsure":
                return WhichUnclear(Unclear("two_readings", choices, pause.intent))
            case "thanks" | "greeting" | "farewell" | "reaction":
                return None
            case _:
                pass
    if (another := await pointed_elsewhere(message, pause, inquiry, context)) is not None:
        return another
    if not choices:
        return await asked_number(text, pause, inquiry, context) or await asked_title(text, pause, context)
    match await read_choice(text, choices, context.profile):
        case Picked(places):
            return ChoicesPicked(places)
        case StillUnclear(missing):
            return WhichUnclear(Unclear("two_readings", choices, pause.intent, missing))
        case ChangedMind():
            named = await exactly_titled(text, context)
            return titled_so(named[0].doc_id, pause) if len(named) == 1 else None


def declined(message: Message) -> Declined:
    """No; or that it is none of the choices."""
    shares = message.acts.shares
    return Declined("none of these" if shares.get("reject", 0.0) > shares.get("no", 0.0) else "declined")


def to_offer(message: Message, pause: Pause) -> ChoicesPicked | Declined | None:
    """The reply to the offer of newer versions: yes, no, or a question about them; None for a new question."""
    text, does = message.text, message.does_in("offer")
    # A typed number is the slot of a document in the answer; any other number is no choice.
    by_slot = all(choice.slot is not None for choice in pause.choices)
    typed = number_alone(text) if by_slot else None
    asks = text if asks_of_newer(text) and does == "question" else ""
    if typed is not None and typed in pause.numbers:
        return ChoicesPicked((pause.numbers.index(typed),), asks)
    shows = does == "show" and (names_newer(text) or says_both(text) or says_no_more(message.pointer))
    if asks or ((does == "yes" or shows) and (says_both(text) or not message.names_numbers)):
        return ChoicesPicked(tuple(range(len(pause.choices))), asks)
    match does:
        case "no":
            return Declined("declined")
        case "unsure":
            return Declined("acknowledged")
        case _:
            return None


async def to_held_work(message: Message, pause: Pause, inquiry: Inquiry, context: TurnContext) -> PauseReply | None:
    """The reply to a turn that waits for a device, its sources or a review; None for a new question."""
    reply: WorkReply | Declined | None
    match pause.kind:
        case "device":
            held = (await context.corpus_words()).devices
            reply = await read_device(message, pause, held, context.profile)
            if reply is None and message.does_in("device") == "no" and not message.names_numbers:
                return declined(message)
        case "sources":
            reply = await read_sources(message, pause, context.profile)
        case _:
            reply = read_review(message)
    if pause.kind != "review" and not isinstance(reply, OtherQuery | Rejected):
        another = await pointed_elsewhere(message, pause, inquiry, context)
        if another is not None:
            return another
    return StillUnclear() if reply is None and message.does_in(situation_of(pause)) == "unsure" else reply


async def pointed_elsewhere(
    message: Message, pause: Pause, inquiry: Inquiry, context: TurnContext
) -> DocumentsNamed | WhichUnclear | None:
    """A document that the message names by its id, or in an answer or a session that it names: never the choice of that number.

    The question that waited is answered from it, unless the message asks to be shown it, or asks its own question. None where
    the message names none, or sources that are among the choices.
    """
    pointer = message.pointer
    if pointer is None or not looks_elsewhere(pointer):
        return None
    found = await resolve(pointer, cited_documents(inquiry, context), context.profile)
    if isinstance(pointer, DocumentIds) and not (
        found.lookup_source == "query" if isinstance(found, Resolved) else pointer.otherwise is None
    ):
        return None  # no id after all
    match found:
        case Resolved(targets, "use") if message.said.asks:
            return DocumentsNamed(replace(found, targets=as_offered(targets, pause)), message.text)
        case Resolved(targets):
            offered = as_offered(targets, pause)
            if pause.kind == "sources" and isinstance(pointer, DocumentIds) and all(one.slot is not None for one in offered):
                return None
            intent = "whole" if message.said.shows else pause.intent
            return DocumentsNamed(replace(found, targets=offered, intent=intent), pause.message)
        case Unclear():
            return WhichUnclear(replace(found, intent=pause.intent))
        case Ordinary():
            return None


def as_offered(targets: Sequence[Target], pause: Pause) -> tuple[Target, ...]:
    """Documents named by their ids, in the versions that the pause offers where it does: those were cited."""
    offered = {one.target.doc_id: one.target for one in candidates_of(pause)}
    return tuple(target if target.version else offered.get(target.doc_id, target) for target in targets)


async def asked_number(
    message: str, pause: Pause, inquiry: Inquiry, context: TurnContext
) -> DocumentsNamed | WhichUnclear | None:
    """The document with the number that the message is, after a number was asked for; None when the message is no number.

    A number without a document is looked up too, so that the answer can say so.
    """
    named = [read_asked_number(message, pattern) for pattern in context.profile.ids]
    # Several id families may share the number: only ids in the store count.
    ids = tuple(NamedId(one.doc_id, one.spelled, certain=False) for one in named if one is not None)
    if not ids:
        return None
    pointer = DocumentIds(ids, pause.intent)
    match await resolve(pointer, cited_documents(inquiry, context), context.profile):
        case Resolved() as resolved:
            return DocumentsNamed(resolved, pause.message)
        case Unclear() as unclear:
            return WhichUnclear(unclear)
        case Ordinary():
            return DocumentsNamed(Resolved((Target(ids[0].spelled),), pause.intent, "query"), message)


async def asked_title(message: str, pause: Pause, context: TurnContext) -> DocumentsNamed | WhichUnclear | None:
    """The document with the title that the message is, after a title was asked for; None when no title fits.

    Where several fit, the person is asked which one is meant; where too many do, the words are no title.
    """
    named = await titled(message, context)
    if not named or len(named) > MOST_FITTING:
        return None
    if len(named) == 1:
        return titled_so(named[0].doc_id, pause)
    choices = tuple(PossibleDocument(place, one.title, Target(one.doc_id)) for place, one in enumerate(named, 1))
    return WhichUnclear(Unclear("two_readings", choices, pause.intent))


def titled_so(doc_id: str, pause: Pause) -> DocumentsNamed:
    """The document with that title, to answer the question that waited."""
    return DocumentsNamed(Resolved((Target(doc_id),), pause.intent, "query"), pause.message)


def candidates_of(pause: Pause) -> tuple[PossibleDocument, ...]:
    """The choices of a pause as possible documents."""
    return tuple(
        PossibleDocument(number, choice.title, Target(choice.doc_id or "", choice.version, choice.slot))
        for number, choice in zip(pause.numbers, pause.choices, strict=True)
    )
