"""What stores owe to the fields that documents have and filters name, as tests."""

from collections.abc import Mapping

from ibidem.domain.documents import PreparedDocument, SearchFilters
from ibidem.domain.fields import DocumentField, FieldFilter
from ibidem.testing.stores import ENGLISH, KENJI, MINA, PUBLIC, STRANGER, Stores, prepared

# Documents with fields in three languages, of which each reader may read some; `z` says nothing of itself.
DOCUMENTS: tuple[PreparedDocument, ...] = (
    prepared(
        ENGLISH,
        doc_id="a",
        fields=[
            DocumentField("department", "text", ("Sales",)),
            DocumentField("year", "number", ("2024",)),
            DocumentField("signed", "date", ("2024-03-01",)),
            DocumentField("tags", "list", ("pump", "펌프", "ポンプ")),
        ],
        metadata=[("author.name", ("Kim",)), ("화면", ("밝게", "어둡게"))],
    ),
    prepared(
        ENGLISH,
        doc_id="b",
        fields=[DocumentField("department", "text", ("영업부",)), DocumentField("year", "number", ("-3.5",))],
    ),
    prepared(
        ENGLISH,
        doc_id="c",
        fields=[
            DocumentField("department", "text", ("営業部",)),
            DocumentField("year", "number", ("999",)),
            DocumentField("signed", "date", ("2025-12-31",)),
            DocumentField("tags", "list", ("pump",)),
        ],
    ),
    prepared(
        ENGLISH,
        doc_id="secret",
        readers=["quality"],
        fields=[DocumentField("department", "text", ("Board",)), DocumentField("year", "number", ("2024",))],
    ),
    prepared(ENGLISH, doc_id="elsewhere", tenant="elsewhere", fields=[DocumentField("department", "text", ("Sales",))]),
    prepared(ENGLISH, doc_id="z"),
)
_SALES = FieldFilter(name="department", kind="text", values=("Sales",))
_YEAR = FieldFilter(name="year", kind="number", values=("2024",))
# Filters, and which of the documents MINA finds within them.
FOUND: Mapping[tuple[FieldFilter, ...], set[str]] = {
    (): {"a", "b", "c", "z"},
    (_SALES,): {"a"},
    (FieldFilter(name="department", kind="text", values=("営業部", "영업부", "none")),): {"b", "c"},
    (FieldFilter(name="department", kind="text", values=("sales", "Sale", "*", "Sales=", "\0", "\ud800")),): set(),
    (FieldFilter(name="tags", kind="list", values=("ポンプ",)),): {"a"},
    (FieldFilter(name="tags", kind="list", values=("pump", "none")),): {"a", "c"},
    (_YEAR,): {"a"},
    (FieldFilter(name="year", kind="number", least="1000"),): {"a"},
    (FieldFilter(name="year", kind="number", least="-10", most="1000"),): {"b", "c"},
    (FieldFilter(name="year", kind="number", most="-3.5"),): {"b"},
    (FieldFilter(name="year", kind="number", values=("2024",), most="0"),): {"a", "b"},
    (FieldFilter(name="signed", kind="date", least="2024-03-01"),): {"a", "c"},
    (FieldFilter(name="signed", kind="date", least="2024-03-02", most="2025-12-31"),): {"c"},
    (FieldFilter(name="signed", kind="date", most="2024-03-01"),): {"a"},
    (_SALES, _YEAR): {"a"},
    (_SALES, FieldFilter(name="year", kind="number", most="1000")): set(),
    (FieldFilter(name="unheard_of", kind="text", values=("Sales",)),): set(),
    (FieldFilter(name="department", kind="text", values=("Board",)),): set(),
}


class ListedFieldsSuite:
    """A part of the contract of `ibidem.ports.DocumentStore`."""

    async def test_fields_and_metadata_are_kept(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        found = await stores.documents.get("a", MINA)
        assert (found.fields, found.metadata) == (DOCUMENTS[0].document.fields, DOCUMENTS[0].document.metadata)

    async def test_documents_with_values_of_fields(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        for fields, expected in FOUND.items():
            filters = SearchFilters(fields=fields)
            found = await stores.documents.documents(MINA, 9, filters=filters)
            assert {document.doc_id for document in found} == expected, fields
            assert await stores.documents.count(MINA, filters) == len(expected), fields
        within = SearchFilters(doc_ids=("b", "c"), fields=(FieldFilter(name="year", kind="number", least="0"),))
        assert [one.doc_id for one in await stores.documents.documents(MINA, 9, filters=within)] == ["c"]

    async def test_the_values_of_a_field_that_may_be_read(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        for principal, expected in (
            (MINA, ["Sales", "営業部", "영업부"]),
            (PUBLIC, ["Sales", "営業部", "영업부"]),
            (KENJI, ["Board", "Sales", "営業部", "영업부"]),
            (STRANGER, ["Sales"]),
        ):
            assert await stores.documents.field_values("department", principal, 9) == expected
        assert await stores.documents.field_values("tags", MINA, 2) == ["pump", "ポンプ"]
        assert await stores.documents.field_values("unheard_of", MINA, 9) == []

    async def test_fields_are_those_of_the_current_version(self, stores: Stores) -> None:
        await stores.documents.put(DOCUMENTS)
        await stores.documents.put([prepared(ENGLISH, doc_id="a", fields=[DocumentField("department", "text", ("Legal",))])])
        assert await stores.documents.field_values("department", MINA, 9) == ["Legal", "営業部", "영업부"]
        assert await stores.documents.count(MINA, SearchFilters(fields=(_SALES,))) == 0
        await stores.documents.delete("a", MINA)
        assert await stores.documents.field_values("department", MINA, 9) == ["営業部", "영업부"]
