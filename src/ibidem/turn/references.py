"""Tells what a message points at: a document, a choice that was offered, nothing at all (a courtesy), or the whole corpus."""

from dataclasses import replace

from ibidem.domain.conversation import HeldWork, Pause
from ibidem.language.normal import normalise
from ibidem.turn.cited import cited_documents
from ibidem.turn.context import TurnContext
from ibidem.turn.courtesy import courtesy_of
from ibidem.turn.decisions import cancels
from ibidem.turn.doubtful import may_point
from ibidem.turn.expiry import expired
from ibidem.turn.pause_wording import PAUSE_WORDINGS
from ibidem.turn.people import read_device, read_review, read_sources
from ibidem.turn.pointing.ids import read_asked_number
from ibidem.turn.pointing.pointer import DocumentIds, NamedId
from ibidem.turn.pointing.reading import read_pointer
from ibidem.turn.pointing.replies import ChangedMind, Picked, StillUnclear, read_choice, read_reply
from ibidem.turn.pointing.resolve import Choice, Ordinary, Resolved, Target, Unclear, resolve
from ibidem.turn.values import (
    DocumentRequest,
    DoubtfulReference,
    OpenQuestion,
    PauseTaken,
    RecalledQuestion,
    SmallTalk,
    UnclearReference,
)
from ibidem.turn.wording import WORDINGS

Resolution = DocumentRequest | UnclearReference | SmallTalk | OpenQuestion


async def resolve_reference(
    recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | UnclearReference | SmallTalk | PauseTaken | DoubtfulReference | OpenQuestion:
    """By rule alone: what a pending pause asked for, a courtesy, ids and slots and pointers, else a question like any other.

    With a model, an ordinary question of which the rules are not sure is put to it. What would have answered a pause that has
    expired is a question like any other, and is told that it came too late.
    """
    last = recalled.history[-1] if recalled.history else None
    pause = last.content.pause if last is not None else None
    if last is None or pause is None or (reply := await reply_to(pause, recalled, context)) is None:
        resolved = await without_pause(recalled, context)
        if context.models is not None and isinstance(resolved, OpenQuestion) and may_point(resolved):
            return DoubtfulReference(resolved)
        return resolved
    # What came through the pause's own door was let in by it, and is not turned away now.
    if recalled.asked.question.answers is not None or not expired(last, context.pause_hours):
        return reply
    resolved = await without_pause(recalled, context)
    if isinstance(resolved, OpenQuestion | SmallTalk):
        return replace(resolved, notice=PAUSE_WORDINGS[recalled.asked.language].expired)
    return resolved


async def without_pause(recalled: RecalledQuestion, context: TurnContext) -> Resolution:
    """What the message points at where nothing waits for it."""
    message = recalled.asked.question.message
    if (courtesy := courtesy_of(message)) is not None:
        return SmallTalk(recalled, courtesy)
    if read_reply(message) is not None:  # yes or no to nothing: a search for "yes" would only find chance
        return SmallTalk(recalled, "acknowledged")
    pointer = read_pointer(message, context.profile)
    if pointer is None:
        return OpenQuestion(recalled, message)
    match await resolve(pointer, cited_documents(recalled, context), context.profile):
        case Resolved() as resolved:
            return DocumentRequest(recalled, resolved, message)
        case Unclear() as unclear:
            return UnclearReference(recalled, unclear, message)
        case Ordinary(missing):
            notice = None if missing is None else WORDINGS[recalled.asked.language].not_readable.format(missing)
            return OpenQuestion(recalled, message, notice=notice)


async def reply_to(pause: Pause, recalled: RecalledQuestion, context: TurnContext) -> Resolution | PauseTaken | None:
    """What the message makes of a pending pause; None when it asks something of its own, and the pause is dropped.

    What waited is answered in the language and the mode that it was asked in, even if a title in another language picks the
    document.
    """
    paused = recalled.history[-1].content
    question = replace(recalled.asked.question, mode=paused.mode)
    recalled = replace(recalled, asked=replace(recalled.asked, question=question, language=paused.language))
    if question.decision is None and cancels(normalise(question.message).strip()):
        return SmallTalk(recalled, "declined")
    if pause.work is not None and pause.kind in ("device", "sources", "review"):
        return await taken(pause, pause.work, recalled, context)
    message = question.message
    targets = tuple(Target(choice.doc_id or "", choice.version, choice.slot) for choice in pause.choices)
    if question.choices:
        picked = tuple(targets[pause.numbers.index(number)] for number in question.choices)
        return DocumentRequest(recalled, Resolved(picked, pause.intent, "history"), pause.message)
    reply = read_reply(message)
    if reply == "no":
        return SmallTalk(recalled, "declined")
    if pause.kind == "offer":
        yes = DocumentRequest(recalled, Resolved(targets, pause.intent, "history"), pause.message)
        return yes if reply == "yes" else None
    if courtesy_of(message) is not None:
        return None
    if not pause.choices:
        return await asked_number(pause, recalled, context)
    choices = tuple(Choice(n, c.title, t) for n, c, t in zip(pause.numbers, pause.choices, targets, strict=True))
    match read_choice(message, choices, context.profile):
        case Picked(places):
            chosen = tuple(targets[place] for place in places)
            return DocumentRequest(recalled, Resolved(chosen, pause.intent, "history"), pause.message)
        case StillUnclear():
            return UnclearReference(recalled, Unclear("two_readings", choices, pause.intent), pause.message)
        case ChangedMind():
            return None


async def taken(pause: Pause, work: HeldWork, recalled: RecalledQuestion, context: TurnContext) -> PauseTaken | SmallTalk | None:
    """What the message answers to a turn that waits for a device, its sources or a review; None when it asks its own."""
    question = recalled.asked.question
    match pause.kind:
        case "device":
            held = (await context.documents.words(context.principal)).devices
            reply = read_device(question, pause, held, context.profile)
            if reply is None and read_reply(question.message) == "no":
                return SmallTalk(recalled, "declined")
        case "sources":
            reply = read_sources(question, pause, context.profile)
        case _:
            reply = read_review(question)
    if reply is None:
        return None
    # The turn that asked would lead a search astray, above all one for other words.
    question = replace(question, filters=work.filters, confirm_sources=work.confirm_sources)
    recalled = replace(recalled, asked=replace(recalled.asked, question=question), history=recalled.history[:-1])
    return PauseTaken(recalled, pause, reply)


async def asked_number(
    pause: Pause, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | UnclearReference | None:
    """The document whose number the message is, after a number was asked for; None when the message is no number.

    A number that no document has is looked up all the same: to say so.
    """
    message = recalled.asked.question.message
    named = [read_asked_number(message, pattern) for pattern in context.profile.ids]
    # The number may be one of several families: only what the store holds counts.
    ids = tuple(NamedId(one.doc_id, one.spelled, certain=False) for one in named if one is not None)
    if not ids:
        return None
    pointer = DocumentIds(ids, pause.intent)
    match await resolve(pointer, cited_documents(recalled, context), context.profile):
        case Resolved() as resolved:
            return DocumentRequest(recalled, resolved, pause.message)
        case Unclear() as unclear:
            return UnclearReference(recalled, unclear, pause.message)
        case Ordinary():
            missing = Resolved((Target(ids[0].spelled),), pause.intent, "query")
            return DocumentRequest(recalled, missing, message)
