"""What a corpus holds, in sums over the documents that are alike in what may narrow a search."""

import json
from collections import Counter
from dataclasses import dataclass

from ibidem.domain.documents import CorpusWords, DocumentKind, Principal, SearchFilters
from ibidem.domain.languages import LANGUAGES, Language


@dataclass(frozen=True, slots=True)
class Kind:
    """All current documents that are alike in what may narrow a search: how many, with how many chunks and tokens."""

    tenant: str
    readers: str
    doc_type: str
    language: Language
    devices: frozenset[str]
    owner: str
    documents: int
    chunks: int
    tokens: int

    def passes(self, filters: SearchFilters) -> bool:
        """Whether these documents pass the filters on devices, types and owners."""
        return filters.let_through(self.doc_type, self.devices, self.owner)


@dataclass(frozen=True, slots=True)
class Totals:
    """The whole corpus, readable or not: current documents, their chunks, and the tokens of these."""

    documents: int
    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Readable:
    """What a principal may read: its kinds of document, and the words of it."""

    kinds: tuple[Kind, ...]
    words: CorpusWords

    def chunks(self, filters: SearchFilters) -> int:
        """How many chunks a search with these filters on devices, types and owners may find."""
        return sum(kind.chunks for kind in self.kinds if kind.passes(filters))


def may_read(principal: Principal, tenant: str, readers: str) -> bool:
    """Whether a principal may read the documents of this tenant and these readers (a JSON list)."""
    return tenant == principal.tenant and (readers == "[]" or not principal.reads_as.isdisjoint(json.loads(readers)))


def readable_of(kinds: tuple[Kind, ...], principal: Principal) -> Readable:
    """What the principal may read of them."""
    found = tuple(kind for kind in kinds if may_read(principal, kind.tenant, kind.readers))
    return Readable(found, words_of(found))


def totals_of(kinds: tuple[Kind, ...]) -> Totals:
    """The sums over all of them."""
    return Totals(sum(k.documents for k in kinds), sum(k.chunks for k in kinds), sum(k.tokens for k in kinds))


def words_of(kinds: tuple[Kind, ...]) -> CorpusWords:
    """What these kinds of document say of themselves."""
    return CorpusWords(
        devices=tuple(sorted({device for kind in kinds for device in kind.devices})),
        doc_types=tuple(sorted({kind.doc_type for kind in kinds})),
        languages=tuple(one for one in LANGUAGES if any(kind.language == one for kind in kinds)),
        documents=sum(kind.documents for kind in kinds),
        kinds=tuple(
            DocumentKind(doc_type, devices, documents, owner)
            for (doc_type, devices, owner), documents in sorted(alike_of(kinds).items())
        ),
        owners=tuple(sorted({kind.owner for kind in kinds} - {""})),
    )


def alike_of(kinds: tuple[Kind, ...]) -> Counter[tuple[str, tuple[str, ...], str]]:
    """The number of documents by type, devices and owner."""
    counts: Counter[tuple[str, tuple[str, ...], str]] = Counter()
    for kind in kinds:
        counts[kind.doc_type, tuple(sorted(kind.devices)), kind.owner] += kind.documents
    return counts
