"""What the doors get from an App beside turns."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.domain.documents import Document, Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.profile import load_profile
from ibidem.settings import load_settings

OURS, THEIRS = Principal("mina", tenant="ours"), Principal("kenji", tenant="theirs")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with await App.open(load_settings(data=tmp_path, profile="support"), load_profile("support")) as opened:
        yield opened


async def added(app: App, filename: str, content: bytes, principal: Principal) -> Document:
    return await app.uploads.add(await app.uploads.read(filename, content, principal), principal)


async def test_an_upload_belongs_to_the_tenant_of_its_own_request(app: App) -> None:
    for principal, text in ((OURS, "우리 문서입니다."), (THEIRS, "よその文書です。")):
        document = await added(app, "guide.txt", text.encode(), principal)
        assert document.tenant == principal.tenant
    assert await app.documents.text("guide", OURS) == "우리 문서입니다."
    assert await app.documents.text("guide", THEIRS) == "よその文書です。"
    with pytest.raises(NotFound):
        await app.documents.text("guide", app.principal)


async def test_an_upload_does_not_read_the_ids_of_the_corpus(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async def every_id(tenant: str) -> dict[str, str]:
        raise AssertionError(f"every id of {tenant} was read for one document")

    monkeypatch.setattr(app.documents, "current_versions", every_id)
    secret = b"---\nreaders: [board]\n---\nFor the board only."
    first = await added(app, "plan.md", secret, Principal("chair", frozenset({"board"})))
    assert first.readers == ("board",)
    with pytest.raises(InvalidInput, match="is taken"):
        await added(app, "plan.md", b"Mine now.", Principal("mina"))
