"""A real Elasticsearch keeps every contract of the ports; `scripts/services.py start elasticsearch` starts it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import ClusterVectors, empty_backend, fresh_indices, make_chunks_anew
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.testing.backend import BackendSuite
from ibidem.testing.collection_store import CollectionStoreSuite
from ibidem.testing.document_store import DocumentStoreSuite
from ibidem.testing.folder_store import FolderStoreSuite
from ibidem.testing.key_store import KeyStoreSuite
from ibidem.testing.search_index import SearchIndexSuite
from ibidem.testing.turn_store import TurnStoreSuite
from ibidem.testing.vector_index import VectorIndexSuite
from required import needs_service

SERVICE = "elasticsearch"
pytestmark = [needs_service(SERVICE), pytest.mark.slow]


@pytest.fixture(scope="module")
def prefix() -> Iterator[str]:
    with fresh_indices(SERVICE) as made:
        yield made


@pytest.fixture
def anew(prefix: str) -> None:
    make_chunks_anew(SERVICE, prefix)


@pytest.fixture
def stores(prefix: str, tmp_path: Path) -> Iterator[ElasticBackend]:
    with empty_backend(SERVICE, prefix, tmp_path) as backend:
        yield backend


class TestTurns(TurnStoreSuite):
    """ports.TurnStore"""


class TestDocuments(DocumentStoreSuite):
    """ports.DocumentStore"""


class TestFolders(FolderStoreSuite):
    """ports.FolderStore"""


class TestCollections(CollectionStoreSuite):
    """ports.CollectionStore"""


class TestKeys(KeyStoreSuite):
    """ports.KeyStore"""


@pytest.mark.usefixtures("anew")
class TestIndex(SearchIndexSuite):
    """ports.SearchIndex"""


@pytest.mark.usefixtures("anew")
class TestBackend(BackendSuite):
    """ports.Backend"""


class TestVectors(VectorIndexSuite):
    """ports.VectorIndex"""

    @pytest.fixture
    def stores(self, stores: ElasticBackend) -> ClusterVectors:
        return ClusterVectors(stores)
