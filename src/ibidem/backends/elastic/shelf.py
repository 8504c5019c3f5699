"""What the corpus holds, in sums and supersessions: asked for again only when a document has changed."""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.schema import DOCS
from ibidem.backends.kinds import Kind, Readable, Totals, readable_of, totals_of
from ibidem.domain.documents import Document, Principal

# Principals with the same tenant and groups share an entry; beyond this many the memory starts anew.
REMEMBERED = 1000
KINDS_AT_ONCE = 1000
# How long the cluster is not asked again whether a document has changed: a turn asks four to seven times. Documents are read as
# of now all the same; what another process changes is that much later in the words and the counts of the corpus.
FRESH_SECONDS = 1.0

CURRENT: Json = {"term": {"current": True}}


@dataclass(slots=True)
class Corpus:
    """The current documents as of some change: their kinds, and from when on which of them supersede which, by tenant and id."""

    changes: int
    kinds: tuple[Kind, ...]
    totals: Totals
    superseded: Mapping[tuple[str, str], tuple[date | None, ...]]
    readable: dict[tuple[str, frozenset[str]], Readable] = field(default_factory=dict[tuple[str, frozenset[str]], Readable])

    def readable_by(self, principal: Principal) -> Readable:
        """What the principal may read of it."""
        key = (principal.tenant, principal.reads_as)
        found = self.readable.get(key)
        if found is None:
            if len(self.readable) >= REMEMBERED:
                self.readable.clear()
            found = self.readable[key] = readable_of(self.kinds, principal)
        return found

    def in_force(self, document: Document) -> Document:
        """The document as it is in force today: of a date to come, it is not yet, nor does it supersede another before that."""
        today = date.today()
        later = document.effective is not None and document.effective > today
        superseding = self.superseded.get((document.tenant, document.doc_id), ())
        if not later and not any(start is None or start <= today for start in superseding):
            return document
        return replace(document, in_force=False)


class Shelf:
    """The corpus, remembered until a document changes. Safe to ask from several threads."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._remembered: Corpus | None = None
        self._fresh_until = 0.0
        self._lock = threading.Lock()

    def corpus(self) -> Corpus:
        """As it is now, or was a moment ago."""
        with self._lock:
            if self._remembered is not None and time.monotonic() < self._fresh_until:
                return self._remembered
            changes = self._cluster.version(places.WATERMARK)
            if self._remembered is None or self._remembered.changes != changes:
                kinds = tuple(self._kinds())
                self._remembered = Corpus(changes, kinds, totals_of(kinds), self._superseded())
            self._fresh_until = time.monotonic() + FRESH_SECONDS
            return self._remembered

    def noticed(self, changes: int) -> None:
        """So many changes there were a moment ago, as somebody read beside something else."""
        with self._lock:
            if self._remembered is not None and self._remembered.changes == changes:
                self._fresh_until = time.monotonic() + FRESH_SECONDS

    def changed(self) -> None:
        """This process has changed documents: the cluster is asked again."""
        with self._lock:
            self._fresh_until = 0.0

    def _kinds(self) -> list[Kind]:
        sums: Json = {name: {"sum": {"field": name}} for name in ("chunks", "tokens")}
        composite: Json = {"size": KINDS_AT_ONCE, "sources": [{"kind": {"terms": {"field": "kind"}}}]}
        kinds: list[Kind] = []
        while True:
            aggregations = {"kinds": {"composite": composite, "aggs": sums}}
            answer = self._cluster.search(DOCS, {"query": CURRENT, "size": 0, "aggs": aggregations})["aggregations"]["kinds"]
            for bucket in answer["buckets"]:
                tenant, readers, doc_type, language, devices, owner = json.loads(bucket["key"]["kind"])
                counts = (bucket["doc_count"], int(bucket["chunks"]["value"]), int(bucket["tokens"]["value"]))
                kinds.append(Kind(tenant, json.dumps(readers), doc_type, language, frozenset(devices), owner, *counts))
            if len(answer["buckets"]) < KINDS_AT_ONCE:
                return kinds
            composite["after"] = answer["after_key"]

    def _superseded(self) -> Mapping[tuple[str, str], tuple[date | None, ...]]:
        query = {"bool": {"filter": [CURRENT, {"exists": {"field": "supersedes"}}]}}
        found: dict[tuple[str, str], tuple[date | None, ...]] = {}
        for hit in self._cluster.walk(DOCS, query, ["tenant", "doc_id"], ["tenant", "supersedes", "document.effective"]):
            source = hit["_source"]
            effective = source["document"].get("effective")
            start = date.fromisoformat(effective) if effective else None
            for doc_id in source["supersedes"]:
                key = (source["tenant"], doc_id)
                found[key] = (*found.get(key, ()), start)
        return found


def kind_of(document: Document) -> str:
    """What the documents that are alike have in common, as one keyword; its parts are in the order of `Kind`."""
    named = (document.tenant, sorted(document.readers), document.doc_type, document.language, sorted(document.devices))
    return json.dumps((*named, document.owner), ensure_ascii=False)
