"""The indices, and how they are made: each is `PREFIX-NAME-VERSION`, behind the alias `PREFIX-NAME`."""

from ibidem.backends.elastic.cluster import NOT_THERE, Cluster, Json
from ibidem.domain.errors import StoreUnavailable

REFUSED = 400  # among others, where another process has just made the index

DOCS, VERSIONS, CHUNKS, ORIGINALS = "docs", "doc_versions", "doc_chunks", "doc_originals"
SESSIONS, TURNS, RECORDS = "conv_sessions", "conv_turns", "records"

WORD: Json = {"type": "keyword"}
YES: Json = {"type": "boolean"}
NUMBER: Json = {"type": "long"}
SECONDS: Json = {"type": "double"}
# Stored and returned as it is, and never searched.
KEPT: Json = {"type": "object", "enabled": False}
# BM25 as tantivy computes it (k1 = 1.2, b = .75), over tokens that are ready-made, and without positions.
TOKENS: Json = {"type": "text", "analyzer": "whitespace", "index_options": "freqs", "similarity": "words"}
SIMILARITY: Json = {"words": {"type": "BM25", "k1": 1.2, "b": 0.75}}

# What a search can be narrowed by, and who may read.
NARROWING: dict[str, Json] = {
    "tenant": WORD,
    "doc_id": WORD,
    "doc_type": WORD,
    "owner": WORD,
    "devices": WORD,
    # What it says under the names of its profile, each as `NAME=PLACE` (see domain.fields).
    "fields": WORD,
    "readers": WORD,
    "open": YES,
    "policy": WORD,
}

FIELDS: dict[str, dict[str, Json]] = {
    # What is current under an id, or, where nothing is, who could read what was deleted.
    DOCS: {
        **NARROWING,
        "current": YES,
        "version": WORD,
        "kind": WORD,
        "language": WORD,
        "embedded_by": WORD,
        "chunks": NUMBER,
        "tokens": NUMBER,
        "supersedes": WORD,
        "document": KEPT,
    },
    # Every version that is kept, with its text.
    VERSIONS: {"tenant": WORD, "doc_id": WORD, "version": WORD, "kept_until": SECONDS, "document": KEPT, "content": KEPT},
    # The chunks of every version; those that can be found have tokens.
    CHUNKS: {**NARROWING, "key": WORD, "order": NUMBER, "version": WORD, "tokens": TOKENS, "chunk": KEPT},
    # Originals, in pieces.
    ORIGINALS: {"data": {"type": "binary"}},
    SESSIONS: {
        "session_id": WORD,
        "tenant": WORD,
        "owner": WORD,
        "started": WORD,
        "last_turn": WORD,
        "turns": NUMBER,
        "waiting_since": WORD,
        "expires": WORD,
        "state": KEPT,
    },
    TURNS: {
        "session": WORD,
        "session_id": WORD,
        "tenant": WORD,
        "owner": WORD,
        "number": NUMBER,
        "ts": WORD,
        "rated": WORD,
        "copied": YES,
        "asked": WORD,
        "summary_ts": WORD,
        "doc_refs": {"type": "nested", "properties": {"doc_id": WORD, "version": WORD}},
        "content": KEPT,
        "feedback": KEPT,
        "found_by": KEPT,
        "near": KEPT,
        "embedded_by": WORD,
        "attempt": {**WORD, "index": False, "doc_values": False},
    },
    # API keys, and the files of indexed folders.
    RECORDS: {"kind": WORD, "tenant": WORD, "place": WORD, "record": KEPT},
}

# The schema of each index. One of an earlier schema is copied when it is opened, so those that have not changed keep theirs.
VERSION_OF: dict[str, int] = {index: {DOCS: 3, CHUNKS: 3, TURNS: 3}.get(index, 1) for index in FIELDS}
SCHEMA_VERSION = max(VERSION_OF.values())


def is_made(cluster: Cluster) -> bool:
    """Whether somebody has made the indices already. Raises StoreUnavailable."""
    status, _ = cluster.request("GET", f"/{cluster.alias(DOCS)}/_mapping", allowed=frozenset({NOT_THERE}))
    return status != NOT_THERE


def make(cluster: Cluster, name: str, version: int, body: Json, about: Json) -> None:
    """Makes the index `NAME-VERSION`, unless somebody has. `about` is kept with its version. Raises StoreUnavailable."""
    mappings: Json = {"dynamic": "strict", "_meta": {"schema_version": version, **about}, **body["mappings"]}
    path = f"/{name}-{version}"
    status, answer = cluster.request("PUT", path, {**body, "mappings": mappings}, frozenset({REFUSED}))
    if status == REFUSED and answer["error"]["type"] != "resource_already_exists_exception":
        raise StoreUnavailable(f"{cluster.name} cannot make {path}: {answer['error']['type']}")


def body_of(index: str) -> Json:
    """What one of our indices is made with, but for its alias."""
    settings: Json = {"settings": {"similarity": SIMILARITY}} if index == CHUNKS else {}
    return {**settings, "mappings": {"properties": FIELDS[index]}}
