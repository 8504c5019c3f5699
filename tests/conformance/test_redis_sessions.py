"""Conversations in a real Redis, beside documents in a data folder, keep every contract of the ports."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.redis.backend import BackendWithSessions, with_sessions
from ibidem.domain.languages import LANGUAGES
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.turn_store import TurnStore
from ibidem.testing.backend import BackendSuite
from ibidem.testing.document_store import DocumentStoreSuite
from ibidem.testing.turn_store import TurnStoreSuite
from ibidem.testing.vector_index import VectorIndexSuite
from ibidem.testing.word_embedder import WordEmbedder
from redis_process import emptied, redis_server
from required import needs_program

pytestmark = needs_program("redis-server")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with redis_server(tmp_path_factory.mktemp("redis")) as port:
        yield port


@pytest.fixture
def stores(port: int, tmp_path: Path) -> Iterator[BackendWithSessions]:
    with emptied(port) as url:
        backend = with_sessions(EmbeddedBackend.open(tmp_path / "data"), url)
        yield backend
        backend.close()


class TestTurns(TurnStoreSuite):
    """ports.TurnStore"""


class TestDocuments(DocumentStoreSuite):
    """ports.DocumentStore"""


class TestBackend(BackendSuite):
    """ports.Backend"""


@dataclass
class Stores:
    turns: TurnStore
    documents: DocumentStore
    vectors: VectorIndex
    embedder: WordEmbedder


class TestVectors(VectorIndexSuite):
    """ports.VectorIndex"""

    @pytest.fixture
    def stores(self, stores: BackendWithSessions) -> Stores:
        embedder = WordEmbedder()
        vectors = stores.search_by_meaning(embedder, frozenset(LANGUAGES))
        return Stores(stores.turns, stores.documents, vectors, embedder)
