"""The contract of `ibidem.ports.CollectionStore`, as tests."""

import pytest

from ibidem.domain.collections import MOST_COLLECTIONS, Collection
from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.fields import FieldFilter
from ibidem.ports.backend import Backend
from ibidem.testing.stores import KENJI, MINA, STRANGER

YEARS = FieldFilter(name="year", kind="number", least="2020", most="2024")
SAVED = (
    Collection("Safety rules", SearchFilters(("SUPRA XP",), ("sop",), ("sop_1203",), ("Beacon Works",), (YEARS,))),
    Collection("安全規程", SearchFilters(doc_types=("rule",)), ("ja", "en")),
    Collection("안전 규정/현행 🧯", SearchFilters(fields=(FieldFilter(name="department", kind="text", values=("안전팀",)),))),
)


class CollectionStoreSuite:
    """Subclass it with a fixture `stores` that is a whole backend (see `ibidem.testing`)."""

    async def test_collections_come_back_as_they_were_saved(self, stores: Backend) -> None:
        for one in reversed(SAVED):
            await stores.collections.save(one, MINA)
        assert tuple(await stores.collections.collections(MINA)) == SAVED
        anew = Collection(SAVED[0].name, SearchFilters(doc_types=("memo",)))
        await stores.collections.save(anew, MINA)
        assert tuple(await stores.collections.collections(MINA)) == (anew, *SAVED[1:])
        await stores.collections.delete(SAVED[2].name, MINA)
        assert tuple(await stores.collections.collections(MINA)) == (anew, SAVED[1])

    async def test_they_are_of_one_person_in_one_tenant(self, stores: Backend) -> None:
        await stores.collections.save(SAVED[0], MINA)
        for other in (KENJI, STRANGER):
            assert not await stores.collections.collections(other)
            with pytest.raises(NotFound):
                await stores.collections.delete(SAVED[0].name, other)
            await stores.collections.save(Collection(SAVED[0].name, SearchFilters()), other)
        assert tuple(await stores.collections.collections(MINA)) == SAVED[:1]

    async def test_there_are_so_many_and_no_more(self, stores: Backend) -> None:
        for number in range(MOST_COLLECTIONS):
            await stores.collections.save(Collection(f"{number:03}", SearchFilters()), MINA)
        with pytest.raises(InvalidInput):
            await stores.collections.save(SAVED[0], MINA)
        await stores.collections.save(Collection("007", SearchFilters(doc_types=("sop",))), MINA)
        await stores.collections.save(SAVED[0], KENJI)
        assert len(await stores.collections.collections(MINA)) == MOST_COLLECTIONS

    @pytest.mark.parametrize("text", ["\ud800", "a\0b"])
    async def test_what_cannot_be_stored_is_refused(self, stores: Backend, text: str) -> None:
        for one in (Collection(text, SearchFilters()), Collection("x", SearchFilters(owners=(text,)))):
            with pytest.raises(InvalidInput):
                await stores.collections.save(one, MINA)
        with pytest.raises(NotFound):
            await stores.collections.delete(text, MINA)
        assert not await stores.collections.collections(MINA)
