"""The HTTP door in this process: an API over an App, and a client that speaks to it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ibidem.settings import Settings, load_settings
from ibidem.web.server import create_api
from web.scripted import Script, ScriptedApp, client_of

Client = httpx2.AsyncClient


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(data=tmp_path / "data", upload_limit_mb=1)


@pytest.fixture
def scripted(settings: Settings) -> Callable[[Script], AbstractAsyncContextManager[Client]]:
    """A client of an API whose turns run the given script."""

    def of(script: Script) -> AbstractAsyncContextManager[Client]:
        async def opened() -> Any:
            return ScriptedApp(settings, script)

        return client_of(create_api(settings, opened))

    return of
