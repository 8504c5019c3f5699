"""The embedded backend keeps every contract of the ports."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.testing.backend import BackendSuite
from ibidem.testing.collection_store import CollectionStoreSuite
from ibidem.testing.document_store import DocumentStoreSuite
from ibidem.testing.folder_store import FolderStoreSuite
from ibidem.testing.key_store import KeyStoreSuite
from ibidem.testing.search_index import SearchIndexSuite
from ibidem.testing.turn_store import TurnStoreSuite


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[EmbeddedBackend]:
    backend = EmbeddedBackend.open(tmp_path / "data")
    yield backend
    backend.close()


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


class TestIndex(SearchIndexSuite):
    """ports.SearchIndex"""


class TestBackend(BackendSuite):
    """ports.Backend"""
