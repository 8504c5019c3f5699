"""Versions of documents on their way in and out.

The cluster has no transactions over several documents: what is current under an id is one document, its head, so each document of
a batch becomes current as a whole, and the batch one document after another. A process that dies in between has not
acknowledged its batch, and leaves versions that are swept later.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from ibidem.backends.citations import CitationsUnknown, NoneElsewhere
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import CONFLICT, Cluster, Found, Json, Operation, Place
from ibidem.backends.elastic.heads import (
    head_of,
    is_current,
    is_open_to,
    is_version,
    narrowing_of,
    stored_chunk,
    stored_document,
    withdrawn_head,
)
from ibidem.backends.elastic.originals import OriginalFiles, held_of, outside_of, reference
from ibidem.backends.elastic.schema import DOCS, TURNS, VERSIONS
from ibidem.backends.file_ids import beside_others, is_others, wanted_ids
from ibidem.backends.soundness import taken
from ibidem.domain.documents import PreparedDocument, Principal, VersionName
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.ports.citations import Citations

logger = logging.getLogger(__name__)

# How long a version that was replaced stays although no turn cites it: one that is running now may come to cite it.
GRACE_SECONDS = 3600.0
# Others may make other versions of the same documents current at the same time.
ATTEMPTS = 20
CHECKED_AT_ONCE = 200
NAMED = ("tenant", "doc_id", "version")
# What of a version's content says where its parts lie.
HELD = ("orders", "pieces", "blob", "text_blob", "pictures")
NOW_SOUGHT_NO_MORE: Json = {"tokens": None}
# What of a head says who may replace it. (A batch reads thousands: not with all that is stored of their documents.)
STANDING = ("tenant", "doc_id", "readers", "current", "version", "source")
# Whether what a head has, or had last, may be replaced and deleted.
MayReplace = Callable[[Found | None], bool]


class Versions:
    """Writes versions, makes them current, takes them out, and sweeps those that nobody needs."""

    def __init__(self, cluster: Cluster, files: OriginalFiles, changed: Callable[[], None] = lambda: None) -> None:
        """`changed` is called when documents of the corpus have changed."""
        self._cluster = cluster
        self._files = files
        self._announce = changed
        self.elsewhere: Citations = NoneElsewhere()

    def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """Makes each the current version of its document; of several versions of one document the last."""
        if prepared:
            self._put(prepared, lambda _: True)

    def put_for(self, prepared: PreparedDocument, principal: Principal) -> str:
        """As `put`, where what is current under its id is open to the principal, and is another version; see
        ports.DocumentStore. Raises InvalidInput."""
        for _ in range(ATTEMPTS):
            one, head = self._beside_others(prepared, principal)
            document = one.document
            if is_version(head, document.version):
                return document.doc_id
            try:
                self._put([one], lambda head, one=one: is_open_to(head, principal) and not is_others(one, _source_of(head)))
            except InvalidInput:
                now = self._cluster.get(places.head(document.tenant, document.doc_id), ["current", "version"])
                if not is_version(now, document.version):
                    self._retire([_key(one)])  # it is swept once its time is over, like one of which the writer died
                continue
            return document.doc_id
        raise StoreUnavailable(f"{prepared.document.doc_id!r} is being stored by others all the time; try again later")

    def _beside_others(self, prepared: PreparedDocument, principal: Principal) -> tuple[PreparedDocument, Found | None]:
        """The document under the id that it gets as things are, and what has that id. Raises InvalidInput where that is not open
        to the principal."""
        ids = wanted_ids(prepared)
        found = self._cluster.get_all([places.head(prepared.document.tenant, doc_id) for doc_id in ids], STANDING)
        heads = dict(zip(ids, found, strict=True))
        sources = {doc_id: _source_of(head) for doc_id, head in heads.items() if is_open_to(head, principal)}
        one = beside_others(prepared, sources)
        head = heads[one.document.doc_id]
        if not is_open_to(head, principal):
            raise taken(one.document.doc_id)
        return one, head

    def _put(self, prepared: Sequence[PreparedDocument], may_replace: MayReplace) -> None:
        last = {(one.document.tenant, one.document.doc_id): one for one in prepared}
        before = self._contents([_key(one) for one in prepared], HELD)
        self._files.sweep_once()
        self._store(prepared, {id(one) for one in last.values()})
        replaced = self._make_current(list(last.values()), may_replace)
        self._retire([key for key in replaced if key not in {_key(one) for one in last.values()}])
        settled = [Operation("update", places.version(_key(one)), {"kept_until": None}) for one in last.values()]
        self._cluster.bulk([*settled, *_surplus(prepared, before, self._files)])
        self._changed()
        self._sweep_or_wait()

    def keep(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores each as a version that is not current; one that is there already stays, and longer."""
        stored = self._cluster.get_all([places.version(_key(one)) for one in prepared], ["kept_until"])
        until = {"kept_until": time.time() + GRACE_SECONDS}
        known = [(one, found) for one, found in zip(prepared, stored, strict=True) if found is not None]
        # The current version has no such time, and gets none.
        waiting = [one for one, found in known if found.source.get("kept_until") is not None]
        self._cluster.bulk([Operation("update", places.version(_key(one)), until) for one in waiting])
        self._store([one for one, found in zip(prepared, stored, strict=True) if found is None], set())
        self._sweep_or_wait()

    def take_out(self, doc_ids: Sequence[str], tenant: str, may_replace: MayReplace = lambda _: True) -> int:
        """Ends the current versions of these documents, where there are any that may be replaced, and the time for which earlier
        ones are kept. Returns how many there were."""
        heads = self._end([places.head(tenant, doc_id).id for doc_id in doc_ids], may_replace)
        if not heads:
            return 0
        self._cluster.refresh(VERSIONS)
        now = {"kept_until": time.time()}
        for start in range(0, len(heads), CHECKED_AT_ONCE):
            ids = [head["doc_id"] for head in heads[start : start + CHECKED_AT_ONCE]]
            query: Json = {"bool": {"filter": [{"term": {"tenant": tenant}}, {"terms": {"doc_id": ids}}]}}
            hits = self._cluster.walk(VERSIONS, query, ["doc_id", "version"], [])
            self._cluster.bulk([Operation("update", places.version(hit["_id"]), now) for hit in hits])
        self._retire([places.version_key(tenant, head["doc_id"], head["version"]) for head in heads])
        self._changed()
        self.sweep()
        return len(heads)

    def _sweep_or_wait(self) -> None:
        """As `sweep`; while nobody can say what is cited elsewhere, what may be cited stays until the next one."""
        try:
            self.sweep()
        except CitationsUnknown as error:
            logger.warning("earlier versions of documents stay for now: %s", error)

    def sweep(self) -> None:
        """Removes the versions that no turn cites, here or elsewhere, and that need not be kept any longer."""
        self._cluster.refresh(VERSIONS)
        query = {"range": {"kept_until": {"lte": time.time()}}}
        source = [*NAMED, *(f"content.{name}" for name in HELD)]
        expired = list(self._cluster.walk(VERSIONS, query, ["tenant", "doc_id", "version"], source))
        if not expired:
            return
        self._cluster.refresh(TURNS)
        for start in range(0, len(expired), CHECKED_AT_ONCE):
            window = expired[start : start + CHECKED_AT_ONCE]
            names = [VersionName(**{name: hit["_source"][name] for name in NAMED}) for hit in window]
            kept = self.elsewhere.cited(names)
            here = self._cluster.which_match(TURNS, [_citing(hit["_source"]) for hit in window])
            cited = [known or name in kept for known, name in zip(here, names, strict=True)]
            heads = self._cluster.get_all(
                [places.head(hit["_source"]["tenant"], hit["_source"]["doc_id"]) for hit in window], ["current", "version"]
            )
            self._drop(
                [
                    h
                    for h, c, head in zip(window, cited, heads, strict=True)
                    if not c and not is_version(head, h["_source"]["version"])
                ]
            )

    def _store(self, prepared: Sequence[PreparedDocument], sought: set[int]) -> None:
        """Writes versions with all that belongs to them; the chunks of those that are `sought` can be found from then on.

        The version itself goes first: a sweep that read it before removes nothing then, one that removed it knew other chunks.
        """
        until = time.time() + GRACE_SECONDS
        named = self._files.ensure(prepared)
        self._cluster.bulk(
            [Operation("index", places.version(_key(one)), stored_version(one, until, self._files)) for one in prepared]
        )
        # Once more: while the versions were written, somebody may have removed what older ones under the same keys left.
        self._files.refer(named)
        parts = [part for one in prepared for part in parts_of(one, self._files, sought=id(one) in sought)]
        self._cluster.bulk(parts)

    def _make_current(self, prepared: Sequence[PreparedDocument], may_replace: MayReplace) -> list[str]:
        """Returns the keys of the versions that were current before. Each head is written only as it was when it was looked at.
        Raises InvalidInput for a head that may not be replaced."""
        replaced: list[str] = []
        waiting = list(prepared)
        for _ in range(ATTEMPTS):
            at = [places.head(one.document.tenant, one.document.doc_id) for one in waiting]
            heads = self._cluster.get_all(at, STANDING)
            for one, head in zip(waiting, heads, strict=True):
                if not may_replace(head):
                    raise taken(one.document.doc_id)
            old = {
                key
                for one, head in zip(waiting, heads, strict=True)
                if head is not None and head.source["current"] and (key := _key_of(head.source)) != _key(one)
            }
            until = {"kept_until": time.time() + GRACE_SECONDS}
            self._cluster.bulk([Operation("update", places.version(key), until) for key in old])
            flips = [
                Operation("create", place, head_of(one)) if head is None else Operation("index", place, head_of(one), head.seen)
                for one, place, head in zip(waiting, at, heads, strict=True)
            ]
            statuses = self._cluster.bulk(flips)
            replaced += old
            waiting = [one for one, status in zip(waiting, statuses, strict=True) if status == CONFLICT]
            if not waiting:
                return replaced
        raise StoreUnavailable(f"{waiting[0].document.doc_id!r} is being stored by others all the time; try again later")

    def _end(self, head_ids: Sequence[str], may_replace: MayReplace) -> list[Json]:
        """Ends what is current in these heads and may be replaced; returns what was."""
        ended: list[Json] = []
        waiting = [places.head_at(one) for one in dict.fromkeys(head_ids)]
        for _ in range(ATTEMPTS):
            found = [(at, head) for at, head in zip(waiting, self._cluster.get_all(waiting), strict=True) if head is not None]
            current = [(at, head) for at, head in found if is_current(head) and may_replace(head)]
            if not current:
                return ended
            statuses = self._cluster.bulk([Operation("index", at, withdrawn_head(h.source), h.seen) for at, h in current])
            ended += [head.source for (_, head), status in zip(current, statuses, strict=True) if status != CONFLICT]
            waiting = [at for (at, _), status in zip(current, statuses, strict=True) if status == CONFLICT]
        raise StoreUnavailable("documents that are to be deleted are being stored by others all the time; try again later")

    def _retire(self, keys: Sequence[str]) -> None:
        """Has the chunks of these versions found no more."""
        contents = self._contents(keys, ["orders"])
        self._cluster.bulk(
            [
                Operation("update", places.chunk(key, order), NOW_SOUGHT_NO_MORE)
                for key, content in contents.items()
                for order in content["orders"]
            ]
        )

    def _contents(self, keys: Sequence[str], names: Sequence[str]) -> dict[str, Json]:
        """These of the content of those versions that are there."""
        found = self._cluster.get_all([places.version(key) for key in keys], [f"content.{name}" for name in names])
        return {key: one.source["content"] for key, one in zip(keys, found, strict=True) if one is not None}

    def _changed(self) -> None:
        """Shows the documents to lists, and lets everybody know that they have changed."""
        self._cluster.refresh(DOCS)
        self._cluster.write(Operation("index", places.WATERMARK, {}))
        self._announce()

    def _drop(self, expired: Sequence[Json]) -> None:
        """Removes versions that nobody needs, each only while nobody stores it anew."""
        for hit in expired:
            key, content = hit["_id"], hit["_source"]["content"]
            # The reference may be there, and name more, of a version that was stored under this key before: with texts outside.
            parts = [*_parts_by(key, content), reference(key)]
            seen = self._cluster.get_all(parts, ["place"])
            outside: list[str] = [] if seen[-1] is None else seen[-1].source["place"]
            state = self._cluster.get(places.version(key), ["kept_until"])
            until = None if state is None else state.source.get("kept_until")
            if state is None or until is None or until > time.time():
                continue
            if self._cluster.write(Operation("delete", places.version(key), seen=state.seen)):
                removed = [Operation("delete", at, seen=one.seen) for at, one in zip(parts, seen, strict=True) if one is not None]
                self._cluster.bulk(removed)
                self._files.forget(sorted({*outside_of(content), *outside}))


def _key(prepared: PreparedDocument) -> str:
    document = prepared.document
    return places.version_key(document.tenant, document.doc_id, document.version)


def _key_of(head: Mapping[str, str]) -> str:
    return places.version_key(head["tenant"], head["doc_id"], head["version"])


def _source_of(head: Found | None) -> str:
    """From which file the current document was read; "" where that is unknown, and without one."""
    return str(head.source.get("source", "")) if head is not None and head.source["current"] else ""


def _citing(version: Json) -> Json:
    """The turns that cite a version."""
    named = [{"term": {f"doc_refs.{name}": version[name]}} for name in ("doc_id", "version")]
    cited = {"nested": {"path": "doc_refs", "query": {"bool": {"filter": named}}}}
    return {"bool": {"filter": [{"term": {"tenant": version["tenant"]}}, cited]}}


def stored_version(prepared: PreparedDocument, kept_until: float | None, files: OriginalFiles) -> Json:
    """A version as it is stored, without its parts, and with the digests of what lies outside."""
    document = prepared.document
    named = {"tenant": document.tenant, "doc_id": document.doc_id, "version": document.version}
    return {**named, "kept_until": kept_until, "document": stored_document(document), "content": _content_of(prepared, files)}


def _content_of(prepared: PreparedDocument, files: OriginalFiles) -> Json:
    """The whole text of a version, and where its parts lie."""
    text_blob = files.text_blob(prepared.text)
    return {
        **({"text": prepared.text} if text_blob is None else {"text_blob": text_blob}),
        "orders": [one.chunk.order for one in prepared.chunks],
        **files.stored(prepared.original),
        "pictures": {hashlib.sha256(one).hexdigest(): files.stored(one) for one in prepared.pictures},
    }


def parts_of(prepared: PreparedDocument, files: OriginalFiles, *, sought: bool) -> Iterator[Operation]:
    """The chunks, the original and the pictures of a version."""
    key = _key(prepared)
    about = {**narrowing_of(prepared.document), "key": key, "version": prepared.document.version}
    for one in prepared.chunks:
        body = {**about, **stored_chunk(one.chunk), "tokens": one.tokens if sought else None}
        yield Operation("index", places.chunk(key, one.chunk.order), body)
    yield from files.parts(key, prepared)


def _surplus(prepared: Sequence[PreparedDocument], before: Mapping[str, Json], files: OriginalFiles) -> Iterator[Operation]:
    """Deletes chunks, and pieces of originals and pictures, that a version had when it was stored before, and has no more."""
    for one in prepared:
        key = _key(one)
        if key in before:
            now = set(_parts_by(key, _content_of(one, files)))
            yield from (Operation("delete", at) for at in _parts_by(key, before[key]) if at not in now)


def _parts_by(key: str, content: Json) -> list[Place]:
    """What lies in the cluster of the version with this key, by its content."""
    return [*(places.chunk(key, order) for order in content["orders"]), *held_of(key, content)]
