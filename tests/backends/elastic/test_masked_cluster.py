"""Where a profile masks documents, a cluster hides what was stored under another policy until it is indexed again."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from uuid import uuid4

import pytest

from clusters import cluster_of, remove
from ibidem.app import App
from ibidem.domain.documents import Principal, SearchFilters, VectorQuery
from ibidem.domain.errors import NotFound
from ibidem.ports.indexes import VectorIndex
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from required import SERVICES, needs_service

pytestmark = pytest.mark.slow
POLICY = (resources.files("ibidem") / "profiles" / "policy.toml").read_text(encoding="utf-8")
WHERE = 'where = ["questions", "answers"]'
EMBEDDER = "local:ibidem-1"
MINA = Principal("mina")
TEXTS = {
    "ko": ("지게차 사고를 신고한 직원의 연락처는 010-2345-6789입니다.", "010-2345-6789"),
    "en": ("The employee who reported the forklift can be reached at ann@example.com.", "ann@example.com"),
    "ja": ("フォークリフトの事故を報告した社員の連絡先は090-1234-5678です。", "090-1234-5678"),
}


@pytest.fixture(params=[pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")])
def store(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    prefix = f"test-{uuid4().hex[:12]}"
    yield f"{request.param}:http://127.0.0.1:{SERVICES[request.param]}", prefix
    cluster = cluster_of(request.param, prefix)
    remove(cluster, "*")
    cluster.close()


async def opened(folder: Path, store: tuple[str, str], profile: str) -> App:
    settings = load_settings(data=folder, store=store[0], store_prefix=store[1], profile=profile, embedder=EMBEDDER)
    return await App.open(settings, load_profile(profile))


async def added(app: App, language: str) -> None:
    text = f"# {language} report\n\n{TEXTS[language][0]}\n"
    await app.uploads.add(await app.uploads.read(f"report-{language}.md", text.encode(), MINA), MINA)


async def vectors_of(app: App) -> VectorIndex:
    opened = await app.opened_vectors()
    assert opened is not None
    return opened


async def found(app: App) -> set[str]:
    """Whose passages are found by words, by meaning, and in lists."""
    by_meaning = await (await vectors_of(app)).nearest(VectorQuery("forklift accident contact"), MINA)
    listed = await app.documents.documents(MINA, 10)
    passages = await app.search("forklift 지게차 フォークリフト", SearchFilters(), 10, MINA)
    ids = [hit.passage.chunk.doc_id for hit in by_meaning] + [one.chunk.doc_id for one in passages]
    return {*ids, *(one.doc_id for one in listed)}


async def test_what_was_stored_unmasked_is_hidden_until_it_is_stored_anew(store: tuple[str, str], tmp_path: Path) -> None:
    assert WHERE in POLICY
    masked = tmp_path / "masked.toml"
    masked.write_text(POLICY.replace(WHERE, 'where = ["questions", "answers", "documents"]'), encoding="utf-8")
    async with await opened(tmp_path / "data", store, "policy") as app:
        for language in TEXTS:
            await added(app, language)
        await (await vectors_of(app)).catch_up()
        everything = await found(app)
        assert len(everything) == 3
    async with await opened(tmp_path / "data", store, str(masked)) as app:
        assert not await found(app)
        for doc_id in everything:
            with pytest.raises(NotFound):
                await app.documents.text(doc_id, MINA)
        assert not await app.documents.readable(sorted(everything), MINA)
        for language in TEXTS:
            await added(app, language)
        await (await vectors_of(app)).catch_up()
        assert await found(app) == everything
        for doc_id in everything:
            text = await app.documents.text(doc_id, MINA)
            assert not any(value in text for _, value in TEXTS.values()) and "<" in text
    async with await opened(tmp_path / "data", store, "policy") as app:
        assert await found(app) == everything, "without a policy nothing is hidden"
