"""`ibidem hosted`: the copies of documents in the stores of a hosted search."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import TypeVar

import click
from pydantic import BaseModel

from ibidem.app import App
from ibidem.backends.registry import open_hosted_corpus
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured, field_option, json_option, owner_option
from ibidem.cli.printing import plain, say, say_json, say_table
from ibidem.cli.progress import Progress
from ibidem.cli.running import with_reader
from ibidem.corpus.hosting import AlreadyThere, Copied, CopyGone, NotTaken, Synced, Withdrawn, sync
from ibidem.corpus.progress import Pruning
from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import SettingsError
from ibidem.domain.hosted import HostedDocument
from ibidem.ports.hosted_corpus import HostedCorpus
from ibidem.settings import Settings, variable
from ibidem.shapes.filtering import from_words

T = TypeVar("T")


class CopyShape(BaseModel):
    """A copy in a store; without a doc_id, ibidem did not upload it."""

    name: str
    title: str
    state: str
    doc_id: str | None
    version: str | None

    @classmethod
    def of(cls, copy: HostedDocument) -> "CopyShape":
        return cls(name=copy.name, title=copy.title, state=copy.state, doc_id=copy.doc_id, version=copy.version)


class CopyList(BaseModel):
    """The copies in a store."""

    documents: list[CopyShape]


@click.group(help="Copy documents to the stores of a hosted search, and list them.")
def hosted() -> None:
    pass


@hosted.command(
    "sync",
    help="""Copy the documents kept here to a store, which is made where there is none.

    Copied is the text of what is new or changed; running it again changes nothing. Only documents that everybody may read are
    copied, and the copy of one that was restricted since is deleted. Copies of documents that have gone are named.
    """,
)
@click.argument("store")
@click.option("--doc-type", multiple=True, help="Only documents of this type (may be given more than once).")
@owner_option
@field_option
@click.option("--prune", is_flag=True, help="Delete copies of documents that have gone or are no longer among those named.")
@click.option("--prune-all", is_flag=True, help="As --prune, also where more than half of a store's copies have gone.")
@configured
def sync_store(
    settings: Settings,
    *,
    store: str,
    doc_type: tuple[str, ...],
    owner: tuple[str, ...],
    field: tuple[str, ...],
    prune: bool,
    prune_all: bool,
) -> None:
    pruning = Pruning.EVERYTHING if prune_all else Pruning.GONE if prune else Pruning.NOTHING

    async def act(app: App) -> Synced:
        filters = SearchFilters(doc_types=doc_type, owners=owner, fields=from_words(field, app.profile, "--field"))
        return await with_corpus(settings, lambda corpus: follow(app, corpus, store, filters, pruning))

    done = with_reader(settings, act)
    say(f"{done.copied:,} copied, {done.unchanged:,} there already, {done.not_taken:,} not taken, {done.pruned:,} deleted")
    if done.not_taken or done.refused:
        raise SystemExit(FAILED)


@hosted.command("list", help="List the copies in a store.")
@click.argument("store")
@json_option
@configured
def list_copies(settings: Settings, *, store: str, as_json: bool) -> None:
    copies = asyncio.run(with_corpus(settings, lambda corpus: corpus.documents(store)))
    if as_json:
        say_json(CopyList(documents=[CopyShape.of(copy) for copy in copies]))
    else:
        say_table([(copy.doc_id or "-", copy.version or "-", copy.state, copy.title) for copy in copies])


async def with_corpus(settings: Settings, act: Callable[[HostedCorpus], Awaitable[T]]) -> T:
    """Opens the hosted search that the settings name, lets `act` use it, and closes it. Raises SettingsError."""
    if settings.hosted_search is None:
        raise SettingsError(f"no hosted search is configured; set {variable('hosted_search')} and {variable('hosted_stores')}")
    corpus = open_hosted_corpus(settings.hosted_search)
    try:
        return await act(corpus)
    finally:
        await corpus.close()


async def follow(app: App, corpus: HostedCorpus, store: str, filters: SearchFilters, pruning: Pruning) -> Synced:
    """Shows on stderr what happens, and returns what came of it."""
    gone: list[str] = []
    with Progress() as progress:
        async with aclosing(sync(app.documents, corpus, store, app.principal.tenant, filters, pruning)) as events:
            async for event in events:
                match event:
                    case Copied(done=done, total=total) | AlreadyThere(done=done, total=total):
                        progress.show("documents", done, total)
                    case NotTaken(doc_id=doc_id, problem=problem):
                        progress.line(plain(f"{doc_id}: {problem}"))
                    case Withdrawn(doc_id=doc_id):
                        progress.line(plain(f"{doc_id}: deleted there, for not everybody may read it"))
                    case CopyGone(doc_id=doc_id):
                        gone.append(doc_id)
                    case Synced() as done:
                        for line in lines_of(done, gone):
                            progress.line(plain(line))
                        return done
    raise AssertionError("it ends with Synced")


def lines_of(done: Synced, gone: Sequence[str]) -> Sequence[str]:
    """What is worth knowing besides the numbers."""
    lines: list[str] = []
    if gone:
        remedy = "" if done.pruned else "; still found there, `--prune` deletes them"
        if done.refused:
            remedy = "; nothing was deleted, for they are more than half of the store: `--prune-all` deletes them"
        lines.append(f"gone: {', '.join(gone[:20])}{' ...' if len(gone) > 20 else ''}{remedy}")
    if done.others:
        lines.append(f"{done.others:,} documents of the store were not uploaded by ibidem and stay")
    return lines
