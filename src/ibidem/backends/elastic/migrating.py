"""Indices of an earlier schema, brought up to date: copied into new ones, behind which their aliases are then switched.

An index that is being copied takes no writes, so that what was copied stays as it is. A process that dies in between leaves a
copy that nobody reads; whoever opens the store next goes on with it. In one step the alias is switched and the old index removed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic.cluster import Cluster, Json, Operation, Place
from ibidem.backends.elastic.heads import ORIGIN
from ibidem.backends.elastic.schema import CHUNKS, DOCS, FIELDS, SESSIONS, TURNS, VERSION_OF, analysers_of, body_of, make
from ibidem.backends.elastic.turn_rows import lifted
from ibidem.backends.stored_turns import question_key
from ibidem.domain.errors import StoreUnavailable
from ibidem.privacy.document_masking import VERSION_LENGTH

# Documents that are copied at once: a turn may have a hundred kilobytes.
AT_ONCE = 100
# How long the cluster keeps what is being read for the next request.
KEPT = "5m"


def _policy(source: Json) -> Json:
    return {**source, "policy": source["version"][VERSION_LENGTH:]} if "version" in source else source


def _policy_and_language(source: Json) -> Json:
    return {**_policy(source), "language": source["document"]["language"]} if source["current"] else source


def _question(source: Json) -> Json:
    return {**source, "asked": question_key(source["tenant"], source["owner"], source["content"]["user_text"])}


def _origin(source: Json) -> Json:
    return {**source, **{name: source["document"][name] for name in ORIGIN}} if source["current"] else source


def _flat_chunk(source: Json) -> Json:
    flat = {name: value for name, value in source.items() if name != "chunk"}
    return {**flat, **source["chunk"]} if "chunk" in source else source


def _lifted_turn(source: Json) -> Json:
    rest = {name: value for name, value in source.items() if name not in {"number", "content", "doc_refs"}}
    return {**rest, "turn_id": source["number"], **lifted(source["content"])}


def _last_doc_turn(source: Json) -> Json:
    return Conversation.of_source(source).with_last_doc_turn().stored()


# What a document of an index becomes with a version of its schema, where more than its mapping changed.
STEPS: dict[tuple[str, int], Callable[[Json], Json]] = {
    (DOCS, 2): _policy_and_language,
    (CHUNKS, 2): _policy,
    (TURNS, 3): _question,
    (DOCS, 4): _origin,
    (CHUNKS, 4): _flat_chunk,
    (TURNS, 4): _lifted_turn,
    (SESSIONS, 2): _last_doc_turn,
}


@dataclass(frozen=True, slots=True)
class Made:
    """An index as it stands behind its alias: its own name, and the version of its schema."""

    name: str
    version: int


def ensure(cluster: Cluster) -> None:
    """Makes the indices that are not there yet, and brings up to date those of an earlier ibidem. Raises StoreUnavailable, also
    where a newer one has made them."""
    made = _made(cluster)
    analysers = [] if made.keys() >= VERSION_OF.keys() else analysers_of(cluster)
    for index, known in VERSION_OF.items():
        _require_known(cluster, index, made.get(index))
        if index not in made:
            make(cluster, cluster.alias(index), known, {**body_of(index, analysers), "aliases": {cluster.alias(index): {}}}, {})
    for index, old in made.items():
        if old.version < VERSION_OF[index]:
            _bring_up_to_date(cluster, index, old)


def require_up_to_date(cluster: Cluster) -> None:
    """Raises StoreUnavailable where an index is of another schema than this ibidem's."""
    for index, old in _made(cluster).items():
        _require_known(cluster, index, old)
        if old.version < VERSION_OF[index]:
            what = f"was written by an earlier ibidem (schema {old.version}, this program reads {VERSION_OF[index]})"
            raise StoreUnavailable(f"{cluster.name}: {old.name} {what}; `ibidem rebuild` or `ibidem serve` brings it up to date")


def _require_known(cluster: Cluster, index: str, old: Made | None) -> None:
    if old is not None and old.version > VERSION_OF[index]:
        what = f"was written by a newer ibidem (schema {old.version}, this program knows up to {VERSION_OF[index]})"
        raise StoreUnavailable(f"{cluster.name}: {old.name} {what}; upgrade ibidem, or set another IBIDEM_STORE_PREFIX")


def _made(cluster: Cluster) -> dict[str, Made]:
    """What stands behind the aliases that are there."""
    _, known = cluster.request("GET", f"/{cluster.alias('*')}")
    behind = {alias: name for name, entry in known.items() for alias in entry["aliases"]}
    names = {index: behind[cluster.alias(index)] for index in FIELDS if cluster.alias(index) in behind}
    return {index: Made(name, known[name]["mappings"].get("_meta", {}).get("schema_version", 0)) for index, name in names.items()}


def _bring_up_to_date(cluster: Cluster, index: str, old: Made) -> None:
    try:
        _copy(cluster, index, old)
    except StoreUnavailable:
        # Another process may have been at it, and through with it first.
        now = _made(cluster).get(index)
        if now is None or now.version != VERSION_OF[index]:
            raise


def _copy(cluster: Cluster, index: str, old: Made) -> None:
    alias, version = cluster.alias(index), VERSION_OF[index]
    new = f"{alias}-{version}"
    cluster.request("PUT", f"/{old.name}/_settings", {"index.blocks.write": True})
    make(cluster, alias, version, body_of(index, analysers_of(cluster) if index == TURNS else ()), {})
    cluster.request("POST", f"/{old.name}/_refresh")
    steps = [STEPS[index, step] for step in range(old.version + 1, version + 1) if (index, step) in STEPS]
    for hits in _all(cluster, old.name):
        # What is there already was copied before: nobody else writes into the new index.
        at = [Place(f"{index}-{version}", hit["_id"], hit.get("_routing")) for hit in hits]
        bodies = [_through(steps, hit["_source"]) for hit in hits]
        cluster.bulk([Operation("create", place, body) for place, body in zip(at, bodies, strict=True)])
    cluster.request("POST", f"/{new}/_refresh")
    counts = [cluster.request("GET", f"/{name}/_count")[1]["count"] for name in (old.name, new)]
    if counts[0] != counts[1]:
        raise StoreUnavailable(f"{cluster.name}: {new} has {counts[1]:,} of the {counts[0]:,} documents of {old.name}; try again")
    switch = [{"add": {"index": new, "alias": alias}}, {"remove_index": {"index": old.name}}]
    cluster.request("POST", "/_aliases", {"actions": switch})


def _all(cluster: Cluster, name: str) -> Iterator[Sequence[Json]]:
    """All documents of an index, some at a time, each with `_id`, `_routing` and `_source`."""
    body: Json = {"size": AT_ONCE, "sort": ["_doc"]}
    _, answer = cluster.request("POST", f"/{name}/_search?scroll={KEPT}", body)
    while hits := answer["hits"]["hits"]:
        yield hits
        _, answer = cluster.request("POST", "/_search/scroll", {"scroll": KEPT, "scroll_id": answer["_scroll_id"]})
    cluster.request("DELETE", "/_search/scroll", {"scroll_id": [answer["_scroll_id"]]})


def _through(steps: Sequence[Callable[[Json], Json]], source: Json) -> Json:
    for step in steps:
        source = step(source)
    return source
