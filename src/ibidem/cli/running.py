"""How the commands come to an open App, and to the end of a turn."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ibidem.app import App
from ibidem.backends.registry import require_stored
from ibidem.domain.conversation import Question
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import TurnDone, TurnFailed
from ibidem.profile import load_profile
from ibidem.settings import Settings

T = TypeVar("T")


async def open_app(settings: Settings) -> App:
    """The App for these settings. Raises ProfileError and StoreUnavailable."""
    return await App.open(settings, load_profile(settings.profile))


def with_app(settings: Settings, act: Callable[[App], Awaitable[T]]) -> T:
    """Opens the App, lets `act` use it, and closes it. Raises ProfileError and StoreUnavailable."""
    return _run(lambda: open_app(settings), act)


def with_stored(settings: Settings, act: Callable[[App], Awaitable[T]]) -> T:
    """As `with_app`, and makes no store: where there is none, it raises StoreUnavailable."""
    require_stored(settings.storage)
    return with_app(settings, act)


def with_reader(settings: Settings, act: Callable[[App], Awaitable[T]]) -> T:
    """As `with_app`, for what only reads: beside whoever writes, and without a trace in the data folder."""
    return _run(lambda: App.open_to_read(settings, load_profile(settings.profile)), act)


def _run(opened: Callable[[], Awaitable[App]], act: Callable[[App], Awaitable[T]]) -> T:
    async def run() -> T:
        async with await opened() as app:
            return await act(app)

    return asyncio.run(run())


async def answered(app: App, question: Question) -> TurnDone:
    """Runs one turn to its end. Raises IbidemError when it ends without an answer."""
    async for event in app.ask(question, app.principal):
        match event:
            case TurnDone() as done:
                return done
            case TurnFailed(message=message):
                raise IbidemError(message)
            case _:
                pass
    raise IbidemError("the turn ended without an answer; nothing was stored")
