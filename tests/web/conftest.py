"""The HTTP door in this process: an API over an App, and a client that speaks to it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from ibidem.settings import Settings, load_settings
from ibidem.web.server import create_api
from web.scripted import Script, ScriptedApp

Client = httpx2.AsyncClient
Served = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(data=tmp_path / "data", upload_limit_mb=1)


@asynccontextmanager
async def client_of(api: FastAPI) -> AsyncGenerator[Client]:
    async with api.router.lifespan_context(api):
        await api.state.opening.finished.wait()
        transport = httpx2.ASGITransport(api, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=20) as client:
            yield client


@pytest.fixture
def scripted(settings: Settings) -> Callable[[Script], AbstractAsyncContextManager[Client]]:
    """A client of an API whose turns run the given script."""

    def of(script: Script) -> AbstractAsyncContextManager[Client]:
        async def opened() -> Any:
            return ScriptedApp(settings, script)

        return client_of(create_api(settings, opened))

    return of
