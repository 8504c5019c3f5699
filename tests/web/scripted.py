"""An App whose turns do what a test tells them to, for what a real one does only when something breaks; and a client."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx2
from fastapi import FastAPI

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.conversation import NewTurn, Question, Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.events import Observer, TurnEvent
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.connections import PATIENCE, Patience
from ibidem.web.server import Server, address_of, create_api, listen

Script = Callable[[Question], AsyncIterator[TurnEvent]]


class NoKeys:
    """A key store in which none was ever made, or one."""

    def __init__(self) -> None:
        self.made = False

    async def exist(self) -> bool:
        return self.made


class NoTurns:
    """A turn store without sessions, in which nothing expires."""

    async def session(self, session_id: str, principal: Principal) -> Session:
        assert principal.name
        raise NotFound("session", session_id)

    async def sweep_expired(self, most: int) -> int:
        assert most > 0
        return 0


class ScriptedBackend:
    """What the door uses of a backend."""

    def __init__(self) -> None:
        self.keys = NoKeys()
        self.documents = None


class ScriptedApp:
    """What the chat route uses of an App."""

    def __init__(self, settings: Settings, script: Script) -> None:
        self.settings = settings
        self.profile = load_profile("equipment")
        self.principal = Principal("local")
        self.script = script
        self.closed = False
        self.backend = ScriptedBackend()
        self.turns = NoTurns()
        self.maskings = Maskings(self.profile.masking, RuleFinder(), self.backend)  # pyright: ignore[reportArgumentType]
        self.observers: list[Observer] = []

    def ask(self, question: Question, principal: Principal) -> AsyncIterator[TurnEvent]:
        assert (principal.name, principal.tenant) == (self.principal.name, self.principal.tenant)
        events = _given_on(self.script(question))
        for observer in self.observers:
            events = observer.turn(events, question.session_id, question.message)
        return events

    async def close(self) -> None:
        self.closed = True


async def _given_on(events: AsyncIterator[TurnEvent]) -> AsyncGenerator[TurnEvent]:
    async for event in events:
        yield event


def turn_of(question: Question, answer: str) -> Turn:
    """A stored turn that answers a question without sources."""
    content = NewTurn(question.session_id, question.message, answer, answer, "en", "general")
    return Turn(1, datetime.now(UTC), "local", content)


@asynccontextmanager
async def client_of(api: FastAPI) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client that speaks to an API in this process, once the App is open or has failed to open."""
    async with api.router.lifespan_context(api):
        await api.state.opening.finished.wait()
        transport = httpx2.ASGITransport(api, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=20) as client:
            yield client


@asynccontextmanager
async def serving(
    settings: Settings, script: Script, patience: Patience = PATIENCE
) -> AsyncGenerator[tuple[Server, httpx2.AsyncClient]]:
    """A real server of an App that does what it is told, with a client of its own, both in this process."""

    async def opened() -> ScriptedApp:
        return ScriptedApp(settings, script)

    async with serving_api(create_api(settings, opened, patience)) as served:  # pyright: ignore[reportArgumentType]
        yield served


@asynccontextmanager
async def serving_api(api: FastAPI) -> AsyncGenerator[tuple[Server, httpx2.AsyncClient]]:
    """A real server with a client of its own, both in this process."""
    listener = listen("127.0.0.1", 0)
    server = Server(api)
    server.config.timeout_graceful_shutdown = 1
    running = asyncio.create_task(server.serve(sockets=[listener]))
    async with httpx2.AsyncClient(base_url=address_of(listener), timeout=30) as client:
        try:
            yield server, client
        finally:
            server.should_exit = True
            await running
