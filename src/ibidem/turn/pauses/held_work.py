"""The work that a turn keeps while it waits for a person, and how its sources are shown."""

from collections.abc import Sequence

from ibidem.domain.conversation import HeldWork
from ibidem.domain.documents import Passage
from ibidem.turn.documents.candidates import candidates
from ibidem.turn.values.searching import Found


def held_work(found: Found, passages: Sequence[Passage]) -> HeldWork:
    """The work that found these passages. A question to documents that were pointed at stays limited to them."""
    plan, inquiry = found.plan, found.plan.inquiry
    return HeldWork(
        route=plan.route,
        filters=inquiry.filters if inquiry.looked_up is None else plan.filters,
        queries=(plan.query or inquiry.text, *plan.further),
        devices=plan.parsed.devices,
        doc_types=plan.parsed.doc_types,
        passages=candidates(passages),
        owners=plan.parsed.owners,
    )


def where(doc_id: str, page: int | None, page_wording: str) -> str:
    """The id of a document, with the page where there is one."""
    return doc_id if page is None else f"{doc_id}, {page_wording.format(page)}"
