"""`ibidem serve`: the HTTP API."""

import asyncio
import gc

import click

from ibidem.app import App
from ibidem.cli.options import configured
from ibidem.cli.running import open_app
from ibidem.settings import Settings
from ibidem.web.guards import is_loopback
from ibidem.web.logs import log_as_json
from ibidem.web.server import serve as serve_api


@click.command(help="Serve the HTTP API until Ctrl-C.")
@click.option("--host", metavar="ADDRESS", help="The address to serve at (IBIDEM_HOST); loopback unless you say otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port to serve at (IBIDEM_PORT); 0: a free one.")
@configured
def serve(settings: Settings, host: str | None, port: int | None) -> None:
    log_as_json(settings.log_level)
    given = settings.model_copy(update={name: value for name, value in (("host", host), ("port", port)) if value is not None})
    if not is_loopback(given.host):
        warning = f"whoever can reach {given.host} may ask, read, upload and delete: there is no authentication yet"
        click.echo(f"ibidem: {warning}", err=True)
    asyncio.run(serve_api(given, lambda: open_warm(given), announce))


async def open_warm(settings: Settings) -> App:
    """The App with everything loaded that a first turn needs."""
    app = await open_app(settings)
    try:
        await app.warm()
    except BaseException:
        await app.close()
        raise
    # What is loaded now stays until the end. Looking through it for garbage again and again stopped all turns for 90 ms, once in
    # about a hundred of them.
    gc.collect()
    gc.freeze()
    return app


def announce(address: str) -> None:
    """Says where the service answers; a program that started it waits for this line."""
    click.echo(f"ibidem serves at {address} (Ctrl-C stops it)")
