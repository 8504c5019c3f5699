"""Who may replace and delete what is stored under an id: a part of the contract of `ibidem.ports.DocumentStore`, as tests."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

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


def read_from(name: str, sample: Sample, *, revision: str = "", others: Sequence[str] = ()) -> PreparedDocument:
    """A version as it is read from a file of this name."""
    one = prepared(sample, revision=revision)
    return replace(one, document=replace(one.document, source=name), other_ids=tuple(others))


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

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_a_file_replaces_no_document_of_another_file(self, stores: Stores, sample: Sample) -> None:
        """It gets the next of its ids, and keeps that; one that has no others has its id whatever is there."""
        others = (f"{sample.doc_id}.md", f"{sample.doc_id}.md-1c0ffee5")
        list_, page = read_from("a/pump.txt", sample, revision="A list."), read_from("pump.md", sample, others=others)
        await stores.documents.put([list_])
        assert await stores.documents.put_for(page, KENJI) == others[0]
        assert await stores.documents.put_for(page, KENJI) == others[0]
        again = read_from("pump.md", sample, revision="Second edition.", others=others)
        assert await stores.documents.put_for(again, KENJI) == others[0]
        assert await stores.documents.text(sample.doc_id, KENJI) == list_.text
        assert (await stores.documents.text(others[0], KENJI)).endswith("Second edition.")
        third = read_from("pump.html", sample, revision="A page.", others=others)
        assert await stores.documents.put_for(third, KENJI) == others[1]
        await stores.documents.delete(sample.doc_id, KENJI)
        assert await stores.documents.put_for(again, KENJI) == others[0]
        given = read_from("any.md", sample, revision="It says its id.")
        assert await stores.documents.put_for(given, KENJI) == sample.doc_id
        assert set(await stores.documents.current_versions("default")) == {sample.doc_id, *others}
        await stores.index.catch_up()
        found = (await stores.index.search(asking(sample.sentences[0]), KENJI)).hits
        assert {hit.passage.document.doc_id for hit in found} == {sample.doc_id, *others}

    async def test_where_other_files_have_all_its_ids_a_document_is_refused(self, stores: Stores) -> None:
        await stores.documents.put([read_from("a.txt", ENGLISH), prepared(KOREAN)])
        await refused(stores, read_from("b.txt", ENGLISH, others=[KOREAN.doc_id]))

    async def test_a_document_of_an_unknown_file_is_replaced(self, stores: Stores) -> None:
        await stores.documents.put([read_from("", JAPANESE)])
        new = read_from("pump.md", JAPANESE, revision="第二版。", others=["pump.md"])
        assert await stores.documents.put_for(new, KENJI) == JAPANESE.doc_id
        assert await stores.documents.text(JAPANESE.doc_id, KENJI) == new.text

    async def test_of_files_that_come_at_once_each_is_kept(self, stores: Stores) -> None:
        names = [f"pump.{number}" for number in range(RACES)]
        given = [read_from(name, ENGLISH, revision=f"It is {name}.", others=[name]) for name in names]
        got = await asyncio.gather(*(stores.documents.put_for(one, KENJI) for one in given))
        assert len(set(got)) == RACES and got.count(ENGLISH.doc_id) == 1
        for one, doc_id in zip(given, got, strict=True):
            assert await stores.documents.text(doc_id, KENJI) == one.text

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
