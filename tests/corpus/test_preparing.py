import unicodedata
from datetime import UTC, datetime

import pytest

from ibidem.corpus.metadata import version_of
from ibidem.corpus.preparing import SourceFile, prepare, prepare_row
from ibidem.domain.errors import UnreadableDocument
from ibidem.language.search_text import passage_tokens, question_terms
from ibidem.profile import load_profile

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PROFILE = load_profile("equipment")

DOCUMENTS = {
    "ko": ("# 진공 펌프 점검\n\n## 토크\n\n덮개 볼트는 45 N·m로 조인다.\n", "진공 펌프", "조인다"),
    "en": ("# Vacuum pump service\n\n## Torque\n\nTighten the cover bolts to 45 N·m.\n", "vacuum pump", "tighten"),
    "ja": ("# 真空ポンプの点検\n\n## 締付トルク\n\nカバーのボルトは45 N・mで締めます。\n", "真空ポンプ", "締めます"),
}


@pytest.mark.parametrize("language", DOCUMENTS)
def test_a_file_becomes_a_document_found_by_title_section_and_text(language: str) -> None:
    text, title, word = DOCUMENTS[language]
    prepared = prepare(SourceFile("notes/pump.md", text.encode()), PROFILE, "plant", NOW)
    document = prepared.document
    assert (document.doc_id, document.language, document.tenant, document.source) == (
        "notes/pump",
        language,
        "plant",
        "notes/pump.md",
    )
    assert (document.media_type, document.indexed_at, document.pages) == ("text/markdown", NOW, None)
    assert prepared.original == text.encode() and prepared.text == text.strip()
    (only,) = prepared.chunks
    assert only.chunk.text == prepared.text[only.chunk.offset :][: len(only.chunk.text)]
    stored = set(only.tokens.split())
    for asked in (title, word):
        assert {term.token for term in question_terms(asked) if term.token.startswith("w")} <= stored


def test_chunks_are_numbered_and_stand_at_their_offsets() -> None:
    text = "\n\n".join(f"# Part {number}\n\n{'The valve is closed by hand. ' * 30}" for number in range(5))
    prepared = prepare(SourceFile("a.md", text.encode()), PROFILE, "default", NOW)
    chunks = [searchable.chunk for searchable in prepared.chunks]
    assert [chunk.order for chunk in chunks] == list(range(len(chunks))) and len(chunks) == 5
    assert len({chunk.chunk_id for chunk in chunks}) == 5
    for chunk in chunks:
        assert prepared.text[chunk.offset : chunk.offset + len(chunk.text)] == chunk.text
        assert (chunk.doc_id, chunk.version) == (prepared.document.doc_id, prepared.document.version)


def test_words_of_a_tables_header_find_its_later_rows() -> None:
    rows = "\n".join(f"| bolt {number} | {'holds the cover of the pump ' * 4}|" for number in range(60))
    prepared = prepare(SourceFile("a.md", f"| Spannung | Remark |\n|---|---|\n{rows}".encode()), PROFILE, "default", NOW)
    (token,) = (term.token for term in question_terms("Spannung") if term.token.startswith("w"))
    assert len(prepared.chunks) > 3
    assert all(token in chunk.tokens.split() for chunk in prepared.chunks)


def test_decomposed_letters_in_a_file_are_composed() -> None:
    prepared = prepare(SourceFile("a.md", unicodedata.normalize("NFD", "밸브를 잠근다").encode()), PROFILE, "default", NOW)
    assert prepared.text == "밸브를 잠근다"


def test_a_document_is_whole_under_another_id() -> None:
    original, sidecar = b"---\ndoc_id: GCB-8841\n---\nIt leaks.", b"doc_type: bulletin"
    prepared = prepare(SourceFile("a.md", original, sidecar), PROFILE, "default", NOW)
    assert (prepared.document.doc_id, prepared.document.version) == ("GCB-8841", version_of(original, sidecar))
    moved = prepared.under("a")
    assert (moved.document.doc_id, moved.document.title) == ("a", "a")
    assert [(c.chunk.doc_id, c.chunk.chunk_id) for c in moved.chunks] == [("a", f"a@{moved.document.version}#0")]


def test_what_cannot_be_read_says_so() -> None:
    with pytest.raises(UnreadableDocument, match=r"a\.md: empty"):
        prepare(SourceFile("a.md", b""), PROFILE, "default", NOW)


@pytest.mark.parametrize("text", ["サッカーの試合は九十分です。", "축구 경기는 구십 분이다.", "A match lasts ninety minutes."])
def test_a_row_is_a_document_of_one_chunk(text: str) -> None:
    prepared = prepare_row("http://example.test/1#a", "Football", text + "\ud800\x00", NOW)
    (only,) = prepared.chunks
    assert (prepared.document.doc_id, prepared.document.title, only.chunk.text) == ("http://example.test/1#a", "Football", text)
    assert only.tokens == passage_tokens(text, "Football")
    prepared.text.encode()


def test_a_row_without_text_has_no_chunk_and_one_as_long_as_a_chapter_has_several() -> None:
    assert prepare_row("1", "", "", NOW).chunks == ()
    assert len(prepare_row("1", "", "The match was long. " * 1_000, NOW).chunks) > 10
