"""How a backend says that it stands."""

from dataclasses import dataclass

from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What a backend holds, and how far its search index is.

    `acknowledged` and `indexed` count operations on documents: the index lags while the second is smaller, and must be built
    anew when it is None. `indexer` is the id of the process that is indexing now, if one is.
    """

    schema_version: int
    documents: int
    chunks: int
    turns: int
    acknowledged: int
    indexed: int | None
    index_bytes: int
    database_bytes: int
    indexer: int | None


@dataclass(frozen=True, slots=True)
class Differences:
    """Keys of chunks that the store holds and the index does not, and the other way round. Both empty when they agree."""

    missing: frozenset[int]
    surplus: frozenset[int]


@dataclass(frozen=True, slots=True)
class VectorCounts:
    """Chunks with a vector, chunks that the embedder did not take, and chunks that it has yet to be asked for, in the languages
    that it is used for."""

    embedded: int
    refused: int
    waiting: int
    languages: frozenset[Language]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What whoever runs ibidem should know of the place where it keeps things, and what to do about it."""

    about: str
    found: str
    remedy: str
