"""Conversations over HTTP: in pages, and without reading what is not shown."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.testing.stores import turn
from ibidem.web.server import create_api
from web.scripted import client_of

TURNS = 5


@pytest.fixture
async def app(settings: Settings) -> App:
    """With three conversations, the last of which has five turns. The server closes it."""
    opened = await App.open(settings, load_profile("support"))
    for session_id in ("first", "second", *["third"] * TURNS):
        await opened.turns.append(turn(session_id, f"질문 {session_id}"), opened.principal)
    return opened


@pytest.fixture
async def client(settings: Settings, app: App) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return app

    async with client_of(create_api(settings, opened)) as speaking:
        yield speaking


async def test_a_conversation_is_told_of_without_reading_its_turns(
    client: httpx2.AsyncClient, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def turns(*_: object) -> None:
        raise AssertionError("its turns were read")

    monkeypatch.setattr(app.turns, "turns", turns)
    told = (await client.get("/v1/sessions/third")).json()
    assert (told["session_id"], told["turns"], told["first_question"]) == ("third", TURNS, "질문 third")
    assert (await client.get("/v1/sessions/nobodys")).status_code == 404


async def pages(client: httpx2.AsyncClient, path: str, of: str, key: str) -> list[list[object]]:
    """What the pages of two hold, followed to the last."""
    found: list[list[object]] = []
    offset: int | None = 0
    while offset is not None:
        page = (await client.get(path, params={"limit": 2, "offset": offset})).json()
        found.append([one[key] for one in page[of]])
        offset = page["next_offset"]
    return found


async def test_conversations_and_turns_come_in_pages(client: httpx2.AsyncClient) -> None:
    assert await pages(client, "/v1/sessions", "sessions", "session_id") == [["third", "second"], ["first"]]
    assert await pages(client, "/v1/sessions/third/turns", "turns", "turn_id") == [[1, 2], [3, 4], [5]]
    beyond = await client.get("/v1/sessions/third/turns", params={"offset": 100})
    assert beyond.json() == {"turns": [], "next_offset": None, "total": 5}


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "offset=-1", "offset=9999999999", "limit=many"])
@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/sessions/third/turns"])
async def test_a_page_that_is_none_is_refused(client: httpx2.AsyncClient, path: str, query: str) -> None:
    response = await client.get(f"{path}?{query}")
    assert response.status_code == 422
    assert response.json()["error"]["details"][0]["field"] in query
