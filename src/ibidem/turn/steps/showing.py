"""Answers that are no answer to a question: a document as a whole, or page by page, and the question which document is meant."""

from collections.abc import Sequence

from ibidem.domain.conversation import Choice, DocRef, Pause, ShownDocument
from ibidem.domain.trace import Trace
from ibidem.language.paging import PageNumber, page_number, page_of, page_offsets
from ibidem.language.shortening import shorten
from ibidem.pointing.further import PageWanted
from ibidem.pointing.resolve import Target, Unclear
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref
from ibidem.turn.steps.look_up_documents import fetch, readable
from ibidem.turn.steps.route import DOC_LOOKUP
from ibidem.turn.values import Accepted, FurtherPage, UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS, Wording

LOOKED_UP = "lookup"


async def show_document(whole: WholeDocument, context: TurnContext) -> Accepted:
    """Shows the document, names the others that were asked for with it, and offers the newer versions where there are some."""
    request = whole.request
    wording = WORDINGS[request.recalled.asked.language]
    documents = (whole.document, *whole.others)
    snippets = [shorten(whole.text, SNIPPET), *("" for _ in documents[1:])]
    refs = tuple(doc_ref(slot, document, snippets[slot - 1], LOOKED_UP) for slot, document in enumerate(documents, 1))
    lines = [what_is_shown(f"{whole.document.title} [1]", whole.text, 0, wording)]
    # A history that the client keeps tells nothing of pages: it reads on at `document.next`.
    if page_of(whole.text, 0).next_offset is not None and not request.recalled.from_client:
        lines.append(wording.how_further)
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
        trace=Trace(
            devices=tuple(dict.fromkeys(device for document in documents for device in document.devices)), hits=len(documents)
        ),
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


async def show_further_page(further: FurtherPage, context: TurnContext) -> Accepted:
    """Shows the page that is wanted, of the version that was shown; or says that there is none, with how many there are.

    Everything that was shown with the page before keeps its slot, as far as it may still be read.
    """
    recalled, before = further.recalled, further.shown
    wording = WORDINGS[recalled.asked.language]
    fetched = await fetch(Target(before.doc_id, before.version), context)
    if fetched is None or fetched.document.version != before.version:
        text = wording.not_readable.format(before.doc_id)
        context.say(text)
        return Accepted(recalled, text, (), DOC_LOOKUP)
    whole = await context.documents.text(before.doc_id, context.principal, before.version)
    begins = page_offsets(whole)
    number = number_of(further.wanted, page_number(whole, before.offset))
    offset = begins[number - 1] if 1 <= number <= len(begins) else None
    refs = tuple([ref for ref in further.refs if await readable(ref.doc_id, ref.version or None, context) is not None])
    titles = {ref.doc_id: f"{ref.title} [{ref.slot}]" for ref in refs}
    title = titles.pop(before.doc_id, fetched.document.title)
    lines = [no_page(further.wanted, number, len(begins), title, wording)]
    if offset is not None:
        lines = [what_is_shown(title, whole, offset, wording)]
        lines += [wording.how_further] if offset != begins[-1] else []
    elif further.wanted == "next" and titles:
        lines.append(wording.shown_next.format(", ".join(titles.values())))
    notices = [wording.deleted.format(fetched.document.title)] if fetched.gone else []
    notices += [wording.changed.format(fetched.document.title)] if fetched.newer is not None else []
    text = "\n".join(lines)
    context.cite(refs)
    context.say(text)
    return Accepted(
        recalled=recalled,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=" ".join(notices) or None,
        lookup_source="history",
        trace=Trace(devices=fetched.document.devices, hits=1),
        shown=None if offset is None else ShownDocument(before.doc_id, before.version, offset),
    )


def number_of(wanted: PageWanted, shown: PageNumber) -> int:
    """The number of the page that is wanted, after that one was shown; there may be no such page."""
    if isinstance(wanted, str):
        return shown.number + (1 if wanted == "next" else -1)
    return wanted if wanted >= 0 else shown.pages + 1 + wanted


def no_page(wanted: PageWanted, number: int, pages: int, title: str, wording: Wording) -> str:
    """Says that there is no page of that number."""
    if wanted == "next":
        return wording.shown_all.format(title)
    if wanted == "previous":
        return wording.no_page_before.format(pages, title)
    return wording.no_page.format(number, pages, title)


def what_is_shown(title: str, text: str, offset: int, wording: Wording) -> str:
    """Says that the whole document is shown, or which page of it."""
    page = page_number(text, offset)
    return wording.shown.format(title) if page.pages == 1 else wording.shown_part.format(page.number, page.pages, title)


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
