"""The files of indexed folders in a cluster (ports.FolderStore)."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from ibidem.backends.elastic.cluster import Cluster, Json, Operation, Place
from ibidem.backends.elastic.places import digest
from ibidem.backends.elastic.schema import RECORDS
from ibidem.domain.folders import IndexedFile

KIND = "file"


class ElasticFolders:
    """The folder store. Lists refresh what they show: they are asked for once an indexing."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def files(self, tenant: str) -> Sequence[IndexedFile]:
        """See ports.FolderStore."""

        def select() -> list[IndexedFile]:
            self._cluster.refresh(RECORDS)
            query: Json = {"bool": {"filter": [{"term": {"kind": KIND}}, {"term": {"tenant": tenant}}]}}
            found = [IndexedFile(**hit["_source"]["record"]) for hit in self._cluster.walk(RECORDS, query, ["place"], ["record"])]
            return sorted(found, key=lambda file: (file.folder, file.path))

        return await self._cluster.run(select)

    async def record(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """See ports.FolderStore."""
        unknown = [Operation("delete", _place(replace(file, folder=""), tenant)) for file in files if file.folder]
        await self._cluster.run(lambda: self._cluster.bulk([*unknown, *(stored_file(file, tenant) for file in files)]))

    async def forget(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """See ports.FolderStore."""
        await self._cluster.run(lambda: self._cluster.bulk([Operation("delete", _place(file, tenant)) for file in files]))


def _place(file: IndexedFile, tenant: str) -> Place:
    return Place(RECORDS, digest(KIND, tenant, file.folder, file.path))


def stored_file(file: IndexedFile, tenant: str) -> Operation:
    """What stores a file in place of what stood under its folder and path."""
    place = _place(file, tenant)
    return Operation("index", place, {"kind": KIND, "tenant": tenant, "place": place.id, "record": asdict(file)})
