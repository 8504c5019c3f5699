"""Turns that are kept apart from the documents that they cite: what a store of documents lends to whoever keeps them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ibidem.domain.documents import VersionName
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.languages import Language
from ibidem.ports.backend import Backend
from ibidem.ports.citations import Citations, CitedDocuments
from ibidem.ports.models import Embedder

if TYPE_CHECKING:
    from ibidem.backends.vector_search import VectorSearch


class CitationsUnknown(StoreUnavailable):
    """Nobody can say now what is cited elsewhere, so nothing that may be cited is removed."""


class NoneElsewhere:
    """ports.Citations where all turns lie beside the documents."""

    def cited(self, versions: Sequence[VersionName]) -> frozenset[VersionName]:  # noqa: ARG002
        """None of them."""
        return frozenset()


class LendsDocuments(Backend, Protocol):
    """A backend whose own turns need not be used."""

    def cited_from(self, citations: Citations) -> CitedDocuments:
        """From now on turns that are kept elsewhere are asked, too, before a version is removed. Returns what they may ask."""
        ...

    def search_by_meaning(self, embedder: Embedder, languages: frozenset[Language] = frozenset()) -> "VectorSearch[Any]":
        """See ports.Backend."""
        ...
