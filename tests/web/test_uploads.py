"""Several files at once, the versions of a document, and how many there are in all."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from web.scripted import client_of

FILES = {
    "ko.md": "# 게이트 밸브\n\n볼트를 12 N·m로 조인다.\n",
    "en.md": "# Slit valve\n\nTighten the cover screws to 3.5 N·m.\n",
    "ja.md": "# 真空ポンプ\n\nドレンプラグを18 N·mで締める。\n",
}


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    plain = settings.model_copy(update={"embedder": None})

    async def opened() -> App:
        return await App.open(plain, load_profile("equipment"))

    async with client_of(create_api(plain, opened)) as client:
        yield client


async def test_each_file_is_stored_or_said_why_not(client: httpx2.AsyncClient) -> None:
    files = [("files", (name, text.encode())) for name, text in FILES.items()]
    files[1:1] = [("files", ("bad.pdf", b"no pdf")), ("files", ("what.xyz", b"?"))]
    response = await client.post("/v1/uploads", files=files)
    assert response.status_code == 200, response.text
    done = response.json()
    assert [one["name"] for one in done["files"]] == ["ko.md", "bad.pdf", "what.xyz", "en.md", "ja.md"]
    assert [one["document"] and one["document"]["doc_id"] for one in done["files"]] == ["ko", None, None, "en", "ja"]
    assert [one["error"] and one["error"]["type"] for one in done["files"]][1:3] == ["unreadable_document", "unsupported_format"]
    assert done["stored"] == 3
    listed = (await client.get("/v1/documents?limit=2")).json()
    assert (len(listed["documents"]), listed["next_offset"], listed["total"]) == (2, 2, 3)


async def test_what_is_no_upload_of_files_is_refused(client: httpx2.AsyncClient) -> None:
    assert (await client.post("/v1/uploads", data={"files": "text"})).status_code in (415, 422)
    many = [("files", (f"{number}.md", b"# x")) for number in range(101)]
    assert (await client.post("/v1/uploads", files=many)).status_code == 400
    large = [("files", (f"{number}.md", b"x" * 600_000)) for number in range(2)]
    assert (await client.post("/v1/uploads", files=large)).status_code == 413  # the limit of this service is 1 MiB
    assert (await client.get("/v1/documents")).json()["total"] == 0


async def test_the_versions_of_a_document_are_listed(client: httpx2.AsyncClient) -> None:
    versions: list[str] = []
    for text in ("# Pump\n\nThe pump weighs 340 kg.\n", "# Pump\n\nThe pump weighs 350 kg.\n"):
        stored = await client.post("/v1/documents", files={"file": ("pump.md", text.encode())})
        versions.insert(0, stored.json()["version"])
        await client.post("/v1/chat", json={"message": "How much does the pump weigh?", "session_id": "s-1"})
    listed = (await client.get("/v1/documents/pump/versions")).json()
    assert [(one["version"], one["current"]) for one in listed["versions"]] == [(versions[0], True), (versions[1], False)]
    assert listed["total"] == 2
    missing = await client.get("/v1/documents/nothing/versions")
    assert (missing.status_code, missing.json()["error"]["type"]) == (404, "not_found")


async def test_every_list_says_how_many_there_are(client: httpx2.AsyncClient) -> None:
    for session in ("a", "b", "b"):
        await client.post("/v1/chat", json={"message": "안녕하세요", "session_id": session})
    sessions = (await client.get("/v1/sessions?limit=1")).json()
    assert (len(sessions["sessions"]), sessions["next_offset"], sessions["total"]) == (1, 1, 2)
    turns = (await client.get("/v1/sessions/b/turns?limit=1&offset=1")).json()
    assert (len(turns["turns"]), turns["next_offset"], turns["total"]) == (1, None, 2)


@pytest.mark.parametrize("name", list(FILES))
async def test_a_file_that_is_there_under_another_name_is_that_document(client: httpx2.AsyncClient, name: str) -> None:
    async def sent(called: str, text: str, how: str = "recognise") -> httpx2.Response:
        return await client.post("/v1/documents", params={"duplicates": how}, files={"file": (called, text.encode())})

    text = FILES[name]
    first = await sent(name, text)
    assert (first.status_code, first.json()["already_there"]) == (201, False)
    assert (await sent(name, text)).status_code == 201  # under its own name it is stored as ever
    again = await sent(f"copy of {name}", text)
    assert (again.status_code, again.json()["already_there"]) == (200, True)
    assert again.json()["doc_id"] == first.json()["doc_id"] and again.headers["location"].endswith(first.json()["doc_id"])
    assert (await client.get("/v1/documents")).json()["total"] == 1
    several = await client.post("/v1/uploads?duplicates=recognise", files=[("files", (f"second {name}", text.encode()))])
    assert several.json()["stored"] == 0 and several.json()["files"][0]["document"]["already_there"]
    assert (await sent("note.txt", text)).status_code == 201  # read as another format, it is another text
    assert (await sent(f"own {name}", text, "store")).status_code == 201
    assert (await client.get("/v1/documents")).json()["total"] == 3


# A procedure, and a list that somebody keeps under the same name.
BESIDE = {
    "ko": ("# 오링 교체\n\n볼트를 12 N·m로 조인다.\n", "장보기 목록: 우유, 달걀, 두부.\n"),
    "en": ("# O-ring replacement\n\nTighten the bolts to 12 N·m.\n", "Shopping list: milk, eggs, tofu.\n"),
    "ja": ("# Oリング交換\n\nボルトを12 N·mで締める。\n", "買い物メモ：牛乳、卵、豆腐。\n"),
}


@pytest.mark.parametrize("language", list(BESIDE))
async def test_files_of_other_names_are_kept_side_by_side(client: httpx2.AsyncClient, language: str) -> None:
    """As in a folder: of two files that ask for one id the second gets the one with its whole name, and the response says so."""

    async def sent(name: str, text: str) -> tuple[int, str, str]:
        response = await client.post("/v1/documents", files={"file": (name, text.encode())})
        stored = response.json()
        assert response.headers["Location"] == f"/v1/documents/{stored['doc_id']}"
        return response.status_code, stored["doc_id"], stored["instead_of"]

    async def text(doc_id: str) -> str:
        return (await client.get(f"/v1/documents/{doc_id}/text")).json()["text"].strip()

    procedure, shopping = BESIDE[language]
    assert await sent("sop_1203.md", procedure) == (201, "sop_1203", "")
    assert await sent("sop_1203.txt", shopping) == (201, "sop_1203.txt", "sop_1203")
    assert await sent("sop_1203.txt", f"{shopping}12\n") == (201, "sop_1203.txt", "sop_1203")
    assert await sent("sop_1203.md", f"{procedure}\n12\n") == (201, "sop_1203", "")
    assert await sent("XSS.html", f"<p>{shopping}</p>") == (201, "xss", "")
    assert await sent("xss.md", procedure) == (201, "xss.md", "xss")
    assert await text("sop_1203") == f"{procedure}\n12".strip()
    assert await text("sop_1203.txt") == f"{shopping}12"
    given = f"---\ndoc_id: xss\n---\n{procedure}"
    assert await sent("any.md", given) == (201, "xss", "")
    assert (await client.get("/v1/documents")).json()["total"] == 4
    asked = await client.post("/v1/chat", json={"message": procedure.split("\n")[2], "session_id": "s"})
    assert {"sop_1203", "xss", "xss.md"} & {one["doc_id"] for one in asked.json()["sources"]}
