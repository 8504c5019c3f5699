"""`POST /v1/chat`: one turn, as JSON or as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, TypeVar
from urllib.parse import quote
from uuid import uuid4

from fastapi import APIRouter, Path, Request
from starlette.responses import Response, StreamingResponse

from ibidem.app import App
from ibidem.domain.access import Access
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import AnswerDelta, SourcesShown, StepFinished, StepNoted, StepStarted, TurnDone, TurnEvent, TurnFailed
from ibidem.domain.personal_data import SafeText
from ibidem.domain.redaction import without_keys
from ibidem.flow.holding import read_in_time
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.errors import ErrorBody
from ibidem.shapes.pauses import WaitingList
from ibidem.shapes.requests import ChatRequest, PauseReply
from ibidem.shapes.sources import SourceShape
from ibidem.turn.pauses.expiry import not_before
from ibidem.turn.question.question_masking import as_it_is_read
from ibidem.web import errors
from ibidem.web.arrivals import Arrivals
from ibidem.web.callers import Admitted, Caller, Limit, Offset, OpenApp, TakesAPlace
from ibidem.web.leaving import unless_gone
from ibidem.web.running import RunningTurn, RunningTurns
from ibidem.web.spoken import Spoken

PauseId = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}~[0-9]{1,9}$", description="The id of a pause.", examples=["s-1~3"])
]
Numbered = tuple[int | None, TurnEvent]  # an event with its number, where it has one
Event = TypeVar("Event")
router = APIRouter(tags=["chat"], responses=errors.responses(421, 500, 503))
logger = logging.getLogger(__name__)

PATH = "/v1/chat"
IGNORED = "Ibidem-Ignored"  # the header that names what was sent and means nothing here
MOST_NAMED, LONGEST_NAME = 20, 80
STREAM = "text/event-stream"
STREAM_EXAMPLE = (
    'event: step\ndata: {"step":"retrieve","state":"started","ms":null}\n\n'
    'event: sources\ndata: {"sources":[{"slot":1,"doc_id":"sop_1203"}]}\n\n'
    'event: delta\ndata: {"text":"The torque is 12 N·m [1]."}\n\n'
    'event: done\ndata: {"status":"answered","session_id":"s-1","turn_id":1}\n\n'
)
STREAM_ITEM: dict[str, Any] = {  # as OpenAPI 3.2 describes a stream; 3.1 has no word for it
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["step", "sources", "delta", "needs_input", "done", "error"]},
        "data": {"type": "string", "contentMediaType": errors.JSON},
    },
    "required": ["event", "data"],
}
TURN_RESPONSE: dict[str, Any] = {
    "description": "The turn; as a stream, events `step`, `sources`, `delta`, `needs_input`, and `done` or `error`.",
    "content": {STREAM: {"itemSchema": STREAM_ITEM, "example": STREAM_EXAMPLE}},
}
KEEP_ALIVE = b": keep-alive\n\n"  # a comment, which clients pass over
UNBUFFERED = {"X-Accel-Buffering": "no"}  # for proxies, which would hold events back
NO_TURN = ErrorBody(type="internal_error", message="the turn ended without an answer; nothing was stored")


@router.post(
    PATH,
    response_model=ChatResponse,
    responses={
        200: TURN_RESPONSE,
        **errors.responses(400, 404, 408, 409, 413, 415, 422, 429, 504),
    },
    dependencies=[TakesAPlace],
    summary="Ask, as one turn of a conversation",
)
async def chat(body: ChatRequest, request: Request, app: OpenApp, access: Admitted, speaks: Spoken) -> Response:
    """Answers a message from the documents that you may read, with a numbered source behind every statement, and stores the turn.

    A `session_id` that does not exist yet begins a conversation under that id. With `replaces`, the message is asked in place of
    the last turn: the conversation goes on without that one, which stays readable by its number. The header `Ibidem-Ignored`
    names what was sent and means nothing here.

    When the client goes away, the turn is cancelled, unless `when_left` has it go on.
    """
    question = replace(body.to_domain(uuid4().hex, app.profile), speaks=speaks)
    events = app.ask(question, access.principal)
    if body.when_left == "continue":
        begun = RunningTurn(question.session_id, question.message, access.principal, question.client_turn_id)
        response = await _kept(begun, events, body, request, app, access)
    else:
        response = await _answered(events, body, request, app, access)
    if ignored := named(body.ignored(app.profile)):
        response.headers[IGNORED] = ignored
    return response


def named(keys: Iterator[str]) -> str:
    """Keys as a header may hold them: the first ones, with all but letters and digits of ASCII escaped."""
    first = dict.fromkeys(quote(without_keys(key)[:LONGEST_NAME], safe="") for key in islice(keys, MOST_NAMED))
    return ", ".join(first)


@router.post(
    "/v1/pauses/{pause_id}",
    response_model=ChatResponse,
    responses={200: TURN_RESPONSE, **errors.responses(400, 404, 408, 409, 410, 413, 415, 422, 429, 504)},
    dependencies=[TakesAPlace],
    summary="Answer what a turn waits for",
)
async def resume(pause_id: PauseId, body: PauseReply, request: Request, app: OpenApp, access: Admitted) -> Response:
    """Answers a pause of your own as the next turn of its conversation, once, only while the conversation has not gone on, and
    not after it has expired.

    A reply in words that answers nothing is taken as a question of its own. A message sent to `/v1/chat` does the same.
    """
    answer = body.to_domain()
    events = app.resume(pause_id, answer, access.principal)
    if body.when_left == "cancel":
        return await _answered(events, body, request, app, access)
    begun = RunningTurn(pause_id.rpartition("~")[0], answer.text, access.principal)
    return await _kept(begun, events, body, request, app, access)


@router.get("/v1/pauses", responses=errors.responses(422), summary="List what waits for you")
async def waiting(app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> WaitingList:
    """Turns of yours that wait for a choice, a confirmation or a review, the oldest first, in pages."""
    hours = app.settings.pause_hours
    found = await app.turns.waiting(principal, not_before(hours), limit + 1, offset)
    return WaitingList.of(found, limit, offset, await app.turns.count_waiting(principal, not_before(hours)), hours)


async def _answered(
    events: AsyncGenerator[TurnEvent], body: ChatRequest | PauseReply, request: Request, app: App, access: Access
) -> Response:
    """The answer of a turn that ends with its client."""
    if body.stream:
        return await _streamed(_unnumbered(events), request, app, access)
    return await _whole(events, request, app, access)


async def _kept(
    begun: RunningTurn,
    events: AsyncGenerator[TurnEvent],
    body: ChatRequest | PauseReply,
    request: Request,
    app: App,
    access: Access,
) -> Response:
    """The answer of a turn that goes on without its client; a message that is being answered already is not asked again."""
    running: RunningTurns = request.app.state.running
    begun.message = await _as_stored(begun, app)
    turn = await running.begin(begun, events, app.turns, request.state.place)
    if body.stream:
        return await _streamed(turn.read(0), request, app, access)
    return await _whole(_without_numbers(turn.read(0)), request, app, access)


async def _as_stored(begun: RunningTurn, app: App) -> SafeText:
    """The message of a turn with its personal data replaced, because it is listed while it is answered."""
    masking = (await app.maskings.of(begun.session_id, begun.principal)).questions
    with read_in_time("message"):
        return as_it_is_read(masking.text(begun.message), masking)


async def _streamed(events: AsyncGenerator[Numbered], request: Request, app: App, access: Access) -> Response:
    """The events of a turn as a stream. What is wrong with the request itself is a status, not an event inside a stream that has
    begun."""
    first = await anext(events)
    return event_stream(with_first(first, events), request, app, access)


def event_stream(events: AsyncGenerator[Numbered], request: Request, app: App, access: Access) -> Response:
    """The events of a turn that has begun as a stream."""
    arrivals: Arrivals = request.app.state.arrivals
    stream = kept_alive(logged(_stream(events, app, access), _failed), arrivals.patience.silence)
    return StreamingResponse(stream, media_type=STREAM, headers=UNBUFFERED)


async def _unnumbered(events: AsyncGenerator[TurnEvent]) -> AsyncGenerator[Numbered]:
    async with aclosing(events):
        async for event in events:
            yield None, event


async def _without_numbers(events: AsyncGenerator[Numbered]) -> AsyncGenerator[TurnEvent]:
    async with aclosing(events):
        async for _, event in events:
            yield event


async def _whole(events: AsyncIterator[TurnEvent], request: Request, app: App, access: Access) -> Response:
    match await unless_gone(request, last_event(events)):
        case TurnDone() as done:
            response = ChatResponse.of(done, app.settings.pause_hours, access, app.profile.response)
            return Response(response.model_dump_json(), media_type=errors.JSON)
        case TurnFailed(type=kind, message=message):
            return errors.error_response(errors.status_of(kind), ErrorBody(type=kind, message=message))
        case _:
            return errors.error_response(500, NO_TURN)


async def last_event(events: AsyncIterator[TurnEvent]) -> TurnEvent | None:
    """The event that a turn ends with."""
    last = None
    async for event in events:
        last = event
    return last


async def _stream(events: AsyncGenerator[Numbered], app: App, access: Access) -> AsyncGenerator[bytes]:
    """The events of a turn on the wire, those that have a number with it."""
    ended = False
    async with aclosing(events):
        async for number, event in events:
            ended = isinstance(event, TurnDone | TurnFailed)
            place = b"" if number is None else b"id: %d\n" % number
            if isinstance(event, TurnDone):
                response = ChatResponse.of(event, app.settings.pause_hours, access, app.profile.response)
                if response.status == "needs_input" and response.pause is not None:
                    yield _event("needs_input", {"pause": response.pause.model_dump(mode="json")})
                yield place + _event("done", response.model_dump(mode="json"))
            else:
                yield place + _encode(event)
    if not ended:
        yield _failed(errors.Refusal(500, NO_TURN))


def _failed(error: IbidemError | errors.Refusal) -> bytes:
    body = error.body if isinstance(error, errors.Refusal) else errors.body_of(error)
    return _event("error", {"error": body.model_dump()})


async def logged(stream: AsyncGenerator[bytes], failed: Callable[[IbidemError | errors.Refusal], bytes]) -> AsyncGenerator[bytes]:
    """The stream of a turn, in which an error is a last piece: raised, it would cut off what was sent before."""
    try:
        async with aclosing(stream):
            async for piece in stream:
                yield piece
    except (IbidemError, errors.Refusal) as error:
        yield failed(error)
    except (asyncio.CancelledError, GeneratorExit):
        raise
    except BaseException:  # what panics in Rust is no Exception
        logger.exception("a turn failed while it was streamed")
        yield failed(errors.Refusal(500, errors.INTERNAL))


async def kept_alive(stream: AsyncGenerator[bytes], seconds: float) -> AsyncGenerator[bytes]:
    """What is streamed, and a comment whenever nothing came for so many seconds.

    FastAPI's own stream of events does the same, but its routes cannot answer in JSON or with a status instead.
    """
    pieces: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def run() -> None:
        try:
            async with aclosing(stream):
                async for piece in stream:
                    pieces.put_nowait(piece)
        finally:
            pieces.put_nowait(None)

    # Waiting for a piece is what is given up after a while, so the stream runs by itself.
    running = asyncio.create_task(run())
    try:
        while True:
            try:
                async with asyncio.timeout(seconds):
                    piece = await pieces.get()
            except TimeoutError:
                piece = KEEP_ALIVE
            if piece is None:
                break
            yield piece
        await running
    finally:
        running.cancel()
        await asyncio.wait((running,))


async def with_first(first: Event, events: AsyncGenerator[Event]) -> AsyncGenerator[Event]:
    """All events of a turn, of which the first was taken."""
    async with aclosing(events):
        yield first
        async for event in events:
            yield event


def _encode(event: StepStarted | StepFinished | StepNoted | SourcesShown | AnswerDelta | TurnFailed) -> bytes:
    match event:
        case StepStarted(step=step):
            return _event("step", {"step": step, "state": "started", "ms": None})
        case StepFinished(step=step, milliseconds=milliseconds):
            return _event("step", {"step": step, "state": "finished", "ms": round(milliseconds, 2)})
        case StepNoted(step=step, text=text):
            return _event("step", {"step": step, "state": "noted", "ms": None, "text": text})
        case SourcesShown(sources=sources):
            return _event("sources", {"sources": [source.model_dump() for source in SourceShape.of_answer(sources)]})
        case AnswerDelta(text=text):
            return _event("delta", {"text": text})
        case TurnFailed(type=kind, message=message):
            return _event("error", {"error": ErrorBody(type=kind, message=message).model_dump()})


def _event(name: str, data: dict[str, Any]) -> bytes:
    # JSON text holds no line break, so it stands on one `data:` line whatever the answer says.
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode("utf-8", "backslashreplace")
