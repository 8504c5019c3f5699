"""Saved filters in a cluster (ports.CollectionStore): those of a person are one document."""

from collections.abc import Callable, Sequence

from pydantic import TypeAdapter

from ibidem.backends.elastic.cluster import Action, Cluster, Operation, Place, Seen
from ibidem.backends.elastic.places import digest
from ibidem.backends.elastic.schema import RECORDS
from ibidem.backends.elastic.versions import ATTEMPTS
from ibidem.backends.stored_collections import encoded, too_many
from ibidem.domain.collections import MOST_COLLECTIONS, Collection, KeptCollections
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound, StoreUnavailable

KIND = "collections"
KEPT = TypeAdapter(KeptCollections)
Kept = tuple[Collection, ...]


class ElasticCollections:
    """The collections of a cluster."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def collections(self, principal: Principal) -> Sequence[Collection]:
        """See ports.CollectionStore."""
        return await self._cluster.run(lambda: self._found(principal)[1])

    async def save(self, collection: Collection, principal: Principal) -> None:
        """See ports.CollectionStore."""
        encoded(collection)

        def saved(held: Kept) -> Kept:
            others = [one for one in held if one.name != collection.name]
            if len(others) >= MOST_COLLECTIONS:
                raise too_many()
            return tuple(sorted([*others, collection], key=lambda one: one.name))

        await self._cluster.run(lambda: self._change(principal, saved))

    async def delete(self, name: str, principal: Principal) -> None:
        """See ports.CollectionStore."""

        def without(held: Kept) -> Kept:
            left = tuple(one for one in held if one.name != name)
            if len(left) == len(held):
                raise NotFound("collection", name)
            return left

        await self._cluster.run(lambda: self._change(principal, without))

    def _found(self, principal: Principal) -> tuple[Seen | None, Kept]:
        found = self._cluster.get(_place(principal.tenant, principal.name))
        return (None, ()) if found is None else (found.seen, KEPT.validate_python(found.source["record"]).collections)

    def _change(self, principal: Principal, change: Callable[[Kept], Kept]) -> None:
        """Writes what was changed where nobody else has meanwhile."""
        for _ in range(ATTEMPTS):
            seen, held = self._found(principal)
            kept = KeptCollections(principal.tenant, principal.name, change(held))
            if self._cluster.write(stored_collections(kept, "create" if seen is None else "index", seen)):
                return
        raise StoreUnavailable("collections of this person are being saved all the time; try again later")


def _place(tenant: str, owner: str) -> Place:
    return Place(RECORDS, digest(KIND, tenant, owner))


def stored_collections(kept: KeptCollections, action: Action = "index", seen: Seen | None = None) -> Operation:
    """What stores all collections of a person."""
    place = _place(kept.tenant, kept.owner)
    record = KEPT.dump_python(kept, mode="json")
    return Operation(action, place, {"kind": KIND, "tenant": kept.tenant, "place": place.id, "record": record}, seen)
