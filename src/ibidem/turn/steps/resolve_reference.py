"""Resolves what a message points at: documents that were cited, documents named by their ids, or none after all."""

from dataclasses import replace

from ibidem.pointing.resolve import Ordinary, Resolved, Unclear, resolve
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.doubtful import may_point
from ibidem.turn.documents.listing import in_the_list, put_to_a_document
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values import (
    DocumentRequest,
    DoubtfulReference,
    OpenQuestion,
    PlainMessage,
    PointingMessage,
    UnclearReference,
)
from ibidem.turn.wording import WORDINGS


async def resolve_reference(
    message: PointingMessage | PlainMessage, context: TurnContext
) -> DocumentRequest | UnclearReference | DoubtfulReference | OpenQuestion:
    """By rule alone: the documents that a pointer, a number or a "there" means, else a question like any other.

    With a model, an ordinary question of which the rules are not sure is put to it.
    """
    inquiry = message.inquiry
    if isinstance(message, PlainMessage):
        return await put_to_a_document(message, context) or ordinary(inquiry, context)
    resolution = await resolve(message.pointer, cited_documents(inquiry, context), context.profile)
    match in_the_list(message, resolution):
        case Resolved() as resolved:
            return DocumentRequest(inquiry, resolved)
        case Unclear() as unclear:
            return UnclearReference(inquiry, unclear)
        case Ordinary(None):
            return ordinary(inquiry, context)
        case Ordinary(missing):
            notice = inquiry.notice or WORDINGS[inquiry.language].not_readable.format(missing)
            return ordinary(replace(inquiry, notice=notice), context)


def ordinary(inquiry: Inquiry, context: TurnContext) -> OpenQuestion | DoubtfulReference:
    """A question like any other, or one of which a model has to say whether it is."""
    return DoubtfulReference(inquiry) if context.models is not None and may_point(inquiry) else OpenQuestion(inquiry)
