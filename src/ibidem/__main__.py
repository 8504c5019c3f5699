"""`ibidem` and `python -m ibidem`: the doors put together, for none of them knows another."""

from typing import TYPE_CHECKING, NoReturn

from ibidem.cli.main import main as command_line

if TYPE_CHECKING:
    from ibidem.cli.serve import Announce, OpenApp
    from ibidem.settings import Settings


def main() -> NoReturn:
    """The command line; its `serve` opens the HTTP door."""
    command_line(serve)


def serve(settings: "Settings", open_app: "OpenApp", announce: "Announce") -> None:
    """See cli.serve.Server. Imported when it is called: no other command needs a web server."""
    from ibidem.web.server import run

    run(settings, open_app, announce)


if __name__ == "__main__":
    main()
