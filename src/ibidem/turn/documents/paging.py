"""Which document's page a message asks for: the one last shown in pages, while no other was shown since."""

from collections.abc import Sequence

from ibidem.domain.conversation import ShownDocument, Turn
from ibidem.language.paging import PAGE
from ibidem.language.steps_asked import asks_next_step, names_step
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import fetch
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.asking import FurtherPage
from ibidem.understanding.further import PageWanted, page_wanted_of
from ibidem.understanding.resolve import Target

# "Continue" and "go on" accept these.
_HELD = frozenset({"device", "sources", "review"})


async def further_page(wanted: PageWanted | None, inquiry: Inquiry, context: TurnContext) -> FurtherPage | None:
    """The page that the message asks for, `wanted` or one of the document that it names; None where there is none, or no document
    fits.

    Directly after a document, the next page may be requested even of a short one: the answer is that it has ended. Any other
    page number refers to a long document only, else it may mean anything.
    """
    before = shown_last(inquiry.history)
    if before is None or before.content.shown is None:
        return None
    shown = before.content.shown
    directly = before is inquiry.history[-1]
    if wanted is None and directly and asks_next_step(inquiry.message) and not names_step(inquiry.message):
        wanted = "next"  # "what's next?" after a page
    wanted = wanted if wanted is not None else page_wanted_of(inquiry.message, shown.doc_id, context.profile)
    if wanted is None:
        return None
    if (directly and wanted == "next") or await is_long(shown, context):
        return FurtherPage(inquiry, shown, before.content.doc_refs, wanted)
    return None


def shown_last(history: Sequence[Turn]) -> Turn | None:
    """The turn that showed a page last, unless another document was shown since, or the last turn waits for a yes.

    Courtesies, clarifying questions and answers from the same document show no other.
    """
    pause = history[-1].content.pause if history else None
    if pause is not None and pause.kind in _HELD:
        return None
    since: set[str] = set()
    for turn in reversed(history):
        refs = [ref.doc_id for ref in turn.content.doc_refs]
        shown = turn.content.shown
        if shown is not None:
            return turn if since.issubset(refs) else None
        since.update(refs)
    return None


async def is_long(shown: ShownDocument, context: TurnContext) -> bool:
    """Whether the document is shown in several pages, and may still be read."""
    fetched = await fetch(Target(shown.doc_id, shown.version), context)
    if fetched is None or fetched.document.version != shown.version:
        return False
    return len(await context.documents.text(shown.doc_id, context.principal, shown.version)) > PAGE
