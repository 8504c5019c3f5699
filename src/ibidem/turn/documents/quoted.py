"""Documents that only a hosted search keeps: of them there is what it quoted when it answered."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import DocRef
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.inquiry import Inquiry
from ibidem.understanding.resolve import Target

HOSTED = "hosted"  # the retrieval method of what a hosted search found


async def quoted_refs(targets: Sequence[Target], inquiry: Inquiry, context: TurnContext) -> tuple[DocRef, ...]:
    """The documents as the turns that cited them quoted them, in the order of the targets; without those that a turn no longer
    quotes, or never did."""
    found: dict[str, DocRef] = {}
    for target in targets:
        turn = None if target.turn_id is None else await cited_documents(inquiry, context).turn(target.turn_id)
        refs = () if turn is None else turn.refs
        for ref in refs:
            if ref.doc_id == target.doc_id and ref.retrieval_method == HOSTED and ref.snippet:
                found.setdefault(ref.doc_id, ref)
    return tuple(found.values())


def about_quoted(refs: Sequence[DocRef], inquiry: Inquiry) -> Inquiry:
    """The question about these documents, for the hosted search: narrowed to them where ibidem uploaded all of them."""
    if not all(ref.version for ref in refs):
        return inquiry
    filters = replace(inquiry.filters, doc_ids=tuple(ref.doc_id for ref in refs))
    return replace(inquiry, question=replace(inquiry.question, filters=filters))
