"""Bytes of UTF-8 become characters, whatever the text is made of; what fits nowhere supports nothing."""

import pytest
from google.genai.types import (
    CustomMetadata,
    GroundingChunk,
    GroundingChunkCustomMetadata,
    GroundingChunkRetrievedContext,
    GroundingMetadata,
    GroundingSupport,
    Segment,
)
from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.gemini.filters import metadata_filter, metadata_of, quoted
from ibidem.backends.gemini.grounding import grounding_of
from ibidem.domain.documents import SearchFilters
from ibidem.domain.hosted import HostedUpload
from vendors.gemini_filters import Filter, FilterError

TEXTS = [
    "펌프 볼트는 24 Nm로 조입니다. 누설 시험을 합니다.",
    "Tighten to 24 Nm – “crosswise”. Test for leaks.",
    "固定ボルトは24 Nmで締めます。漏れ試験を行います。",
    "👩🏽‍🔧 정비사 😀 が締めます。é́ ﷽ 𠮷野家",
]


def chunk(title: str, **metadata: str) -> GroundingChunk:
    ours = [GroundingChunkCustomMetadata(key=key, string_value=value) for key, value in metadata.items()]
    return GroundingChunk(retrieved_context=GroundingChunkRetrievedContext(title=title, text=title, custom_metadata=ours))


def support(start: int | None, end: int, text: str | None, *indices: int) -> GroundingSupport:
    return GroundingSupport(segment=Segment(start_index=start, end_index=end, text=text), grounding_chunk_indices=list(indices))


def spans(text: str, *supports: GroundingSupport) -> list[tuple[int, int]]:
    found = grounding_of([GroundingMetadata(grounding_chunks=[chunk("a")], grounding_supports=list(supports))], text)
    return [(one.start, one.end) for one in found.supports]


@pytest.mark.parametrize("text", TEXTS)
def test_every_stretch_of_a_text(text: str) -> None:
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            begin, stop = len(text[:start].encode()), len(text[:end].encode())
            assert spans(text, support(begin, stop, text[start:end], 0)) == [(start, end)]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40), st.data())
def test_any_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert spans(text, support(len(text[:start].encode()), len(text[:end].encode()), None, 0)) == [(start, end)]


def test_bytes_that_are_not_those_of_the_words_give_way_to_the_words() -> None:
    text = TEXTS[0]
    assert spans(text, support(0, 5, "누설 시험을 합니다.", 0)) == [(20, 31)]
    assert spans(text, support(1, 5, None, 0), support(0, 4000, "nowhere", 0), support(0, 0, "", 0)) == []
    assert spans(text, support(0, 6, "펌프", 3), support(0, 6, "펌프", -1), support(0, 6, "펌프")) == []
    assert spans(text, support(None, 6, "펌프", 0)) == [(0, 2)]
    assert spans("", support(0, 6, "펌프", 0)) == []


def test_metadata_of_several_pieces_are_one_grounding() -> None:
    pieces = [
        GroundingMetadata(
            grounding_chunks=[chunk("a", doc_id="kb_1", checksum="v1")], grounding_supports=[support(0, 1, "A", 0)]
        ),
        GroundingMetadata(),
        GroundingMetadata(grounding_chunks=[chunk("b"), GroundingChunk()], grounding_supports=[support(1, 2, "B", 1, 0)]),
    ]
    found = grounding_of(pieces, "AB")
    assert [(one.doc_id, one.version, one.title) for one in found.passages] == [
        ("kb_1", "v1", "a"),
        (None, None, "b"),
        (None, None, ""),
    ]
    assert [one.passages for one in found.supports] == [(0,), (2, 1)]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_a_value_is_a_value_whatever_it_holds(value: str) -> None:
    only = Filter(f"doc_id = {quoted(value)}")
    assert only.passes({"doc_id": value}) and not only.passes({"doc_id": f"{value}x"})


def test_a_filter_names_all_that_narrows() -> None:
    filters = SearchFilters(devices=("SUPRA XP",), doc_types=("faq", "guide"), doc_ids=("a",), owners=('A "B"',))
    assert metadata_filter("acme", filters) == (
        '(tenant = "acme") AND (doc_id = "a") AND (doc_type = "faq" OR doc_type = "guide") AND (owner = "A \\"B\\"")'
        ' AND (devices : "SUPRA XP" OR devices : "any")'
    )
    assert metadata_filter(None, SearchFilters()) is None


def test_a_copy_says_nothing_empty() -> None:
    upload = HostedUpload(doc_id="a", version="v", tenant="t", title="A", text="a", doc_type="")
    written: list[CustomMetadata] = metadata_of(upload)
    assert [one.key for one in written] == ["doc_id", "checksum", "tenant", "devices"]


@pytest.mark.parametrize("text", ['a = "b', "a = b", 'a "b"', '(a = "b"', 'a = "b" c', 'a = "b" OR', "a = 'b'", 'a ~ "b"', ""])
def test_the_loopback_server_reads_filters_strictly(text: str) -> None:
    with pytest.raises(FilterError):
        Filter(text)
