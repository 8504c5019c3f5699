"""A request of many keys or names is refused before each of them is checked, and what is ignored is named without its value."""

import json
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.web.chat import IGNORED
from ibidem.web.server import create_api
from web.scripted import client_of

MANY = 300_000
BODIES: Mapping[str, object] = {
    "keys": {"message": "q", **{f"a{number}": 1 for number in range(MANY)}},
    "filters": {"message": "q", "filters": {f"a{number}": 1 for number in range(MANY)}},
    "keys of an entry": {
        "message": "q",
        "chat_history": [{"role": "user", "content": "q", **{f"a{number}": 1 for number in range(MANY)}}],
    },
    "entities of no kind": {"message": "q", "entities": [1] * MANY},
    "entities of one kind": {"message": "q", "entities": {"x": ["a"] * MANY}},
    "kinds of entities": {"message": "q", "entities": {f"a{number}": 1 for number in range(MANY)}},
}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of a service that masks what is asked."""
    settings = load_settings(data=tmp_path / "data", embedder="none")

    async def opened() -> App:
        return await App.open(settings, load_profile("policy"))

    async with client_of(create_api(settings, opened)) as client:
        yield client


@pytest.mark.parametrize("name", BODIES)
async def test_many_keys_are_one_problem(client: httpx2.AsyncClient, name: str) -> None:
    content = json.dumps(BODIES[name]).encode()
    response = await client.post("/v1/chat", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422 and len(response.content) < 2_000
    assert "more than 100" in response.text


async def test_an_ignored_name_is_told_by_its_place(client: httpx2.AsyncClient) -> None:
    said = {"message": "연차 규정 알려줘", "entities": {"people": ["010-2345-6789", "hong@example.com"]}}
    response = await client.post("/v1/chat", json=said)
    assert response.status_code == 200 and response.headers[IGNORED] == "entities.people.0, entities.people.1"
