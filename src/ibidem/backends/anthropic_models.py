"""Models of Anthropic, by its own wire format: the Messages API, streamed.

No temperature is sent, which its newer models refuse.
`ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL` are read by the SDK, like everything else that it reads. Source: the Messages API
reference, "Streaming messages".
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

import httpx2
from anthropic import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAnthropic,
    Timeout,
)
from anthropic.types import RawContentBlockDeltaEvent, RawMessageDeltaEvent, RawMessageStartEvent

from ibidem.backends.failures import Failure, late, reported, status_failure, unreachable, unreadable
from ibidem.backends.patience import until_whole
from ibidem.backends.remote_model import CONNECT_SECONDS, SILENT_SECONDS, RemoteModel
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta, TokenCount

REASONS: dict[str, FinishReason] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "filtered",
}


def open_anthropic_model(model: str) -> RemoteModel:
    """The model of that name."""
    name = f"anthropic:{model}"
    return RemoteModel(name, AnthropicWire(name, model))


class AnthropicWire:
    """The Messages API."""

    def __init__(self, name: str, model: str) -> None:
        self._name = name
        self._model = model
        self._client = AsyncAnthropic(max_retries=0, timeout=Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS))

    async def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in Wire."""
        reason: FinishReason | None = None
        tokens = TokenCount()
        opening = self._client.messages.create(
            model=self._model,
            system=request.system,
            messages=[{"role": "user", "content": request.user}],
            max_tokens=request.max_tokens,
            stream=True,
        )
        async with await opening as stream, aclosing(until_whole(aiter(stream), lambda: bool(reason))) as chunks:
            async for chunk in chunks:
                match chunk:
                    case RawMessageStartEvent(message=message):
                        tokens = TokenCount(message.usage.input_tokens, 0)
                    case RawContentBlockDeltaEvent(delta=delta) if delta.type == "text_delta":
                        yield TextDelta(delta.text)
                    case RawContentBlockDeltaEvent(delta=delta) if delta.type == "thinking_delta":
                        yield ThoughtDelta(delta.thinking)
                    case RawMessageDeltaEvent(delta=delta, usage=usage) if delta.stop_reason:
                        reason = REASONS.get(delta.stop_reason, "stop")
                        tokens = replace(tokens, output=usage.output_tokens)
                    case _:
                        pass
        if reason is not None:
            yield ModelEnd(reason, tokens)

    def failure(self, error: Exception) -> Failure | None:
        """As in Wire."""
        match error:
            case APITimeoutError() | httpx2.TimeoutException():  # within the stream the SDK lets those of its own library through
                return late(self._name)
            case APIConnectionError() | httpx2.TransportError():
                return unreachable(self._name, str(self._client.base_url.host))
            case APIStatusError() if error.status_code < 400:
                return reported(self._name)
            case APIStatusError():
                return status_failure(self._name, error.status_code, error.type, error.response.headers)
            case ValueError() | AttributeError() | TypeError():  # the SDK takes what a server sends for what it should be
                return unreadable(self._name)
            case _:
                return None

    async def close(self) -> None:
        """As in Wire."""
        await self._client.close()
