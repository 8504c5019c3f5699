"""A field that is set on several documents over HTTP: on all or none, checked by its type, and kept until a file changes."""

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from journeys.test_fields import FILES, PROFILE
from web.scripted import client_of

CHANGED = ["sales", "buying", "eigyo"]


@pytest.fixture
async def app(settings: Settings, tmp_path: Path) -> App:
    (tmp_path / "office.toml").write_text(PROFILE)
    for name, text in FILES.items():
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text(text)
    app = await App.open(settings, load_profile(str(tmp_path / "office.toml")))
    async for _ in app.index_folder(tmp_path / "docs"):
        pass
    return app


@pytest.fixture
async def client(settings: Settings, app: App) -> AsyncGenerator[httpx2.AsyncClient]:
    async def opened() -> App:
        return app

    async with client_of(create_api(settings, opened)) as client:
        yield client


async def test_a_field_is_set_until_a_file_changes(client: httpx2.AsyncClient, app: App, tmp_path: Path) -> None:
    for value in ("홍보부", "Press", "広報部"):
        body = {"doc_ids": CHANGED, "field": "department", "value": value}
        changed = (await client.patch("/v1/documents", json=body)).json()["documents"]
        assert [(one["doc_id"], one["fields"]["department"]) for one in changed] == [(doc_id, value) for doc_id in CHANGED]
        found = (await client.get("/v1/documents", params={"field": f"department={value}"})).json()
        assert {one["doc_id"] for one in found["documents"]} == set(CHANGED)
    await client.patch("/v1/documents", json={"doc_ids": ["sales"], "field": "year", "value": []})
    await client.patch("/v1/documents", json={"doc_ids": ["sales"], "field": "tags", "value": ["a", "b"]})
    docs = tmp_path / "docs"
    (docs / "buying.md").write_text(FILES["buying.md"] + "\nAnd by nobody else.\n")
    async for _ in app.index_folder(docs):
        pass
    assert (await client.get("/v1/documents/eigyo")).json()["fields"] == {"department": "広報部", "year": 2024}
    assert (await client.get("/v1/documents/sales")).json()["fields"] == {"department": "広報部", "tags": ["a", "b"]}
    assert (await client.get("/v1/documents/buying")).json()["fields"] == {"department": "Buying", "year": 2020}


async def test_a_bad_value_is_named_and_nothing_is_half_written(client: httpx2.AsyncClient) -> None:
    before = [(await client.get(f"/v1/documents/{doc_id}")).json()["fields"] for doc_id in CHANGED]
    for given, status, place in (
        ({"field": "year", "value": "soon"}, 422, "value"),
        ({"field": "year", "value": [2020, 2021]}, 422, "value"),
        ({"field": "signed", "value": "2024-02-31"}, 422, "value"),
        ({"field": "department", "value": "x" * 301}, 422, "value"),
        ({"field": "dept", "value": "x"}, 400, "field"),
    ):
        refused = await client.patch("/v1/documents", json={"doc_ids": CHANGED, **given})
        assert refused.status_code == status, refused.text
        [detail] = refused.json()["error"]["details"]
        assert detail["field"] == place and detail["problem"] and detail["allowed"]
        assert "name" not in given or given["field"] in detail["problem"]
    for other in ("board", "never-made"):  # one that may not be read is as one of nothing
        body = {"doc_ids": [*CHANGED, other], "field": "year", "value": 1999}
        refused = await client.patch("/v1/documents", json=body)
        assert refused.status_code == 404 and other in refused.text
    assert [(await client.get(f"/v1/documents/{doc_id}")).json()["fields"] for doc_id in CHANGED] == before
