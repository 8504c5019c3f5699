"""Documents over HTTP whose ids are paths."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from web.scripted import client_of

PAGES = {
    "benefits/time-off/index.md": "# Time off\n\nTwenty-five days.\n",
    "guide/text.md": "# Texts\n\nHow to write.\n",
    "guide/index.md": "# Guide\n\nRead it.\n",
    "복지/연차.md": "# 연차 휴가\n\n연차는 15일입니다.\n",
    "手当/通勤.md": "# 通勤手当\n\n上限は月五万円です。\n",
}
IDS = {"benefits/time-off", "guide/text.md", "guide", "복지/연차", "手当/通勤"}


@pytest.fixture
async def client(settings: Settings, tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text(text)

    async def opened() -> App:
        app = await App.open(settings, load_profile("support"))
        async for _ in app.index_folder(tmp_path / "docs"):
            pass
        return app

    async with client_of(create_api(settings, opened)) as talking:
        yield talking


async def test_every_address_takes_an_id_that_is_a_path(client: httpx2.AsyncClient) -> None:
    listed = (await client.get("/v1/documents")).json()["documents"]
    assert {one["doc_id"] for one in listed} == IDS
    for one in listed:
        for spelled in (quote(one["doc_id"]), quote(one["doc_id"], safe="")):
            whole = (await client.get(f"/v1/documents/{spelled}")).json()
            assert (whole["doc_id"], whole["source"]) == (one["doc_id"], one["source"])
            assert (await client.get(f"/v1/documents/{spelled}/text")).json()["doc_id"] == one["doc_id"]
            assert (await client.get(f"/v1/documents/{spelled}/original")).text == PAGES[one["source"]]
    assert (await client.delete("/v1/documents/benefits/time-off")).status_code == 204
    assert (await client.get("/v1/documents/benefits/time-off")).status_code == 404
    assert (await client.get("/v1/documents/benefits/time-off/text")).status_code == 404
