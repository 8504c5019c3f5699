"""Where a profile masks documents, their personal data is in nothing that is read of them but the file as it came in."""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import httpx2
import pytest

from ibidem.app import App
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.access import ApiKey, Scope
from ibidem.domain.api_keys import digest_of, new_key, new_key_id
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.languages import Language
from ibidem.profile import load_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from ibidem.web.server import create_api
from web.scripted import client_of

POLICY = (resources.files("ibidem") / "profiles" / "policy.toml").read_text(encoding="utf-8")
WHERE = 'where = ["questions", "answers"]'


@dataclass(frozen=True)
class Kept:
    """A document with values in it, of which the first gives its kind away in one place and not in the others."""

    name: str
    text: str
    question: str
    values: tuple[str, ...]
    kinds: tuple[str, ...]


KEPT: dict[Language, Kept] = {
    "ko": Kept(
        "incident-ko.md",
        "# 지게차 사고 보고 110-234-567890\n\n작업자의 급여 계좌 110-234-567890으로 위로금을 보냈다.\n\n"
        "## 경위\n\n지게차 사고를 신고한 직원의 연락처는 010-2345-6789이고 주민등록번호는 900101-1234568이다.\n\n"
        "| 구분 | 값 |\n|---|---|\n| 송금 | 110-234-567890 |\n| 메일 | gildong@example.com |\n",
        "지게차 사고를 신고한 직원의 연락처는?",
        ("110-234-567890", "010-2345-6789", "900101-1234568", "gildong@example.com"),
        ("BANK_ACCOUNT", "PHONE", "KR_RRN", "EMAIL"),
    ),
    "en": Kept(
        "incident-en.md",
        "# Forklift accident report 000123456789\n\nThe compensation went to bank account no. 000123456789 of the worker.\n\n"
        "## Course of events\n\nThe employee who reported the forklift accident can be reached at +1 650-253-0000; "
        "her SSN is 536-22-8731.\n\n| item | value |\n|---|---|\n| transfer | 000123456789 |\n| mail | ann@example.com |\n",
        "How can the employee who reported the forklift accident be reached?",
        ("000123456789", "650-253-0000", "536-22-8731", "ann@example.com"),
        ("BANK_ACCOUNT", "PHONE", "US_SSN", "EMAIL"),
    ),
    "ja": Kept(
        "incident-ja.md",
        "# フォークリフト事故報告 4829173001\n\n見舞金は本人の銀行口座4829173001へ振り込んだ。\n\n"
        "## 経緯\n\nフォークリフト事故を報告した社員の連絡先は090-1234-5678、マイナンバーは1234-5678-9018である。\n\n"
        "| 項目 | 値 |\n|---|---|\n| 送り先 | 4829173001 |\n| メール | taro@example.co.jp |\n",
        "フォークリフト事故を報告した社員の連絡先は?",
        ("4829173001", "090-1234-5678", "1234-5678-9018", "taro@example.co.jp"),
        ("BANK_ACCOUNT", "PHONE", "JP_MY_NUMBER", "EMAIL"),
    ),
}
ASKER = Principal("mina")


def masking_documents(folder: Path, further: str = "") -> str:
    """The path of the shipped profile, masking documents too."""
    assert WHERE in POLICY
    path = folder / "masked.toml"
    path.write_text(POLICY.replace(WHERE, f'where = ["questions", "answers", "documents"]\n{further}'), encoding="utf-8")
    return str(path)


@dataclass(frozen=True)
class Service:
    app: App
    client: httpx2.AsyncClient

    async def store(self, *kept: Kept, further: str = "") -> None:
        files = [SourceFile(one.name, f"{one.text}{further}".encode()) for one in kept]
        masking = self.app.maskings.documents
        await self.app.documents.put([prepare(f, self.app.profile, "default", datetime.now(UTC), masking) for f in files])
        await self.app.index.catch_up()

    async def key(self, *scopes: Scope) -> dict[str, str]:
        shown = new_key()
        key = ApiKey(key_id=new_key_id(), principal=ASKER, scopes=frozenset(scopes), created=datetime.now(UTC))
        await self.app.backend.keys.add(key, digest_of(shown))
        return {"Authorization": f"Bearer {shown}"}

    async def everything(self, doc_id: str, headers: dict[str, str], question: str) -> Sequence[httpx2.Response]:
        """What every door says of a document."""
        get, post = self.client.get, self.client.post
        here = f"/v1/documents/{doc_id}"
        shown = [await get(path, headers=headers) for path in (here, f"{here}/text", f"{here}/view", f"{here}/versions")]
        about = {"session_id": "s-1", "message": question}
        return [
            *shown,
            await get("/v1/documents", headers=headers),
            await get("/v1/corpus", headers=headers),
            await post("/v1/search", json={"query": question}, headers=headers),
            await post("/v1/chat", json=about, headers=headers),
            await post("/v1/chat", json={**about, "stream": True}, headers=headers),
            await post("/v1/chat", json={**about, "message": f"{doc_id} 전문 보여줘 / show the whole document"}, headers=headers),
            await get("/v1/sessions/s-1/turns", headers=headers),
        ]


@asynccontextmanager
async def service(folder: Path, profile: str, model: ScriptedModel | None = None) -> AsyncGenerator[Service]:
    settings = load_settings(data=folder / "data", embedder=None)
    apps: list[App] = []

    async def opened() -> App:
        app = await App.open(settings, load_profile(profile))
        if model is not None:
            app.models = Models(model, model, load_catalog(None, [route.name for route in app.profile.routes]))
        apps.append(app)
        return app

    async with client_of(create_api(settings, opened)) as client:
        yield Service(apps[0], client)


@pytest.mark.parametrize("language", KEPT)
async def test_no_door_and_no_model_gets_a_value_of_a_document(tmp_path: Path, language: Language) -> None:
    kept = KEPT[language]
    model = ScriptedModel("[1]")
    async with service(tmp_path, masking_documents(tmp_path), model) as here:
        await here.store(kept)
        reader = await here.key("ask", "read")
        [stored] = await here.app.documents.documents(ASKER, 9)
        for response in await here.everything(stored.doc_id, reader, kept.question):
            assert response.status_code == 200, response.text
            for value in kept.values:
                assert value not in response.text
        assert model.requests
        for value in kept.values:
            assert value not in str(model.requests)
            passages = await here.app.search(value, SearchFilters(), 5, ASKER)
            assert value not in str(passages)
        text = await here.app.documents.text(stored.doc_id, ASKER)
        assert set(kept.kinds) <= set(re.findall(r"<([A-Z_]+)_[a-z]{8}>", text))
        # The one value has one name: in the heading, where it is given away, and in the table.
        assert len(set(re.findall(r"<BANK_ACCOUNT_[a-z]{8}>", text))) == 1 and text.count("<BANK_ACCOUNT_") == 3
        assert "<BANK_ACCOUNT_" in stored.title


@pytest.mark.parametrize("language", KEPT)
async def test_what_is_quoted_stands_in_the_text_as_it_is_shown(tmp_path: Path, language: Language) -> None:
    kept = KEPT[language]
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        await here.store(kept)
        answered = (await here.client.post("/v1/chat", json={"message": kept.question, "session_id": "s-1"})).json()
        assert re.search(r"<PHONE_[a-z]{8}>", answered["answer"]), answered["answer"]
        [stored] = await here.app.documents.documents(here.app.principal, 9)
        text = await here.app.documents.text(stored.doc_id, here.app.principal)
        chunks = await here.app.documents.chunks(stored.doc_id, stored.version, 0, 99, here.app.principal)
        assert chunks
        for chunk in chunks:
            assert text[chunk.offset : chunk.offset + len(chunk.text)] == chunk.text


async def test_a_value_has_one_name_in_all_documents_and_after_a_restart(tmp_path: Path) -> None:
    profile, names = masking_documents(tmp_path), set[str]()
    ways = ("010-2345-6789", "+82 10-2345-6789", "０１０ ２３４５ ６７８９")
    for number, way in enumerate(ways):
        async with service(tmp_path, profile) as here:
            await here.store(Kept(f"contact-{number}.md", f"# 담당 {number}\n\n안전 담당 {way}\n", "", (), ()))
            names |= set(re.findall(r"<\w+>", await here.app.documents.text(f"contact-{number}", here.app.principal)))
    assert len(names) == 1


async def test_the_file_is_for_those_who_put_documents_in(tmp_path: Path) -> None:
    kept = KEPT["ko"]
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        await here.store(kept)
        reader, writer = await here.key("ask", "read"), await here.key("read", "write")
        for address in ("original", "pdf", "pages/1", "pages/1/image"):
            refused = await here.client.get(f"/v1/documents/incident-ko/{address}", headers=reader)
            assert refused.status_code == 403 and "write" in refused.json()["error"]["message"]
        given = await here.client.get("/v1/documents/incident-ko/original", headers=writer)
        assert given.content == kept.text.encode()
    async with service(tmp_path, "policy") as here:  # a profile that leaves documents as they are
        reader = await here.key("read")
        assert (await here.client.get("/v1/documents/incident-ko/original", headers=reader)).status_code == 200


async def test_what_was_stored_unmasked_is_hidden_until_it_is_stored_anew(tmp_path: Path) -> None:
    kept = KEPT["ko"]
    async with service(tmp_path, "equipment") as here:
        await here.store(kept)
        answered = await here.client.post("/v1/chat", json={"message": kept.question, "session_id": "s-1"})
        assert kept.values[1] in answered.text
        [raw] = await here.app.documents.documents(here.app.principal, 9)
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        for path in ("", "/text", "/view", "/original", f"?version={raw.version}", "/versions"):
            assert (await here.client.get(f"/v1/documents/{raw.doc_id}{path}")).status_code == 404
        assert (await here.client.get("/v1/documents")).json()["total"] == 0
        assert (await here.client.post("/v1/search", json={"query": kept.question})).json()["results"] == []
        assert kept.values[1] not in (await here.client.get("/v1/sessions/s-1/turns")).text
        uploaded = await here.client.post("/v1/documents", files={"file": (kept.name, kept.text.encode())})
        assert uploaded.status_code == 201, uploaded.text
        shown = await here.client.get(f"/v1/documents/{raw.doc_id}")
        assert shown.status_code == 200 and kept.values[1] not in shown.text
        earlier = f"/v1/documents/{raw.doc_id}?version={raw.version}"
        assert (await here.client.get(earlier)).status_code == 404
        assert (await here.client.delete(f"/v1/documents/{raw.doc_id}")).status_code == 204


async def test_another_policy_hides_as_well(tmp_path: Path) -> None:
    kept = KEPT["en"]
    async with service(tmp_path, masking_documents(tmp_path, 'kinds = ["EMAIL"]')) as here:
        await here.store(kept)
        assert (await here.client.get("/v1/documents")).json()["total"] == 1
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        assert (await here.client.get("/v1/documents")).json()["total"] == 0
        await here.store(kept)
        assert (await here.client.get("/v1/documents")).json()["total"] == 1


async def test_a_folder_is_read_anew_under_another_policy(tmp_path: Path) -> None:
    kept, folder = KEPT["ja"], tmp_path / "folder"
    folder.mkdir()
    (folder / kept.name).write_text(kept.text, encoding="utf-8")
    for profile, gone in (("policy", False), (masking_documents(tmp_path), True), (masking_documents(tmp_path), True)):
        async with service(tmp_path, profile) as here:
            told = [event async for event in here.app.index_folder(folder)]
            assert not any("Complained" in str(event) for event in told)
            text = await here.app.documents.text("incident-ja", here.app.principal)
            assert all((value not in text) is gone for value in kept.values)
    assert "Unchanged" in str(told)


GIVEN: dict[Language, str] = {"ko": "담당", "en": "contact", "ja": "担当"}


@pytest.mark.parametrize("language", GIVEN)
@pytest.mark.parametrize("sidecar", [False, True])
async def test_what_is_known_of_a_document_is_masked_whoever_gave_it(tmp_path: Path, language: Language, sidecar: bool) -> None:
    word, value, account = GIVEN[language], "010-8642-9753", "771-234-567891"
    given = "\n".join(f'{key}: "{word} {value} {account}"' for key in ("title", "doc_type", "owner"))
    given += f'\ndevices: ["{word} {value}", "{account}"]\nuri: "https://example.com/{value}"\nstatus: "{word} {value}"\n'
    text = f"# {word}\n\n계좌 {account} 口座 {account} bank account {account}\n"
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        file = SourceFile("a.md", (text if sidecar else f"---\n{given}---\n{text}").encode(), given.encode() if sidecar else b"")
        prepared = prepare(file, here.app.profile, "default", datetime.now(UTC), here.app.maskings.documents)
        assert value not in str(prepared.document) and account not in str(prepared.document), prepared.document
        assert value not in str(prepared.chunks) and account not in str(prepared.chunks)
        await here.app.documents.put([prepared])
        await here.app.index.catch_up()
        for response in await here.everything("a", await here.key("ask", "read"), word):
            assert response.status_code == 200 and value not in response.text and account not in response.text, response.text
