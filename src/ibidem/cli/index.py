"""`ibidem index`: folders of documents, read and made searchable."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path

import click

from ibidem.backends.registry import is_stored
from ibidem.cli.index_report import Report, counted, rehearsed
from ibidem.cli.main import FAILED
from ibidem.cli.new_stores import announce_store, create_option, settle_store
from ibidem.cli.options import configured
from ibidem.cli.printing import plain
from ibidem.cli.progress import Progress
from ibidem.corpus.progress import Completed, Indexed, IndexEvent, LeftOut, Pruning, Unchanged
from ibidem.corpus.rehearsing import Rehearsal
from ibidem.corpus.watching import changes
from ibidem.domain.errors import IbidemError, ModelError
from ibidem.intake import Intake, rehearsal, rehearse_folder
from ibidem.profile import load_profile
from ibidem.settings import Settings

# Whoever saves a file waits two or three seconds until it can be found.
WATCH_SECONDS = 1.0
# What is shown of an event in full, where anything is.
Verbosity = Callable[[Progress, str], None]


@click.command(
    help="""Read folders of documents, so that they can be asked about.

    What is stored already as it stands in the folder is passed over, and what has gone from it since is named. A document that
    cannot be read is reported, and the rest goes on; the exit code is 1 then. Hidden files and folders are left out unless FOLDER
    names one, and so are files that are no documents. After Ctrl-C, the same command goes on where it stopped.
    """
)
@click.argument(
    "folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--prune", is_flag=True, help="Take out documents whose files have gone or were renamed.")
@click.option("--prune-all", is_flag=True, help="As --prune, also where more than half of a folder's documents have gone.")
@click.option("--watch", is_flag=True, help="Keep on, and index again what changes, until Ctrl-C.")
@click.option("--dry-run", is_flag=True, help="Show what would happen, and change nothing.")
@click.option("--verbose", "-v", is_flag=True, help="A line for each file, instead of a summary.")
@click.option("--no-pictures", is_flag=True, help="Leave pictures out; each takes a second or two (IBIDEM_PICTURES).")
@create_option
@configured
def index(settings: Settings, *, folders: tuple[Path, ...], prune: bool, prune_all: bool, **how: bool) -> None:
    if how["watch"] and how["dry_run"]:
        raise click.UsageError("--watch keeps on, --dry-run changes nothing: give one of them")
    if how["no_pictures"]:
        settings = settings.model_copy(update={"pictures": False})
    pruning = Pruning.EVERYTHING if prune_all else Pruning.GONE if prune else Pruning.NOTHING
    show = Progress.line if how["verbose"] else _quiet
    if how["dry_run"]:
        whole = asyncio.run(rehearse(settings, folders, pruning, show))
    else:
        (announce_store if how["create"] else settle_store)(settings.storage)
        act = keep_on if how["watch"] else index_once
        whole = asyncio.run(perform(settings, lambda intake: act(intake, folders, pruning, show)))
    if not whole:
        raise SystemExit(FAILED)


async def index_once(intake: Intake, folders: Sequence[Path], pruning: Pruning, show: Verbosity) -> bool:
    """Indexes the folders, and then computes the vectors, where an embedder is configured. False where something failed."""
    whole = True
    for folder in folders:
        report = Report()
        completed = await follow(intake.index_folder(folder, pruning), report, show)
        click.echo(counted(completed))
        whole = whole and report.whole
    with Progress() as progress:
        try:
            await intake.embed(partial(progress.show, "vectors"))
        except ModelError as error:
            remedy = "the documents are found by their words, and by their meaning once it answers"
            progress.line(plain(f"not all passages have a vector: {error}; {remedy}"))
    return whole


async def keep_on(intake: Intake, folders: Sequence[Path], pruning: Pruning, show: Verbosity) -> bool:
    """Indexes the folders, and again those that change, until it is interrupted. What goes wrong meanwhile is reported."""
    try:
        async for changed in changes(folders, WATCH_SECONDS):
            try:
                await index_once(intake, changed, pruning, show)
            except IbidemError as error:
                click.echo(plain(f"{error}; tried again at the next change"), err=True)
            click.echo("watching; Ctrl-C ends it", err=True)
    except asyncio.CancelledError:
        click.echo("no longer watching", err=True)
    return True


async def rehearse(settings: Settings, folders: Sequence[Path], pruning: Pruning, show: Verbosity) -> bool:
    """Shows what indexing the folders would do. False where something would fail."""
    profile, stored = load_profile(settings.profile), Rehearsal({}, ())
    if is_stored(settings.storage):
        stored = await rehearsal(settings)
    else:
        click.echo(f"there is no store in {settings.storage} yet, and none is made", err=True)
    whole = True
    for folder in folders:
        report = Report()
        click.echo(rehearsed(await follow(rehearse_folder(settings, profile, stored, folder, pruning), report, show)))
        whole = whole and report.whole
    return whole


async def perform(settings: Settings, act: Callable[[Intake], Awaitable[bool]]) -> bool:
    """Opens the store, and makes it where there is none."""
    async with await Intake.open(settings, load_profile(settings.profile)) as intake:
        return await act(intake)


async def follow(indexing: AsyncGenerator[IndexEvent], report: Report, show: Verbosity) -> Completed:
    """Shows on stderr what happens, and at the end what came of it."""
    with Progress() as progress:
        try:
            async with aclosing(indexing) as events:
                async for event in events:
                    for line in report.take(event):
                        show(progress, plain(line))
                    match event:
                        case (
                            Indexed(done=done, total=total) | Unchanged(done=done, total=total) | LeftOut(done=done, total=total)
                        ):
                            progress.show("files", done, total)
                        case Completed():
                            for line in (*report.summary(), *report.problems()):
                                progress.line(plain(line))
                            return event
                        case _:
                            pass
        except asyncio.CancelledError:
            progress.line(f"{report.stored:,} documents were stored and stay; the same command goes on from there")
            raise
    raise AssertionError("indexing ends with Completed")


def _quiet(progress: Progress, line: str) -> None:
    """Shows nothing: the summary does."""
