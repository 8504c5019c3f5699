"""An embedder without a model: texts are near each other when they share words, in any language, and it can be made to fail."""

from collections.abc import Callable, Sequence

from ibidem.domain.errors import ModelError, ModelRefused
from ibidem.testing.openai_vectors import vector


class WordEmbedder:
    """ports.Embedder over `openai_vectors.vector`.

    `passages` are the texts for which a vector was asked, again and again if so, `questions` likewise. While `fails` is set,
    every call raises it; a call with a text of which `refuses` is true raises ModelRefused, as servers do that find it too long.
    """

    def __init__(self, name: str = "words:plain", size: int = 256) -> None:
        self._name = name
        self.size = size
        self.passages: list[str] = []
        self.questions: list[str] = []
        self.fails: ModelError | None = None
        self.refuses: Callable[[str], bool] = lambda _: False

    @property
    def name(self) -> str:
        """See ports.Embedder."""
        return self._name

    async def load(self) -> None:
        """See ports.Embedder."""

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        """See ports.Embedder. The questions before count as words of this one."""
        self.questions.append(text)
        return self._vectors([" ".join((*before, text))])[0]

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See ports.Embedder."""
        self.passages += texts
        return self._vectors(texts)

    async def close(self) -> None:
        """See ports.Embedder."""

    def _vectors(self, texts: Sequence[str]) -> list[list[float]]:
        if self.fails is not None:
            raise self.fails
        if any(map(self.refuses, texts)):
            raise ModelRefused(self._name, "a text is too long")
        return [vector(text, self.size) for text in texts]
