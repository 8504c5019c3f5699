"""Tells what a message points at: a document, a choice that was offered, nothing at all (a courtesy), or the whole corpus."""

from dataclasses import replace

from ibidem.language.courtesy import courtesy_of
from ibidem.pointing.reading import read_pointer
from ibidem.pointing.replies import read_reply
from ibidem.pointing.resolve import Ordinary, Resolved, Unclear, resolve
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.listing import asked_of_a_document, in_the_list
from ibidem.turn.documents.paging import further_page
from ibidem.turn.pauses.answering import reply_to
from ibidem.turn.pauses.expiry import expired
from ibidem.turn.pauses.wording import PAUSE_WORDINGS
from ibidem.turn.steps.settle_reference import may_point
from ibidem.turn.values import (
    DocumentRequest,
    DoubtfulReference,
    FurtherPage,
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
) -> DocumentRequest | UnclearReference | SmallTalk | PauseTaken | DoubtfulReference | FurtherPage | OpenQuestion:
    """By rule alone: a page of the document shown last, what a pending pause asked for, a courtesy, ids and slots and pointers,
    else a question like any other.

    With a model, an ordinary question of which the rules are not sure is put to it. What would have answered a pause that has
    expired is a question like any other, and is told that it came too late.
    """
    last = recalled.history[-1] if recalled.history else None
    if (page := await further_page(recalled, context)) is not None:
        return page
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
        return await asked_of_a_document(recalled, context) or OpenQuestion(recalled, message)
    resolution = await resolve(pointer, cited_documents(recalled, context), context.profile)
    match in_the_list(pointer, resolution, recalled, context):
        case Resolved() as resolved:
            return DocumentRequest(recalled, resolved, message)
        case Unclear() as unclear:
            return UnclearReference(recalled, unclear, message)
        case Ordinary(missing):
            notice = None if missing is None else WORDINGS[recalled.asked.language].not_readable.format(missing)
            return OpenQuestion(recalled, message, notice=notice)
