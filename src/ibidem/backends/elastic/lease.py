"""Work that one process does at a time, as long as it says so again and again."""

import time
from uuid import uuid4

from ibidem.backends.elastic.cluster import Cluster, Found, Operation, Place
from ibidem.backends.elastic.places import digest
from ibidem.backends.elastic.schema import RECORDS

KIND = "lease"
# A process that was killed keeps others waiting for so long; the longest work between two renewals is a call to an embedder.
SECONDS = 120.0


class Lease:
    """What is held until a time that the clocks of all machines agree on."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self._cluster = cluster
        self._place = Place(RECORDS, digest(KIND, name))
        self._holder = uuid4().hex

    def take(self) -> bool:
        """Takes or renews it; False while another process holds it."""
        found = self._cluster.get(self._place)
        if found is not None:
            record = found.source["record"]
            if record["holder"] != self._holder and record["until"] > time.time():
                return False
        return self._write(time.time() + SECONDS, found)

    def release(self) -> None:
        """Lets others take it, where it is still held."""
        found = self._cluster.get(self._place)
        if found is not None and found.source["record"]["holder"] == self._holder:
            self._write(0.0, found)

    def _write(self, until: float, found: Found | None) -> bool:
        body = {"kind": KIND, "record": {"holder": self._holder, "until": until}}
        operation = Operation("create", self._place, body) if found is None else Operation("index", self._place, body, found.seen)
        return self._cluster.write(operation)
