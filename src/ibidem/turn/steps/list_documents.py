"""Lists the documents that the person may read, page by page."""

from collections.abc import Sequence

from ibidem.domain.conversation import DocRef
from ibidem.domain.trace import Trace
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import doc_ref, shown_title
from ibidem.turn.documents.inventory import INVENTORY_WORDINGS, LIST_PAGE, Inventory, counted, inventory_of, labels_of
from ibidem.turn.question.routes import DOC_LOOKUP
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import ListWanted
from ibidem.turn.wording import WORDINGS

LISTED = "list"


async def list_documents(wanted: ListWanted, context: TurnContext) -> Accepted:
    """The numbers by type and device on the first page, and a page of the list, each document under a slot of its own."""
    inquiry, page = wanted.inquiry, wanted.page
    wording = INVENTORY_WORDINGS[inquiry.language]
    held = await inventory_of(page.filters, context)
    found = await context.documents.documents(context.principal, LIST_PAGE, page.offset, page.filters)
    refs = tuple(doc_ref(slot, document, "", LISTED) for slot, document in enumerate(found, 1))
    if refs:
        lines = [] if page.offset else summary_lines(held, wanted, context)
        lines += ["", *page_lines(refs, held, wanted)] if lines else page_lines(refs, held, wanted)
    elif held.documents:
        lines = [wording.end.format(held.documents)]
    else:
        names = narrowed_to(wanted, context)
        lines = [wording.none_of.format(names) if names else WORDINGS[inquiry.language].empty_corpus]
    text = "\n".join(lines)
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=DOC_LOOKUP,
        notice=inquiry.notice,
        trace=Trace(
            devices=page.filters.devices, doc_types=page.filters.doc_types, hits=held.documents, owners=page.filters.owners
        ),
        shown_list=page if refs else None,
    )


def summary_lines(held: Inventory, wanted: ListWanted, context: TurnContext) -> list[str]:
    """How many documents there are, by type and device."""
    language = wanted.inquiry.language
    wording = INVENTORY_WORDINGS[language]
    names = narrowed_to(wanted, context)
    lines = [wording.documents_of.format(names, held.documents) if names else wording.documents.format(held.documents)]
    if len(held.doc_types) > 1:
        lines.append(wording.by_type.format(counted(held.doc_types, labels_of(context.profile, language), wording)))
    if len(held.devices) > 1:
        lines.append(wording.by_device.format(counted(held.devices, {}, wording)))
    return lines


def page_lines(refs: Sequence[DocRef], held: Inventory, wanted: ListWanted) -> list[str]:
    """The documents of a page, and how to go on."""
    inquiry, offset = wanted.inquiry, wanted.page.offset
    wording, marks = INVENTORY_WORDINGS[inquiry.language], WORDINGS[inquiry.language]
    last = offset + len(refs)
    lines = [wording.page.format(held.documents, offset + 1, last)] if held.documents > LIST_PAGE else []
    lines += [f"- {shown_title(ref, marks)} ({ref.doc_id}) [{ref.slot}]" for ref in refs]
    # A client's history does not say which page was shown.
    further = [wording.how_on] if last < held.documents and not inquiry.from_client else []
    return [*lines, "", " ".join([*further, wording.how_to_open])]


def narrowed_to(wanted: ListWanted, context: TurnContext) -> str:
    """The owners, devices and types that the list is narrowed to, as people call them."""
    labels = labels_of(context.profile, wanted.inquiry.language)
    filters = wanted.page.filters
    return ", ".join((*filters.owners, *filters.devices, *(labels.get(name, name) for name in filters.doc_types)))
