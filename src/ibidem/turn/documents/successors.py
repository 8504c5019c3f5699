"""The documents that are in force in place of one that is not."""

from ibidem.domain.documents import Document, Principal
from ibidem.ports.document_store import DocumentReader

MOST_LOOKED_THROUGH = 2_000  # documents, among which the one is looked for that supersedes another


async def successors(documents: DocumentReader, doc_id: str, principal: Principal) -> tuple[Document, ...]:
    """The documents in force that supersede this one, or one that superseded it, as far as they are among the first, each of
    which is read."""
    others = await documents.documents(principal, MOST_LOOKED_THROUGH)
    reached, pending = {doc_id}, [doc_id]
    while pending:
        old = pending.pop()
        later = [one.doc_id for one in others if old in one.supersedes and one.doc_id not in reached]
        reached.update(later)
        pending += later
    return tuple(one for one in others if one.doc_id in reached and one.doc_id != doc_id and one.in_force)
