"""Rerankers behind HTTP: a question and passages in, a score a passage out.

    tei:URL       POST URL/rerank {"query", "texts"} -> [{"index", "score"}]: Hugging Face's text-embeddings-inference, and what
                  is compatible with it; `TEI_API_KEY` if it wants a key
    cohere:MODEL  POST COHERE_BASE_URL/rerank {"model", "query", "documents"} -> {"results": [{"index", "relevance_score"}]},
                  with `COHERE_API_KEY`
    jina:MODEL    the same at `JINA_BASE_URL`, with `JINA_API_KEY`; vLLM, llama.cpp, LiteLLM and others serve this shape too

Sources: the API references of text-embeddings-inference, Cohere (v2) and Jina.
"""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ibidem.backends.addresses import shown
from ibidem.backends.json_server import JsonServer, by_index, field, items, number
from ibidem.domain.errors import ModelRefused

COHERE_URL, JINA_URL = "https://api.cohere.com/v2", "https://api.jina.ai/v1"
# text-embeddings-inference takes 32 texts a call by default.
TEXTS_A_CALL = 32

Body = Callable[[str, Sequence[str]], Mapping[str, Any]]


class HttpReranker:
    """ports.Reranker over POST /rerank. `body` makes a call's body, `results` and `score` say where the scores stand."""

    def __init__(self, name: str, server: JsonServer, body: Body, results: str | None, score: str) -> None:
        self._name = name
        self._server = server
        self._body = body
        self._results = results
        self._score = score

    @property
    def name(self) -> str:
        """See ports.Reranker."""
        return self._name

    async def rerank(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """See ports.Reranker."""
        scores: list[float] = []
        for start in range(0, len(passages), TEXTS_A_CALL):
            scores += await self._some(question, passages[start : start + TEXTS_A_CALL])
        return scores

    async def close(self) -> None:
        """See ports.Reranker."""
        await self._server.close()

    async def _some(self, question: str, passages: Sequence[str]) -> list[float]:
        def read(answer: object) -> list[float]:
            listed = answer if self._results is None else field(answer, self._results)
            return [number(field(one, self._score)) for one in by_index(items(listed, len(passages)))]

        scores = await self._server.ask("rerank", self._body(question, passages), read)
        if not all(map(math.isfinite, scores)):
            raise ModelRefused(self._name, "a score is not a number")
        return scores


def open_tei_reranker(url: str) -> HttpReranker:
    """The server at that URL. Raises SettingsError when it is none."""
    name = f"tei:{shown(url)}"

    def body(question: str, passages: Sequence[str]) -> Mapping[str, Any]:
        return {"query": question, "texts": list(passages), "truncate": True}

    return HttpReranker(name, JsonServer(name, url, os.environ.get("TEI_API_KEY")), body, None, "score")


def open_cohere_reranker(model: str) -> HttpReranker:
    """The model of that name at Cohere, or at what `COHERE_BASE_URL` names."""
    return _by_model("cohere", model, COHERE_URL)


def open_jina_reranker(model: str) -> HttpReranker:
    """The model of that name at Jina, or at what `JINA_BASE_URL` names."""
    return _by_model("jina", model, JINA_URL)


def _by_model(provider: str, model: str, url: str) -> HttpReranker:
    name, variables = f"{provider}:{model}", provider.upper()
    server = JsonServer(name, os.environ.get(f"{variables}_BASE_URL") or url, os.environ.get(f"{variables}_API_KEY"))

    def body(question: str, passages: Sequence[str]) -> Mapping[str, Any]:
        return {"model": model, "query": question, "documents": list(passages), "top_n": len(passages)}

    return HttpReranker(name, server, body, "results", "relevance_score")
