"""Sends a prompt to a model, within the turn's budget and time, and records every outcome in the turn's trace."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ibidem.domain.errors import ModelError, ModelRefused
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta, TokenCount
from ibidem.domain.text import made_storable
from ibidem.domain.trace import CallOutcome, ModelCall
from ibidem.ports.models import ChatModel
from ibidem.privacy.turn_masking import SafeStream
from ibidem.prompts.prompt import Prompt
from ibidem.turn.context import TurnContext
from ibidem.turn.tracing import MOST_THOUGHTS

T = TypeVar("T")

# A call that hangs leaves at least half of the time that the turn still has, so that the fallbacks always have time.
CALL_SHARE = 0.5
# An answer may take nearly all of it: only its checks and the storing come after.
ANSWER_SHARE = 0.8
# English takes about 4 characters a token, Korean and Japanese 1 to 2: more than 8 for each token that the answer may have come
# from a server that does not know its end.
MOST_CHARACTERS_A_TOKEN = 8
# The budget's count where a server reports none; a guard against runaway use, so it may be too high.
CHARACTERS_A_TOKEN = 2


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a streamed answer. `ok`: it is complete; `cut`: a part of it arrived."""

    outcome: CallOutcome


class Answering(Protocol):
    """What an answer can be streamed from: a ChatModel, or a hosted search."""

    @property
    def name(self) -> str: ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]: ...


async def ask(
    model: ChatModel, prompt: Prompt, inputs: Mapping[str, str], read: Callable[[str], T | None], context: TurnContext
) -> T | None:
    """The result of `read` on the model's reply, which is made safe before; None when the step has to fall back to its rule.

    That is when the reply is empty or unreadable, the model unavailable, refusing or late, or the budget spent, which prevents
    the call. A reply cut off at its token limit is used if it can be read. Raises PromptError for inputs that the prompt does
    not take.
    """
    request = prompt.fill(inputs)
    if not context.budget.take_side_call():
        return None
    call = _Call(model, prompt, request, context)
    seconds = min(context.call_seconds, CALL_SHARE * context.budget.remaining)
    try:
        async with asyncio.timeout(seconds):
            reply = await model.complete(request)
    except TimeoutError:
        context.record.trouble(f"{prompt.label}: no reply within {seconds:.3g} s")
        call.end("late")
        return None
    except ModelError as error:
        call.end(call.failed(error))
        return None
    except asyncio.CancelledError:
        call.end("cut")
        raise
    text = made_storable(reply.text)
    safe = context.masking.answers
    context.record.thought(safe.text(made_storable(reply.thoughts)))
    value = None if reply.reason == "filtered" or not text.strip() else read(safe.text(text))
    call.end("ok" if value is not None else _why_unread(reply.reason, text), len(text), reply.tokens)
    return value


async def stream(
    model: Answering, prompt: Prompt, inputs: Mapping[str, str], context: TurnContext
) -> AsyncGenerator[str | Ended]:
    """The pieces of an answer as they arrive, made safe, then one Ended. Of an answer that breaks off, what no longer shows
    whether it is personal data is left out.

    Its outcome is `ok`; `cut` when only a part arrived, for whatever reason; `empty`, `unavailable` or `late` when nothing
    arrived, the last also when the budget is spent; `refused` at any point. A reader that stops closes it
    (`contextlib.aclosing`), which closes the model's stream. Raises PromptError for inputs that the prompt does not take.
    """
    request = prompt.fill(inputs)
    if not context.budget.take_call():
        yield Ended("late")
        return
    call = _Call(model, prompt, request, context)
    reading, safe = _Reading(), context.masking.answers.stream()
    outcome: CallOutcome = "cut"  # stays so when the reader leaves
    try:
        async with aclosing(model.stream(request)) as events:
            until = asyncio.get_running_loop().time() + ANSWER_SHARE * context.budget.remaining
            try:
                while (event := await _next(events, until)) is not None and not isinstance(event, ModelEnd):
                    if piece := safe.push(reading.take(event)):
                        yield piece
                    if reading.length > MOST_CHARACTERS_A_TOKEN * request.max_tokens:
                        break
                ended = _end_of(event, reading)
            except TimeoutError:
                ended = "cut" if reading.begun else "late"
            except ModelError as error:
                ended = call.failed(error)
                if ended == "unavailable" and reading.begun:
                    ended = "cut"
        outcome = ended
    finally:
        context.record.thought(reading.thoughts_through(context.masking.answers.stream()))
        call.end(outcome, reading.length, reading.tokens)
    if outcome == "ok" and (rest := safe.finish()):
        yield rest
    yield Ended(outcome)


class _Call:
    """A running call, recorded in the trace when it ends."""

    def __init__(self, model: Answering, prompt: Prompt, request: ModelRequest, context: TurnContext) -> None:
        self._model = model
        self._prompt = prompt
        self._asked = len(request.system) + len(request.user)
        self._context = context
        self._step = context.journal.current
        self._started = context.budget.elapsed_ms

    def failed(self, error: ModelError) -> CallOutcome:
        """The outcome of an error; its message goes into the trace."""
        self._context.record.trouble(str(error))
        return "refused" if isinstance(error, ModelRefused) else "unavailable"

    def end(self, outcome: CallOutcome, characters: int = 0, tokens: TokenCount | None = None) -> None:
        tokens = tokens or TokenCount()
        budget = self._context.budget
        budget.add_tokens(
            (tokens.input or self._asked // CHARACTERS_A_TOKEN) + (tokens.output or characters // CHARACTERS_A_TOKEN)
        )
        took = budget.elapsed_ms - self._started
        self._context.record.calls.append(
            ModelCall(self._step, self._prompt.label, self._model.name, self._started, took, outcome, tokens.input, tokens.output)
        )


class _Reading:
    """The part of a streamed answer so far: `length` in characters; `begun` once it has more than white space."""

    def __init__(self) -> None:
        self.length = 0
        self.begun = False
        self.tokens = TokenCount()
        self._thoughts: list[str] = []
        self._thought = 0

    def take(self, event: TextDelta | ThoughtDelta) -> str:
        """The text to show of an event."""
        if isinstance(event, ThoughtDelta):
            if self._thought < MOST_THOUGHTS:
                self._thoughts.append(event.text)
                self._thought += len(event.text)
            return ""
        piece = made_storable(event.text)
        self.length += len(piece)
        self.begun = self.begun or piece.strip() != ""
        return piece

    def thoughts_through(self, safe: SafeStream) -> str:
        """The thoughts, made safe; of too many, none whose end is not known."""
        given = safe.push(made_storable("".join(self._thoughts)))
        return given if self._thought >= MOST_THOUGHTS else given + safe.finish()


async def _next(events: AsyncGenerator[ModelEvent], until: float) -> ModelEvent | None:
    """The next event, or None after the last. Raises TimeoutError at `until`, in time of the event loop."""
    # Around each event, never around a yield: a timeout there would stop the reader instead of the model.
    async with asyncio.timeout_at(until):
        return await anext(events, None)


def _end_of(last: ModelEvent | None, reading: _Reading) -> CallOutcome:
    """The outcome of an answer whose last event this is."""
    if isinstance(last, ModelEnd):
        reading.tokens = last.tokens
        if last.reason == "filtered":
            return "refused"
    if not reading.begun:
        return "empty"
    return "ok" if isinstance(last, ModelEnd) and last.reason == "stop" else "cut"


def _why_unread(reason: FinishReason, text: str) -> CallOutcome:
    if reason == "filtered":
        return "refused"
    if not text.strip():
        return "empty"
    return "cut" if reason == "length" else "unreadable"
