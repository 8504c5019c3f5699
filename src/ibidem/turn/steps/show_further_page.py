"""Shows another page of a document that was shown before."""

from ibidem.domain.conversation import ShownDocument
from ibidem.domain.trace import Trace
from ibidem.language.paging import PageNumber, page_number, page_offsets
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import shown_title
from ibidem.turn.documents.fetching import fetch, readable
from ibidem.turn.documents.shown import what_is_shown
from ibidem.turn.question.routes import DOC_LOOKUP
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import FurtherPage
from ibidem.turn.wording import WORDINGS, Wording
from ibidem.understanding.further import PageWanted
from ibidem.understanding.resolve import Target


async def show_further_page(further: FurtherPage, context: TurnContext) -> Accepted:
    """Shows the requested page, in the version shown before; or says that it does not exist, and how many pages there are.

    Every document shown with the page before keeps its slot, if it may still be read.
    """
    inquiry, before = further.inquiry, further.shown
    wording = WORDINGS[inquiry.language]
    fetched = await fetch(Target(before.doc_id, before.version), context)
    if fetched is None or fetched.document.version != before.version:
        text = wording.not_readable.format(before.doc_id)
        context.say(text)
        return Accepted(inquiry=inquiry, text=text, route=DOC_LOOKUP)
    whole = await context.documents.text(before.doc_id, context.principal, before.version)
    begins = page_offsets(whole)
    number = number_of(further.wanted, page_number(whole, before.offset))
    offset = begins[number - 1] if 1 <= number <= len(begins) else None
    refs = tuple([ref for ref in further.refs if await readable(ref.doc_id, ref.version or None, context) is not None])
    titles = {ref.doc_id: f"{shown_title(ref, wording)} [{ref.slot}]" for ref in refs}
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
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=" ".join(notices) or None,
        lookup_source="history",
        trace=Trace(devices=fetched.document.devices, hits=1),
        shown=None if offset is None else ShownDocument(before.doc_id, before.version, offset),
    )


def number_of(wanted: PageWanted, shown: PageNumber) -> int:
    """The number of the requested page, relative to the one shown last; the page may not exist."""
    if isinstance(wanted, str):
        return shown.number + (1 if wanted == "next" else -1)
    return wanted if wanted >= 0 else shown.pages + 1 + wanted


def no_page(wanted: PageWanted, number: int, pages: int, title: str, wording: Wording) -> str:
    """Says that there is no such page."""
    if wanted == "next":
        return wording.shown_all.format(title)
    if wanted == "previous":
        return wording.no_page_before.format(pages, title)
    return wording.no_page.format(number, pages, title)
