"""What `ibidem.ports.document_store.DocumentStore` promises of fields that are set and of bytes that are known, as tests."""

from dataclasses import replace

import pytest

from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.fields import DocumentField, FieldFilter
from ibidem.testing.fields import DOCUMENTS
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, PUBLIC, STRANGER, Stores, asking, prepared, turn

VALUES = ("인사팀", "People", "人事部")


def _department(*values: str) -> DocumentField:
    return DocumentField("department", "text", values)


async def _found(stores: Stores, value: str) -> set[str]:
    """The ids that a list and a search find within a filter by this department."""
    filters = SearchFilters(fields=(FieldFilter(name="department", kind="text", values=(value,)),))
    listed = {one.doc_id for one in await stores.documents.documents(MINA, 9, 0, filters)}
    found = await stores.index.search(replace(asking(ENGLISH.word), filters=filters), MINA)
    assert {hit.passage.document.doc_id for hit in found.hits} == listed
    return listed


class DescribedSuite:
    """A part of `DocumentStoreSuite`."""

    async def test_a_field_is_set_on_several_documents_at_once(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        await stores.index.catch_up()
        before = await stores.documents.get("a", MINA)
        for value in VALUES:
            await stores.documents.set_field(["a", "b", "z", "a"], _department(value), MINA)
            assert await _found(stores, value) == {"a", "b", "z"}
        assert await _found(stores, "Sales") == set()
        after = await stores.documents.get("a", MINA)
        assert after.version == before.version
        assert {one.name: one.values for one in after.fields} == {
            **{one.name: one.values for one in before.fields},
            "department": (VALUES[-1],),
        }
        assert VALUES[-1] in await stores.documents.field_values("department", MINA, 9)
        await stores.documents.set_field(["a"], _department(), MINA)
        assert await _found(stores, VALUES[-1]) == {"b", "z"}
        assert "department" not in {one.name for one in (await stores.documents.get("a", MINA)).fields}
        await stores.documents.set_field(["z"], DocumentField("tags", "list", ("pump", "펌프")), MINA)
        assert (await stores.documents.get("z", MINA)).fields == (
            _department(VALUES[-1]),
            DocumentField("tags", "list", ("pump", "펌프")),
        )

    async def test_a_field_is_set_on_all_of_them_or_on_none(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        for others in ("secret", "elsewhere", "never-made", "\ud800"):
            with pytest.raises(NotFound):
                await stores.documents.set_field(["a", others, "b"], _department("People"), MINA)
        with pytest.raises(InvalidInput):
            await stores.documents.set_field(["a"], _department("\ud800"), MINA)
        assert await stores.documents.field_values("department", KENJI, 9) == ["Board", "Sales", "営業部", "영업부"]
        assert await stores.documents.field_values("department", STRANGER, 9) == ["Sales"]

    async def test_documents_are_recognised_by_their_bytes(self, stores: Stores) -> None:
        held = [prepared(KOREAN), prepared(KOREAN, doc_id="a copy"), prepared(JAPANESE, readers=["quality"])]
        await stores.documents.put([*held, prepared(KOREAN, doc_id="elsewhere", tenant="elsewhere")])
        pointer, closed = held[0].document.storage_pointer, held[2].document.storage_pointer
        found = await stores.documents.with_original(pointer, PUBLIC)
        assert [one.doc_id for one in found] == ["a copy", KOREAN.doc_id]
        assert not await stores.documents.with_original(closed, MINA)
        assert [one.doc_id for one in await stores.documents.with_original(closed, KENJI)] == [JAPANESE.doc_id]
        assert not await stores.documents.with_original("sha256:0", MINA)
        await stores.turns.append(turn("s", "?", cites=[held[0]]), MINA)
        await stores.documents.put([prepared(KOREAN, revision="개정했다.")])
        await stores.documents.delete("a copy", MINA)
        assert not await stores.documents.with_original(pointer, MINA)
