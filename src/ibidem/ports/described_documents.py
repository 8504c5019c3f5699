"""What is said of documents, and by what they are recognised."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.documents import Document, Principal
from ibidem.domain.fields import DocumentField


class DescribedDocuments(Protocol):
    """A part of `DocumentStore`."""

    async def set_field(self, doc_ids: Sequence[str], field: DocumentField, principal: Principal) -> None:
        """Has each of these documents say this under the name of the field, in place of what it said; without values it says
        nothing there. Versions and texts stay as they are, and what is set stays until the document is read anew.

        The principal may replace each, which is looked at as in `put_for`; looking and setting are one transaction, on a cluster
        one compared write for each document. Raises NotFound for an id of nothing, and InvalidInput for text that cannot be
        stored: nothing is changed then.
        """
        ...

    async def with_original(self, storage_pointer: str, principal: Principal) -> Sequence[Document]:
        """The current documents that were read from the same bytes and that the principal may read, by doc_id. Quick in any
        corpus."""
        ...
