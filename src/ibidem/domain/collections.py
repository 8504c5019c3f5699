"""Filters of the documents that a person has saved under a name."""

from dataclasses import dataclass

from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language

MOST_COLLECTIONS = 100  # of one person


@dataclass(frozen=True, slots=True)
class Collection:
    """What passes these filters and, in a list of documents, is in one of these languages; of none: in any. What is added later
    belongs to it."""

    name: str
    filters: SearchFilters
    languages: tuple[Language, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptCollections:
    """All collections of a person, by their names."""

    tenant: str
    owner: str
    collections: tuple[Collection, ...]
