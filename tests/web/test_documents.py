"""Documents over HTTP whose ids are paths."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.shapes.documents import DocumentView
from ibidem.turn.documents import successors
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


async def test_a_list_is_narrowed_by_what_every_document_has(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {
        "pump": "---\ndoc_type: sop\nowner: Beacon Works\ndevices: [SUPRA XP]\n---\n# Pump\n\nOne.\n",
        "valve": "---\ndoc_type: note\nowner: Beacon Works\ndevices: [SUPRA N]\n---\n# Valve\n\nTwo.\n",
        "rule": "---\ndoc_type: note\nsupersedes: [valve]\n---\n# Rule\n\nThree.\n",
    }
    async with client_of(create_api(settings, lambda: App.open(settings, load_profile("equipment")))) as client:
        for name, text in rules.items():
            assert (await client.post("/v1/documents", files={"file": (f"{name}.md", text.encode())})).status_code == 201
        for query, ids in (
            ("type=note", ["rule", "valve"]),
            ("type=note&type=sop", ["pump", "rule", "valve"]),
            ("device=SUPRA+XP", ["pump"]),
            ("owner=Beacon+Works&type=note", ["valve"]),
            ("owner=nobody", []),
        ):
            found = (await client.get(f"/v1/documents?{query}")).json()
            assert ([one["doc_id"] for one in found["documents"]], found["total"]) == (ids, len(ids)), query
        assert (await client.get("/v1/corpus")).json()["owners"] == ["Beacon Works"]
        view = (await client.get("/v1/documents/valve/view")).json()
        assert (view["in_force"], view["superseded_by"]) == (False, [{"doc_id": "rule", "title": "Rule"}])
        assert (await client.get("/v1/documents/rule/view")).json()["superseded_by"] == []
        monkeypatch.setattr(successors, "MOST_LOOKED_THROUGH", 1)
        assert (await client.get("/v1/documents/valve/view")).json()["superseded_by"] == []


SORTED = {
    "ko": ("가압 펌프", "나사", "다이어프램"),
    "en": ("Alarm", "Bolt", "Clamp"),
    "ja": ("アラーム", "ボルト", "リング"),
}


@pytest.mark.parametrize("language", list(SORTED))
async def test_a_list_comes_in_the_order_of_a_column_and_in_one_language(settings: Settings, language: str) -> None:
    first, second, third = SORTED[language]
    given = {"c": (first, "note", "2024-03-01"), "a": (second, "sop", "2020-01-01"), "b": (third, "note", "")}
    async with client_of(create_api(settings, lambda: App.open(settings, load_profile("general")))) as client:
        for name, (title, kind, effective) in given.items():
            day = f"effective: {effective}\n" if effective else ""
            text = f"---\ntitle: {title}\ndoc_type: {kind}\nlanguage: {language}\n{day}---\n# {title}\n\n{title}.\n"
            assert (await client.post("/v1/documents", files={"file": (f"{name}.md", text.encode())})).status_code == 201
        other = next(one for one in SORTED if one != language)
        for query, ids in (
            ("sort=title", ["c", "a", "b"]),
            ("sort=title&order=descending", ["b", "a", "c"]),
            ("sort=effective", ["a", "c", "b"]),
            ("sort=effective&order=descending", ["c", "a", "b"]),
            ("order=descending", ["c", "b", "a"]),
            ("sort=doc_type&type=note", ["b", "c"]),
            (f"language={language}", ["a", "b", "c"]),
            (f"language={other}", []),
        ):
            found = (await client.get(f"/v1/documents?{query}")).json()
            assert ([one["doc_id"] for one in found["documents"]], found["total"]) == (ids, len(ids)), query
        page = (await client.get("/v1/documents?sort=title&limit=2")).json()
        assert ([one["doc_id"] for one in page["documents"]], page["next_offset"], page["total"]) == (["c", "a"], 2, 3)
        refused = await client.get("/v1/documents?sort=text")
        assert refused.status_code == 422 and "title" in refused.json()["error"]["details"][0]["allowed"]


def test_it_is_said_among_how_many_documents_a_successor_is_looked_for() -> None:
    description = DocumentView.model_fields["superseded_by"].description
    assert f"among the first {successors.MOST_LOOKED_THROUGH:,}" in str(description)
