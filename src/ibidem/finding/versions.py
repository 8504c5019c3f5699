"""Search inside versions that the search index no longer holds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Document, Passage, Principal, ScoredChunk, SearchFilters, TextHits, TextQuery
from ibidem.language.search_text import passage_tokens
from ibidem.ports.document_store import DocumentReader
from ibidem.ports.indexes import SearchIndex

MOST_CHUNKS = 200  # of each document: they are analysed anew, some tenths of a millisecond each


class VersionIndex:
    """The chunks of a few documents in given versions, as a search index (ports.SearchIndex) that narrows by `doc_ids` alone.

    The current corpus decides the value of a word: in one document alone, every word that it holds is a common one.
    """

    def __init__(self, documents: Sequence[Document], store: DocumentReader, current: SearchIndex) -> None:
        self._documents = documents
        self._store = store
        self._current = current

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        """Every chunk that holds a term, those with the most distinct terms first; the second phase gives the score."""
        corpus = await self._current.search(replace(query, filters=SearchFilters(), limit=1), principal)
        wanted = frozenset(term.token for term in query.terms)
        frequencies: Counter[str] = Counter()
        within = query.filters.doc_ids
        hits: list[tuple[int, ScoredChunk]] = []
        chunks = length = 0
        for document in self._documents:
            for chunk in await self._store.chunks(document.doc_id, document.version, 0, MOST_CHUNKS - 1, principal):
                headings = dict.fromkeys((document.title, *chunk.section.split(" > ")))
                tokens = passage_tokens(chunk.text, "\n".join(headings))
                held = tokens.split()
                chunks, length = chunks + 1, length + len(held)
                found = wanted.intersection(held)
                frequencies.update(found)
                if found and (not within or document.doc_id in within):
                    hits.append((len(found), ScoredChunk(Passage(chunk, document, float(len(found))), tokens)))
        hits.sort(key=lambda hit: -hit[0])
        best = tuple(scored for _, scored in hits[: query.limit])
        for token, held_by in corpus.frequencies.items():
            frequencies[token] = max(frequencies[token], held_by)
        mean_length = corpus.mean_length or (length / chunks if chunks else 0.0)
        return TextHits(best, max(chunks, corpus.chunks), mean_length, dict(frequencies))

    async def catch_up(self) -> None:
        """Nothing to do: every search reads the chunks from the store."""
