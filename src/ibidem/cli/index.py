"""`ibidem index`: a folder of documents, read and made searchable."""

import asyncio
from contextlib import aclosing
from functools import partial
from pathlib import Path

import click

from ibidem.app import App
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured
from ibidem.cli.printing import plain
from ibidem.cli.progress import Progress
from ibidem.cli.running import with_app
from ibidem.corpus.indexing import Complained, Completed, Indexed, Started, Unchanged
from ibidem.domain.errors import ModelError
from ibidem.settings import Settings


@click.command(
    help="""Read a folder of documents, so that they can be asked about.

    What is stored already as it stands in the folder is passed over. A file that cannot be read is told on a line of its own, and
    the rest goes on; the exit code is 1 then. After Ctrl-C, the same command goes on where it stopped.
    """
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@configured
def index(settings: Settings, *, folder: Path) -> None:
    completed = with_app(settings, lambda app: run(app, folder))
    click.echo(
        f"{completed.indexed:,} indexed, {completed.unchanged:,} unchanged, {completed.complained:,} failed, "
        f"{completed.chunks:,} chunks, {completed.seconds:.1f} s"
    )
    if completed.complained:
        raise SystemExit(FAILED)


async def run(app: App, folder: Path) -> Completed:
    """Indexes the folder, and then computes the vectors, where an embedder is configured."""
    completed = await follow(app, folder)
    with Progress() as progress:
        try:
            await app.embed(partial(progress.show, "vectors"))
        except ModelError as error:
            remedy = "the documents are found by their words, and by their meaning once it answers"
            progress.line(plain(f"not all passages have a vector: {error}; {remedy}"))
    return completed


async def follow(app: App, folder: Path) -> Completed:
    """Indexes the folder, and shows on stderr what happens."""
    stored = 0
    with Progress() as progress:
        try:
            async with aclosing(app.index_folder(folder)) as events:
                async for event in events:
                    match event:
                        case Started():
                            pass
                        case Indexed(done=done, total=total):
                            stored += 1
                            progress.show("files", done, total)
                        case Unchanged(done=done, total=total):
                            progress.show("files", done, total)
                        case Complained(complaint=complaint, done=done, total=total):
                            progress.line(plain(f"{complaint.name}: {complaint.problem}; {complaint.remedy}"))
                            progress.show("files", done, total)
                        case Completed():
                            return event
        except asyncio.CancelledError:
            progress.line(f"{stored:,} documents were stored and stay; the same command goes on from there")
            raise
    raise AssertionError("indexing ends with Completed")
