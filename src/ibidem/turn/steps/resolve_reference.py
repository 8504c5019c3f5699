"""Resolves the reference in a message: cited documents, documents named by their ids, or none."""

from dataclasses import replace

from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.doubtful import may_point
from ibidem.turn.documents.listing import in_the_list, question_to_listed_document
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.elsewhere import is_elsewhere
from ibidem.turn.question.named import document_named
from ibidem.turn.values.asking import (
    DocumentRequest,
    DoubtfulReference,
    OpenQuestion,
    PlainMessage,
    PointingMessage,
    UnclearReference,
)
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.pointer import says_no_more
from ibidem.understanding.resolve import Ordinary, Resolved, Unclear, resolve


async def resolve_reference(
    message: PointingMessage | PlainMessage, context: TurnContext
) -> DocumentRequest | UnclearReference | DoubtfulReference | OpenQuestion:
    """Without a model: the documents that a pointer, a number or a "there" refers to, else an ordinary question.

    With a model, it decides where it is doubtful whether a message points.
    """
    inquiry = message.inquiry
    if isinstance(message, PlainMessage):
        return await question_to_listed_document(message, context) or await by_title(inquiry, context)
    resolution = await resolve(message.pointer, cited_documents(inquiry, context), context.profile)
    by_id = isinstance(resolution, Resolved) and resolution.lookup_source == "query"
    if says_no_more(message.pointer) and not by_id:  # "that drain plug document again" is not the first one
        resolution = await document_named(inquiry, context) or resolution
    whole = isinstance(resolution, Resolved) and resolution.intent == "whole"
    if whole and not by_id and await is_elsewhere(message.pointer, inquiry, context):
        return await by_title(inquiry, context)
    match in_the_list(message, resolution):
        case Resolved() as resolved:
            return DocumentRequest(inquiry, resolved)
        case Unclear("two_readings", (only,), intent):  # there is nothing to choose from
            return DocumentRequest(inquiry, Resolved((only.target,), intent, "history"))
        case Unclear() as unclear:
            return UnclearReference(inquiry, unclear)
        case Ordinary(None):
            return await by_title(inquiry, context)
        case Ordinary(missing):
            context.record.fell_back = True
            notice = inquiry.notice or WORDINGS[inquiry.language].not_readable.format(missing)
            return ordinary(replace(inquiry, notice=notice), context)


async def by_title(
    inquiry: Inquiry, context: TurnContext
) -> DocumentRequest | UnclearReference | DoubtfulReference | OpenQuestion:
    """A request for the document that the message names by its title, else an ordinary question."""
    match await document_named(inquiry, context):
        case Resolved() as resolved:
            return DocumentRequest(inquiry, resolved)
        case Unclear() as unclear:
            return UnclearReference(inquiry, unclear)
        case None:
            return ordinary(inquiry, context)


def ordinary(inquiry: Inquiry, context: TurnContext) -> OpenQuestion | DoubtfulReference:
    """An ordinary question, or one where a model has to decide whether it is."""
    return DoubtfulReference(inquiry) if context.models is not None and may_point(inquiry) else OpenQuestion(inquiry)
