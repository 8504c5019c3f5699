"""A document store in memory, for what stands above it."""

from collections.abc import Mapping, Sequence

from ibidem.domain.documents import (
    EVERYTHING,
    Chunk,
    CorpusWords,
    Document,
    PreparedDocument,
    Principal,
    SearchFilters,
    TextHits,
    TextQuery,
)
from ibidem.domain.folders import IndexedFile


class DocumentsInMemory:
    """Remembers each put; `current` holds what is stored, by doc_id."""

    def __init__(self) -> None:
        self.puts: list[list[str]] = []
        self.current: dict[str, PreparedDocument] = {}

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        self.puts.append([one.document.doc_id for one in prepared])
        self.current |= {one.document.doc_id: one for one in prepared}

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        return {doc_id: one.document.version for doc_id, one in self.current.items() if one.document.tenant == tenant}

    async def current_version(self, doc_id: str, tenant: str) -> str | None:
        return (await self.current_versions(tenant)).get(doc_id)

    async def get(self, doc_id: str, principal: Principal, version: str | None = None) -> Document:
        return self.current[doc_id].document

    async def text(self, doc_id: str, principal: Principal, version: str | None = None) -> str:
        return self.current[doc_id].text

    async def original(self, doc_id: str, principal: Principal, version: str | None = None) -> bytes:
        return self.current[doc_id].original

    async def chunks(self, doc_id: str, version: str, first: int, last: int, principal: Principal) -> Sequence[Chunk]:
        return [searchable.chunk for searchable in self.current[doc_id].chunks[first : last + 1]]

    async def documents(
        self, principal: Principal, limit: int, offset: int = 0, filters: SearchFilters = EVERYTHING
    ) -> Sequence[Document]:
        return [one.document for _, one in sorted(self.current.items())][offset : offset + limit]

    async def words(self, principal: Principal) -> CorpusWords:
        return CorpusWords(documents=len(self.current))

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        for doc_id in doc_ids:
            self.current.pop(doc_id, None)

    async def delete(self, doc_id: str, principal: Principal) -> None:
        del self.current[doc_id]


class FoldersInMemory:
    """Remembers what was recorded, by folder and path."""

    def __init__(self) -> None:
        self.recorded: dict[tuple[str, str], IndexedFile] = {}

    async def files(self, tenant: str) -> Sequence[IndexedFile]:
        return [file for _, file in sorted(self.recorded.items())]

    async def record(self, files: Sequence[IndexedFile], tenant: str) -> None:
        for file in files:
            self.recorded.pop(("", file.path), None)
            self.recorded[file.folder, file.path] = file

    async def forget(self, files: Sequence[IndexedFile], tenant: str) -> None:
        for file in files:
            del self.recorded[file.folder, file.path]


class IndexInMemory:
    """Counts how often it was told to catch up."""

    def __init__(self) -> None:
        self.caught_up = 0

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        return TextHits((), 0, 0.0, {})

    async def catch_up(self) -> None:
        self.caught_up += 1


class StoresInMemory:
    """Whatever indexing needs."""

    def __init__(self) -> None:
        self.documents = DocumentsInMemory()
        self.folders = FoldersInMemory()
        self.index = IndexInMemory()
