"""Embedding models behind OpenAI's wire format: OpenAI itself, vLLM, text-embeddings-inference, Ollama, LM Studio, and gateways.

The server is the one of the models, `OPENAI_BASE_URL` with `OPENAI_API_KEY`, unless `EMBEDDINGS_BASE_URL` names another one, with
`EMBEDDINGS_API_KEY` if it wants a key; the key of one is never sent to the other. Source: OpenAI's API reference for embeddings.
"""

import asyncio
import math
import os
from collections.abc import Sequence

from ibidem.backends.json_server import JsonServer, by_index, field, items, number
from ibidem.backends.prefixes import prefixes_of
from ibidem.domain.errors import ModelRefused

OPENAI_URL = "https://api.openai.com/v1"
# text-embeddings-inference takes 32 texts a call by default; more at once gain little.
TEXTS_A_CALL = 32
CALLS_AT_ONCE = 4
# The weight of the previous question beside one that goes on with it. On MTRAG's fiqa .2 to .5 are alike and find a little more
# than none (R@5 .347 to .354, against .341); in one text with every question it finds less (.297).
PREVIOUS = 0.3


def open_openai_embedder(model: str) -> "OpenAIEmbedder":
    """The model of that name, at the server that the environment names."""
    own = os.environ.get("EMBEDDINGS_BASE_URL")
    url = own or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL
    return OpenAIEmbedder(model, url, os.environ.get("EMBEDDINGS_API_KEY" if own else "OPENAI_API_KEY"))


class OpenAIEmbedder:
    """ports.Embedder over POST /embeddings."""

    def __init__(self, model: str, base_url: str, key: str | None = None) -> None:
        self._model = model
        self._prefixes = prefixes_of(model)
        self._server = JsonServer(self.name, base_url, key)
        self._calls = asyncio.Semaphore(CALLS_AT_ONCE)

    @property
    def name(self) -> str:
        """See ports.Embedder."""
        return f"openai:{self._model}"

    async def load(self) -> None:
        """See ports.Embedder."""

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        """See ports.Embedder. The last question before counts by `PREVIOUS`: such models were not trained on several in one
        text."""
        asked = [self._prefixes.question + one for one in (text, *before[-1:])]
        return _weighted(await self._ask(asked))

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See ports.Embedder. Whoever is cancelled here has ended all calls to the server."""
        written = [self._prefixes.passage + text for text in texts]

        async def some(start: int) -> list[list[float]]:
            async with self._calls:
                return await self._ask(written[start : start + TEXTS_A_CALL])

        asking = [asyncio.ensure_future(some(start)) for start in range(0, len(written), TEXTS_A_CALL)]
        try:
            vectors = [vector for part in await asyncio.gather(*asking) for vector in part]
        finally:
            for one in asking:
                one.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        return self._alike(vectors)

    async def close(self) -> None:
        """See ports.Embedder."""
        await self._server.close()

    async def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        def read(answer: object) -> list[list[float]]:
            data = by_index(items(field(answer, "data"), len(texts)))
            return [_numbers(field(one, "embedding")) for one in data]

        return self._alike(await self._server.ask("embeddings", {"model": self._model, "input": list(texts)}, read))

    def _alike(self, vectors: list[list[float]]) -> list[list[float]]:
        sizes = {len(vector) for vector in vectors}
        if len(sizes) > 1:
            raise ModelRefused(self.name, f"its vectors differ in length: {', '.join(map(str, sorted(sizes)))} numbers")
        for vector in vectors:
            if not all(map(math.isfinite, vector)):
                raise ModelRefused(self.name, "a vector holds what is not a number")
            if not any(vector):
                raise ModelRefused(self.name, "a vector is nothing but zeros")
        return vectors


def _weighted(vectors: Sequence[Sequence[float]]) -> Sequence[float]:
    """The vector of a question, at length 1 with that of the one before it by its weight; alone as it came."""
    asked, *before = vectors
    if not before:
        return asked
    length, other = math.hypot(*asked), PREVIOUS / math.hypot(*before[0])
    return [number / length + earlier * other for number, earlier in zip(asked, before[0], strict=True)]


def _numbers(thing: object) -> list[float]:
    if not isinstance(thing, list) or not thing:
        raise ValueError("it is no vector")
    # JSON has no word for "not a number"; servers write null.
    return [math.nan if one is None else number(one) for one in thing]  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
