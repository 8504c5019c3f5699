"""`ibidem migrate`: everything from one store to another one."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import click

from ibidem.backends.addresses import ALLOWED, is_address
from ibidem.backends.migrating import Comparison, begin
from ibidem.backends.migrating import migrate as move
from ibidem.backends.registry import (
    STORE_PROVIDERS,
    Storage,
    open_backend,
    open_backend_to_read,
    require_stored,
    share_secret,
    split_name,
)
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured
from ibidem.cli.printing import say_table
from ibidem.cli.progress import Progress
from ibidem.domain.errors import InvalidInput
from ibidem.settings import Settings

STORES = "a data folder, elasticsearch:URL or opensearch:URL"


@click.command(
    help="Copy everything that SOURCE keeps to TARGET, and compare the two. Each is a data folder, elasticsearch:URL or "
    "opensearch:URL; the indices of a cluster begin with IBIDEM_STORE_PREFIX, and its secret.key lies in --data. Nothing may be "
    "written to either meanwhile. Interrupted and given again, it goes on."
)
@click.argument("source")
@click.argument("target")
@configured
def migrate(settings: Settings, *, source: str, target: str) -> None:
    before, after = _storage("source", source, settings), _storage("target", target, settings)
    require_stored(before)
    with Progress() as progress:
        comparisons = asyncio.run(_migrated(before, after, progress))
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
            return await move(reading, writing, arrival, progress.show)
        finally:
            await asyncio.to_thread(writing.close)
    finally:
        await asyncio.to_thread(reading.close)


def _storage(field: str, place: str, settings: Settings) -> Storage:
    """Where a store is that is named on the command line. Raises InvalidInput."""
    if place.partition(":")[0] in STORE_PROVIDERS:
        try:
            address = split_name(place, STORE_PROVIDERS)[1]
        except ValueError as error:
            raise InvalidInput(field, "it names no cluster", f"{STORES} is allowed") from error
        if not is_address(address):
            raise InvalidInput(field, "the cluster has no address", ALLOWED)
        return Storage(settings.data, place, settings.store_prefix, settings.originals)
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
