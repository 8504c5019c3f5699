"""Answers that are no answer to a question: a document as a whole, and the question which document is meant."""

from ibidem.domain.conversation import Choice, DocRef, Pause, ShownDocument
from ibidem.domain.documents import Document
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.domain.trace import Trace
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.plan import DOC_LOOKUP
from ibidem.turn.values import Accepted, UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS

LOOKED_UP = "lookup"
SNIPPET = 300  # characters


async def show_document(whole: WholeDocument, context: TurnContext) -> Accepted:
    """Shows the document, names the others that were asked for with it, and offers the newer version where there is one."""
    request = whole.request
    wording = WORDINGS[request.recalled.asked.language]
    documents = (whole.document, *whole.others)
    refs = tuple(shown_slot(slot, document, whole.text if slot == 1 else "") for slot, document in enumerate(documents, 1))
    lines = [wording.shown.format(f"{whole.document.title} [1]")]
    if whole.others:
        titles = ", ".join(f"{document.title} [{slot}]" for slot, document in enumerate(whole.others, 2))
        lines.append(wording.shown_next.format(titles))
    offer = None
    if whole.newer is not None:
        choice = Choice(whole.newer.doc_id, whole.newer.version, whole.newer.title)
        offer = Pause("offer", wording.offer_newer, (choice,), request.text, "whole")
        lines.append(wording.offer_newer)
    text = "\n".join(lines)
    context.journal.emit(SourcesShown(refs))
    context.journal.emit(AnswerDelta(text))
    return Accepted(
        recalled=request.recalled,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=whole.notice,
        lookup_source=request.resolved.lookup_source,
        trace=Trace(devices=whole.document.devices, hits=len(documents)),
        pause=offer,
        shown=ShownDocument(whole.document.doc_id, whole.document.version),
    )


async def ask_which(unclear: UnclearReference, context: TurnContext) -> Accepted:
    """Asks which document is meant, with the title and the slot of each that may be."""
    recalled, choices = unclear.recalled, unclear.unclear.choices
    wording = WORDINGS[recalled.asked.language]
    question = wording.which if choices else wording.which_of_none
    given = tuple(Choice(c.target.doc_id, c.target.version, c.title, c.slot) for c in choices)
    pause = Pause("reference", question, given, unclear.text, unclear.unclear.intent)
    text = "\n".join([question, *(f"{number}. {choice.title}" for number, choice in zip(pause.numbers, given, strict=True))])
    context.journal.emit(AnswerDelta(text))
    return Accepted(
        recalled=recalled,
        text=text,
        refs=(),
        route=DOC_LOOKUP,
        pause=pause,
    )


def shown_slot(slot: int, document: Document, text: str) -> DocRef:
    """The slot of a document that was looked up, not searched for."""
    return DocRef(
        slot=slot,
        doc_id=document.doc_id,
        version=document.version,
        title=document.title,
        source=document.source,
        uri=document.uri,
        page=None,
        chunk_ids=(),
        snippet=shorten(text, SNIPPET),
        score=None,
        retrieval_method=LOOKED_UP,
    )
