"""The indices, and how they are made: each is `PREFIX-NAME-VERSION`, behind the alias `PREFIX-NAME`.

Programs of others read `conv_turns`, `docs` and `doc_chunks`, and may keep turns of their own in the first (docs/howto/
elasticsearch.md says which fields are theirs to rely on): ours are those with a `session`.
"""

from collections.abc import Sequence

from ibidem.backends.elastic.cluster import NOT_THERE, Cluster, Json
from ibidem.domain.errors import StoreUnavailable

REFUSED = 400  # among others, where another process has just made the index
FORBIDDEN = 403

DOCS, VERSIONS, CHUNKS, ORIGINALS = "docs", "doc_versions", "doc_chunks", "doc_originals"
SESSIONS, TURNS, RECORDS = "conv_sessions", "conv_turns", "records"

WORD: Json = {"type": "keyword"}
YES: Json = {"type": "boolean"}
NUMBER: Json = {"type": "long"}
SECONDS: Json = {"type": "double"}
# Stored and returned as it is, and never searched.
KEPT: Json = {"type": "object", "enabled": False}
# The same for a text.
UNSOUGHT: Json = {"type": "text", "index": False}
# A word that is never needed whole where it is longer: Lucene refuses one of more than 32,766 bytes.
SHORT_WORD: Json = {**WORD, "ignore_above": 8191}
TITLE: Json = {"type": "text", "fields": {"raw": SHORT_WORD}}
# Times are sorted to the millisecond; `exact` is to the microsecond, as text.
TIME: Json = {"type": "date", "fields": {"exact": WORD}}
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

# What is indexed of a cited document; the rest of it is kept with it.
REFERENCE: dict[str, Json] = {
    "slot": {"type": "integer"},
    "doc_id": WORD,
    "version": WORD,
    "title": TITLE,
    "source": SHORT_WORD,
    "uri": SHORT_WORD,
    "chunk_ids": SHORT_WORD,
    "snippet": UNSOUGHT,
}
# What is said in a turn, which programs of others search by the analysers of the cluster.
SAID = ("user_text", "assistant_text", "summary")
# The analysers of Korean and Japanese that a cluster may have by a plug-in of it.
ANALYSERS = ("nori", "kuromoji")

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
        "title": TITLE,
        "source": SHORT_WORD,
        "uri": SHORT_WORD,
        "storage_pointer": SHORT_WORD,
        "document": KEPT,
    },
    # Every version that is kept, with its text.
    VERSIONS: {"tenant": WORD, "doc_id": WORD, "version": WORD, "kept_until": SECONDS, "document": KEPT, "content": KEPT},
    # The chunks of every version; those that can be found have tokens.
    CHUNKS: {
        **NARROWING,
        "key": WORD,
        "order": NUMBER,
        "version": WORD,
        "tokens": TOKENS,
        "chunk_id": SHORT_WORD,
        "section": SHORT_WORD,
        "page": NUMBER,
        "offset": NUMBER,
        "text": UNSOUGHT,
        "head": UNSOUGHT,
    },
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
        "last_doc_turn_id": {"type": "integer"},
        "state": KEPT,
    },
    TURNS: {
        "session": WORD,
        "session_id": WORD,
        "tenant": WORD,
        "owner": WORD,
        "turn_id": {"type": "integer"},
        "ts": TIME,
        "rated": WORD,
        "copied": YES,
        "asked": WORD,
        "summary_ts": TIME,
        "doc_refs": {"type": "nested", "dynamic": False, "properties": REFERENCE},
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
VERSION_OF: dict[str, int] = {index: {DOCS: 4, CHUNKS: 4, TURNS: 4, SESSIONS: 2}.get(index, 1) for index in FIELDS}
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


def body_of(index: str, analysers: Sequence[str]) -> Json:
    """What one of our indices is made with, but for its alias, where the cluster has these analysers of ANALYSERS."""
    settings: Json = {"settings": {"similarity": SIMILARITY}} if index == CHUNKS else {}
    properties = FIELDS[index]
    if index != TURNS:
        return {**settings, "mappings": {"properties": properties}}
    # Fields of others stand in their turns as they wrote them.
    return {"mappings": {"dynamic": False, "properties": {**properties, **dict.fromkeys(SAID, said_by(analysers))}}}


def said_by(analysers: Sequence[str]) -> Json:
    """The field of a text that is searched in words: by the first of these analysers, and by each further one under its name."""
    field: Json = {"type": "text", "analyzer": analysers[0] if analysers else "standard"}
    further = {name: {"type": "text", "analyzer": name} for name in analysers[1:]}
    return {**field, "fields": further} if further else field


def analysers_of(cluster: Cluster) -> list[str]:
    """Those of ANALYSERS that the cluster has, as far as it says so."""
    return [name for name in ANALYSERS if _has_analyser(cluster, name)]


def _has_analyser(cluster: Cluster, name: str) -> bool:
    status, _ = cluster.request("POST", "/_analyze", {"analyzer": name, "text": "ibidem"}, frozenset({REFUSED, FORBIDDEN}))
    return status not in {REFUSED, FORBIDDEN}
