"""What the commands share: their options, and how they come to an open App and to the end of a turn."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click

from ibidem.app import App
from ibidem.domain.conversation import Question, Turn
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import TurnDone, TurnFailed
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings

P = ParamSpec("P")
T = TypeVar("T")


def configured(command: Callable[Concatenate[Settings, P], T]) -> Callable[..., T]:
    """Gives a command `--data` and `--profile`, and the settings as its first argument. Called, it raises SettingsError."""

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="The folder for everything that is kept (IBIDEM_DATA).",
    )
    @click.option("--profile", metavar="NAME-or-FILE", help="A shipped profile, or a TOML file (IBIDEM_PROFILE).")
    @functools.wraps(command)
    def run(data: Path | None, profile: str | None, *args: P.args, **kwargs: P.kwargs) -> T:
        return command(load_settings(data=data, profile=profile), *args, **kwargs)

    return run


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")


async def open_app(settings: Settings) -> App:
    """The App for these settings. Raises ProfileError and StoreUnavailable."""
    return await App.open(settings, load_profile(settings.profile))


def with_app(settings: Settings, act: Callable[[App], Awaitable[T]]) -> T:
    """Opens the App, lets `act` use it, and closes it. Raises ProfileError and StoreUnavailable."""

    async def run() -> T:
        async with await open_app(settings) as app:
            return await act(app)

    return asyncio.run(run())


async def answered(app: App, question: Question) -> Turn:
    """Runs one turn to its end. Raises IbidemError when it ends without an answer."""
    async for event in app.ask(question, app.principal):
        match event:
            case TurnDone(turn=turn):
                return turn
            case TurnFailed(message=message):
                raise IbidemError(message)
            case _:
                pass
    raise IbidemError("the turn ended without an answer; nothing was stored")
