"""Saved filters over HTTP: one's own, checked as filters are, and of use as they come back."""

from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from ibidem.app import App
from ibidem.domain.documents import Principal
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from security.locked import MINA, bearing, locked
from web.scripted import client_of

NAMES = ("안전 규정/현행", "Safety rules", "安全規程 🧯")


@pytest.fixture
async def client(settings: Settings) -> AsyncGenerator[httpx2.AsyncClient]:
    async def opened() -> App:
        return await App.open(settings, load_profile("general"))

    async with client_of(create_api(settings, opened)) as client:
        yield client


def address(name: str) -> str:
    return f"/v1/collections/{quote(name, safe='')}"


async def test_filters_are_saved_listed_used_and_deleted(client: httpx2.AsyncClient) -> None:
    filters = {"doc_types": ["rule"], "owners": ["Beacon Works"]}
    text = b"---\ndoc_type: rule\nowner: Beacon Works\n---\n# A rule\n\nHelmets are worn.\n"
    await client.post("/v1/documents", files={"file": ("rule.md", text)})
    for name in NAMES:
        saved = await client.put(address(name), json={"filters": filters, "languages": ["ko", "ja"]})
        assert saved.status_code == 200 and saved.json()["name"] == name, saved.text
    listed = (await client.get("/v1/collections")).json()["collections"]
    assert {one["name"] for one in listed} == set(NAMES)
    assert all({**filters, **one["filters"]} == one["filters"] and one["languages"] == ["ko", "ja"] for one in listed)
    found = await client.post("/v1/search", json={"query": "rule", "filters": listed[0]["filters"]})
    assert [one["doc_id"] for one in found.json()["results"]] == ["rule"], found.text
    assert (await client.delete(address(NAMES[0]))).status_code == 204
    assert (await client.delete(address(NAMES[0]))).status_code == 404
    assert len((await client.get("/v1/collections")).json()["collections"]) == 2


async def test_what_is_no_filter_is_refused_by_name(client: httpx2.AsyncClient) -> None:
    for body, field in (
        ({"filters": {"fields": {"dept": "x"}}}, "filters.fields"),
        ({"filters": {"doc_types": "rule"}}, "filters.doc_types"),
        ({"languages": ["xx"]}, "languages.0"),
    ):
        refused = await client.put(address("x"), json=body)
        assert refused.status_code in (400, 422)
        assert refused.json()["error"]["details"][0]["field"] == field
    assert (await client.put(address("x" * 61), json={})).status_code == 422
    assert (await client.get("/v1/collections")).json() == {"collections": []}


async def test_collections_are_of_one_person(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        mina = bearing(await here.key(MINA))
        again = bearing(await here.key(MINA))
        assert (await here.client.put(address("mine"), json={}, headers=mina)).status_code == 200
        assert "mine" in (await here.client.get("/v1/collections", headers=again)).text
        for other in (Principal("kenji", MINA.groups, MINA.tenant), Principal("mina", MINA.groups, "elsewhere")):
            key = bearing(await here.key(other))
            assert (await here.client.get("/v1/collections", headers=key)).json() == {"collections": []}
            theirs = await here.client.delete(address("mine"), headers=key)
            nothing = await here.client.delete(address("none"), headers=key)
            assert (theirs.status_code, theirs.text.replace("mine", "none")) == (404, nothing.text)
