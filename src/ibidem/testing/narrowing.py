"""What both searches owe to filters and to readers, by words and by meaning alike."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Generic, TypeVar

from ibidem.domain.documents import PreparedDocument, Principal, SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.testing.fields import DOCUMENTS, FOUND
from ibidem.testing.stores import ENGLISH, KENJI, MINA, PUBLIC, STRANGER, prepared

S = TypeVar("S")


class NarrowingSuite(ABC, Generic[S]):
    """Tests that a suite of searches inherits, with what it searches."""

    @abstractmethod
    async def put(self, stores: S, *documents: PreparedDocument) -> None:
        """Stores the documents and waits until they can be found."""

    @abstractmethod
    async def narrowed(self, stores: S, filters: SearchFilters, principal: Principal) -> set[str]:
        """The ids of the documents in which the principal finds "flashlight" within the filters."""

    async def test_filters(self, stores: S) -> None:
        await self.put(
            stores,
            prepared(ENGLISH, doc_id="a", doc_type="gcb", devices=["SUPRA XP", "搬送 ロボット"]),
            prepared(ENGLISH, doc_id="b", doc_type="sop", devices=["SUPRA N"], owner="ツクロア"),
            prepared(ENGLISH, doc_id="c", doc_type="sop", owner="Beacon Works"),
        )

        async def narrowed(filters: SearchFilters) -> set[str]:
            return await self.narrowed(stores, filters, MINA)

        assert await narrowed(SearchFilters()) == {"a", "b", "c"}
        assert await narrowed(SearchFilters(doc_ids=("a", "c", "unknown"))) == {"a", "c"}
        assert await narrowed(SearchFilters(doc_types=("sop",))) == {"b", "c"}
        assert await narrowed(SearchFilters(doc_types=("gcb", "sop"))) == {"a", "b", "c"}
        assert await narrowed(SearchFilters(devices=("SUPRA XP",))) == {"a", "c"}
        assert await narrowed(SearchFilters(devices=("搬送 ロボット", "SUPRA N"))) == {"a", "b", "c"}
        assert await narrowed(SearchFilters(devices=("unknown",))) == {"c"}
        assert await narrowed(SearchFilters(devices=("SUPRA N",), doc_types=("sop",), doc_ids=("b",))) == {"b"}
        assert await narrowed(SearchFilters(devices=("SUPRA N",), doc_ids=("a",))) == set()
        assert await narrowed(SearchFilters(owners=("ツクロア",))) == {"b"}
        assert await narrowed(SearchFilters(owners=("Beacon Works", "ツクロア"))) == {"b", "c"}
        assert await narrowed(SearchFilters(devices=("SUPRA XP",), owners=("Beacon Works",))) == {"c"}
        assert await narrowed(SearchFilters(owners=("Beacon",))) == set()
        assert await narrowed(SearchFilters(doc_types=("*", "\0", "\ud800"))) == set()
        assert await narrowed(SearchFilters(doc_ids=("*", "\0", "\ud800"))) == set()
        assert await narrowed(SearchFilters(owners=("*", "\0", "\ud800"))) == set()

    async def test_filters_by_fields(self, stores: S) -> None:
        await self.put(stores, *DOCUMENTS)
        for fields, expected in FOUND.items():
            assert await self.narrowed(stores, SearchFilters(fields=fields), MINA) == expected, fields
        year = SearchFilters(fields=(FieldFilter(name="year", kind="number", least="0"),))
        assert await self.narrowed(stores, year, KENJI) == {"a", "c", "secret"}
        assert await self.narrowed(stores, replace(year, doc_ids=("c", "secret", "z")), MINA) == {"c"}

    async def test_only_what_may_be_read_is_found(self, stores: S) -> None:
        await self.put(
            stores,
            prepared(ENGLISH, doc_id="public"),
            prepared(ENGLISH, doc_id="ours", readers=["maintenance", "board"]),
            prepared(ENGLISH, doc_id="theirs", readers=["quality"]),
            prepared(ENGLISH, doc_id="elsewhere", tenant="elsewhere"),
        )

        async def seen(principal: Principal, *doc_ids: str) -> set[str]:
            return await self.narrowed(stores, SearchFilters(doc_ids=doc_ids), principal)

        assert await seen(MINA) == {"public", "ours"}
        assert await seen(KENJI) == {"public", "theirs"}
        assert await seen(PUBLIC) == {"public"}
        assert await seen(STRANGER) == {"elsewhere"}
        assert await seen(Principal("odd", frozenset({"*", "\ud800", "\0"}))) == {"public"}
        assert await seen(MINA, "theirs", "elsewhere", "ours") == {"ours"}
