"""The index of an embedder: the vectors that it gave, beside what a search is narrowed by, in an index of their own.

In the index of the chunks, a vector that comes later would write its chunk anew, and the tokens of what was written before would
count in the frequencies of words until they are merged away. Every vector is compared: Elasticsearch does so in a `flat` field
(https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector), OpenSearch by the script of its k-NN plugin
(https://docs.opensearch.org/latest/vector-search/vector-search-techniques/knn-score-script/). A graph (HNSW) would answer sooner
in a large corpus, and finds other passages than the data folder does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import NOT_THERE, Cluster, Json
from ibidem.backends.elastic.schema import NARROWING, NUMBER, WORD, YES, make
from ibidem.backends.nearness import Numbers, Understood
from ibidem.domain.languages import Language

VECTORS = "vectors"
SCHEMA_VERSION = 4
KEPT_FIELDS: dict[str, Json] = {
    **NARROWING,
    "key": WORD,
    "order": NUMBER,
    # Which of the windows of its chunk it is of.
    "window": NUMBER,
    # Of the windows of the chunk, that the vectors were made of.
    "digest": WORD,
    "refused": YES,
    # The vector as the embedded store keeps it; `vector` holds the same numbers, for the search alone.
    "numbers": {"type": "binary"},
    # Those of all windows of the chunk, with the first one.
    "numbers_of_all": {"type": "binary"},
}


@dataclass(frozen=True, slots=True)
class Known(Understood):
    """Where its vectors are, too, the policy by which documents have to be masked, and in which of the two clusters."""

    index: str
    masking: str
    opensearch: bool

    @property
    def mark(self) -> str:
        """What is written on whatever it was asked for: with other languages, or another policy, it is to be asked for others."""
        return f"{self.index}:{','.join(sorted(self.languages))}:{self.masking}"


@dataclass(frozen=True, slots=True)
class Answered:
    """What the index says of its embedder; `languages` are those that it was found to understand, None where nobody tried."""

    size: int
    languages: frozenset[Language] | None


def index_of(embedder: str) -> str:
    """The name of its index. That of an earlier schema stays as it is, until vectors of others are removed."""
    return f"{VECTORS}-{places.digest(f'{embedder} {SCHEMA_VERSION}')[:16]}"


def answered(cluster: Cluster, index: str) -> Answered | None:
    """None while the embedder has never answered. Raises StoreUnavailable."""
    status, known = cluster.request("GET", f"/{cluster.alias(index)}/_mapping", allowed=frozenset({NOT_THERE}))
    if status == NOT_THERE:
        return None
    (entry,) = known.values()
    meta = entry["mappings"]["_meta"]
    return Answered(meta["size"], None if meta["languages"] is None else frozenset(meta["languages"]))


def make_index(cluster: Cluster, embedder: str, size: int) -> None:
    """Makes the index for vectors of so many numbers, unless somebody has."""
    field: Json = {"type": "dense_vector", "dims": size, "similarity": "max_inner_product", "index_options": {"type": "flat"}}
    if cluster.is_opensearch():
        field = {"type": "knn_vector", "dimension": size}
    mappings = {"_source": {"excludes": ["vector"]}, "properties": {**KEPT_FIELDS, "vector": field}}
    alias = cluster.alias(index_of(embedder))
    make(cluster, alias, SCHEMA_VERSION, {"mappings": mappings, "aliases": {alias: {}}}, _meta(embedder, size, None))


def note_languages(cluster: Cluster, embedder: str, size: int, languages: Sequence[Language]) -> None:
    """Notes what the embedder was found to understand."""
    meta = {"schema_version": SCHEMA_VERSION, **_meta(embedder, size, languages)}
    cluster.request("PUT", f"/{cluster.alias(index_of(embedder))}/_mapping", {"_meta": meta})


def remove_others(cluster: Cluster, index: str) -> None:
    """Removes the vectors of all other embedders."""
    _, known = cluster.request("GET", f"/{cluster.alias(VECTORS)}-*/_alias")
    for name, entry in known.items():
        if cluster.alias(index) not in entry["aliases"]:
            cluster.request("DELETE", f"/{name}", allowed=frozenset({NOT_THERE}))


# Texts that were given a vector. (Elasticsearch 9 finds those without one, too, where it wants more than there are.)
GIVEN: Json = {"term": {"refused": False}}


def nearest_body(known: Known, asked: Numbers, narrowed: Sequence[Json], limit: int) -> Json:
    """The search for the vectors with the largest product with the question's, (size,), of those that are let through."""
    body: Json = {
        "size": limit,
        "_source": ["doc_id", "key", "order", "digest", "numbers"],
        "track_total_hits": False,
    }
    if not known.opensearch:
        nearest = {
            "field": "vector",
            "query_vector": asked.tolist(),
            "k": limit,
            "num_candidates": limit,
            "filter": [*narrowed, GIVEN],
        }
        return {**body, "knn": nearest}
    parameters = {"field": "vector", "query_value": asked.tolist(), "space_type": "innerproduct"}
    script = {"lang": "knn", "source": "knn_score", "params": parameters}
    let_through = {"bool": {"filter": [*narrowed, GIVEN]}}
    return {**body, "query": {"script_score": {"query": let_through, "script": script}}}


def _meta(embedder: str, size: int, languages: Sequence[Language] | None) -> Json:
    return {"embedder": embedder, "size": size, "languages": None if languages is None else sorted(languages)}
