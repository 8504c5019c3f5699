"""Documents, a contract for whoever reads them and one for whoever takes them in, and `DocumentStore`, which has both."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ibidem.domain.documents import EVERYTHING, Chunk, CorpusWords, Document, PreparedDocument, Principal, SearchFilters
from ibidem.ports.described_documents import DescribedDocuments


class DocumentReader(Protocol):
    """Documents, their versions, their whole texts and their chunks.

    An earlier version may be read by whoever may read both it and the current one: restricting a document restricts its past,
    and deleting it lifts nothing.
    """

    async def get(self, doc_id: str, principal: Principal, version: str | None = None) -> Document:
        """The current version, or the named one. Raises NotFound."""
        ...

    async def versions(self, doc_id: str, principal: Principal) -> Sequence[Document]:
        """The versions that are kept and that the principal may read, the current one first, then the latest. Raises NotFound."""
        ...

    async def text(self, doc_id: str, principal: Principal, version: str | None = None) -> str:
        """The whole text of the current version, or of the named one. Raises NotFound."""
        ...

    async def original(self, doc_id: str, principal: Principal, version: str | None = None) -> bytes:
        """The bytes that the version was read from. Raises NotFound."""
        ...

    async def picture(self, doc_id: str, figure_id: str, principal: Principal, version: str | None = None) -> bytes:
        """The bytes of a figure of the version. Raises NotFound, for a figure of another document too."""
        ...

    async def chunks(self, doc_id: str, version: str, first: int, last: int, principal: Principal) -> Sequence[Chunk]:
        """The chunks whose order is in first..last (both inclusive), in their order; none when nothing is readable."""
        ...

    async def documents(
        self, principal: Principal, limit: int, offset: int = 0, filters: SearchFilters = EVERYTHING
    ) -> Sequence[Document]:
        """The current versions that the principal may read, by doc_id.

        Unlike in a search, a document without devices passes no `devices` filter: a list of a device's documents names it.
        """
        ...

    async def count(self, principal: Principal, filters: SearchFilters = EVERYTHING) -> int:
        """How many documents such a list holds in all."""
        ...

    async def readable(self, doc_ids: Sequence[str], principal: Principal) -> frozenset[str]:
        """Those of the ids, written exactly so, under which there is a current version that the principal may read."""
        ...

    async def words(self, principal: Principal) -> CorpusWords:
        """What the readable part of the corpus holds. Quick: called once a turn."""
        ...

    async def field_values(self, name: str, principal: Principal, most: int) -> Sequence[str]:
        """The values of a field of the current documents that the principal may read, each once, in order, `most` at most."""
        ...


class DocumentIntake(Protocol):
    """Takes documents in, and out."""

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores each as the current version of its doc_id, all in one durable transaction, with the original bytes.

        Earlier versions stop being searched and stay readable by version while a turn cites them; those that no turn cites go
        later, but none within the hour after it was replaced, for a turn that is running may come to cite it. Searchable once
        `SearchIndex.catch_up` returned. Raises InvalidInput for text with a lone surrogate or a NUL: then nothing of the batch
        was stored.
        """
        ...

    async def put_for(self, prepared: PreparedDocument, principal: Principal) -> str:
        """As `put`, for a document that a principal gives, where the principal may replace what is current under its id: is one
        of its readers, also where it is hidden because it is not masked as the profile wants. What was deleted counts as it was
        last. Looking and storing are one transaction. A version that is current already stays.

        Where the document has `other_ids`, it replaces no document that the principal may replace and that was read from a file
        of another name: of its id and the others it gets the one that its own file has, else the first that none of another
        file has. Returns the id that it got. Raises InvalidInput for `doc_id`.
        """
        ...

    async def keep(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores each as a version that is not current, all in one transaction: no search and no list has it, and it is readable
        by version for its readers, while a turn cites it and for an hour. One that is there already stays as it is.

        For excerpts of documents that are kept elsewhere. Raises InvalidInput as `put`.
        """
        ...

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        """doc_id -> version of everything current, readable or not: for the indexer alone, to skip what is unchanged."""
        ...

    async def current_version(self, doc_id: str, tenant: str) -> str | None:
        """The version that is current under this id, readable or not; None without one. For the indexer alone, as above."""
        ...

    async def delete(self, doc_id: str, principal: Principal) -> None:
        """Takes the document out of the corpus, where the principal may replace it, which is looked at as in `put_for`. Versions
        that a turn cites stay readable by version; the others go at once.

        Raises NotFound.
        """
        ...

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """As `delete` for each, readable or not, all in one transaction; an id of nothing is passed over. For the indexer."""
        ...


class DocumentStore(DocumentReader, DocumentIntake, DescribedDocuments, Protocol):
    """All that is asked of a store of documents."""
