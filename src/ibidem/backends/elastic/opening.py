"""From the address of a cluster to a backend."""

import base64
import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ibidem.backends.elastic.backend import ElasticBackend
from ibidem.backends.elastic.cluster import Cluster, Json, Operation
from ibidem.backends.elastic.foreign_turns import ForeignTurns
from ibidem.backends.elastic.migrating import require_up_to_date
from ibidem.backends.elastic.schema import is_made
from ibidem.backends.foreign_sessions import Ownership
from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import Originals

API_KEY = "ELASTICSEARCH_API_KEY"


class ClusterToRead(Cluster):
    """Writes nothing, and makes no index."""

    def request(self, method: str, path: str, body: object = None, allowed: frozenset[int] = frozenset()) -> tuple[int, Json]:
        """Raises StoreUnavailable for what would make or remove an index."""
        if method in {"PUT", "DELETE"}:
            raise StoreUnavailable(f"{self.name} was opened to be read: {path} was not carried out")
        return super().request(method, path, body, allowed)

    def bulk(self, operations: Sequence[Operation]) -> list[int]:
        """Raises StoreUnavailable."""
        raise StoreUnavailable(f"{self.name} was opened to be read: {len(operations):,} writes were not carried out")


def open_to_write(address: str, prefix: str, folder: Path, masking: str, originals: Originals | None) -> ElasticBackend:
    """The backend, whose indices are made where there are none; `masking` as in `registry.open_backend`. Raises
    StoreUnavailable."""
    return ElasticBackend.open(Cluster(address, credentials(address), prefix, masking), folder, originals)


def open_to_read(address: str, prefix: str, folder: Path, masking: str, originals: Originals | None) -> ElasticBackend:
    """The backend as it is; what would write raises StoreUnavailable. Raises it, too, where there are no indices."""
    require_indices(address, prefix, folder)
    cluster = ClusterToRead(address, credentials(address), prefix, masking)
    try:
        require_up_to_date(cluster)
    except BaseException:
        cluster.close()
        raise
    return ElasticBackend(cluster, folder, originals)


def open_foreign_turns(address: str, index: str, ownership: Ownership) -> ForeignTurns:
    """The conversations that another program keeps in this index of a cluster. Nobody is asked yet."""
    return ForeignTurns(ClusterToRead(address, credentials(address), ""), index, ownership)


def require_indices(address: str, prefix: str, folder: Path) -> None:
    """Raises StoreUnavailable where nobody has made the indices yet."""
    if not has_indices(address, prefix, folder):
        raise StoreUnavailable(f"there are no indices {prefix}-* yet; `ibidem index FOLDER` makes them")


def has_indices(address: str, prefix: str, folder: Path) -> bool:  # noqa: ARG001
    """Whether somebody has made the indices. Raises StoreUnavailable."""
    cluster = Cluster(address, credentials(address), prefix)
    try:
        return is_made(cluster)
    finally:
        cluster.close()


def credentials(address: str) -> dict[str, str]:
    """The header that lets ibidem in: the API key of the environment, or the user and password of the address."""
    key = os.environ.get(API_KEY)
    if key:
        return {"authorization": f"ApiKey {key}"}
    parts = urlsplit(address)
    if parts.username is None:
        return {}
    named = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"authorization": "Basic " + base64.b64encode(named.encode()).decode()}
