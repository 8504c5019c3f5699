"""Counts what the corpus holds; the sentences about that and about ibidem itself."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ibidem.domain.documents import DocumentKind, SearchFilters
from ibidem.domain.languages import Language
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.words.loader import worded

LIST_PAGE = 10  # documents: as many as can be picked by their numbers without counting
_MOST_NAMED = 8  # devices and types in a count; the rest are a number


@dataclass(frozen=True, slots=True)
class Inventory:
    """How many documents there are, and how many of each type and device."""

    documents: int
    doc_types: Counter[str]
    devices: Counter[str]


async def inventory_of(filters: SearchFilters, context: TurnContext) -> Inventory:
    """The readable documents that pass the filters, as `DocumentStore.documents` understands them."""
    if filters.doc_ids or filters.fields:
        number = await context.documents.count(context.principal, filters)
        named = await context.documents.documents(context.principal, number, filters=filters)
        kinds = [DocumentKind(one.doc_type, one.devices, 1, one.owner) for one in named]
    else:
        kinds = [kind for kind in (await context.corpus_words()).kinds if passes(kind, filters)]
    doc_types: Counter[str] = Counter()
    devices: Counter[str] = Counter()
    for kind in kinds:
        doc_types[kind.doc_type] += kind.documents
        devices.update(dict.fromkeys(kind.devices, kind.documents))
    return Inventory(doc_types.total(), doc_types, devices)


def passes(kind: DocumentKind, filters: SearchFilters) -> bool:
    """Whether these documents are of one of the devices, types and owners."""
    of_device = not filters.devices or not set(filters.devices).isdisjoint(kind.devices)
    of_owner = not filters.owners or kind.owner in filters.owners
    return of_device and of_owner and (not filters.doc_types or kind.doc_type in filters.doc_types)


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryWording:
    """The sentences in one language; `{}` takes numbers, names, or a list of names with their numbers."""

    introduction: str
    documents: str
    documents_of: str
    by_type: str
    by_device: str
    others: str
    page: str
    how_on: str
    how_to_open: str
    none_of: str
    end: str


INVENTORY_WORDINGS = worded("inventory", InventoryWording)


def counted(counts: Counter[str], labels: Mapping[str, str], wording: InventoryWording) -> str:
    """The names with their numbers, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    parts = [f"{labels.get(name, name)} {number}" for name, number in ordered[:_MOST_NAMED]]
    if len(ordered) > _MOST_NAMED:
        parts.append(wording.others.format(len(ordered) - _MOST_NAMED))
    return ", ".join(parts)


def labels_of(profile: Profile, language: Language) -> dict[str, str]:
    """The types of the profile as people call them."""
    return {doc_type.name: doc_type.label.get(language, doc_type.name) for doc_type in profile.doc_types}
