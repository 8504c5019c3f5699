"""Conversations over HTTP: in pages and without reading what is not shown; branched, asked anew, exported, expired."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from ibidem.app import App
from ibidem.domain.conversation import AnswerPart
from ibidem.evaluation.turns_folder import read_conversations
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.shapes.exports import SessionExport
from ibidem.testing.stores import ENGLISH, prepared, turn
from ibidem.web import sweeping
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


async def test_a_conversation_is_branched_at_a_turn(client: httpx2.AsyncClient) -> None:
    made = await client.post("/v1/sessions/third/branches", json={"turn_id": 2})
    assert made.status_code == 201
    branch = made.json()
    assert (branch["turns"], branch["branched_from"]) == (2, {"session_id": "third", "turn_id": 2})
    listed = (await client.get("/v1/sessions", params={"limit": 1})).json()["sessions"]
    assert listed == [branch]
    assert (await client.get("/v1/sessions/third")).json()["turns"] == TURNS
    for body in ({"turn_id": TURNS + 1}, {"turn_id": 0}, {}, {"turn_id": 1, "session_id": "mine"}):
        refused = await client.post("/v1/sessions/third/branches", json=body)
        assert refused.status_code == (404 if body == {"turn_id": TURNS + 1} else 422)


async def test_the_last_question_is_asked_anew(client: httpx2.AsyncClient) -> None:
    body = {"message": "안녕하세요", "session_id": "third", "replaces": TURNS, "client_turn_id": "anew"}
    answered = (await client.post("/v1/chat", json=body)).json()
    assert answered["turn_id"] == TURNS + 1
    again = (await client.post("/v1/chat", json=body)).json()  # a repeated request stores nothing
    assert again["turn_id"] == TURNS + 1
    old = (await client.get(f"/v1/sessions/third/turns/{TURNS}")).json()
    new = (await client.get(f"/v1/sessions/third/turns/{TURNS + 1}")).json()
    assert (old["replaced_by"], new["replaces"], new["replaced_by"]) == (TURNS + 1, TURNS, None)
    late = await client.post("/v1/chat", json={**body, "client_turn_id": "late"})
    assert late.status_code == 409 and late.json()["error"]["type"] == "not_last_turn"
    for replaces, session_id, status in ((99, "third", 404), (1, "nobodys", 404), (0, "third", 422), (1, None, 422)):
        refused = {"message": "hello", "session_id": session_id, "replaces": replaces}
        assert (await client.post("/v1/chat", json=refused)).status_code == status


async def test_an_export_is_read_back_whole(client: httpx2.AsyncClient, app: App, tmp_path: Path) -> None:
    await app.turns.append(turn("third", "Which clamp [1]?", cites=[prepared(ENGLISH)]), app.principal)
    file = await client.get("/v1/sessions/third/export")
    assert file.headers["content-disposition"] == 'attachment; filename="third.json"'
    whole = SessionExport.model_validate_json(file.text)
    shown = (await client.get("/v1/sessions/third/turns")).json()["turns"]
    for one in shown:
        del one["answer_html"]
    assert json.loads(file.text)["turns"] == shown
    assert whole.session.turns == len(whole.turns) == TURNS + 1
    (tmp_path / "qrels").mkdir()
    (tmp_path / "turns.jsonl").write_text("\n".join(json.dumps(one) for one in json.loads(file.text)["turns"]), encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "session_id": "third", "text": "clamp"}', encoding="utf-8")
    (tmp_path / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tthird:6\t1\n", encoding="utf-8")
    read = read_conversations(tmp_path).sessions["third"]
    assert [(one.turn_id, one.ts, one.user_text) for one in read] == [(one.turn_id, one.ts, one.user_text) for one in whole.turns]


async def test_an_export_is_read_by_people(client: httpx2.AsyncClient, app: App) -> None:
    asked = turn("third", "Which clamp\n# cracks?", cites=[prepared(ENGLISH)])
    stored = await app.turns.append(asked, app.principal)
    file = await client.get("/v1/sessions/third/export", params={"format": "markdown"})
    assert file.headers["content-type"] == "text/markdown; charset=utf-8"
    assert file.text.startswith("# 질문 third\n")
    last = f"""
## 6 · {stored.ts:%Y-%m-%d %H:%M} UTC

> Which clamp
> # cracks?

Which clamp
# cracks? [1]

Sources:

- [1] {ENGLISH.title} (`{ENGLISH.doc_id}`, p. 1, {asked.doc_refs[0].version})
  > {asked.doc_refs[0].snippet}
"""
    assert file.text.endswith(last)
    assert (await client.get("/v1/sessions/nobodys/export")).status_code == 404
    assert (await client.get("/v1/sessions/third/export?format=pdf")).status_code == 422


async def test_an_export_is_a_page_of_its_own(client: httpx2.AsyncClient, app: App) -> None:
    hostile = "</style><script>alert(1)</script><img src=x onerror=alert(1)> [1] \"'&"
    asked = turn("third", hostile, cites=[prepared(ENGLISH)])
    (ref,) = asked.doc_refs
    refs = (replace(ref, title=f"Title {hostile}", snippet=f"Quote {hostile}\n| 400 °C | 3 °C |", owner=hostile),)
    answers = {"quoted": (AnswerPart(f"Part {hostile}", "sentence", slot=1, start=0, end=4),), "written": ()}
    for parts in answers.values():
        await app.turns.append(
            replace(asked, assistant_text=f"{hostile}\n\n| a |\n|---|\n| [1] |", doc_refs=refs, parts=parts), app.principal
        )
    await app.care.rename("third", hostile, app.principal)
    file = await client.get("/v1/sessions/third/export", params={"format": "html"})
    assert file.headers["content-type"] == "text/html; charset=utf-8"
    assert file.headers["content-disposition"] == 'attachment; filename="third.html"'
    assert "sandbox" in file.headers["content-security-policy"]
    page = file.text
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n") and page.count("</style>") == 1
    tags = {tag.lower() for tag in re.findall(r"<(/?[a-zA-Z][\w-]*)", page)}
    assert not tags & {"script", "img", "iframe", "object", "link", "svg", "form"}, tags
    inside = re.findall(r"<[a-z][^>]*>", page.partition("<main>")[2])
    assert not [tag for tag in inside if re.search(r"\son\w+\s*=|src=|href=\"(?!#)", tag)]
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    for number, quote in ((TURNS + 1, "Part"), (TURNS + 2, "Quote")):
        section = page.partition(f'id="t{number}"')[2].partition("</section>")[0]
        assert f'<a href="#t{number}s1">[1]</a>' in section and f'<li id="t{number}s1">' in section
        assert f"<blockquote>{quote} &lt;/style&gt;&lt;script&gt;" in section
    assert "400 °C · 3 °C</blockquote>" in page


async def test_what_expired_is_gone_at_once_and_swept_later(
    client: httpx2.AsyncClient, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    for session_id in ("third", *(f"old-{n}" for n in range(12))):
        await app.turns.append(turn(session_id, "last"), app.principal, lifetime=timedelta(0))
    for path in ("", "/turns", "/turns/1", "/documents", "/export"):
        assert (await client.get(f"/v1/sessions/third{path}")).status_code == 404
    assert [one["session_id"] for one in (await client.get("/v1/sessions")).json()["sessions"]] == ["second", "first"]
    swept: list[int] = []
    sweep_expired = app.turns.sweep_expired

    async def counted(most: int) -> int:
        swept.append(await sweep_expired(most))
        return swept[-1]

    monkeypatch.setattr(app.turns, "sweep_expired", counted)
    monkeypatch.setattr(sweeping, "BREATH_SECONDS", 0)

    class Opened:
        finished = asyncio.Event()

    Opened.finished.set()
    Opened.app = app  # pyright: ignore[reportAttributeAccessIssue]
    running = asyncio.create_task(sweeping.sweep(Opened(), every=0.01))  # pyright: ignore[reportArgumentType]
    while 0 not in swept:
        await asyncio.sleep(0.01)
    running.cancel()
    assert swept[:4] == [5, 5, 3, 0]
