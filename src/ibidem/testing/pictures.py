"""What `ibidem.ports.DocumentStore` promises of the pictures in documents, as tests."""

import hashlib

import pytest

from ibidem.domain.errors import NotFound
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, PUBLIC, SAMPLES, STRANGER, Stores, prepared, turn

# A store does not look into them. One that is large lies where large originals lie.
SMALL, LARGE = b"\x89PNG small", b"\x89PNG large" * 20_000


def id_of(picture: bytes) -> str:
    """The id of the figure."""
    return hashlib.sha256(picture).hexdigest()


async def no_picture(stores: Stores, doc_id: str, picture: bytes, version: str | None = None) -> None:
    """Asserts that there is none."""
    with pytest.raises(NotFound):
        await stores.documents.picture(doc_id, id_of(picture), MINA, version)


class PicturesSuite:
    """A part of `DocumentStoreSuite`."""

    async def test_pictures_come_back_with_their_figures(self, stores: Stores) -> None:
        put = [prepared(sample, pictures=(SMALL, LARGE)) for sample in SAMPLES]
        await stores.documents.put(put)
        for one in put:
            found = await stores.documents.get(one.document.doc_id, MINA)
            assert [(figure.figure_id, figure.caption) for figure in found.figures] == [
                (id_of(SMALL), one.document.title),
                (id_of(LARGE), one.document.title),
            ]
            for picture in (SMALL, LARGE):
                for version in (None, found.version):
                    assert await stores.documents.picture(found.doc_id, id_of(picture), MINA, version) == picture

    async def test_pictures_are_for_those_who_may_read_the_document(self, stores: Stores) -> None:
        secret = prepared(KOREAN, readers=["maintenance"], pictures=(SMALL, LARGE))
        await stores.documents.put([secret])
        for picture in (SMALL, LARGE):
            for principal in (KENJI, STRANGER, PUBLIC):
                for version in (None, secret.document.version):
                    with pytest.raises(NotFound):
                        await stores.documents.picture(KOREAN.doc_id, id_of(picture), principal, version)
            assert await stores.documents.picture(KOREAN.doc_id, id_of(picture), MINA) == picture

    async def test_a_picture_of_another_document_is_none_of_this_one(self, stores: Stores) -> None:
        await stores.documents.put(
            [prepared(KOREAN, pictures=(SMALL,)), prepared(ENGLISH, pictures=(LARGE,)), prepared(JAPANESE)]
        )
        await no_picture(stores, KOREAN.doc_id, LARGE)
        await no_picture(stores, ENGLISH.doc_id, SMALL)
        await no_picture(stores, JAPANESE.doc_id, SMALL)
        for figure_id in ("", "../secret.key", "\ud800", "\x00"):
            with pytest.raises(NotFound):
                await stores.documents.picture(KOREAN.doc_id, figure_id, MINA)

    async def test_a_picture_stays_while_one_document_has_it(self, stores: Stores) -> None:
        one, twin = prepared(ENGLISH, pictures=(SMALL, LARGE)), prepared(ENGLISH, doc_id="twin", pictures=(LARGE, SMALL))
        await stores.documents.put([one, twin])
        await stores.documents.put([one])
        await stores.documents.delete(ENGLISH.doc_id, MINA)
        for picture in (SMALL, LARGE):
            assert await stores.documents.picture("twin", id_of(picture), MINA) == picture
            await no_picture(stores, ENGLISH.doc_id, picture)
        await stores.documents.delete("twin", MINA)
        await no_picture(stores, "twin", LARGE)

    async def test_a_cited_version_keeps_its_pictures(self, stores: Stores) -> None:
        old = prepared(JAPANESE, pictures=(SMALL, LARGE))
        new = prepared(JAPANESE, revision="部品番号を確認してください。", pictures=(LARGE,))
        await stores.documents.put([old])
        await stores.turns.append(turn("s", "停止の原因は?", cites=[old]), MINA)
        await stores.documents.put([new])
        await no_picture(stores, JAPANESE.doc_id, SMALL)
        for picture in (SMALL, LARGE):
            assert await stores.documents.picture(JAPANESE.doc_id, id_of(picture), MINA, old.document.version) == picture
        await stores.documents.delete(JAPANESE.doc_id, MINA)
        assert await stores.documents.picture(JAPANESE.doc_id, id_of(LARGE), MINA, old.document.version) == LARGE
        await stores.turns.delete_session("s", MINA)
        await no_picture(stores, JAPANESE.doc_id, LARGE, old.document.version)
