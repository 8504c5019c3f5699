"""Search by meaning of the embedded backend keeps the contract of its port."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.languages import LANGUAGES
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.turn_store import TurnStore
from ibidem.testing.vector_index import VectorIndexSuite
from ibidem.testing.word_embedder import WordEmbedder


@dataclass
class Stores:
    turns: TurnStore
    documents: DocumentStore
    vectors: VectorIndex
    embedder: WordEmbedder


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    backend = EmbeddedBackend.open(tmp_path / "data")
    embedder = WordEmbedder()
    yield Stores(backend.turns, backend.documents, backend.search_by_meaning(embedder, frozenset(LANGUAGES)), embedder)
    backend.close()


class TestVectors(VectorIndexSuite):
    """ports.VectorIndex"""
