"""Models of Google, by its own wire format: streamGenerateContent.

`GEMINI_API_KEY` and `GOOGLE_GEMINI_BASE_URL` are read by the SDK, like everything else that it reads. No temperature is sent:
Google advises against any but the models' own. Source: the Gemini API reference, "Generating content".
"""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from contextvars import ContextVar

import httpx2
from google import genai
from google.genai.errors import APIError
from google.genai.types import Candidate, GenerateContentConfig, GenerateContentResponse, HttpOptions
from google.genai.types import FinishReason as Reason

from ibidem.backends.failures import Failure, late, reported, status_failure, unreachable, unreadable
from ibidem.backends.patience import until_whole
from ibidem.backends.remote_model import SILENT_SECONDS, RemoteModel
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta, TokenCount

# Whatever else ends an answer held it back: safety, recitation, blocked words, personal data.
REASONS: dict[Reason, FinishReason] = {Reason.STOP: "stop", Reason.MAX_TOKENS: "length"}


def open_gemini_model(model: str) -> RemoteModel:
    """The model of that name."""
    name = f"gemini:{model}"
    return RemoteModel(name, GeminiWire(name, model))


class GeminiWire:
    """streamGenerateContent over a client of our own.

    The SDK leaves the response of a stream that is closed early to the garbage collector, and takes another HTTP library, with
    retries of its own, where one happens to be installed.
    """

    def __init__(self, name: str, model: str) -> None:
        self._name = name
        self._model = model
        self._responses: ContextVar[list[httpx2.Response]] = ContextVar("responses")
        self._http = httpx2.AsyncClient(event_hooks={"response": [self._remember]}, follow_redirects=True)
        options = HttpOptions(httpx_async_client=self._http, timeout=int(SILENT_SECONDS * 1000))
        self._client = genai.Client(http_options=options)

    async def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in Wire."""
        reason: FinishReason | None = None
        tokens = TokenCount()
        responses: list[httpx2.Response] = []
        self._responses.set(responses)
        try:
            stream = await self._client.aio.models.generate_content_stream(
                model=self._model,
                contents=request.user,
                config=GenerateContentConfig(
                    system_instruction=request.system, max_output_tokens=request.max_tokens, automatic_continuation=False
                ),
            )
            async with aclosing(until_whole(aiter(stream), lambda: bool(reason))) as chunks:
                async for chunk in chunks:
                    for event in _deltas(chunk):
                        yield event
                    reason = _reason(chunk) or reason
                    if (usage := chunk.usage_metadata) is not None:
                        thought = usage.thoughts_token_count or 0
                        tokens = TokenCount(usage.prompt_token_count or 0, (usage.candidates_token_count or 0) + thought)
                        if thought:
                            yield ThoughtDelta("")
        finally:
            for response in responses:
                await response.aclose()
        if reason is not None:
            yield ModelEnd(reason, tokens)

    def failure(self, error: Exception) -> Failure | None:
        """As in Wire."""
        match error:
            case httpx2.TimeoutException():
                return late(self._name)
            case httpx2.TransportError() as lost:
                return unreachable(self._name, lost.request.url.host)
            case APIError():
                response: object = getattr(error, "response", None)
                if not isinstance(response, httpx2.Response):
                    return reported(self._name)
                return status_failure(self._name, error.code, error.status, response.headers)
            case ValueError() | httpx2.HTTPError():
                return unreadable(self._name)
            case _:
                return None

    async def close(self) -> None:
        """As in Wire."""
        await self._client.aio.aclose()
        await self._http.aclose()

    async def _remember(self, response: httpx2.Response) -> None:
        self._responses.get().append(response)


def _candidate(chunk: GenerateContentResponse) -> Candidate | None:
    return chunk.candidates[0] if chunk.candidates else None


def _deltas(chunk: GenerateContentResponse) -> Iterator[ModelEvent]:
    candidate = _candidate(chunk)
    parts = candidate.content.parts if candidate is not None and candidate.content is not None else None
    for part in parts or ():
        if part.text:
            yield ThoughtDelta(part.text) if part.thought else TextDelta(part.text)


def _reason(chunk: GenerateContentResponse) -> FinishReason | None:
    if chunk.prompt_feedback is not None and chunk.prompt_feedback.block_reason is not None:
        return "filtered"
    candidate = _candidate(chunk)
    return None if candidate is None or candidate.finish_reason is None else REASONS.get(candidate.finish_reason, "filtered")
