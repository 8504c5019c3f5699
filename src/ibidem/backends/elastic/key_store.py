"""API keys in a cluster (ports.KeyStore)."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import TypeAdapter

from ibidem.backends.elastic.cluster import Action, Cluster, Found, Json, Operation, Place
from ibidem.backends.elastic.places import digest as digest_of
from ibidem.backends.elastic.schema import RECORDS
from ibidem.domain.access import ApiKey
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.text import require_storable, storable

KIND, NAMED = "key", "key_id"
KEY = TypeAdapter(ApiKey)
# Stands where a key was ever made.
MADE = Place(RECORDS, digest_of("keys"))


class ElasticKeys:
    """The key store: a key stands under its id, and its digest refers to that."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def add(self, key: ApiKey, digest: str) -> None:
        """See ports.KeyStore."""
        for field, text in (("key_id", key.key_id), ("name", key.principal.name), ("tenant", key.principal.tenant)):
            require_storable(field, text)

        def store() -> None:
            by_digest, by_id, made = writing(key, digest, "create")
            if not self._cluster.write(by_digest):
                raise InvalidInput("key", "its id or its digest is taken", "make another one")
            if not self._cluster.write(by_id):
                self._cluster.write(Operation("delete", _by_digest(digest)))
                raise InvalidInput("key", "its id or its digest is taken", "make another one")
            self._cluster.write(made)

        await self._cluster.run(store)

    async def keys(self) -> Sequence[ApiKey]:
        """See ports.KeyStore."""

        def select() -> list[ApiKey]:
            self._cluster.refresh(RECORDS)
            hits = self._cluster.walk(RECORDS, {"term": {"kind": KIND}}, ["place"], ["record"])
            return sorted((KEY.validate_python(hit["_source"]["record"]) for hit in hits), key=lambda k: (k.created, k.key_id))

        return await self._cluster.run(select)

    async def by_digest(self, digest: str) -> ApiKey | None:
        """See ports.KeyStore."""

        def find() -> ApiKey | None:
            named = self._cluster.get(_by_digest(digest))
            return None if named is None else self._key(named.source["record"]["key_id"])

        return await self._cluster.run(find) if storable(digest) else None

    async def by_id(self, key_id: str) -> ApiKey | None:
        """See ports.KeyStore."""
        return await self._cluster.run(lambda: self._key(key_id)) if storable(key_id) else None

    async def exist(self) -> bool:
        """See ports.KeyStore."""
        return await self._cluster.run(lambda: self._cluster.get(MADE) is not None)

    async def revoke(self, key_id: str, now: datetime) -> ApiKey:
        """See ports.KeyStore."""

        def mark() -> ApiKey:
            while True:
                found = self._cluster.get(_by_id(key_id)) if storable(key_id) else None
                if found is None:
                    raise NotFound("key", key_id)
                if found.source["record"]["revoked"] is not None or self._cluster.write(_revoked(key_id, found, now)):
                    break
            return KEY.validate_python({**found.source["record"], "revoked": found.source["record"]["revoked"] or now})

        return await self._cluster.run(mark)

    def _key(self, key_id: str) -> ApiKey | None:
        found = self._cluster.get(_by_id(key_id))
        return None if found is None else KEY.validate_python(found.source["record"])


def writing(key: ApiKey, digest: str, action: Action) -> tuple[Operation, Operation, Operation]:
    """What stores a key. A digest that refers to no key opens nothing, so it goes first."""
    record = KEY.dump_python(key, mode="json")
    by_digest = Operation(action, _by_digest(digest), {"kind": NAMED, "place": digest, "record": {"key_id": key.key_id}})
    by_id = Operation(action, _by_id(key.key_id), {"kind": KIND, "place": key.key_id, "record": record})
    return by_digest, by_id, Operation("index", MADE, {"kind": "made"})


def _by_digest(digest: str) -> Place:
    return Place(RECORDS, digest_of(NAMED, digest))


def _by_id(key_id: str) -> Place:
    return Place(RECORDS, digest_of(KIND, key_id))


def _revoked(key_id: str, found: Found, now: datetime) -> Operation:
    record: Json = {**found.source["record"], "revoked": now.isoformat()}
    return Operation("index", _by_id(key_id), {**found.source, "record": record}, found.seen)
