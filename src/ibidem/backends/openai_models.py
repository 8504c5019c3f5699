"""Models behind OpenAI's wire format: OpenAI itself, vLLM, Ollama, LM Studio, and gateways.

`OPENAI_BASE_URL` and `OPENAI_API_KEY` are read by the SDK, like everything else that it reads. Sources: the OpenAI API reference
for chat completions; vLLM, DeepSeek and OpenRouter for `reasoning_content` and `reasoning`.
"""

import os
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import cast

from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    AsyncStream,
    BadRequestError,
    Timeout,
    UnprocessableEntityError,
    omit,
)
from openai.types.chat import ChatCompletionChunk

from ibidem.backends.failures import Failure, late, reported, status_failure, unreachable, unreadable
from ibidem.backends.patience import until_whole
from ibidem.backends.remote_model import CONNECT_SECONDS, SILENT_SECONDS, RemoteModel
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta, TokenCount

OPENAI_HOST = "api.openai.com"
BASE_URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"
NO_KEY = "none"  # the SDK asks for a key; a server that has none, as Ollama and LM Studio, does not look at it

# Models whose templates put <think> into the prompt, so that it is not in the text (read in the templates of DeepSeek-R1, QwQ and
# Qwen3-Thinking). Their first stream is held back; to hold back that of every unknown model would be noticed by all its users.
UNOPENED = re.compile(r"(?:deepseek|(?<![a-z]))-?r1|qwq|think|reason", re.IGNORECASE)

REASONS: dict[str, FinishReason] = {"length": "length", "content_filter": "filtered"}
LIMITS = ("max_tokens", "max_completion_tokens")
ADAPTABLE = frozenset({*LIMITS, "temperature", "stream_options"})


def open_openai_model(model: str) -> RemoteModel:
    """The model of that name, at the server that the environment names."""
    name = f"openai:{model}"
    wire = OpenAIWire(name, model)
    return RemoteModel(name, wire, "unknown" if wire.host != OPENAI_HOST and UNOPENED.search(model) else "answer")


class OpenAIWire:
    """Chat completions, streamed.

    Servers differ in the parameters that they take. What one refuses, a limit under its other name included, is left out of the
    call that follows and, once that went through, of every later one.
    """

    def __init__(self, name: str, model: str) -> None:
        self._name = name
        self._model = model
        self._client = AsyncOpenAI(
            api_key=os.environ.get(KEY_VARIABLE) or NO_KEY,
            base_url=os.environ.get(BASE_URL_VARIABLE) or f"https://{OPENAI_HOST}/v1",  # an empty one is none
            max_retries=0,
            timeout=Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS),
        )
        # The newer name is not known to every server, and the newer models of OpenAI do not know the older one.
        first = LIMITS[1] if self.host == OPENAI_HOST else LIMITS[0]
        self._limits = sorted(LIMITS, key=first.__ne__)
        self._refused: frozenset[str] = frozenset()

    @property
    def host(self) -> str:
        """The host of the server."""
        return self._client.base_url.host

    async def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in Wire."""
        reason: FinishReason | None = None
        tokens = TokenCount()
        async with await self._opened(request) as stream, aclosing(until_whole(aiter(stream), lambda: bool(reason))) as chunks:
            async for chunk in chunks:
                for event in _deltas(chunk):
                    yield event
                reason = _reason(chunk) or reason
                counted = _counted(chunk)
                if counted is not None:
                    tokens, thought = counted
                    if thought:
                        yield ThoughtDelta("")
        if reason is not None:
            yield ModelEnd(reason, tokens)

    def failure(self, error: Exception) -> Failure | None:
        """As in Wire."""
        match error:
            case APITimeoutError():
                return late(self._name)
            case APIConnectionError():
                url = self._client.base_url
                return unreachable(self._name, f"{url.scheme}://{url.netloc.decode()}")
            case APIStatusError():
                return status_failure(self._name, error.status_code, error.code or error.type, error.response.headers)
            case APIError():
                return reported(self._name)
            case ValueError():
                return unreadable(self._name)
            case _:
                return None

    async def close(self) -> None:
        """As in Wire."""
        await self._client.close()

    async def _opened(self, request: ModelRequest) -> AsyncStream[ChatCompletionChunk]:
        refused = self._refused
        while True:
            limit = next(name for name in self._limits if name not in refused)
            try:
                stream = await self._client.chat.completions.create(
                    model=self._model,
                    messages=[{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
                    stream=True,
                    stream_options=omit if "stream_options" in refused else {"include_usage": True},
                    temperature=omit if "temperature" in refused else 0.0,
                    max_tokens=request.max_tokens if limit == "max_tokens" else omit,
                    max_completion_tokens=request.max_tokens if limit == "max_completion_tokens" else omit,
                )
            except (BadRequestError, UnprocessableEntityError) as error:
                names = _named(error) & (ADAPTABLE - {*LIMITS} | {limit}) - refused
                if not names or refused | names >= {*LIMITS}:
                    raise
                refused |= names
            else:
                self._refused = refused
                return stream


def _named(error: APIStatusError) -> frozenset[str]:
    """The parameters that an error mentions; only the culprit where it names one."""
    if error.param in ADAPTABLE:
        return frozenset({error.param})
    return frozenset(re.findall(r"\w+", f"{error.message} {error.body}")) & ADAPTABLE


def _deltas(chunk: object) -> Iterator[ModelEvent]:
    """The SDK takes whatever the server sends for what it should be; so every type is looked at."""
    delta = getattr(_choice(chunk), "delta", None)
    thought = _text(delta, "reasoning_content") or _text(delta, "reasoning")
    if thought:
        yield ThoughtDelta(thought)
    if text := _text(delta, "content"):
        yield TextDelta(text)


def _reason(chunk: object) -> FinishReason | None:
    choice = _choice(chunk)
    if _text(getattr(choice, "delta", None), "refusal"):
        return "filtered"
    reason = _text(choice, "finish_reason")
    return REASONS.get(reason, "stop") if reason else None


def _counted(chunk: object) -> tuple[TokenCount, int] | None:
    """The tokens, and how many of them were thought."""
    usage = getattr(chunk, "usage", None)
    if usage is None:
        return None
    details = getattr(usage, "completion_tokens_details", None)
    return TokenCount(_number(usage, "prompt_tokens"), _number(usage, "completion_tokens")), _number(details, "reasoning_tokens")


def _choice(chunk: object) -> object:
    choices: object = getattr(chunk, "choices", None)
    listed = cast("list[object]", choices) if isinstance(choices, list) else []
    return next((one for one in listed if getattr(one, "index", None) == 0), None)


def _text(thing: object, field: str) -> str:
    value = getattr(thing, field, None)
    return value if isinstance(value, str) else ""


def _number(thing: object, field: str) -> int:
    value = getattr(thing, field, None)
    return value if isinstance(value, int) and value > 0 else 0
