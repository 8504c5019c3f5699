"""Conversations that another program keeps in a cluster, as a migration moves them (ports.Holdings): an index `conv_turns` with
`session_id`, `turn_id`, `ts`, `user_text`, `assistant_text`, `summary`, `summary_ts` and `doc_refs`, a document a turn.

What is not said there is found out (the language) or left empty (scores, pages). Whose the conversations are is for the person to
say who moves them.
"""

from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from datetime import datetime

from ibidem.backends.elastic.cluster import NOT_THERE, Cluster, Json
from ibidem.backends.elastic.turn_queries import OURS
from ibidem.backends.foreign_sessions import Ownership, session_of
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.holdings import Arrival, Record, RecordKind

# Sessions that are listed at once, and turns that are read at once.
SESSIONS_AT_ONCE, TURNS_AT_ONCE = 1000, 200
# Turns that ibidem itself keeps in the same index are no part of it.
NOT_OURS: Json = {"bool": {"must_not": [OURS]}}
READ_ONLY = "conversations of another program are only read"


class ForeignTurns:
    """The sessions of such an index. A position is the id of a session, as it is there."""

    def __init__(self, cluster: Cluster, index: str, ownership: Ownership) -> None:
        """`index` is the name of the index, or of an alias. Nothing is asked yet."""
        self._cluster = cluster
        self._index = index
        self._ownership = ownership

    @property
    def name(self) -> str:
        """See ports.Holdings."""
        return f"{self._index} at {self._cluster.name}"

    async def identity(self) -> str:
        """See ports.Holdings. Raises InvalidInput where there is no such index, or one of another mapping."""

        def look() -> str:
            status, mapping = self._cluster.request("GET", f"/{self._index}/_mapping", allowed=frozenset({NOT_THERE}))
            if status == NOT_THERE:
                raise InvalidInput("turns_index", f"{self.name} is not there", "the name of an index or an alias is allowed")
            for entry in mapping.values():
                _require_mapping(entry["mappings"].get("properties", {}), self.name)
            _, state = self._cluster.request("GET", "/_cluster/state/version")
            return f"{state['cluster_uuid']} {self._index}"

        return await self._cluster.run(look)

    @contextmanager
    def unchanged(self) -> Generator[None]:
        """See ports.Holdings: a cluster has no lock for that."""
        yield

    async def count(self, kind: RecordKind, now: datetime) -> int:
        """See ports.Holdings; sessions that would have expired are counted too."""
        del now
        return 0 if kind != "sessions" else await self._cluster.run(lambda: sum(1 for _ in self._session_ids("")))

    async def records(self, kind: RecordKind, after: str, now: datetime) -> AsyncIterator[tuple[str, Record]]:
        """See ports.Holdings. Raises InvalidInput for a turn that is none."""
        if kind != "sessions":
            return
        whose = self._ownership
        for session_id in await self._cluster.run(lambda: list(self._session_ids(after))):
            rows = await self._cluster.run(lambda session_id=session_id: list(self._turns(session_id)))
            session = session_of(session_id, rows, whose.owner, whose.lifetime)
            if session.session.expires is None or session.session.expires > now:
                yield session_id, await whose.masked(session)

    async def arrival(self) -> Arrival | None:
        """See ports.Holdings."""
        return None

    async def begin(self, arrival: Arrival) -> None:
        """See ports.Holdings."""
        raise StoreUnavailable(f"{self.name}: {READ_ONLY}, {arrival.source} cannot be moved there")

    async def take_in(self, records: object, before: Arrival, after: Arrival) -> None:  # noqa: ARG002
        """See ports.Holdings."""
        raise StoreUnavailable(f"{self.name}: {READ_ONLY}")

    def close(self) -> None:
        """Lets go of the cluster."""
        self._cluster.close()

    def _session_ids(self, after: str) -> Iterator[str]:
        """The ids of the sessions behind that one, in the order of the cluster."""
        listed: Json = {"size": SESSIONS_AT_ONCE, "sources": [{"session": {"terms": {"field": "session_id"}}}]}
        if after:
            listed["after"] = {"session": after}
        while True:
            body: Json = {"size": 0, "query": NOT_OURS, "aggs": {"sessions": {"composite": listed}}}
            found = self._cluster.request("POST", f"/{self._index}/_search", body)[1]["aggregations"]["sessions"]
            yield from (bucket["key"]["session"] for bucket in found["buckets"])
            if len(found["buckets"]) < SESSIONS_AT_ONCE:
                return
            listed["after"] = found["after_key"]

    def _turns(self, session_id: str) -> Iterator[Json]:
        """The turns of a session, in their order; those with the same number in that of their times."""
        query: Json = {"bool": {"filter": [{"term": {"session_id": session_id}}, NOT_OURS]}}
        # A cluster may refuse to sort by `_id`; turns of one number and time differ in when their shard took them.
        sort = ["turn_id", "ts", "_seq_no"]
        body: Json = {"query": query, "size": TURNS_AT_ONCE, "sort": sort, "track_total_hits": False}
        while hits := self._cluster.request("POST", f"/{self._index}/_search", body)[1]["hits"]["hits"]:
            yield from (hit["_source"] for hit in hits)
            body["search_after"] = hits[-1]["sort"]


def _require_mapping(properties: Json, name: str) -> None:
    """Raises InvalidInput where turns could not be listed by session and number."""
    wanted = {"session_id": {"keyword"}, "turn_id": {"integer", "long", "short"}, "ts": {"date", "date_nanos"}}
    for field, types in wanted.items():
        kind = properties.get(field, {}).get("type", "missing")
        if kind not in types:
            problem = f"{name} has no field {field} by which turns can be listed (it is {kind})"
            raise InvalidInput("turns_index", problem, f"{' or '.join(sorted(types))} is allowed")
