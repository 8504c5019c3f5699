"""Numbers and addresses that documents publish for contact: the profile says which documents do."""

import asyncio

from ibidem.domain.documents import Document, Principal, SearchFilters
from ibidem.domain.errors import NotFound
from ibidem.domain.personal_data import CONTACT_KINDS
from ibidem.ports.document_store import DocumentReader
from ibidem.privacy.masker import Masker, Value, value_of
from ibidem.profile import Masking

# Of a type, and of those that are named: a turn lists them all, in some milliseconds.
MOST_DOCUMENTS = 1_000
# Versions whose values are remembered, also earlier ones.
MOST_REMEMBERED = 10_000


class PublicContacts:
    """The contact values of the documents whose contacts are public. Each version is looked through once, when a turn begins."""

    def __init__(self, policy: Masking, masker: Masker, documents: DocumentReader) -> None:
        self._wanted = [
            *([SearchFilters(doc_types=policy.public_types)] if policy.public_types else []),
            *([SearchFilters(doc_ids=policy.public_documents)] if policy.public_documents else []),
        ]
        self._masker = masker
        self._documents = documents
        self._found: dict[tuple[str, str, str], frozenset[Value]] = {}

    async def of(self, principal: Principal) -> frozenset[Value]:
        """Those of the documents that the principal may read. Raises StoreUnavailable."""
        public: set[Value] = set()
        for filters in self._wanted:
            for document in await self._documents.documents(principal, MOST_DOCUMENTS, filters=filters):
                public |= await self._of(document, principal)
        return frozenset(public)

    async def _of(self, document: Document, principal: Principal) -> frozenset[Value]:
        key = (document.tenant, document.doc_id, document.version)
        if key not in self._found:
            try:
                text = await self._documents.text(document.doc_id, principal, document.version)
            except NotFound:  # deleted meanwhile
                return frozenset()
            if len(self._found) >= MOST_REMEMBERED:
                self._found.clear()
            self._found[key] = await asyncio.to_thread(self._in, text)
        return self._found[key]

    def _in(self, text: str) -> frozenset[Value]:
        data = self._masker.find(text)
        return frozenset(value_of(datum.kind, text[datum.start : datum.end]) for datum in data if datum.kind in CONTACT_KINDS)
