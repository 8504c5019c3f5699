"""Shows a document as a whole."""

from collections.abc import Sequence

from ibidem.domain.conversation import Choice, DocRef, Pause, ShownDocument
from ibidem.domain.trace import Trace
from ibidem.language.paging import page_of
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref, shown_title
from ibidem.turn.documents.shown import what_is_shown
from ibidem.turn.pauses.choices import documents_of
from ibidem.turn.question.routes import DOC_LOOKUP
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import WholeDocument
from ibidem.turn.wording import WORDINGS

LOOKED_UP = "lookup"
READ = 4 * SNIPPET  # characters of a document, for the snippet: much of its beginning may be blanks


async def show_document(whole: WholeDocument, context: TurnContext) -> Accepted:
    """Shows the document, names the others requested with it, and offers newer versions where there are any."""
    inquiry = whole.inquiry
    wording = WORDINGS[inquiry.language]
    documents = (whole.document, *whole.others)
    beginning = context.masking.answers.stretch(whole.text, 0, READ)
    snippets = [shorten(beginning, SNIPPET), *("" for _ in documents[1:])]
    refs = tuple(doc_ref(slot, document, snippets[slot - 1], LOOKED_UP) for slot, document in enumerate(documents, 1))
    title = f"{shown_title(whole.document, wording)} [1]"
    shown = wording.shown_excerpt.format(title) if whole.document.excerpt else what_is_shown(title, whole.text, 0, wording)
    lines = [shown]
    # A client's history has no pages: the client continues at `document.next`.
    if page_of(whole.text, 0).next_offset is not None and not inquiry.from_client:
        lines.append(wording.how_further)
    if whole.others:
        titles = ", ".join(f"{shown_title(document, wording)} [{slot}]" for slot, document in enumerate(whole.others, 2))
        lines.append(wording.shown_next.format(titles))
    offer = offer_of(whole, refs)
    if offer is not None:
        lines.append(offer.question)
        if len(offer.choices) > 1:
            lines += documents_of(offer)
    text = "\n".join(lines)
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=inquiry.notice,
        lookup_source=whole.source,
        trace=Trace(
            devices=tuple(dict.fromkeys(device for document in documents for device in document.devices)), hits=len(documents)
        ),
        pause=offer,
        shown=ShownDocument(whole.document.doc_id, whole.document.version),
    )


def offer_of(whole: WholeDocument, refs: Sequence[DocRef]) -> Pause | None:
    """The offer of documents that changed since they were cited, each under its slot; None where none has."""
    newer = {document.doc_id: document for document in whole.newer}
    choices = tuple(
        Choice(ref.doc_id, newer[ref.doc_id].version, newer[ref.doc_id].title, ref.slot) for ref in refs if ref.doc_id in newer
    )
    if not choices:
        return None
    wording = WORDINGS[whole.inquiry.language]
    question = wording.offer_newer if len(choices) == 1 else wording.offer_several
    return Pause("offer", question, choices, whole.inquiry.text, "whole")
