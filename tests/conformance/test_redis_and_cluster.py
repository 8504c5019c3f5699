"""Conversations in a real Redis, beside documents in a real Elasticsearch, keep the contracts in which the two meet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import cluster_of, empty, fresh_indices
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.redis.backend import BackendWithSessions, with_sessions
from ibidem.domain.languages import LANGUAGES
from ibidem.testing.document_store import DocumentStoreSuite
from ibidem.testing.vector_index import VectorIndexSuite
from ibidem.testing.withheld_turns import WithheldTurnSuite
from ibidem.testing.word_embedder import WordEmbedder
from redis_process import emptied, redis_server
from required import needs_program, needs_service

SERVICE = "elasticsearch"
pytestmark = [needs_program("redis-server"), needs_service(SERVICE), pytest.mark.slow]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with redis_server(tmp_path_factory.mktemp("redis")) as port:
        yield port


@pytest.fixture(scope="module")
def prefix() -> Iterator[str]:
    with fresh_indices(SERVICE) as made:
        yield made


@pytest.fixture
def stores(port: int, prefix: str, tmp_path: Path) -> Iterator[BackendWithSessions]:
    cluster = cluster_of(SERVICE, prefix)
    with emptied(port) as url:
        backend = with_sessions(ElasticBackend.open(cluster, tmp_path), url)
        yield backend
        empty(cluster)
        backend.close()


class TestWithheld(WithheldTurnSuite):
    """ports.TurnStore"""


class TestDocuments(DocumentStoreSuite):
    """ports.DocumentStore"""


class VectorsApart:
    def __init__(self, backend: BackendWithSessions) -> None:
        self.turns, self.documents, self.embedder = backend.turns, backend.documents, WordEmbedder()
        self.vectors = backend.search_by_meaning(self.embedder, frozenset(LANGUAGES))


class TestVectors(VectorIndexSuite):
    """ports.VectorIndex"""

    @pytest.fixture
    def stores(self, stores: BackendWithSessions) -> VectorsApart:
        return VectorsApart(stores)
