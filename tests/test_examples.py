"""The example corpora: read by the same code as anybody's documents, and what is asked of them stands in them."""

import importlib.util
import json
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from ibidem.corpus.folders import list_folder, load
from ibidem.corpus.preparing import prepare
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.languages import LANGUAGES
from ibidem.profile import load_profile

EXAMPLES = Path(__file__).parent.parent / "examples"
PROFILES = ("equipment", "policy", "support")
BINARIES = sorted(p.relative_to(EXAMPLES / "binary_sources") for p in (EXAMPLES / "binary_sources").glob("*/*.md"))


@cache
def corpus(name: str) -> tuple[PreparedDocument, ...]:
    folder, profile = EXAMPLES / name, load_profile(name)
    return tuple(
        prepare(load(f, folder), profile, "default", datetime(2025, 1, 2, tzinfo=UTC)) for f in list_folder(folder).documents
    )


def bare(text: str) -> str:
    """The text without spaces: a PDF breaks its lines where it must."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("name", PROFILES)
def test_a_corpus_is_large_enough_and_holds_every_language_and_format(name: str) -> None:
    documents = [p.document for p in corpus(name)]
    assert len(documents) >= 20
    assert {d.language for d in documents} == set(LANGUAGES)
    assert {Path(d.source).suffix for d in documents} == {".md", ".txt", ".html", ".pdf", ".docx"}


@pytest.mark.parametrize("name", PROFILES)
def test_no_doc_id_is_used_twice_and_every_one_is_in_the_profile_s_form(name: str) -> None:
    profile, ids = load_profile(name), [p.document.doc_id for p in corpus(name)]
    assert len(ids) == len(set(ids))
    strays = [i for i in ids if not any((m := p.matcher.fullmatch(i)) and p.normalise(m.group(1)) == i for p in profile.ids)]
    assert strays == []


@pytest.mark.parametrize("name", PROFILES)
def test_devices_and_document_types_are_the_profile_s(name: str) -> None:
    profile = load_profile(name)
    devices, types = {d.name for d in profile.devices}, {t.name for t in profile.doc_types}
    for prepared in corpus(name):
        assert set(prepared.document.devices) <= devices, prepared.document.doc_id
        assert prepared.document.doc_type in types | {"document"}, prepared.document.doc_id


def test_one_document_is_for_some_readers_only() -> None:
    assert {p.document.doc_id: p.document.readers for p in corpus("policy") if p.document.readers} == {"POL-190": ("hr", "audit")}


def test_one_document_has_many_pages() -> None:
    assert max(p.document.pages or 0 for p in corpus("equipment")) >= 5


@pytest.mark.parametrize("name", PROFILES)
def test_the_questions_are_answered_by_the_documents_they_name(name: str) -> None:
    lines = (EXAMPLES / "questions" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    texts = {p.document.doc_id: bare(p.text) for p in corpus(name)}
    assert len(questions) >= 40
    assert {q["language"] for q in questions if q["doc_id"] is None} == set(LANGUAGES)
    wrong = [
        q["question"]
        for q in questions
        if q["doc_id"] and not (q["must_contain"] and all(bare(m) in texts[q["doc_id"]] for m in q["must_contain"]))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_there_is_a_short_conversation_in_every_language(name: str, language: str) -> None:
    lines = (EXAMPLES / "conversations" / f"{name}.{language}.txt").read_text(encoding="utf-8").splitlines()
    assert 4 <= len([line for line in lines if line.strip() and not line.startswith("#")]) <= 6


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_binaries", EXAMPLES / "make_binaries.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("source", BINARIES, ids=str)
def test_a_binary_file_is_what_its_source_makes(source: Path, tmp_path: Path) -> None:
    script().make(EXAMPLES / "binary_sources" / source, tmp_path)
    made = tmp_path / source.with_suffix("")
    committed = EXAMPLES / source.with_suffix("")
    assert made.read_bytes() == committed.read_bytes()
    assert script().sidecar(made).read_text("utf-8") == script().sidecar(committed).read_text("utf-8")
    assert committed.stat().st_size < 200_000


@pytest.mark.parametrize("source", BINARIES, ids=str)
def test_a_binary_file_is_read_back_word_for_word(source: Path) -> None:
    markdown = (EXAMPLES / "binary_sources" / source).read_text(encoding="utf-8").split("---\n", 2)[2]
    written = re.sub(r"^(?:#+ |- |\d+\. |\|[-|]+$|---$)", "", markdown, flags=re.MULTILINE).replace("|", "\n")
    read = bare(next(p.text for p in corpus(source.parts[0]) if p.document.source == source.with_suffix("").name))
    assert [line for line in written.splitlines() if bare(line) not in read] == []


def test_every_pdf_and_docx_has_a_source() -> None:
    made = {str(p.relative_to(EXAMPLES)) for p in EXAMPLES.glob("*/*") if p.suffix in (".pdf", ".docx")}
    assert made == {str(source.with_suffix("")) for source in BINARIES}
