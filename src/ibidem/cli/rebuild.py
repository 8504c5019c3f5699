"""`ibidem rebuild`: the search index, built anew."""

from functools import partial

import click

from ibidem.cli.options import configured
from ibidem.cli.progress import Progress
from ibidem.cli.running import with_stored
from ibidem.settings import Settings


@click.command(help="Build the search index anew from the stored documents. The old one is searched until the new one is ready.")
@configured
def rebuild(settings: Settings) -> None:
    with Progress() as progress:
        with_stored(settings, lambda app: app.rebuild(partial(progress.show, "chunks")))
    click.echo("the index is built anew")
