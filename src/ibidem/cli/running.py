"""How the commands come to an open App, and to the end of a turn."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ibidem.app import App
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

    async def run() -> T:
        async with await open_app(settings) as app:
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
