"""What every vector index does with an embedder: windows as their vectors are kept, and questions compared with them."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.understanding import Scale, scales_of
from ibidem.domain.documents import Passage, VectorQuery
from ibidem.domain.errors import ModelRefused
from ibidem.domain.languages import Language
from ibidem.finding.windows import windows
from ibidem.language.detection import detect_language
from ibidem.ports.models import Embedder

logger = logging.getLogger(__name__)

# Chunks whose vectors are asked for and stored together: what a crash may have to pay for twice.
AT_A_TIME = 128
SAMPLE = "The valve is open."
# Vectors of questions kept for what else the turn compares, 2 kB each; the oldest go first.
QUESTIONS_KEPT = 200

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ChunkText:
    """What is embedded of a chunk: its windows, under the title of its document, its headings and the head of its table."""

    title: str
    section: str
    text: str
    head: str = ""

    @classmethod
    def of(cls, passage: Passage) -> "ChunkText":
        """That of a passage."""
        chunk = passage.chunk
        return cls(passage.document.title, chunk.section, chunk.text, chunk.head)

    @property
    def windows(self) -> list[str]:
        """The text of each window; of a chunk without a line its title."""
        return [window.text for window in windows(self.title, self.section, self.text, self.head)] or [self.title]

    @property
    def digest(self) -> bytes:
        """Identifies the windows, by which what the embedder gave for them is found again."""
        return digest("\0".join(self.windows))


@dataclass(frozen=True, slots=True)
class Understood:
    """What is known of an embedder once it has answered: how many numbers its vectors have, and the languages that are searched
    by it."""

    size: int
    languages: frozenset[Language]


class Nearness:
    """An embedder, and what it gave for questions lately."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._scales: Mapping[Language, Scale] = {}
        self._questions: dict[tuple[str, ...], Numbers] = {}

    async def scaled(self, question: str, known: Understood) -> Scale:
        """The scale of the embedder's cosines with a question in one of its languages, found out once a process."""
        if not self._scales:
            self._scales = await scales_of(self.embedder, known.languages)
        return self._scales[detect_language(question)]

    async def asked(self, query: VectorQuery, known: Understood) -> Numbers | None:
        """The vector of a query, (size,); None for a question in no language of the embedder. Earlier ones in others are left
        out."""
        if detect_language(query.question) not in known.languages:
            return None
        return await self.question(
            query.question, known, tuple(one for one in query.before if detect_language(one) in known.languages)
        )

    async def question(self, text: str, known: Understood, before: tuple[str, ...] = ()) -> Numbers:
        """The vector of a question, which a turn asks for again and again."""
        vector = self._questions.get((text, *before))
        if vector is None:
            (given,) = self.sized(known, [await self.embedder.embed_question(text, before)])
            vector = self._questions[(text, *before)] = unit(given)
            if len(self._questions) > QUESTIONS_KEPT:
                del self._questions[next(iter(self._questions))]
        return vector

    async def passages(self, texts: Sequence[str], known: Understood) -> Numbers:
        """The vectors of texts, (texts, size), which nobody keeps."""
        return np.array([unit(vector) for vector in self.sized(known, await self.embedder.embed_passages(texts))])

    async def vectors_of_passages(self, known: Understood, passages: Sequence[ChunkText]) -> list[bytes | None]:
        """The vectors of each passage's windows as they are stored, one after the other; None for a passage whose every window
        the embedder refuses, although it takes others. A single window that it refuses is near to nothing."""
        texts = list(dict.fromkeys(window for passage in passages for window in passage.windows))
        vectors = dict(zip(texts, await self.vectors_of(known, texts), strict=True))
        nothing = bytes(2 * known.size)

        def together(passage: ChunkText) -> bytes | None:
            given = [vectors[window] for window in passage.windows]
            return b"".join(one or nothing for one in given) if any(given) else None

        return [together(passage) for passage in passages]

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

    async def asked_and_scaled(self, query: VectorQuery, known: Understood) -> tuple[Numbers, Scale] | None:
        """The vector of a query with the scale of its cosines; None for a question in no language of the embedder."""
        asked, scale = await asyncio.gather(self.asked(query, known), self._scale_of(query, known))
        return None if asked is None or scale is None else (asked, scale)

    async def _scale_of(self, query: VectorQuery, known: Understood) -> Scale | None:
        return await self.scaled(query.question, known) if detect_language(query.question) in known.languages else None


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


def read_stored(vectors: Sequence[bytes], size: int) -> Numbers:
    """Stored vectors, each of one or several windows, as (windows, size)."""
    return np.frombuffer(b"".join(vectors), dtype="<f2").reshape(-1, size).astype(np.float32)
