"""The google-genai SDK as both use it, the models and File Search: over an HTTP client of our own, and its errors in our words.

`GEMINI_API_KEY` and `GOOGLE_GEMINI_BASE_URL` are read by the SDK, like everything else that it reads.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from contextvars import ContextVar

import httpx2
from google import genai
from google.genai.client import AsyncClient
from google.genai.errors import APIError
from google.genai.types import Candidate, Content, GenerateContentConfig, GenerateContentResponse, HttpOptions
from google.genai.types import FinishReason as Reason

from ibidem.backends.failures import Failure, late, reported, status_failure, unreachable, unreadable
from ibidem.backends.patience import until_whole
from ibidem.backends.remote_model import SILENT_SECONDS
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, TextDelta, ThoughtDelta, TokenCount

# Whatever else ends an answer held it back: safety, recitation, blocked words, personal data.
REASONS: dict[Reason, FinishReason] = {Reason.STOP: "stop", Reason.MAX_TOKENS: "length"}


class GeminiClient:
    """The SDK over a client of our own.

    The SDK leaves the response of a stream that is closed early to the garbage collector, and takes another HTTP library, with
    retries of its own, where one happens to be installed.
    """

    def __init__(self) -> None:
        self._responses: ContextVar[list[httpx2.Response] | None] = ContextVar("responses", default=None)
        self._http = httpx2.AsyncClient(event_hooks={"response": [self._remember]}, follow_redirects=True)
        options = HttpOptions(httpx_async_client=self._http, timeout=int(SILENT_SECONDS * 1000))
        self._client = genai.Client(http_options=options)

    @property
    def aio(self) -> AsyncClient:
        """The SDK's own calls."""
        return self._client.aio

    async def stream(
        self, model: str, contents: Sequence[Content], config: GenerateContentConfig
    ) -> AsyncGenerator[GenerateContentResponse]:
        """The pieces of an answer (streamGenerateContent); the connection is closed when the generator is."""
        responses: list[httpx2.Response] = []
        self._responses.set(responses)
        whole = False
        try:
            stream = await self.aio.models.generate_content_stream(model=model, contents=list(contents), config=config)
            async with aclosing(until_whole(aiter(stream), lambda: whole)) as chunks:
                async for chunk in chunks:
                    whole = whole or reason_of(chunk) is not None
                    yield chunk
        finally:
            for response in responses:
                await response.aclose()

    async def close(self) -> None:
        """Lets go of the connections."""
        await self.aio.aclose()
        await self._http.aclose()

    async def _remember(self, response: httpx2.Response) -> None:
        responses = self._responses.get()
        if responses is not None:
            responses.append(response)


class AnswerReader:
    """Reads the pieces of one answer; `end` is its end, None while it has none."""

    def __init__(self) -> None:
        self._reason: FinishReason | None = None
        self._tokens = TokenCount()

    def take(self, chunk: GenerateContentResponse) -> Iterator[ModelEvent]:
        """What a piece says."""
        candidate = candidate_of(chunk)
        parts = candidate.content.parts if candidate is not None and candidate.content is not None else None
        for part in parts or ():
            if part.text:
                yield ThoughtDelta(part.text) if part.thought else TextDelta(part.text)
        self._reason = reason_of(chunk) or self._reason
        if (usage := chunk.usage_metadata) is not None:
            thought = usage.thoughts_token_count or 0
            self._tokens = TokenCount(usage.prompt_token_count or 0, (usage.candidates_token_count or 0) + thought)
            if thought:
                yield ThoughtDelta("")

    @property
    def end(self) -> ModelEnd | None:
        return None if self._reason is None else ModelEnd(self._reason, self._tokens)


def candidate_of(chunk: GenerateContentResponse) -> Candidate | None:
    """The one answer that is asked for."""
    return chunk.candidates[0] if chunk.candidates else None


def reason_of(chunk: GenerateContentResponse) -> FinishReason | None:
    """Why the answer ends with this piece; None where it goes on."""
    if chunk.prompt_feedback is not None and chunk.prompt_feedback.block_reason is not None:
        return "filtered"
    candidate = candidate_of(chunk)
    return None if candidate is None or candidate.finish_reason is None else REASONS.get(candidate.finish_reason, "filtered")


def failure_of(name: str, error: Exception) -> Failure | None:
    """What an error of the SDK means; None for any other error."""
    match error:
        case httpx2.TimeoutException():
            return late(name)
        case httpx2.TransportError() as lost:
            return unreachable(name, lost.request.url.host)
        case APIError():
            response: object = getattr(error, "response", None)
            if not isinstance(response, httpx2.Response):
                return reported(name)
            return status_failure(name, error.code, error.status, response.headers)
        case ValueError() | KeyError() | httpx2.HTTPError():
            return unreadable(name)
        case _:
            return None
