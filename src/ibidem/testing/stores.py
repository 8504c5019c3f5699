"""What a suite is run against, and the people and documents that it uses."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.documents import (
    Chunk,
    Document,
    Figure,
    PreparedDocument,
    Principal,
    SearchableChunk,
    TextQuery,
    WeightedTerm,
)
from ibidem.domain.fields import DocumentField
from ibidem.domain.languages import Language
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.indexes import SearchIndex
from ibidem.ports.turn_store import TurnStore


class Stores(Protocol):
    """The stores of one backend, which see each other: what a turn cites stays, what the documents hold is found."""

    @property
    def turns(self) -> TurnStore:
        """The turn store under test."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """The document store under test."""
        ...

    @property
    def index(self) -> SearchIndex:
        """The search index under test."""
        ...


MINA = Principal("mina", frozenset({"maintenance"}))
KENJI = Principal("kenji", frozenset({"quality"}))
PUBLIC = Principal("visitor")
STRANGER = Principal("mina", frozenset({"maintenance"}), tenant="elsewhere")


@dataclass(frozen=True, slots=True)
class Sample:
    """A document in one language: its sentences, each of which becomes a chunk, and a word that stands in the second only."""

    language: Language
    doc_id: str
    title: str
    sentences: tuple[str, ...]
    word: str


KOREAN = Sample(
    "ko",
    "sop_1203",
    "진공 펌프 교체 절차",
    (
        "작업을 시작하기 전에 장비의 전원을 내리고 잠금 표지를 겁니다.",
        "펌프의 고정 볼트는 대각선 순서로 24 Nm까지 조입니다.",
        "교체가 끝나면 누설 시험을 하고 기록지에 서명합니다.",
    ),
    "대각선",
)
ENGLISH = Sample(
    "en",
    "gcb_8841",
    "Coolant hose bulletin",
    (
        "Hoses delivered before March may crack near the clamp.",
        "Inspect the clamp with a flashlight every two weeks.",
        "Replace a cracked hose before the next production run.",
    ),
    "flashlight",
)
JAPANESE = Sample(
    "ja",
    "myservice_29392",
    "搬送ロボットの停止",
    (
        "搬送ロボットが原点復帰の途中で停止しました。",
        "センサーのコネクターを差し直したところ復旧しました。",
        "再発したときはケーブルを交換してください。",
    ),
    "コネクター",
)
SAMPLES = (KOREAN, ENGLISH, JAPANESE)


def tokens(text: str) -> list[str]:
    """Search tokens plain enough for a test: lower-case Latin words and numbers, and every two neighbouring other letters."""
    found: list[str] = []
    for word in re.findall(r"[^\W_]+", text.lower()):
        found += [word] if word.isascii() or len(word) == 1 else [word[i : i + 2] for i in range(len(word) - 1)]
    return found


def prepared(
    sample: Sample,
    *,
    revision: str = "",
    doc_id: str | None = None,
    doc_type: str = "manual",
    devices: Sequence[str] = (),
    readers: Sequence[str] = (),
    tenant: str = "default",
    owner: str = "",
    fields: Sequence[DocumentField] = (),
    metadata: Sequence[tuple[str, tuple[str, ...]]] = (),
    pictures: Sequence[bytes] = (),
) -> PreparedDocument:
    """The sample as it comes out of the corpus; another `revision`, a sentence at its end, makes another version."""
    sentences = sample.sentences if not revision else (*sample.sentences, revision)
    text = "\n".join(sentences)
    original = text.encode()
    doc_id = doc_id or sample.doc_id
    version = hashlib.sha256(f"{doc_type}{devices}{readers}{owner}{text}{fields or ''}".encode()).hexdigest()[:16]
    document = Document(
        doc_id=doc_id,
        version=version,
        title=sample.title,
        source="samples",
        uri=f"samples/{doc_id}.txt",
        doc_type=doc_type,
        language=sample.language,
        media_type="text/plain",
        storage_pointer=hashlib.sha256(original).hexdigest(),
        indexed_at=datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
        devices=tuple(devices),
        readers=tuple(readers),
        tenant=tenant,
        pages=len(sentences),
        recognised=True,
        unread_pages=(len(sentences),),
        owner=owner,
        fields=tuple(fields),
        metadata=tuple(metadata),
        figures=_figures(pictures, len(text), sample.title),
    )
    chunks = tuple(
        SearchableChunk(
            Chunk(doc_id, version, f"{doc_id}-{order}", order, sample.title, order + 1, text.index(sentence), sentence),
            "\n".join((" ".join(tokens(sample.title)), " ".join(tokens(sentence)))),
        )
        for order, sentence in enumerate(sentences)
    )
    return PreparedDocument(document, original, text, chunks, tuple(pictures))


def _figures(pictures: Sequence[bytes], offset: int, caption: str) -> tuple[Figure, ...]:
    return tuple(Figure(hashlib.sha256(one).hexdigest(), offset, "image/png", 640, 480, caption) for one in pictures)


def asking(words: str, limit: int = 30) -> TextQuery:
    """A query for the words, each token weighing 1."""
    return TextQuery(tuple(WeightedTerm(token, 1.0) for token in dict.fromkeys(tokens(words))), limit=limit)


def turn(session_id: str, question: str, *, cites: Sequence[PreparedDocument] = (), client_turn_id: str | None = None) -> NewTurn:
    """A turn that asks `question` and cites documents, the first under slot 1."""
    refs = tuple(
        DocRef(
            slot,
            one.document.doc_id,
            one.document.version,
            one.document.title,
            one.document.source,
            one.document.uri,
            1,
            (one.chunks[0].chunk.chunk_id,),
            one.chunks[0].chunk.text,
            2.5,
            "bm25",
            owner=one.document.owner,
        )
        for slot, one in enumerate(cites, 1)
    )
    return NewTurn(
        session_id=session_id,
        user_text=question,
        assistant_text=f"{question} [1]",
        summary=question,
        language="en",
        route="general",
        doc_refs=refs,
        client_turn_id=client_turn_id,
    )
