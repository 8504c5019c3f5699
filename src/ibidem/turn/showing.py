"""Answers that are no answer to a question: a document as a whole, and the question which document is meant."""

from ibidem.domain.conversation import Choice, Pause, ShownDocument
from ibidem.domain.trace import Trace
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.doc_refs import SNIPPET, doc_ref
from ibidem.turn.plan import DOC_LOOKUP
from ibidem.turn.values import Accepted, UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS

LOOKED_UP = "lookup"


async def show_document(whole: WholeDocument, context: TurnContext) -> Accepted:
    """Shows the document, names the others that were asked for with it, and offers the newer version where there is one."""
    request = whole.request
    wording = WORDINGS[request.recalled.asked.language]
    documents = (whole.document, *whole.others)
    snippets = [shorten(whole.text, SNIPPET), *("" for _ in documents[1:])]
    refs = tuple(doc_ref(slot, document, snippets[slot - 1], LOOKED_UP) for slot, document in enumerate(documents, 1))
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
    context.cite(refs)
    context.say(text)
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
    context.say(text)
    return Accepted(
        recalled=recalled,
        text=text,
        refs=(),
        route=DOC_LOOKUP,
        pause=pause,
    )
