"""Empty stores for tests in a real cluster: indices are made once a module, and what a test wrote is deleted after it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.cluster import Cluster, Operation, Place
from ibidem.backends.elastic.embedder_index import VECTORS
from ibidem.backends.elastic.migrating import ensure
from ibidem.backends.elastic.schema import CHUNKS
from ibidem.domain.languages import LANGUAGES
from ibidem.ports.originals import Originals
from ibidem.testing.word_embedder import WordEmbedder
from required import SERVICES

# A write need not reach the disk before the next one: a third of the time of a suite. The kill tests have servers of their own.
HASTY = {"index_patterns": ["test-*"], "priority": 1000, "template": {"settings": {"index.translog.durability": "async"}}}


class Noting(Cluster):
    """A cluster that knows what was written into it."""

    def __init__(self, address: str, prefix: str) -> None:
        super().__init__(address, {}, prefix)
        self.written: set[Place] = set()

    def bulk(self, operations: Sequence[Operation]) -> list[int]:
        self.written.update([operation.place for operation in operations])
        return super().bulk(operations)


@contextmanager
def fresh_indices(service: str) -> Iterator[str]:
    """The prefix of indices that are deleted in the end."""
    prefix = f"test-{uuid4().hex[:12]}"
    cluster = cluster_of(service, prefix)
    try:
        cluster.request("PUT", "/_index_template/ibidem-tests", HASTY)
        ensure(cluster)
        yield prefix
    finally:
        remove(cluster, "*")
        cluster.close()


@contextmanager
def empty_backend(service: str, prefix: str, folder: Path, originals: Originals | None = None) -> Iterator[ElasticBackend]:
    """A backend over these indices, which are empty again afterwards."""
    cluster = cluster_of(service, prefix)
    backend = ElasticBackend.open(cluster, folder, originals)
    try:
        yield backend
        empty(cluster)
    finally:
        backend.close()


class ClusterVectors:
    """A backend that also searches by meaning, in all three languages."""

    def __init__(self, backend: ElasticBackend) -> None:
        self.turns = backend.turns
        self.documents = backend.documents
        self.embedder = WordEmbedder()
        self.vectors = backend.search_by_meaning(self.embedder, frozenset(LANGUAGES))


def cluster_of(service: str, prefix: str) -> Noting:
    return Noting(f"http://127.0.0.1:{SERVICES[service]}", prefix)


def remove(cluster: Cluster, indices: str) -> None:
    """Deletes what is behind these names, in which * stands for any letters."""
    _, known = cluster.request("GET", f"/{cluster.alias(indices)}/_alias")
    for name in known:
        cluster.request("DELETE", f"/{name}")


def empty(cluster: Noting) -> None:
    """Deletes what was written; what is by meaning with its indices, which embedders make for themselves."""
    if any(place.index.startswith(VECTORS) for place in cluster.written):
        remove(cluster, f"{VECTORS}-*")
    left = [place for place in cluster.written if not place.index.startswith(VECTORS)]
    if left:
        cluster.bulk([Operation("delete", place) for place in left])
        cluster.refresh(*sorted({place.index for place in left}))


def make_chunks_anew(service: str, prefix: str) -> None:
    """For tests of scores: what was deleted before would count in the frequencies for long."""
    cluster = cluster_of(service, prefix)
    remove(cluster, f"{CHUNKS}-*")
    ensure(cluster)
    cluster.close()
