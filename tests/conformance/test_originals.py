"""A folder, and S3, keep the contract of originals; and each backend keeps its own with the originals in S3."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from buckets import S3Server, s3_server
from clusters import empty_backend, fresh_indices
from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.blobs import FolderBlobs
from ibidem.backends.s3 import S3Originals
from ibidem.testing.document_store import DocumentStoreSuite
from ibidem.testing.originals import Damage, OriginalsSuite
from required import needs_s3, needs_service


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with s3_server() as started:
        yield started


@pytest.fixture(scope="module")
def prefix() -> Iterator[str]:
    with fresh_indices("opensearch") as made:
        yield made


class TestFolder(OriginalsSuite):
    """ports.Originals"""

    @pytest.fixture
    def originals(self, tmp_path: Path) -> FolderBlobs:
        blobs = FolderBlobs(tmp_path / "originals")
        blobs.make()
        return blobs

    @pytest.fixture
    def damage(self, tmp_path: Path) -> Damage:
        return lambda digest, other: (tmp_path / "originals" / digest).write_bytes(other) and None


@needs_s3
class TestS3(OriginalsSuite):
    """ports.Originals"""

    @pytest.fixture
    def address(self, server: S3Server) -> str:
        return server.bucket()

    @pytest.fixture
    def originals(self, address: str) -> S3Originals:
        return S3Originals(address, old=timedelta(seconds=-2))

    @pytest.fixture
    def damage(self, server: S3Server, address: str) -> Damage:
        return lambda digest, other: server.put(address, digest, other)


@needs_s3
class TestEmbeddedDocuments(DocumentStoreSuite):
    """ports.DocumentStore"""

    @pytest.fixture
    def stores(self, server: S3Server, tmp_path: Path) -> Iterator[EmbeddedBackend]:
        backend = EmbeddedBackend.open(tmp_path / "data", originals=S3Originals(server.bucket()))
        yield backend
        backend.close()


@needs_s3
@needs_service("opensearch")
@pytest.mark.slow
class TestClusterDocuments(DocumentStoreSuite):
    """ports.DocumentStore"""

    @pytest.fixture
    def stores(self, server: S3Server, prefix: str, tmp_path: Path) -> Iterator[ElasticBackend]:
        with empty_backend("opensearch", prefix, tmp_path, S3Originals(server.bucket())) as backend:
            yield backend


@needs_s3
@needs_service("opensearch")
@pytest.mark.slow
class TestClusterDocumentsWithTextsOutside(DocumentStoreSuite):
    """ports.DocumentStore"""

    @pytest.fixture
    def stores(self, server: S3Server, prefix: str, tmp_path: Path) -> Iterator[ElasticBackend]:
        originals = S3Originals(server.bucket(), takes_texts=True)
        with empty_backend("opensearch", prefix, tmp_path, originals) as backend:
            yield backend
