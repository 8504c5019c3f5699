"""A service that needs keys: documents for one group, conversations of one person, and keys of others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from fastapi import FastAPI

from ibidem.app import App
from ibidem.domain.access import SCOPES, ApiKey, Scope
from ibidem.domain.api_keys import digest_of, new_key, new_key_id
from ibidem.domain.conversation import NewTurn, Pause
from ibidem.domain.documents import Principal
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH, prepared, turn
from ibidem.web.server import create_api
from web.scripted import client_of

SESSION, PAUSED = "minas-session", "minas-pause"
MINA = Principal("mina", frozenset({"maintenance"}), "works")
OTHERS = {
    "another tenant": Principal("mina", frozenset({"maintenance"}), "elsewhere"),
    "another user": Principal("kenji", frozenset({"quality"}), "works"),
    "no group": Principal("visitor", frozenset(), "works"),
}


@dataclass
class Locked:
    """The API, a client without a key, and the App behind it."""

    api: FastAPI
    client: httpx2.AsyncClient
    app: App

    async def key(self, principal: Principal, scopes: frozenset[Scope] = frozenset(SCOPES), **further: datetime) -> str:
        """A new key."""
        shown = new_key()
        made = ApiKey(key_id=new_key_id(), principal=principal, scopes=scopes, created=datetime.now(UTC), **further)
        await self.app.backend.keys.add(made, digest_of(shown))
        return shown


def bearing(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@asynccontextmanager
async def locked(folder: Path, **further: object) -> AsyncGenerator[Locked]:
    """The service with what Mina has in it: a document for her group, a conversation that cites it, and a pause."""
    settings = load_settings(data=folder, embedder="none", **further)
    opened: list[App] = []

    async def open_app() -> App:
        app = await App.open(settings, load_profile("equipment"))
        opened.append(app)
        return app

    api = create_api(settings, open_app)
    async with client_of(api) as client:
        app = opened[0]
        document = prepared(ENGLISH, readers=("maintenance",), tenant="works")
        await app.documents.put([document])
        await app.index.catch_up()
        await app.turns.append(turn(SESSION, "Which clamps crack?", cites=[document]), MINA)
        await app.turns.append(_paused(), MINA)
        yield Locked(api, client, app)


def _paused() -> NewTurn:
    pause = Pause("reference", "Which one?", (), "Show it", "show")
    return NewTurn(PAUSED, "Show it", "Which one?", "Which one?", "en", "doc_lookup", pause=pause)
