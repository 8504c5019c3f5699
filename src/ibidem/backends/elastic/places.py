"""Where everything stands in the cluster: ids are digests, because those of the cluster end at 512 bytes."""

import hashlib
import json

from ibidem.backends.elastic.cluster import Place
from ibidem.backends.elastic.schema import CHUNKS, DOCS, ORIGINALS, SESSIONS, TURNS, VERSIONS

# Written with every change of the documents: its version counts them, and where a search sees it, it sees those changes.
WATERMARK = Place(CHUNKS, "watermark")


def digest(*parts: str) -> str:
    """Identifies a list of texts: BLAKE2b, 16 bytes, in hex."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def head(tenant: str, doc_id: str) -> Place:
    """What is current under an id."""
    return Place(DOCS, digest(tenant, doc_id))


def head_at(head_id: str) -> Place:
    """A head by its id."""
    return Place(DOCS, head_id)


def version(key: str) -> Place:
    """A version, by its key."""
    return Place(VERSIONS, key)


def version_key(tenant: str, doc_id: str, version: str) -> str:
    """The key of a version: the same whenever it is stored."""
    return digest(tenant, doc_id, version)


def chunk(key: str, order: int) -> Place:
    """A chunk of the version with this key."""
    return Place(CHUNKS, f"{key}:{order}")


def chunk_at(chunk_id: str) -> Place:
    """A chunk by its id."""
    return Place(CHUNKS, chunk_id)


def original(key: str, piece: int) -> Place:
    """A piece of the original of the version with this key."""
    return Place(ORIGINALS, f"{key}:{piece}")


def picture_key(key: str, figure_id: str) -> str:
    """The key of a picture in the version with this key, in place of that of its original."""
    return f"{key}:{figure_id}"


def session(session_id: str) -> Place:
    """A session."""
    return Place(SESSIONS, digest(session_id))


def turn(session_id: str, key: str, number: int) -> Place:
    """A turn of a session with this key; all turns of a session share a shard."""
    return Place(TURNS, f"{key}:{number}", digest(session_id))
