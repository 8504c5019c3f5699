"""`ibidem diagram`: the diagram of a turn."""

import click

from ibidem.cli.options import configured
from ibidem.settings import Settings
from ibidem.turn.diagram import TURN


@click.command(help="Print the diagram of a turn as mermaid.")
@configured
def diagram(settings: Settings) -> None:  # noqa: ARG001  # every command takes the same two options
    click.echo(TURN.mermaid().rstrip("\n"))
