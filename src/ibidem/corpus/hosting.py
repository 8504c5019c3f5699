"""Keeps the copies of documents in a store of a hosted search up to date with the documents kept here.

A hosted search cannot decide who may read a copy, so that only documents which everybody of the tenant may read are copied. What
is copied is their text as it was read here: what the service quotes is then found in the document that a person is shown.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field

from ibidem.corpus.progress import Pruning
from ibidem.domain.documents import Document, Principal, SearchFilters
from ibidem.domain.errors import HostedRefused
from ibidem.domain.hosted import HostedDocument, HostedUpload
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.hosted_corpus import HostedCorpus

PAGE = 500
# More than this share of a store's copies gone at once may mean the wrong store, or filters that somebody forgot.
MOST_GONE = 0.5


@dataclass(frozen=True, slots=True)
class Copied:
    """This document was copied; it is the `done`-th of `total`."""

    doc_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The store has this version already."""

    doc_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class NotTaken:
    """The service does not take this document."""

    doc_id: str
    problem: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The copy of a document that not everybody may read any more was deleted, whatever is to be pruned."""

    doc_id: str


@dataclass(frozen=True, slots=True)
class CopyGone:
    """The document of this copy is no longer among those to be copied."""

    doc_id: str


@dataclass(frozen=True, slots=True)
class Synced:
    """How it ended. `pruned` copies of documents that have gone were deleted; `refused`: they were too many. `others` were not
    uploaded by ibidem for this tenant, and stay."""

    copied: int
    unchanged: int
    not_taken: int
    gone: int
    pruned: int
    refused: bool
    others: int


SyncEvent = Copied | AlreadyThere | NotTaken | Withdrawn | CopyGone | Synced


@dataclass(frozen=True, slots=True)
class Standing:
    """What a store holds: the copies by their documents, and how many are not ours."""

    copies: Mapping[str, Sequence[HostedDocument]]
    others: int


@dataclass(slots=True)
class Counted:
    copied: int = 0
    unchanged: int = 0
    not_taken: int = 0
    kept: set[str] = field(default_factory=set[str])


async def sync(
    documents: DocumentStore, corpus: HostedCorpus, store: str, tenant: str, filters: SearchFilters, pruning: Pruning
) -> AsyncGenerator[SyncEvent]:
    """Copies what is new or changed and passes the filters; the last event is Synced. Running it again changes nothing.

    Raises HostedUnavailable and HostedRefused: what was copied by then stays, and the next run goes on from there.
    """
    await corpus.create(store)
    everybody = Principal("everybody", tenant=tenant)
    wanted = await _documents(documents, everybody, filters)
    standing = await _standing(corpus, store, tenant)
    counted = Counted()
    for doc_id in await _withdrawn(standing, documents, everybody):
        await _delete(corpus, standing.copies[doc_id])
        yield Withdrawn(doc_id)
        counted.kept.add(doc_id)
    for done, document in enumerate(wanted, 1):
        counted.kept.add(document.doc_id)
        copies = standing.copies.get(document.doc_id, ())
        current = [copy for copy in copies if copy.version == document.version and copy.state != "failed"]
        outdated = [copy for copy in copies if copy not in current[:1]]
        if current:
            counted.unchanged += 1
            yield AlreadyThere(document.doc_id, done, len(wanted))
        else:
            try:
                await corpus.upload(store, await _upload(document, documents, everybody))
            except HostedRefused as error:
                counted.not_taken += 1
                yield NotTaken(document.doc_id, error.problem, done, len(wanted))
                continue
            counted.copied += 1
            yield Copied(document.doc_id, done, len(wanted))
        await _delete(corpus, outdated)
    gone = [doc_id for doc_id in standing.copies if doc_id not in counted.kept]
    for doc_id in gone:
        yield CopyGone(doc_id)
    refused = pruning is Pruning.GONE and len(gone) > MOST_GONE * len(standing.copies)
    pruned = [] if pruning is Pruning.NOTHING or refused else gone
    for doc_id in pruned:
        await _delete(corpus, standing.copies[doc_id])
    yield Synced(
        counted.copied, counted.unchanged, counted.not_taken, len(gone), len(pruned), refused and bool(gone), standing.others
    )


async def _documents(documents: DocumentStore, principal: Principal, filters: SearchFilters) -> Sequence[Document]:
    found: list[Document] = []
    while page := await documents.documents(principal, PAGE, len(found), filters):
        found += page
    return found


async def _standing(corpus: HostedCorpus, store: str, tenant: str) -> Standing:
    copies: dict[str, list[HostedDocument]] = {}
    others = 0
    for copy in await corpus.documents(store):
        if copy.doc_id is None or copy.tenant != tenant:
            others += 1
        else:
            copies.setdefault(copy.doc_id, []).append(copy)
    return Standing(copies, others)


async def _withdrawn(standing: Standing, documents: DocumentStore, everybody: Principal) -> Sequence[str]:
    """The copies of documents that are kept here and that not everybody may read."""
    kept = await documents.current_versions(everybody.tenant)
    held = [doc_id for doc_id in standing.copies if doc_id in kept]
    readable = await documents.readable(held, everybody)
    return [doc_id for doc_id in held if doc_id not in readable]


async def _upload(document: Document, documents: DocumentStore, principal: Principal) -> HostedUpload:
    return HostedUpload(
        doc_id=document.doc_id,
        version=document.version,
        tenant=document.tenant,
        title=document.title,
        text=await documents.text(document.doc_id, principal, document.version),
        doc_type=document.doc_type,
        owner=document.owner,
        devices=document.devices,
    )


async def _delete(corpus: HostedCorpus, copies: Sequence[HostedDocument]) -> None:
    for copy in copies:
        await corpus.delete(copy)
