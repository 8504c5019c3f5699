"""Models of Google, by its own wire format: streamGenerateContent.

No temperature is sent: Google advises against any but the models' own. Source: the Gemini API reference, "Generating content".
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from google.genai.types import Content, GenerateContentConfig, Part

from ibidem.backends.failures import Failure
from ibidem.backends.gemini.client import AnswerReader, GeminiClient, failure_of
from ibidem.backends.remote_model import RemoteModel
from ibidem.domain.models import ModelEvent, ModelRequest


def open_gemini_model(model: str) -> RemoteModel:
    """The model of that name."""
    name = f"gemini:{model}"
    return RemoteModel(name, GeminiWire(name, model))


class GeminiWire:
    """streamGenerateContent."""

    def __init__(self, name: str, model: str) -> None:
        self._name = name
        self._model = model
        self._client = GeminiClient()

    async def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in Wire."""
        contents = [Content(role="user", parts=[Part(text=request.user)])]
        config = GenerateContentConfig(
            system_instruction=request.system, max_output_tokens=request.max_tokens, automatic_continuation=False
        )
        reader = AnswerReader()
        async with aclosing(self._client.stream(self._model, contents, config)) as chunks:
            async for chunk in chunks:
                for event in reader.take(chunk):
                    yield event
        if reader.end is not None:
            yield reader.end

    def failure(self, error: Exception) -> Failure | None:
        """As in Wire."""
        return failure_of(self._name, error)

    async def close(self) -> None:
        """As in Wire."""
        await self._client.close()
