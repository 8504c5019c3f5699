"""Resolves the reference in a message: cited documents, documents named by their ids, or none."""

from dataclasses import replace

from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.doubtful import may_point
from ibidem.turn.documents.fetching import readable
from ibidem.turn.documents.listing import in_the_list, question_to_listed_document
from ibidem.turn.documents.nearest_ids import nearest_ids
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.elsewhere import is_elsewhere
from ibidem.turn.question.named import document_named
from ibidem.turn.question.queries import ALL_OF_IT
from ibidem.turn.question.remembering import remembered
from ibidem.turn.question.subjects import subject_words
from ibidem.turn.values.asking import (
    DocumentRequest,
    DoubtfulReference,
    OpenQuestion,
    PlainMessage,
    PointingMessage,
    UnclearReference,
)
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.ids import unlike_id
from ibidem.understanding.pointer import DocumentIds, Either, says_no_more
from ibidem.understanding.recollecting import may_recollect
from ibidem.understanding.resolve import Ordinary, PossibleDocument, Resolved, Target, Unclear, resolve
from ibidem.understanding.said import said


async def resolve_reference(
    message: PointingMessage | PlainMessage, context: TurnContext
) -> DocumentRequest | UnclearReference | DoubtfulReference | OpenQuestion:
    """Without a model: the documents that a pointer, a number or a "there" refers to, else an ordinary question, with the turns
    that the history policy recalls where what looked like an id is none.

    With a model, it decides where it is doubtful whether a message points.
    """
    inquiry = message.inquiry
    if isinstance(message, PlainMessage):
        named = await question_to_listed_document(message, context) or await by_unlike_id(inquiry, context)
        return named or await by_title(inquiry, context)
    resolution = await resolve(message.pointer, cited_documents(inquiry, context), context.profile)
    by_id = isinstance(resolution, Resolved) and resolution.lookup_source == "query"
    if says_no_more(message.pointer) and not by_id:  # "that drain plug document again" is not the first one
        resolution = await document_named(inquiry, context) or resolution
    if not by_id and names_a_turn(message, context):
        return await by_title(await remembered(inquiry, context), context)
    whole = isinstance(resolution, Resolved) and resolution.intent == "whole"
    if whole and not by_id and await is_elsewhere(message.pointer, inquiry, context):
        return await by_title(inquiry, context)
    match in_the_list(message, resolution):
        case Resolved() as resolved:
            return DocumentRequest(inquiry, resolved)
        case Unclear("two_readings", (only,), intent):  # there is nothing to choose from
            return DocumentRequest(inquiry, Resolved((only.target,), intent, "history"))
        case Unclear() as unclear:  # "sop 12" may look like the number of a cited document
            named = await by_unlike_id(inquiry, context) if unclear.missing or unclear.reason == "no_citing_turn" else None
            return named or UnclearReference(inquiry, unclear)
        case Ordinary(None):
            return await by_title(await remembered(inquiry, context), context)
        case Ordinary(missing):
            context.record.fell_back = True
            notice = inquiry.notice or WORDINGS[inquiry.language].not_readable.format(missing)
            return ordinary(replace(inquiry, notice=notice), context)


def names_a_turn(message: PointingMessage, context: TurnContext) -> bool:
    """Whether what looks like an id is what was said earlier, for a model to select the turn: "아까 말한 E-2107"."""
    selecting = context.profile.history == "select" and context.models is not None
    named = isinstance(message.pointer, DocumentIds | Either) and not said(message.inquiry.text, context.profile).shows
    return selecting and named and may_recollect(message.inquiry.text)


async def by_unlike_id(inquiry: Inquiry, context: TurnContext) -> DocumentRequest | UnclearReference | OpenQuestion | None:
    """What a message means that names a document by a number which is too short or too long for its family: the document, where
    there is one after all; else it is said that there is none, and the nearest ones are offered, beside an answer where the
    message asks something. None where it names no such document."""
    text = normalise(inquiry.text)
    named = unlike_id(text, context.profile)
    if named is None:
        return None
    beside = subject_words(f"{text[: named.start]} {text[named.end :]}") - subject_words(ALL_OF_IT)
    asks = bool(beside) and not said(text, context.profile).shows
    intent = "use" if asks else "whole"
    if await readable(named.doc_id, None, context) is not None:
        return DocumentRequest(inquiry, Resolved((Target(named.doc_id),), intent, "query"))
    context.record.fell_back = True
    nearest = await nearest_ids(named.number, named.pattern, context)
    if asks or not nearest:
        wording = WORDINGS[inquiry.language]
        offered = " · ".join(f"{document.title} ({document.doc_id})" for document in nearest)
        notice = " ".join((wording.not_readable.format(named.spelled), f"{wording.nearest}{offered}" if offered else "")).strip()
        return OpenQuestion(replace(inquiry, notice=inquiry.notice or notice))
    choices = tuple(PossibleDocument(place, one.title, Target(one.doc_id)) for place, one in enumerate(nearest, 1))
    return UnclearReference(inquiry, Unclear("no_such_id", choices, intent, named=named.spelled))


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
