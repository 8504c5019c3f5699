"""What every vector index does with an embedder: vectors as they are kept, and questions and texts compared by it."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.understanding import Scale, scales_of
from ibidem.domain.documents import WeightedText
from ibidem.domain.errors import ModelRefused
from ibidem.domain.languages import Language
from ibidem.language.detection import detect_language
from ibidem.language.sentences import sentence_spans
from ibidem.ports.models import Embedder

logger = logging.getLogger(__name__)

# Chunks whose vectors are asked for and stored together: what a crash may have to pay for twice.
AT_A_TIME = 128
SAMPLE = "The valve is open."
# Vectors of questions and of sentences kept for the turns that follow, 2 kB each; the oldest go first.
QUESTIONS_KEPT, TEXTS_KEPT = 200, 4000

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ChunkText:
    """What is embedded of a chunk: its text under the title of its document, and each sentence of it by itself."""

    title: str
    text: str

    @property
    def whole(self) -> str:
        return f"{self.title}\n{self.text}"

    @property
    def digest(self) -> bytes:
        """Identifies the whole, by which what the embedder gave for it is found again."""
        return digest(self.whole)

    @property
    def sentences(self) -> list[str]:
        return [self.text[start:end] for start, end in sentence_spans(self.text)]


@dataclass(frozen=True, slots=True)
class StoredVectors:
    """The vectors of a passage as they are kept: that of the whole, as `stored`, and those of its sentences, as `stored_briefly`,
    one after the other."""

    whole: bytes
    sentences: bytes


@dataclass(frozen=True, slots=True)
class Understood:
    """What is known of an embedder once it has answered: how many numbers its vectors have, and the languages that are searched
    by it."""

    size: int
    languages: frozenset[Language]


class Nearness:
    """An embedder, and what it gave for questions and sentences lately."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._scales: Mapping[Language, Scale] = {}
        self._questions: dict[str, Numbers] = {}
        self._texts: dict[str, Numbers] = {}

    async def scaled(self, question: str, known: Understood) -> Scale:
        """The scale of the embedder's cosines with a question in one of its languages, found out once a process."""
        if not self._scales:
            self._scales = await scales_of(self.embedder, known.languages)
        return self._scales[detect_language(question)]

    async def asked(self, texts: Sequence[WeightedText], known: Understood) -> Numbers | None:
        """The vector of a query, (size,); None where its first text is in no language of the embedder. Others are left out."""
        understood = [text for text in texts if detect_language(text.text) in known.languages]
        if not understood or understood[0] is not texts[0]:
            return None
        vectors = await asyncio.gather(*(self.question(text.text, known) for text in understood))
        return unit(np.sum([vector * np.float32(text.weight) for text, vector in zip(understood, vectors, strict=True)], axis=0))

    async def question(self, text: str, known: Understood) -> Numbers:
        """The vector of a question, which a turn asks for twice: for passages, and for sentences."""
        vector = self._questions.get(text)
        if vector is None:
            (given,) = self.sized(known, [await self.embedder.embed_question(text)])
            vector = self._questions[text] = unit(given)
            if len(self._questions) > QUESTIONS_KEPT:
                del self._questions[next(iter(self._questions))]
        return vector

    async def likeness(self, question: str, texts: Sequence[str], known: Understood) -> Sequence[float]:
        """See ports.VectorIndex."""
        if detect_language(question) not in known.languages:
            return ()
        held = {text: self._texts[text] for text in texts if text in self._texts}  # others may drop them meanwhile
        new = [text for text in dict.fromkeys(texts) if text not in held]
        asked, vectors = await asyncio.gather(self.question(question, known), self._passages(new, known))
        held |= zip(new, vectors, strict=True)
        self.remember(new, vectors)
        compared = np.array([held[text] for text in texts]) @ asked
        scale = await self.scaled(question, known)
        return [scale.nearness(cosine) for cosine in compared.tolist()]

    def lacking(self, texts: Sequence[str]) -> frozenset[str]:
        """Those whose vectors are not kept."""
        return frozenset(text for text in texts if text not in self._texts)

    def remember(self, texts: Sequence[str], vectors: Sequence[Numbers] | Numbers) -> None:
        """Keeps vectors, (texts, size), for comparisons that follow: sentences of what was found are compared next."""
        self._texts.update(zip(texts, vectors, strict=True))
        while len(self._texts) > TEXTS_KEPT:
            del self._texts[next(iter(self._texts))]

    async def vectors_of_passages(self, known: Understood, passages: Sequence[ChunkText]) -> list[StoredVectors | None]:
        """As they are stored; None for a passage that the embedder refuses, although it takes others. A sentence that it refuses
        is near to nothing."""
        wholes = await self.vectors_of(known, [passage.whole for passage in passages])
        taken = [passage for passage, whole in zip(passages, wholes, strict=True) if whole is not None]
        texts = list(dict.fromkeys(sentence for passage in taken for sentence in passage.sentences))
        vectors = dict(zip(texts, await self.vectors_of(known, texts), strict=True))
        nothing = bytes(known.size)

        def brief(sentence: str) -> bytes:
            vector = vectors[sentence]
            return nothing if vector is None else stored_briefly(read_stored([vector], known.size)[0])

        return [
            None if whole is None else StoredVectors(whole, b"".join(map(brief, passage.sentences)))
            for passage, whole in zip(passages, wholes, strict=True)
        ]

    async def vectors_of(self, known: Understood, texts: Sequence[str]) -> list[bytes | None]:
        """As they are stored, one a text; None for a text that the embedder refuses, although it takes others."""
        if not texts:
            return []
        try:
            vectors = await self.embedder.embed_passages(texts)
        except ModelRefused as refusal:
            if len(texts) == 1:
                # A server that takes nothing at all (its key, the model's name) says so here.
                await self.embedder.embed_passages([SAMPLE])
                logger.warning("A passage has no vector: %s", refusal)
                return [None]
            half = len(texts) // 2
            return [*await self.vectors_of(known, texts[:half]), *await self.vectors_of(known, texts[half:])]
        return [stored(vector) for vector in self.sized(known, vectors)]

    def sized(self, known: Understood, vectors: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
        """The vectors. Raises ModelRefused when they are of another length than the earlier ones under this name."""
        for vector in vectors:
            if len(vector) != known.size:
                problem = f"its vectors have {len(vector)} numbers, and had {known.size} before"
                raise ModelRefused(self.embedder.name, f"{problem}: another model needs another name")
        return vectors

    async def _passages(self, texts: Sequence[str], known: Understood) -> list[Numbers]:
        vectors = await self.embedder.embed_passages(texts) if texts else ()
        return [unit(vector) for vector in self.sized(known, vectors)]


def digest(text: str) -> bytes:
    """Identifies a text: BLAKE2b, 16 bytes."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def unit(vector: Sequence[float] | Numbers) -> Numbers:
    """The vector at length 1."""
    numbers = np.asarray(vector, dtype=np.float32)
    return numbers / max(float(np.linalg.norm(numbers)), 1e-12)


def stored(vector: Sequence[float]) -> bytes:
    """A vector as it is kept: at length 1, two bytes a number."""
    return unit(vector).astype("<f2").tobytes()


def stored_briefly(vector: Numbers) -> bytes:
    """A vector as those of sentences are kept: its direction, one byte a number. A cosine is off by less than .001."""
    return np.rint(vector * (127 / max(float(np.abs(vector).max()), 1e-12))).astype(np.int8).tobytes()


def read_briefly(vectors: bytes, size: int) -> Numbers:
    """Briefly stored vectors as (rows, size), each at length 1."""
    numbers = np.frombuffer(vectors, dtype=np.int8).reshape(-1, size).astype(np.float32)
    return numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-12)


def read_stored(vectors: Sequence[bytes], size: int) -> Numbers:
    """Stored vectors as (rows, size)."""
    return np.frombuffer(b"".join(vectors), dtype="<f2").reshape(len(vectors), size).astype(np.float32)
