"""Answers that are no answer to a question: a document as a whole, and the question which document is meant."""

from collections.abc import Sequence

from ibidem.domain.conversation import Choice, DocRef, Pause, ShownDocument
from ibidem.domain.trace import Trace
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.doc_refs import SNIPPET, doc_ref
from ibidem.turn.lookup import fetch
from ibidem.turn.plan import DOC_LOOKUP
from ibidem.turn.pointing.resolve import Unclear
from ibidem.turn.values import Accepted, UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS, Wording

LOOKED_UP = "lookup"


async def show_document(whole: WholeDocument, context: TurnContext) -> Accepted:
    """Shows the document, names the others that were asked for with it, and offers the newer versions where there are some."""
    request = whole.request
    wording = WORDINGS[request.recalled.asked.language]
    documents = (whole.document, *whole.others)
    snippets = [shorten(whole.text, SNIPPET), *("" for _ in documents[1:])]
    refs = tuple(doc_ref(slot, document, snippets[slot - 1], LOOKED_UP) for slot, document in enumerate(documents, 1))
    lines = [wording.shown.format(f"{whole.document.title} [1]")]
    if whole.others:
        titles = ", ".join(f"{document.title} [{slot}]" for slot, document in enumerate(whole.others, 2))
        lines.append(wording.shown_next.format(titles))
    offer = offer_of(whole, refs)
    if offer is not None:
        lines.append(offer.question)
        if len(offer.choices) > 1:
            lines += listed(offer)
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


def offer_of(whole: WholeDocument, refs: Sequence[DocRef]) -> Pause | None:
    """The offer of what has changed since it was cited, each under the slot that it is shown by; None where nothing has."""
    newer = {document.doc_id: document for document in whole.newer}
    choices = tuple(
        Choice(ref.doc_id, newer[ref.doc_id].version, newer[ref.doc_id].title, ref.slot) for ref in refs if ref.doc_id in newer
    )
    if not choices:
        return None
    wording = WORDINGS[whole.request.recalled.asked.language]
    if len(choices) == 1:
        return Pause("offer", wording.offer_newer, choices, whole.request.text, "whole")
    return Pause("offer", wording.offer_several, choices, whole.request.text, "whole")


async def ask_which(unclear: UnclearReference, context: TurnContext) -> Accepted:
    """Asks which document is meant, with the title and the slot of each that may be, and says which number there is not.

    A title is that of the version which whoever asks may read now: what may not be read is no choice.
    """
    recalled, asked = unclear.recalled, unclear.unclear
    fetched = [(one, await fetch(one.target, context)) for one in asked.choices]
    given = tuple(
        Choice(one.target.doc_id, one.target.version or None, found.document.title, one.slot)
        for one, found in fetched
        if found is not None
    )
    question = question_of(asked, given, WORDINGS[recalled.asked.language])
    pause = Pause("reference", question, given, unclear.text, asked.intent)
    text = "\n".join([question, *listed(pause)])
    context.say(text)
    return Accepted(
        recalled=recalled,
        text=text,
        refs=(),
        route=DOC_LOOKUP,
        pause=pause,
    )


def question_of(asked: Unclear, given: Sequence[Choice], wording: Wording) -> str:
    """What is asked, with why: a number that no document has, an answer that cited none, nothing to choose from."""
    if not given:
        return wording.which_not_readable if asked.choices else wording.which_of_none
    if asked.missing:
        return wording.no_such_number.format(wording.number_or.join(map(str, asked.missing)))
    return wording.none_in_answer if asked.reason == "no_citing_turn" else wording.which


def listed(pause: Pause) -> list[str]:
    """A line for each choice; those of the same title are told apart by their ids."""
    titles = [choice.title for choice in pause.choices]
    told = [one.title if titles.count(one.title) == 1 else f"{one.title} ({one.doc_id})" for one in pause.choices]
    return [f"{number}. {title}" for number, title in zip(pause.numbers, told, strict=True)]
