"""Who may replace and delete what is stored under an id: a part of the contract of `ibidem.ports.DocumentStore`, as tests."""

import asyncio
from contextlib import suppress

import pytest

from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.testing.stores import (
    ENGLISH,
    JAPANESE,
    KENJI,
    KOREAN,
    MINA,
    SAMPLES,
    STRANGER,
    Sample,
    Stores,
    asking,
    prepared,
    turn,
)

RACES = 12


def for_mina(sample: Sample) -> PreparedDocument:
    """A version that KENJI may not read."""
    return prepared(sample, readers=["maintenance"])


async def refused(stores: Stores, one: PreparedDocument) -> None:
    """Asserts that KENJI may not store it, and gets an error that names the field and nothing of what is there."""
    with pytest.raises(InvalidInput, match="is taken") as error:
        await stores.documents.put_for(one, KENJI)
    assert error.value.field == "doc_id"


class ReplacingSuite:
    """Part of `DocumentStoreSuite`."""

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_what_one_may_read_one_may_replace(self, stores: Stores, sample: Sample) -> None:
        first, second = prepared(sample), for_mina(sample)
        await stores.documents.put_for(first, KENJI)
        await stores.documents.put_for(second, MINA)
        assert await stores.documents.text(sample.doc_id, MINA) == second.text
        await stores.documents.put_for(prepared(sample, revision="Second edition.", readers=["maintenance"]), MINA)
        assert (await stores.documents.text(sample.doc_id, MINA)).endswith("Second edition.")

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_what_one_may_not_read_one_may_not_replace(self, stores: Stores, sample: Sample) -> None:
        restricted, public = for_mina(sample), prepared(sample, revision="quickbrown")
        await stores.documents.put([restricted])
        await refused(stores, public)
        await refused(stores, restricted)
        await stores.index.catch_up()
        assert await stores.documents.text(sample.doc_id, MINA) == restricted.text
        assert not (await stores.index.search(asking("quickbrown"), KENJI)).hits
        assert not (await stores.index.search(asking("quickbrown"), MINA)).hits
        with pytest.raises(NotFound):
            await stores.documents.get(sample.doc_id, MINA, public.document.version)

    async def test_an_id_of_another_tenant_is_free(self, stores: Stores) -> None:
        await stores.documents.put([for_mina(KOREAN)])
        await stores.documents.put_for(prepared(KOREAN, tenant="elsewhere"), STRANGER)
        assert set(await stores.documents.current_versions("elsewhere")) == {KOREAN.doc_id}

    async def test_what_was_restricted_when_it_was_deleted_stays_out_of_reach(self, stores: Stores) -> None:
        """Storing something open under its id would open the versions that were open before it was restricted."""
        before = prepared(ENGLISH)
        await stores.documents.put([before])
        await stores.turns.append(turn("s", "?", cites=[before]), KENJI)
        await stores.documents.put([for_mina(ENGLISH)])
        await stores.documents.delete(ENGLISH.doc_id, MINA)
        await refused(stores, prepared(ENGLISH, revision="Open again."))
        with pytest.raises(NotFound):
            await stores.documents.text(ENGLISH.doc_id, KENJI, before.document.version)
        await stores.documents.put_for(prepared(ENGLISH, revision="Its reader's."), MINA)
        assert (await stores.documents.text(ENGLISH.doc_id, KENJI)).endswith("Its reader's.")

    async def test_what_was_deleted_and_open_is_free(self, stores: Stores) -> None:
        await stores.documents.put([prepared(JAPANESE)])
        await stores.documents.delete(JAPANESE.doc_id, MINA)
        await stores.documents.put_for(prepared(JAPANESE), KENJI)
        assert await stores.documents.text(JAPANESE.doc_id, KENJI) == prepared(JAPANESE).text

    async def test_a_version_that_is_current_stays_as_it_is(self, stores: Stores) -> None:
        one = prepared(KOREAN)
        await stores.documents.put([one])
        await stores.documents.put_for(one, KENJI)
        assert [found.version for found in await stores.documents.versions(KOREAN.doc_id, KENJI)] == [one.document.version]
        assert await stores.documents.original(KOREAN.doc_id, KENJI) == one.original

    async def test_of_two_at_once_nobody_replaces_what_they_may_not_read(self, stores: Stores) -> None:
        """Whoever is first: the restricted version stands in the end, for it may replace the open one, and not the other way."""
        races = [f"race_{number}" for number in range(RACES)]

        async def open_one(doc_id: str) -> None:
            with suppress(InvalidInput):
                await stores.documents.put_for(prepared(ENGLISH, doc_id=doc_id, revision="Anybody's."), KENJI)

        async def restrict(doc_id: str) -> None:
            await stores.documents.put_for(prepared(ENGLISH, doc_id=doc_id, readers=["maintenance"]), MINA)

        await asyncio.gather(*(give(doc_id) for doc_id in races for give in (open_one, restrict)))
        for doc_id in races:
            assert (await stores.documents.get(doc_id, MINA)).readers == ("maintenance",)
            with pytest.raises(NotFound):
                await stores.documents.get(doc_id, KENJI)
            with pytest.raises(NotFound):
                await stores.documents.delete(doc_id, KENJI)
