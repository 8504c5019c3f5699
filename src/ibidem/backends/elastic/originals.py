"""Originals of a cluster, and the pictures in documents: in pieces beside their versions or, where they are large and a place
outside is named, there.

Where that place takes texts, the whole texts of documents lie there too, of any size: the cluster then has passages alone.

What lies outside is named by its digest, and versions of several documents may share it. The cluster cannot search the digests
in versions, so a record for each version names those that it refers to; it is there before the version, and goes after it.
"""

import base64
import hashlib
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence

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

    def ensure(self, prepared: Sequence[PreparedDocument]) -> Mapping[str, Iterable[str]]:
        """Stores what lies outside, and then the references to it, which it returns: digests by the key of their version."""
        if self._outside is None:
            return {}
        named = {_key(one): contents for one in prepared if (contents := self._contents(one))}
        self._outside.ensure([content for contents in named.values() for content in contents.items()])
        self.refer(named)
        return named

    def refer(self, named: Mapping[str, Iterable[str]]) -> None:
        """Adds digests to the references of versions. What these name already stays: until the version is written anew, and where
        that fails, it is what the stored one needs."""
        at = [reference(key) for key in named]
        there = self._cluster.get_all(at, ["place"])
        united = [
            sorted({*digests, *(() if one is None else one.source["place"])})
            for digests, one in zip(named.values(), there, strict=True)
        ]
        self._cluster.bulk(
            [Operation("index", place, _reference(place, digests)) for place, digests in zip(at, united, strict=True)]
        )

    def _contents(self, prepared: PreparedDocument) -> dict[str, bytes]:
        """What of a version lies outside, by its digest."""
        named = [(self.blob(content), content) for content in (prepared.original, *prepared.pictures)]
        named.append((self.text_blob(prepared.text), prepared.text.encode()))
        return {digest: content for digest, content in named if digest is not None}

    def parts(self, key: str, prepared: PreparedDocument) -> Iterator[Operation]:
        """The pieces of the original and of the pictures of a version with this key, as far as they lie in the cluster."""
        for file_key, content in _files_of(key, prepared):
            if self.blob(content) is None:
                for piece in range(pieces_of(content)):
                    data = base64.b64encode(content[piece * PIECE : (piece + 1) * PIECE]).decode()
                    yield Operation("index", places.original(file_key, piece), {"data": data})

    def stored(self, content: bytes) -> Json:
        """How a version says where an original or a picture lies: its pieces here, or its digest outside."""
        blob = self.blob(content)
        return {"pieces": pieces_of(content)} if blob is None else {"pieces": 0, "blob": blob}

    def read(self, key: str, version: Found) -> bytes:
        """The original of a version, of which `content.pieces` and `content.blob` were read."""
        return self._read(key, version.source["content"])

    def picture(self, key: str, version: Found, figure_id: str) -> bytes | None:
        """A picture in a version, of which `content.pictures` was read; None where it has no such picture."""
        stored: Json | None = version.source.get("content", {}).get("pictures", {}).get(figure_id)
        return None if stored is None else self._read(places.picture_key(key, figure_id), stored)

    def _read(self, key: str, stored: Json) -> bytes:
        blob = stored.get("blob")
        if blob is not None:
            return self._read_outside("original", blob)
        pieces = [self._cluster.get(places.original(key, piece)) for piece in range(stored["pieces"])]
        there = [one.source["data"] for one in pieces if one is not None]
        if len(there) < len(pieces):
            raise StoreUnavailable("the original cannot be read; index the document again")
        return b"".join(map(base64.b64decode, there))

    def text(self, version: Found) -> str:
        """The whole text of a version, of which `content.text` and `content.text_blob` were read."""
        content: Json = version.source["content"]
        blob = content.get("text_blob")
        return content["text"] if blob is None else self._read_outside("text", blob).decode()

    def _read_outside(self, what: str, blob: str) -> bytes:
        if self._outside is None:
            raise StoreUnavailable(f"the {what} {blob} lies in S3: set IBIDEM_ORIGINALS to where it was stored")
        return self._outside.read(blob)

    def forget(self, blobs: Sequence[str]) -> None:
        """Removes what lies outside of a version that is gone with its reference, where no other one needs it."""
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
    """The digests of what lies outside of a version, of its `content.blob`, `content.text_blob` and `content.pictures`."""
    pictures: Json = content.get("pictures", {})
    named = [content.get("blob"), content.get("text_blob"), *(stored.get("blob") for stored in pictures.values())]
    return [digest for digest in named if digest]


def pieces_of(original: bytes) -> int:
    """In how many pieces an original lies in the cluster."""
    return -(-len(original) // PIECE)


def held_of(key: str, content: Json) -> list[Place]:
    """Where the pieces of the original and of the pictures of a version with this key lie in the cluster, by its `content`."""
    pictures: Json = content.get("pictures", {})
    held = [(key, content), *((places.picture_key(key, figure_id), stored) for figure_id, stored in pictures.items())]
    return [places.original(at, piece) for at, stored in held for piece in range(stored["pieces"])]


def _files_of(key: str, prepared: PreparedDocument) -> Iterator[tuple[str, bytes]]:
    """The original and the pictures of a version with this key, each with its own key."""
    yield key, prepared.original
    for picture in prepared.pictures:
        yield places.picture_key(key, hashlib.sha256(picture).hexdigest()), picture


def _key(prepared: PreparedDocument) -> str:
    document = prepared.document
    return places.version_key(document.tenant, document.doc_id, document.version)


def reference(key: str) -> Place:
    """Where it stands that the version with this key needs what lies outside."""
    return Place(RECORDS, places.digest(KIND, key))


def _reference(at: Place, digests: Sequence[str]) -> Json:
    return {"kind": KIND, "place": list(digests), "record": {"at": at.id}}
