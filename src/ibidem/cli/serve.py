"""`ibidem serve`: the HTTP API."""

import gc
from collections.abc import Awaitable, Callable
from typing import Protocol

import click

from ibidem.app import App
from ibidem.cli.new_stores import announce_store, create_option, settle_store
from ibidem.cli.options import configured
from ibidem.cli.running import open_app
from ibidem.settings import Settings

OpenApp = Callable[[], Awaitable[App]]
Announce = Callable[[str], None]


class Server(Protocol):
    """The HTTP door. It is given to the command line by `__main__`, for doors do not know each other."""

    def __call__(self, settings: Settings, open_app: OpenApp, announce: Announce) -> None:
        """Serves until it is interrupted; `announce` gets the address once the service answers."""
        ...


@click.command(help="Serve the HTTP API until Ctrl-C.")
@click.option("--host", metavar="ADDRESS", help="The address to serve at (IBIDEM_HOST); loopback unless you say otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port to serve at (IBIDEM_PORT); 0: a free one.")
@create_option
@configured
@click.pass_obj
def serve(server: Server, settings: Settings, host: str | None, port: int | None, *, create: bool) -> None:
    (announce_store if create else settle_store)(settings.storage)
    given = settings.model_copy(update={name: value for name, value in (("host", host), ("port", port)) if value is not None})
    server(given, lambda: open_warm(given), announce)


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
    """Says where the service answers; a program that started it waits for the first line."""
    click.echo(f"ibidem serves at {address} (Ctrl-C stops it)")
    here = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")  # every address is none to be opened
    click.echo(f"To ask your documents in a browser, open {here}")
