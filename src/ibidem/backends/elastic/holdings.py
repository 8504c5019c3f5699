"""Everything that a cluster keeps, for a migration (ports.Holdings)."""

import json
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Json, Operation, Place
from ibidem.backends.elastic.collection_store import KEPT
from ibidem.backends.elastic.collection_store import KIND as COLLECTIONS
from ibidem.backends.elastic.conversations import conversation_in
from ibidem.backends.elastic.folder_store import KIND as FILE
from ibidem.backends.elastic.heads import CHUNK, chunk_of, document_of
from ibidem.backends.elastic.key_store import KEY, NAMED
from ibidem.backends.elastic.key_store import KIND as API_KEY
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import DOCS, FIELDS, RECORDS, SESSIONS, VERSIONS
from ibidem.backends.elastic.taking_in import written
from ibidem.backends.elastic.turn_rows import turn_of
from ibidem.backends.stored_turns import stamp
from ibidem.domain.collections import KeptCollections
from ibidem.domain.documents import PreparedDocument, SearchableChunk
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.folders import IndexedFile
from ibidem.domain.holdings import (
    Arrival,
    KeptFile,
    KeptKey,
    KeptSession,
    KeptTurn,
    KeptVersion,
    Record,
    RecordKind,
    Withdrawn,
)

ARRIVAL = Place(RECORDS, places.digest("arrival"))
# Turns that are read at once.
AT_ONCE = 200


class ElasticHoldings:
    """What a cluster keeps, as records. A position is what the records of a kind are sorted by, as JSON."""

    def __init__(self, cluster: Cluster, files: OriginalFiles, changed: Callable[[], None]) -> None:
        self._cluster = cluster
        self._files = files
        self._announce = changed

    @property
    def name(self) -> str:
        """See ports.Holdings."""
        return self._cluster.alias("*") + " at " + self._cluster.name

    async def identity(self) -> str:
        """See ports.Holdings."""
        _, answer = await self._cluster.run(lambda: self._cluster.request("GET", "/_cluster/state/version"))
        return f"{answer['cluster_uuid']} {self._cluster.alias('')}"

    @contextmanager
    def unchanged(self) -> Generator[None]:
        """See ports.Holdings: a cluster has no lock for that."""
        yield

    async def count(self, kind: RecordKind, now: datetime) -> int:
        """See ports.Holdings."""
        listed = LISTS[kind](stamp(now))

        def count() -> int:
            self._cluster.refresh(listed.index)
            return self._cluster.count(listed.index, listed.query)

        return await self._cluster.run(count)

    async def records(self, kind: RecordKind, after: str, now: datetime) -> AsyncIterator[tuple[str, Record]]:
        """See ports.Holdings."""
        listed, last = LISTS[kind](stamp(now)), json.loads(after) if after else None

        def select() -> list[tuple[list[str], Json]]:
            self._cluster.refresh(*FIELDS)
            hits = self._cluster.walk(listed.index, listed.query, listed.sort, listed.sort)
            found = [(json.loads(json.dumps(hit["sort"])), hit["_source"]) for hit in hits]
            return [(key, source) for key, source in found if last is None or key > last]

        for key, source in await self._cluster.run(select):
            yield json.dumps(key), await self._cluster.run(lambda source=source: self._record(kind, source))

    async def arrival(self) -> Arrival | None:
        """See ports.Holdings."""
        found = await self._cluster.run(lambda: self._cluster.get(ARRIVAL))
        return None if found is None else Arrival(**found.source["record"])

    async def begin(self, arrival: Arrival) -> None:
        """See ports.Holdings."""

        def note() -> None:
            self._cluster.refresh(*FIELDS)
            if any(self._cluster.count(index, {"match_all": {}}) for index in (DOCS, VERSIONS, SESSIONS, RECORDS)):
                allowed = "another IBIDEM_STORE_PREFIX, or a cluster without these indices, is allowed"
                raise InvalidInput("target", f"{self.name} keeps something already", allowed)
            if not self._cluster.write(Operation("create", ARRIVAL, _arrived(arrival))):
                raise StoreUnavailable(f"{self.name}: another process migrates to here; wait until it has ended")

        await self._cluster.run(note)

    async def take_in(self, records: Sequence[Record], before: Arrival, after: Arrival) -> None:
        """See ports.Holdings; a record that was stored when a process died is stored again, in the same places."""

        def store() -> None:
            found = self._cluster.get(ARRIVAL)
            self._files.ensure([one.prepared for one in records if isinstance(one, KeptVersion)])
            for operations in written(records, self._files):
                self._cluster.bulk(operations)
            moved = found is not None and found.source["record"] == asdict(before)
            if found is None or not moved or not self._cluster.write(Operation("index", ARRIVAL, _arrived(after), found.seen)):
                raise StoreUnavailable(f"{self.name}: another process migrates to here; wait until it has ended")
            if after.finished:
                self._cluster.refresh(*FIELDS)
            self._announce()

        await self._cluster.run(store)

    def _record(self, kind: RecordKind, listed: Json) -> Record:
        if kind == "versions":
            return _version(self._cluster, self._files, listed)
        return READERS[kind](self._cluster, listed)


class Listed:
    """The list of the records of a kind: an index, a query, and fields that no two of them share."""

    def __init__(self, index: str, query: Json, *sort: str) -> None:
        self.index, self.query, self.sort = index, query, list(sort)


def _lasting(now: str) -> Json:
    """Sessions that have turns, and have not expired by then."""
    begun: Json = {"range": {"turns": {"gt": 0}}}
    return {"bool": {"filter": [begun], "must_not": [{"range": {"expires": {"lte": now}}}]}}


def _of_kind(kind: str) -> Json:
    return {"term": {"kind": kind}}


CLOSED: Json = {"bool": {"filter": [{"term": {"current": False}}, {"exists": {"field": "readers"}}]}}
LISTS: Mapping[RecordKind, Callable[[str], Listed]] = {
    "withdrawn": lambda now: Listed(DOCS, CLOSED, "tenant", "doc_id"),  # noqa: ARG005
    "versions": lambda now: Listed(VERSIONS, {"match_all": {}}, "tenant", "doc_id", "version"),  # noqa: ARG005
    "sessions": lambda now: Listed(SESSIONS, _lasting(now), "session_id"),
    "keys": lambda now: Listed(RECORDS, _of_kind(NAMED), "place"),  # noqa: ARG005
    "files": lambda now: Listed(RECORDS, _of_kind(FILE), "tenant", "place"),  # noqa: ARG005
    "collections": lambda now: Listed(RECORDS, _of_kind(COLLECTIONS), "tenant", "place"),  # noqa: ARG005
}


def _withdrawn(cluster: Cluster, listed: Json) -> Withdrawn:
    head = _required(cluster.get(places.head(listed["tenant"], listed["doc_id"])), cluster)
    return Withdrawn(listed["tenant"], listed["doc_id"], tuple(head.source["readers"]))


def _version(cluster: Cluster, files: OriginalFiles, listed: Json) -> KeptVersion:
    tenant, doc_id, version = (listed[name] for name in ("tenant", "doc_id", "version"))
    key = places.version_key(tenant, doc_id, version)
    head, found = cluster.get_all([places.head(tenant, doc_id), places.version(key)])
    there = _required(found, cluster)
    stored = there.source
    current = head is not None and head.source["current"] and head.source["version"] == version
    document = replace(document_of(stored["document"]), current=current)
    content = stored["content"]
    at = [places.chunk(key, order) for order in sorted(content["orders"])]
    chunks = [_required(one, cluster).source for one in cluster.get_all(at, [*CHUNK, "tokens"])]
    searchable = (SearchableChunk(chunk_of(doc_id, version, one), (one.get("tokens") or "") if current else "") for one in chunks)
    ids = dict.fromkeys(figure.figure_id for figure in document.figures)
    pictures = tuple(picture for one in ids if (picture := files.picture(key, there, one)) is not None)
    prepared = PreparedDocument(document, files.read(key, there), files.text(there), tuple(searchable), pictures)
    return KeptVersion(prepared, None if current else stored.get("kept_until") or 0.0)


def _session(cluster: Cluster, listed: Json) -> KeptSession:
    conversation = conversation_in(_required(cluster.get(places.session(listed["session_id"])), cluster))
    turns = tuple(_turns(cluster, conversation))
    return KeptSession(conversation.session, conversation.tenant, conversation.owner, turns, conversation.placeholders)


def _turns(cluster: Cluster, conversation: Conversation) -> Iterator[KeptTurn]:
    for first in range(1, conversation.turns + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, conversation.turns + 1))
        at = [places.turn(conversation.session_id, conversation.key, number) for number in numbers]
        for number, found in zip(numbers, cluster.get_all(at), strict=True):
            source = _required(found, cluster).source
            rated = source.get("rated")
            turn = turn_of(source, conversation.replaced_by(number))
            yield KeptTurn(turn, None if rated is None else datetime.fromisoformat(rated))


def _key(cluster: Cluster, listed: Json) -> KeptKey:
    digest = listed["place"]
    named = _required(cluster.get(Place(RECORDS, places.digest(NAMED, digest))), cluster)
    found = _required(cluster.get(Place(RECORDS, places.digest(API_KEY, named.source["record"]["key_id"]))), cluster)
    return KeptKey(KEY.validate_python(found.source["record"]), digest)


def _file(cluster: Cluster, listed: Json) -> KeptFile:
    found = _required(cluster.get(Place(RECORDS, listed["place"])), cluster)
    return KeptFile(listed["tenant"], IndexedFile(**found.source["record"]))


def _collections(cluster: Cluster, listed: Json) -> KeptCollections:
    found = _required(cluster.get(Place(RECORDS, listed["place"])), cluster)
    return KEPT.validate_python(found.source["record"])


READERS: Mapping[RecordKind, Callable[[Cluster, Json], Record]] = {
    "withdrawn": _withdrawn,
    "sessions": _session,
    "keys": _key,
    "files": _file,
    "collections": _collections,
}


def _required(found: Found | None, cluster: Cluster) -> Found:
    """What was listed. Raises StoreUnavailable where it is gone."""
    if found is None:
        raise StoreUnavailable(f"{cluster.name} is written by somebody else; stop what writes it, and start the migration again")
    return found


def _arrived(arrival: Arrival) -> Json:
    return {"kind": "arrival", "record": asdict(arrival)}
