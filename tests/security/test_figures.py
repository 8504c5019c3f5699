"""A picture in a document is for whoever may read the document, and a browser never takes it for anything else."""

from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from corpus.drawn import drawn
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.documents import PreparedDocument
from ibidem.profile import load_profile
from ibidem.testing.pictures import id_of
from security.locked import MINA, OTHERS, Locked, bearing, locked

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PICTURE = drawn("red")
HOSTILE = b"<html><script>alert(1)</script></html>"


def shown(doc_id: str, text: bytes, *beside: tuple[str, bytes]) -> PreparedDocument:
    sidecar = f"doc_id: {doc_id}\nreaders: [maintenance]".encode()
    return prepare(SourceFile("pump.md", text, sidecar, beside=beside), load_profile("general"), MINA.tenant, NOW)


async def fetched(here: Locked, key: str, doc_id: str, figure_id: str, query: str = "") -> httpx2.Response:
    return await here.client.get(f"/v1/documents/{doc_id}/figures/{figure_id}{query}", headers=bearing(key))


async def test_whoever_may_read_the_document_gets_its_bytes_and_nobody_else(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        one = shown("pump", b"# Pump\n\n![The pump](a.png)\n", ("a.png", PICTURE))
        other = shown("other", b"# Other\n\nNothing to see.\n")
        await here.app.documents.put([one, other])
        mina = await here.key(MINA)
        for query in ("", f"?version={one.document.version}"):
            response = await fetched(here, mina, "pump", id_of(PICTURE), query)
            assert (response.status_code, response.content) == (200, PICTURE)
            assert response.headers["content-type"] == "image/png"
            assert response.headers["x-content-type-options"] == "nosniff"
            assert response.headers["content-security-policy"] == "sandbox; default-src 'none'"
            assert response.headers["cache-control"] == "no-store"
        for who in OTHERS.values():
            key = await here.key(who)
            theirs = await fetched(here, key, "pump", id_of(PICTURE))
            nothing = await fetched(here, key, "never", id_of(PICTURE))
            assert (theirs.status_code, theirs.text.replace("pump", "ID")) == (404, nothing.text.replace("never", "ID"))
        for figure_id in ("0" * 64, "..%2Foriginal", "0", id_of(PICTURE).upper()):
            assert (await fetched(here, mina, "pump", figure_id)).status_code == 404
        assert (await fetched(here, mina, "other", id_of(PICTURE))).status_code == 404
        assert (await fetched(here, mina, "pump", id_of(PICTURE), f"?version={'0' * 16}")).status_code == 404
        asks_only = await here.key(MINA, frozenset({"ask"}))
        assert (await fetched(here, asks_only, "pump", id_of(PICTURE))).status_code == 403
        await here.app.uploads.delete("pump", MINA)
        assert (await fetched(here, mina, "pump", id_of(PICTURE))).status_code == 404


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.gif", "a.webp"])
async def test_what_only_says_that_it_is_a_picture_is_not_kept(tmp_path: Path, name: str) -> None:
    async with locked(tmp_path / "data") as here:
        one = shown("pump", f"# Pump\n\n![The pump]({name})\n".encode(), (name, HOSTILE))
        await here.app.documents.put([one])
        assert (one.document.figures, one.pictures) == ((), ())
        assert (await fetched(here, await here.key(MINA), "pump", id_of(HOSTILE))).status_code == 404


@pytest.mark.parametrize(
    "doc_id", ["reports/figures/2024", "site/pages/about", "사이트/pages/소개", "サイト/pages/image", "pages/3"]
)
async def test_an_id_that_looks_like_an_address_of_a_picture_is_still_one(tmp_path: Path, doc_id: str) -> None:
    async with locked(tmp_path / "data") as here:
        await here.app.documents.put([shown(doc_id, b"# Report\n\nTwelve pumps.\n")])
        response = await here.client.get(f"/v1/documents/{doc_id}", headers=bearing(await here.key(MINA)))
        assert response.json()["doc_id"] == doc_id
