"""`ibidem migrate`: everything from one store to another one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from ibidem.backends.addresses import ALLOWED, is_address
from ibidem.backends.foreign_sessions import Ownership
from ibidem.backends.migrating import Comparison, begin
from ibidem.backends.migrating import migrate as move
from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.registry import (
    STORE_PROVIDERS,
    Storage,
    open_backend,
    open_backend_to_read,
    open_foreign_turns,
    require_stored,
    share_secret,
    split_name,
)
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured
from ibidem.cli.printing import say_table
from ibidem.cli.progress import Progress
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import Profile, load_profile
from ibidem.settings import Settings

STORES = "a data folder, elasticsearch:URL or opensearch:URL"


@click.command(
    help="Copy everything that SOURCE keeps to TARGET, and compare the two. Each is a data folder, elasticsearch:URL or "
    "opensearch:URL; the indices of a cluster begin with IBIDEM_STORE_PREFIX, and its secret.key lies in --data. Nothing may be "
    "written to either meanwhile. Interrupted and given again, it goes on. Conversations are copied into IBIDEM_SESSIONS where "
    "that is set, and from --source-sessions where that is given. With --turns-index, SOURCE is a cluster in which another "
    "program keeps conversations in an index of its own: these are copied, masked as the profile says."
)
@click.argument("source")
@click.argument("target")
@click.option("--turns-index", metavar="NAME", help="The index, or an alias, in which another program keeps a document a turn.")
@click.option("--source-sessions", metavar="URL", help="The Redis server in which SOURCE keeps its conversations.")
@click.option("--owner", metavar="NAME", default="local", show_default=True, help="Whose its conversations become.")
@click.option("--tenant", metavar="NAME", default="default", show_default=True, help="The tenant of that person.")
@configured
def migrate(
    settings: Settings, *, source: str, target: str, turns_index: str | None, source_sessions: str | None, owner: str, tenant: str
) -> None:
    after = replace(_storage("target", target, settings), sessions=settings.sessions)
    with Progress() as progress:
        if turns_index is None:
            before = replace(_storage("source", source, settings), sessions=source_sessions)
            require_stored(before)
            comparisons = asyncio.run(_migrated(before, after, progress))
        else:
            require_cluster("source", source)
            imported = Imported(source, turns_index, Principal(owner, tenant=tenant), load_profile(settings.profile))
            comparisons = asyncio.run(_imported(imported, after, progress))
    _say(comparisons)
    if not all(one.equal for one in comparisons):
        click.echo(
            "ibidem: the two differ: one of them was written during the migration or after it; "
            "empty the target and migrate again, while nothing writes to the source",
            err=True,
        )
        raise SystemExit(FAILED)


async def _migrated(source: Storage, target: Storage, progress: Progress) -> Sequence[Comparison]:
    reading = await asyncio.to_thread(open_backend_to_read, source)
    try:
        writing = await asyncio.to_thread(open_backend, target)
        try:
            arrival = await begin(reading.holdings, writing.holdings)
            await asyncio.to_thread(share_secret, source, target)
            return await move(reading.holdings, writing, arrival, progress.show)
        finally:
            await asyncio.to_thread(writing.close)
    finally:
        await asyncio.to_thread(reading.close)


@dataclass(frozen=True, slots=True)
class Imported:
    """Conversations of another program: where they are, whose they become, and the profile that says how they are kept."""

    store: str
    index: str
    owner: Principal
    profile: Profile


async def _imported(source: Imported, target: Storage, progress: Progress) -> Sequence[Comparison]:
    writing = await asyncio.to_thread(open_backend, target)
    try:
        maskings = Maskings(source.profile.masking, RuleFinder(), writing)
        ownership = Ownership(source.owner, source.profile.session_lifetime, maskings.moved)
        reading = open_foreign_turns(source.store, source.index, ownership)
        try:
            arrival = await begin(reading, writing.holdings)
            return await move(reading, writing, arrival, progress.show)
        finally:
            await asyncio.to_thread(reading.close)
    finally:
        await asyncio.to_thread(writing.close)


def require_cluster(field: str, place: str) -> None:
    """Raises InvalidInput where no cluster is named."""
    try:
        address = split_name(place, STORE_PROVIDERS)[1]
    except ValueError as error:
        raise InvalidInput(field, "it names no cluster", f"{STORES} is allowed") from error
    if not is_address(address):
        raise InvalidInput(field, "the cluster has no address", ALLOWED)


def _storage(field: str, place: str, settings: Settings) -> Storage:
    """Where a store is that is named on the command line. Raises InvalidInput."""
    if place.partition(":")[0] in STORE_PROVIDERS:
        require_cluster(field, place)
        return Storage(settings.data, place, settings.store_prefix, settings.originals, settings.originals_texts)
    # A name before a colon is rather a kind of store that there is not than a folder yet to be made.
    if not place or (":" in place.partition("/")[0] and not Path(place).expanduser().exists()):
        raise InvalidInput(field, "it is no store", f"{STORES} is allowed")
    return Storage(Path(place).expanduser().absolute(), originals=settings.originals)


def _say(comparisons: Sequence[Comparison]) -> None:
    rows = [
        (one.thing, *(f"{n:,}" for n in one.counts), one.checksums[0], "equal" if one.equal else "DIFFERENT")
        for one in comparisons
    ]
    say_table([("", "source", "target", "checksum", ""), *rows])
