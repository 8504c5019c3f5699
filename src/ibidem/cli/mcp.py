"""`ibidem mcp`: the tools of ibidem over the Model Context Protocol, on standard input and output."""

import click

from ibidem.app import App
from ibidem.cli.options import configured
from ibidem.cli.running import with_app
from ibidem.domain.access import local_access
from ibidem.settings import Settings


@click.command(help="Serve the tools to an assistant that starts this command.")
@configured
def mcp(settings: Settings) -> None:
    with_app(settings, speak)


async def speak(app: App) -> None:
    """Answers on standard input and output until whoever started this command closes them."""
    from ibidem.tools.mcp_server import mcp_server  # brings the protocol's web server too, which no other command needs

    await app.warm()
    access = local_access(app.principal)
    await mcp_server(app, lambda: access).run_stdio_async()
