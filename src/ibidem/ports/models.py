"""What computes: language models, embedders, rerankers and readers."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from ibidem.domain.models import ModelEvent, ModelReply, ModelRequest
from ibidem.domain.windows import ReadWindow, Window


class ChatModel(Protocol):
    """A language model behind some server, or one that plays its part.

    Whoever stops reading a stream, or is cancelled while waiting, has closed the request to the server when that call returns.
    Retries are the adapter's: few, only for what may pass (overload, a lost connection), never once a piece has been given.
    Deadlines are the caller's.
    """

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """The answer piece by piece as it comes; ModelEnd is the last event of an answer that came to its end.

        Thoughts are kept apart, whether the server sends them in a field of their own or between <think> tags. Raises
        ModelUnavailable, also in the middle when the stream breaks off without an end, and ModelRefused.
        """
        ...

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The whole answer at once. Raises ModelUnavailable and ModelRefused."""
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...


class Embedder(Protocol):
    """Texts as vectors, whose cosine tells how near they are in meaning."""

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`. Vectors of two names are never compared."""
        ...

    async def load(self) -> None:
        """Makes ready what the first call would wait for. Raises ModelUnavailable."""
        ...

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        """The vector of a question that goes on with those `before` it, the latest last. Raises ModelUnavailable and
        ModelRefused."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """The vectors of passages, in their order, all of one length. Raises ModelUnavailable and ModelRefused."""
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...


class Reranker(Protocol):
    """Scores how well passages answer a question, reading both together."""

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        ...

    async def rerank(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """A score a passage, in their order; higher is better, the scale is the model's own.

        Raises ModelUnavailable and ModelRefused.
        """
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...


class Reader(Protocol):
    """Reads a question together with windows of documents, and says which of them answer, and which of their lines."""

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        ...

    async def load(self) -> None:
        """Makes ready what the first call would wait for. Raises ModelUnavailable."""
        ...

    async def read(self, question: str, before: Sequence[str], windows: Sequence[Window]) -> Sequence[ReadWindow]:
        """What it says of each window, in their order. `before` are the questions that this one goes on with, the latest last.

        Raises ModelUnavailable and ModelRefused.
        """
        ...

    async def close(self) -> None:
        """Lets go of what it holds."""
        ...
