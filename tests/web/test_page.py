"""The page's own files over HTTP, and the routes that it was given."""

import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path
from pkgutil import iter_modules

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.testing.stores import turn
from ibidem.turn import steps
from ibidem.web.page.files import CONTENT_POLICY, page
from ibidem.web.server import create_api
from web.scripted import client_of

TEXTS = {
    "ko": ("sop_1203.md", "# 게이트 밸브 교체\n\n## 1. 조임 토크\n\n볼트는 12 N·m로 조인다.\n"),
    "en": ("sop_1422.md", "# Slit valve O-ring\n\n## Torque\n\nThe cover screws get 3.5 N·m.\n"),
    "ja": ("sop_2101.md", "# 真空ポンプのオイル交換\n\n## 手順\n\nドレンプラグは18 N·mで締める。\n"),
}
QUESTIONS = {
    "ko": "게이트 밸브 교체의 조임 토크는 얼마인가요?",
    "en": "What is the torque in “Slit valve O-ring”?",
    "ja": "「真空ポンプのオイル交換」はどのような手順で行いますか?",
}
TYPES = {"ko": {"sop": "작업 절차서"}, "en": {"sop": "Procedure"}, "ja": {"sop": "作業手順書"}}
EXAMPLES = Path(__file__).parents[2] / "examples" / "equipment"
LONG = "# Long\n\n" + "".join(f"Line {n} of the long document.\n\n" for n in range(2000)) + "The last valve opens at 4 bar.\n"


@pytest.fixture
async def app(settings: Settings) -> App:
    return await App.open(settings, load_profile("equipment"))


@pytest.fixture
async def client(settings: Settings, app: App) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return app

    async with client_of(create_api(settings, opened)) as speaking:
        for name, text in (*TEXTS.values(), ("sop_3000.md", LONG)):
            assert (await speaking.post("/v1/documents", files={"file": (name, text.encode())})).status_code == 201
        yield speaking


async def test_the_page_loads_nothing_but_its_own_files(client: httpx2.AsyncClient) -> None:
    response = await client.get("/")
    assert response.headers["content-security-policy"] == CONTENT_POLICY
    assert "'unsafe" not in CONTENT_POLICY and "default-src 'none'" in CONTENT_POLICY
    assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=| style=", response.text)
    addresses = re.findall(r'(?:href|src)="([^"]+)"', response.text)
    assert len(addresses) > 5
    for address in addresses:
        file = await client.get(address)
        assert file.status_code == 200, address
        assert "immutable" in file.headers["cache-control"]


async def test_every_module_that_is_imported_is_there() -> None:
    files = page().files
    for name, file in files.items():
        for imported in re.findall(r'(?:from|import\()\s*"\./([^"]+)"', file.plain.decode()):
            assert imported in files, f"{name} imports {imported}"


async def test_files_are_packed_for_who_can_unpack_them(client: httpx2.AsyncClient) -> None:
    address = f"/page/{page().digest}/app.js"
    plain = await client.get(address, headers={"Accept-Encoding": "identity"})
    packed = await client.get(address, headers={"Accept-Encoding": "gzip"})
    assert plain.content == packed.content == gzip.decompress(page().files["app.js"].packed)
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers


@pytest.mark.parametrize(
    "address", ["/page/0000000000000000/app.js", "/page/{}/files.py", "/page/{}/index.html", "/page/{}/..%2Ffiles.py"]
)
async def test_no_other_file_is_given(client: httpx2.AsyncClient, address: str) -> None:
    assert (await client.get(address.format(page().digest))).status_code == 404


def test_no_file_of_the_page_is_longer_than_can_be_read_in_one_sitting() -> None:
    for name, file in page().files.items():
        assert file.plain.count(b"\n") <= 400, name


def test_a_function_of_the_page_fits_a_screen() -> None:
    """Its lines begin where it does and end with a brace at the same indent, as Prettier writes them."""
    begin = re.compile(r"^(\s*)(?:export )?(?:async )?(?:function\*? ?\w*|(?!if|for|while|switch|catch)\w+)\(.*\{$")
    for name, file in page().files.items():
        lines = file.plain.decode().splitlines()
        for number, line in enumerate(lines):
            if name.endswith(".js") and (found := begin.match(line)):
                end = next(at for at in range(number + 1, len(lines)) if lines[at].startswith(f"{found[1]}}}"))
                assert sum(1 for one in lines[number:end] if one.strip()) <= 50, f"{name}:{number + 1}"


def test_the_page_says_the_same_things_in_each_language() -> None:
    keys = {}
    for language in ("ko", "en", "ja"):
        text = page().files[f"words.{language}.js"].plain.decode()
        keys[language] = set(re.findall(r'(?m)(?:^ {2}|, )("[\w.]+"|\w+): "', text))
    assert keys["ko"] == keys["en"] == keys["ja"]
    said = {one.strip('"') for one in keys["en"]}
    for name, file in page().files.items():
        assert set(re.findall(r'\bt\("([\w.]+)"', file.plain.decode())) <= said, name


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_each_step_of_the_diagram_has_a_name(language: str) -> None:
    text = page().files[f"words.{language}.js"].plain.decode()
    named = set(re.findall(r'"step\.(\w+)": "', text))
    assert {one.name for one in iter_modules(steps.__path__)} <= named


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
async def test_the_corpus_is_told_of_with_a_question_that_it_answers(client: httpx2.AsyncClient, language: str) -> None:
    told = (await client.get("/v1/corpus", params={"language": language})).json()
    assert (told["profile"], told["documents"], told["model"]) == ("equipment", 4, None)
    assert told["types"] == [{"name": name, "label": TYPES[language].get(name, name)} for name in told["doc_types"]]
    assert told["questions"][0] == QUESTIONS[language] and len(set(told["questions"])) == 3
    answer = (await client.post("/v1/chat", json={"message": told["questions"][0]})).json()
    assert answer["meta"]["found"] == "answered"
    assert answer["ref_doc_ids"] == [TEXTS[language][0].removesuffix(".md")]


async def test_a_document_is_shown_at_the_character_and_the_passage_asked_for(client: httpx2.AsyncClient) -> None:
    first = (await client.get("/v1/documents/sop_3000/view")).json()
    assert (first["offset"], first["previous_offset"], first["length"]) == (0, None, len(LONG.rstrip()))
    found = (await client.post("/v1/search", json={"query": "last valve bar", "limit": 1})).json()["results"][0]
    last = (await client.get("/v1/documents/sop_3000/view", params={"chunk": [found["chunk_id"], "sop_3000@0000#0"]})).json()
    (passage,) = last["passages"]
    assert LONG[passage["start"] : passage["end"]] == found["text"]
    assert last["offset"] <= passage["start"] and "4 bar" in last["html"] and last["next_offset"] is None
    place = last["previous_offset"] + 1
    between = (await client.get("/v1/documents/sop_3000/view", params={"at": place})).json()
    assert between["offset"] == last["previous_offset"] and between["next_offset"] == last["offset"]
    assert (await client.get("/v1/documents/none/view")).status_code == 404
    assert (await client.get("/v1/documents/sop_3000/view", params={"chunk": "x"})).status_code == 422


async def test_only_what_is_a_pdf_is_opened(client: httpx2.AsyncClient) -> None:
    content = (EXAMPLES / "sop_1422.pdf").read_bytes()
    assert (await client.post("/v1/documents", files={"file": ("leaflet.pdf", content)})).status_code == 201
    opened = await client.get("/v1/documents/leaflet/pdf")
    assert (opened.content, opened.headers["content-type"]) == (content, "application/pdf")
    assert opened.headers["content-disposition"] == "inline" and "script" not in opened.headers["content-security-policy"]
    assert (await client.get("/v1/documents/sop_3000/pdf")).status_code == 404


async def test_a_session_has_a_title_documents_and_feedback(client: httpx2.AsyncClient) -> None:
    for message in ("게이트 밸브 볼트 토크는?", "그 문서 보여줘"):
        await client.post("/v1/chat", json={"message": message, "session_id": "s"})
    renamed = await client.patch("/v1/sessions/s", json={"title": " 밸브 "})
    assert renamed.json()["title"] == (await client.get("/v1/sessions/s")).json()["title"] == "밸브"
    version = (await client.get("/v1/documents/sop_1203")).json()["version"]
    cited = (await client.get("/v1/sessions/s/documents")).json()
    (document,) = cited["documents"]
    assert cited["total"] == 1
    assert {name: document[name] for name in ("number", "doc_id", "turns", "current_version", "in_force", "owner")} == {
        "number": 1,
        "doc_id": "sop_1203",
        "turns": [1, 2],
        "current_version": version,
        "in_force": True,
        "owner": "",
    }
    await client.delete("/v1/documents/sop_1203")
    assert (await client.get("/v1/sessions/s/documents")).json()["documents"][0]["current_version"] is None
    address = "/v1/sessions/s/turns/1/feedback"
    assert (await client.put(address, json={"rating": "wrong_fact", "comment": "9 N·m"})).status_code == 200
    assert (await client.get("/v1/sessions/s/turns/1")).json()["feedback"] == {"rating": "wrong_fact", "comment": "9 N·m"}
    listed = (await client.get("/v1/feedback")).json()
    (rated,) = listed["feedback"]
    assert (listed["total"], listed["next_offset"]) == (1, None)
    assert (rated["question"], rated["rating"], rated["doc_ids"]) == ("게이트 밸브 볼트 토크는?", "wrong_fact", ["sop_1203"])
    assert (await client.delete(address)).status_code == 204
    assert (await client.get("/v1/sessions/s/turns")).json()["turns"][0]["feedback"] is None
    for method, path, body in (
        ("PUT", "/v1/sessions/s/turns/9/feedback", {"rating": "helpful"}),
        ("PATCH", "/v1/sessions/none", {"title": "x"}),
    ):
        assert (await client.request(method, path, json=body)).status_code == 404
    assert (await client.put(address, json={"rating": "fine"})).status_code == 422
    assert (await client.patch("/v1/sessions/s", json={"title": "x" * 201})).status_code == 422


async def test_what_waits_is_listed(client: httpx2.AsyncClient, app: App) -> None:
    await client.post("/v1/chat", json={"message": "Show me document 4", "session_id": "s"})
    await app.turns.append(turn("other", "hello"), app.principal)
    (waiting,) = (await client.get("/v1/pauses")).json()["waiting"]
    assert (waiting["session_id"], waiting["turn_id"], waiting["pause"]["kind"]) == ("s", 1, "reference")


async def test_an_answer_comes_as_html_too(client: httpx2.AsyncClient) -> None:
    answer = (await client.post("/v1/chat", json={"message": "게이트 밸브 볼트 토크는?", "session_id": "s"})).json()
    stored = (await client.get("/v1/sessions/s/turns/1")).json()
    assert answer["answer_html"] == stored["answer_html"] and "12 N·m" in answer["answer_html"]
