"""Shows what a hosted search quoted from a document that is not kept here."""

from dataclasses import replace

from ibidem.domain.trace import Trace
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import shown_title
from ibidem.turn.question.routes import DOC_LOOKUP
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import QuotedDocument
from ibidem.turn.wording import WORDINGS


async def show_quoted(quoted: QuotedDocument, context: TurnContext) -> Accepted:
    """The passages under the titles of their documents, each document under a slot, and that this is not the whole of it."""
    inquiry = quoted.inquiry
    wording = WORDINGS[inquiry.language]
    refs = tuple(replace(ref, slot=slot) for slot, ref in enumerate(quoted.refs, 1))
    text = "\n\n".join(
        f"{wording.hosted_quoted.format(f'{shown_title(ref, wording)} [{ref.slot}]')}\n\n{ref.snippet}" for ref in refs
    )
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=inquiry.notice,
        lookup_source="history",
        trace=Trace(hits=len(refs)),
        found="closest",
    )
