"""Pages of PDFs and pictures over HTTP: drawn here, with boxes around what was cited, for whoever may read the document."""

import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from PIL import Image

from corpus.conftest import pdf_of
from ibidem.app import App
from ibidem.domain.documents import Principal
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from required import needs_program
from security.locked import OTHERS, bearing, locked
from web.scripted import client_of

SAID = {
    "ko": ("펌프의 고정 볼트는 24 N·m로 조인다.", "펌프의 고정 볼트는 몇 N·m로 조이나요?"),
    "en": ("The fixing bolts of the pump get 24 N·m.", "How many N·m do the fixing bolts of the pump get?"),
    "ja": ("ポンプの固定ボルトは24 N·mで締める。", "ポンプの固定ボルトは何N·mで締めますか?"),
}


def leaflet(language: str) -> bytes:
    return pdf_of([[(60, 780, 20, f"Leaflet {language}"), (60, 740, 12, "24 N·m")], [(60, 421, 12, SAID[language][0])]])


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    async with client_of(create_api(settings, lambda: App.open(settings, load_profile("equipment")))) as speaking:
        yield speaking


async def stored(client: httpx2.AsyncClient, name: str, content: bytes, **sent: dict[str, str]) -> None:
    assert (await client.post("/v1/documents", files={"file": (name, content)}, **sent)).status_code == 201


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
async def test_what_an_answer_quotes_has_its_box_on_the_page(client: httpx2.AsyncClient, language: str) -> None:
    await stored(client, "leaflet.pdf", leaflet(language))
    answer = (await client.post("/v1/chat", json={"message": SAID[language][1]})).json()
    part = next(one for one in answer["parts"] if one["start"] is not None)
    view = (await client.get("/v1/documents/leaflet/view", params={"chunk": answer["sources"][0]["chunk_ids"]})).json()
    assert view["drawn"] and view["passages"][0]["page"] == 2
    query = {"quote": f"{part['start']}-{part['end']}"}
    page = (await client.get("/v1/documents/leaflet/pages/2", params=query)).json()
    assert (page["number"], page["pages"], page["width"], page["height"]) == (2, 2, 595, 842)
    (quotation,) = page["quotations"]
    (box,) = quotation["boxes"]
    assert 0.09 < box["left"] < 0.11 and box["top"] < 0.5 < box["top"] + box["height"]
    elsewhere = (await client.get("/v1/documents/leaflet/pages/1", params=query)).json()
    assert elsewhere["quotations"][0]["boxes"] == []
    for _ in range(2):  # drawn, and kept
        image = await client.get(f"{page['image']}&width=400")
        assert image.headers["content-type"] == "image/webp" and image.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in image.headers["content-security-policy"]
        picture = Image.open(io.BytesIO(image.content))
        assert (picture.format, picture.width) == ("WEBP", 400)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("leaflet/pages/3", 404),
        ("leaflet/pages/3/image", 404),
        ("note/pages/1", 404),
        ("nothing/pages/1/image", 404),
        ("leaflet/pages/0", 422),
        (f"leaflet/pages/{'9' * 5000}", 422),
        ("leaflet/pages/x/image", 404),
        ("leaflet/pages/1/image?width=99999", 422),
        ("leaflet/pages/1?quote=5-2", 422),
        ("leaflet/pages/1?quote=0-999999999", 422),
        ("leaflet/pages/1?quote=all", 422),
        ("leaflet/pages/1?version=00", 404),
    ],
)
async def test_what_is_no_page_is_refused(client: httpx2.AsyncClient, address: str, status: int) -> None:
    await stored(client, "leaflet.pdf", leaflet("en"))
    await stored(client, "note.md", b"# Note\n\nNo pages here.\n")
    refused = await client.get(f"/v1/documents/{address}")
    assert refused.status_code == status and refused.json()["error"]["message"]
    assert not (await client.get("/v1/documents/note/view")).json()["drawn"]


@needs_program("tesseract")
async def test_a_scan_is_shown_without_boxes(client: httpx2.AsyncClient) -> None:
    scan = (Path(__file__).parents[1] / "corpus" / "reading" / "scans" / "en.png").read_bytes()
    await stored(client, "scan.png", scan)
    view = (await client.get("/v1/documents/scan/view")).json()
    assert view["drawn"] and view["recognised"]
    page = (await client.get("/v1/documents/scan/pages/1", params={"quote": "0-20"})).json()
    assert page["quotations"] == [{"start": 0, "end": 20, "boxes": []}]
    assert (await client.get(page["image"])).headers["content-type"] == "image/webp"


async def test_a_page_is_for_whoever_may_read_its_document(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        mine = Principal("mina", frozenset({"maintenance"}), "works")
        prepared = await here.app.uploads.read("leaflet.pdf", pdf_of([[(60, 780, 12, "For maintenance only.")]]), mine)
        of_group = replace(prepared, document=replace(prepared.document, readers=("maintenance",)))
        await here.app.uploads.add(of_group, mine)
        addresses = ("/v1/documents/leaflet/pages/1", "/v1/documents/leaflet/pages/1/image")
        reader = bearing(await here.key(mine))
        for address in addresses:
            assert (await here.client.get(address, headers=reader)).status_code == 200  # drawn for one, kept for no other
        for other in OTHERS.values():
            key = bearing(await here.key(other))
            for address in addresses:
                assert (await here.client.get(address, headers=key)).status_code == 404, other
