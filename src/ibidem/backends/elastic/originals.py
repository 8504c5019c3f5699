"""Originals of a cluster: in pieces beside their versions or, where they are large and a place outside is named, there.

Where that place takes texts, the whole texts of documents lie there too, of any size: the cluster then has passages alone.

What lies outside is named by its digest, and versions of several documents may share it. The cluster cannot search the digests
in versions, so a record for each version says that it refers to one; it is there before the version, and goes after it.
"""

import base64
import hashlib
import logging
from collections.abc import Iterator, Sequence

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Json, Operation, Place
from ibidem.backends.elastic.schema import RECORDS
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import SMALL_ORIGINAL, Originals

logger = logging.getLogger(__name__)

# Bytes of an original in one document; the cluster takes no request above 100 MB.
PIECE = 4_000_000
KIND = "original"


class OriginalFiles:
    """Reads and writes originals. Every method waits, and raises StoreUnavailable."""

    def __init__(self, cluster: Cluster, outside: Originals | None) -> None:
        self._cluster = cluster
        self._outside = outside
        self._swept = False

    def blob(self, original: bytes) -> str | None:
        """The digest of an original that lies outside; None where it lies in the cluster."""
        if self._outside is None or len(original) <= SMALL_ORIGINAL:
            return None
        return hashlib.sha256(original).hexdigest()

    def text_blob(self, text: str) -> str | None:
        """The digest of a whole text that lies outside; None where it lies in the cluster."""
        if self._outside is None or not self._outside.takes_texts:
            return None
        return hashlib.sha256(text.encode()).hexdigest()

    def ensure(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores what lies outside, and then the references to it."""
        if self._outside is None:
            return
        named = [(one, contents) for one in prepared if (contents := self._contents(one))]
        self._outside.ensure([content for _, contents in named for content in contents.items()])
        places_of = [(reference(_key(one)), list(contents)) for one, contents in named]
        self._cluster.bulk([Operation("index", at, _reference(at, digests)) for at, digests in places_of])

    def _contents(self, prepared: PreparedDocument) -> dict[str, bytes]:
        """What of a version lies outside, by its digest."""
        text = prepared.text.encode()
        named = ((self.blob(prepared.original), prepared.original), (self.text_blob(prepared.text), text))
        return {digest: content for digest, content in named if digest is not None}

    def parts(self, key: str, prepared: PreparedDocument) -> Iterator[Operation]:
        """The pieces of the original of a version with this key, as far as it lies in the cluster."""
        if self.blob(prepared.original) is None:
            for piece in range(pieces_of(prepared.original)):
                data = base64.b64encode(prepared.original[piece * PIECE : (piece + 1) * PIECE]).decode()
                yield Operation("index", places.original(key, piece), {"data": data})

    def read(self, key: str, version: Found) -> bytes:
        """The original of a version, of which `content.pieces` and `content.blob` were read."""
        content: Json = version.source["content"]
        blob = content.get("blob")
        if blob is not None:
            return self._read("original", blob)
        pieces = [self._cluster.get(places.original(key, piece)) for piece in range(content["pieces"])]
        there = [one.source["data"] for one in pieces if one is not None]
        if len(there) < len(pieces):
            raise StoreUnavailable("the original cannot be read; index the document again")
        return b"".join(map(base64.b64decode, there))

    def text(self, version: Found) -> str:
        """The whole text of a version, of which `content.text` and `content.text_blob` were read."""
        content: Json = version.source["content"]
        blob = content.get("text_blob")
        return content["text"] if blob is None else self._read("text", blob).decode()

    def _read(self, what: str, blob: str) -> bytes:
        if self._outside is None:
            raise StoreUnavailable(f"the {what} {blob} lies in S3: set IBIDEM_ORIGINALS to where it was stored")
        return self._outside.read(blob)

    def forget(self, content: Json) -> None:
        """Removes what lies outside of a version that is gone with its reference, where no other one needs it."""
        blobs = outside_of(content)
        if blobs and self._outside is not None:
            try:
                self._outside.remove(blobs, self._in_use)
            except StoreUnavailable as error:
                logger.warning("originals that nobody needs stay for now: %s", error)

    def sweep(self) -> None:
        """Removes what lies outside and nothing refers to."""
        if self._outside is not None:
            self._outside.sweep(self._in_use)

    def sweep_once(self) -> None:
        """Sweeps before the first document of this process; where that fails, originals stay until the next one."""
        if not self._swept:
            self._swept = True
            try:
                self.sweep()
            except StoreUnavailable as error:
                logger.warning("originals that nobody needs stay for now: %s", error)

    def _in_use(self, digests: Sequence[str]) -> set[str]:
        self._cluster.refresh(RECORDS)
        named = [{"bool": {"filter": [{"term": {"kind": KIND}}, {"term": {"place": digest}}]}} for digest in digests]
        return {digest for digest, used in zip(digests, self._cluster.which_match(RECORDS, named), strict=True) if used}


def outside_of(content: Json) -> list[str]:
    """The digests of what lies outside of a version, of its `content.blob` and `content.text_blob`."""
    return [digest for name in ("blob", "text_blob") if (digest := content.get(name))]


def pieces_of(original: bytes) -> int:
    """In how many pieces an original lies in the cluster."""
    return -(-len(original) // PIECE)


def _key(prepared: PreparedDocument) -> str:
    document = prepared.document
    return places.version_key(document.tenant, document.doc_id, document.version)


def reference(key: str) -> Place:
    """Where it stands that the version with this key needs an original outside."""
    return Place(RECORDS, places.digest(KIND, key))


def _reference(at: Place, digests: Sequence[str]) -> Json:
    return {"kind": KIND, "place": list(digests), "record": {"at": at.id}}
