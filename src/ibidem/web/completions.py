"""`POST /v1/chat/completions` and `GET /v1/models`: turns for programs that speak OpenAI's API."""

import json
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from starlette.responses import Response, StreamingResponse

from ibidem.app import App
from ibidem.domain.access import Access
from ibidem.domain.conversation import Question
from ibidem.domain.documents import Principal
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import AnswerDelta, TurnDone, TurnEvent, TurnFailed
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.completions import (
    MODELS,
    AnswerMessage,
    Completion,
    CompletionChoice,
    CompletionErrorBody,
    CompletionErrorResponse,
    CompletionMessage,
    CompletionRequest,
    ServedModel,
    ServedModels,
    below_the_answer,
    usage_of,
)
from ibidem.shapes.errors import ErrorBody, FieldProblem
from ibidem.turn.question.kept_conversations import Exchange, find_conversation
from ibidem.web import errors
from ibidem.web.arrivals import Arrivals
from ibidem.web.callers import Admitted, OpenApp, TakesAPlace
from ibidem.web.chat import NO_TURN, STREAM, UNBUFFERED, kept_alive, last_event, logged, with_first
from ibidem.web.leaving import unless_gone
from ibidem.web.spoken import Spoken

PATH = "/v1/chat/completions"
BODY_LIMIT = 4 * 1024 * 1024  # a conversation with the pages of documents that were shown in it
END = b"data: [DONE]\n\n"


class OpenAIRoute(APIRoute):
    """A route whose errors have the shape of OpenAI's: `{"error": {"message", "type", "param", "code"}}`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except errors.ANSWERED as error:
                return refused(errors.refusal_of(request, error))

        return handled


def is_for(path: str) -> bool:
    """Whether a path is one of OpenAI's API, whose clients read its shape of errors."""
    return path in (PATH, "/v1/models") or path.startswith("/v1/models/")


def refused(refusal: errors.Refusal) -> Response:
    """The refusal in OpenAI's shape."""
    status = 400 if refusal.status_code == 422 else refusal.status_code
    return Response(json.dumps(_error(status, refusal.body)), status, refusal.headers, errors.JSON)


router = APIRouter(tags=["OpenAI"], route_class=OpenAIRoute, responses=errors.responses(421, 500, 503))
REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": CompletionErrorResponse} for status in (400, 401, 403, 404, 408, 413, 415, 422, 429, 504)
}
LET_IN: dict[int | str, dict[str, Any]] = {status: REFUSED[status] for status in (401, 403, 429)}


@router.get("/v1/models", responses=LET_IN, summary="The model names of this API")
async def models() -> ServedModels:
    """Each is a way to answer: `verified` answers only what passed every check, `sources` lists the sources below the answer."""
    return ServedModels(data=[ServedModel(id=name) for name in MODELS])


@router.get("/v1/models/{model}", responses={**LET_IN, 404: REFUSED[404], 422: REFUSED[422]}, summary="One model name")
async def model(model: str) -> ServedModel:
    """The name, where there is one."""
    _require_known(model)
    return ServedModel(id=model)


@router.post(
    PATH,
    response_model=Completion,
    responses={
        200: {"description": "The completion; as a stream, its chunks.", "content": {STREAM: {"schema": {"type": "string"}}}},
        **REFUSED,
    },
    dependencies=[TakesAPlace],
    summary="Ask, as OpenAI's API does",
)
async def complete(body: CompletionRequest, request: Request, app: OpenApp, access: Admitted, speaks: Spoken) -> Response:
    """Answers the last message. Where `messages` are those of a stored conversation, it goes on: references to earlier answers
    work, and a reply to what a turn asked."""
    _require_known(body.model)
    question = replace(await _question(body, app, access.principal), speaks=speaks)
    events = app.ask(question, access.principal)
    if body.stream:
        first = await anext(events)
        arrivals: Arrivals = request.app.state.arrivals
        stream = logged(_stream(body, with_first(first, events), app, access), _failed)
        return StreamingResponse(kept_alive(stream, arrivals.patience.silence), media_type=STREAM, headers=UNBUFFERED)
    match await unless_gone(request, last_event(events)):
        case TurnDone() as done:
            completion = _completion(body, ChatResponse.of(done, app.settings.pause_hours, access, app.profile.response))
            return Response(completion.model_dump_json(), media_type=errors.JSON)
        case TurnFailed(type=kind, message=message):
            raise errors.Refusal(errors.status_of(kind), ErrorBody(type=kind, message=message))
        case _:
            raise errors.Refusal(500, NO_TURN)


def _require_known(name: str) -> None:
    if name not in MODELS:
        message = f"The model {name[:100]!r} does not exist; there are {', '.join(MODELS)}"
        problem = FieldProblem(field="model", problem="does not exist", allowed=", ".join(MODELS))
        raise errors.Refusal(404, ErrorBody(type="model_not_found", message=message, details=[problem]))


async def _question(body: CompletionRequest, app: App, principal: Principal) -> Question:
    said = [message for message in body.messages if message.role in ("user", "assistant")]
    if not said or said[-1].role != "user":
        problem = FieldProblem(field="messages", problem="do not end with a message of the user", allowed="end with a question")
        message = "messages: the last one of user and assistant must be the user's: the question"
        raise errors.Refusal(422, ErrorBody(type="invalid_input", message=message, details=[problem]))
    asked, mode = said[-1].text, MODELS[body.model].mode
    if body.metadata is not None and body.metadata.session_id is not None:
        return Question(asked, body.metadata.session_id, mode)
    exchanges = _exchanges(said[:-1])
    if not exchanges:
        return Question(asked, uuid4().hex, mode)
    kept = await find_conversation(exchanges, app.turns, app.maskings, principal)
    return Question(asked, kept.session_id or uuid4().hex, mode, history=kept.history)


def _exchanges(messages: Sequence[CompletionMessage]) -> Sequence[Exchange]:
    """Each question with the answer after it."""
    exchanges: list[Exchange] = []
    for message in messages:
        if message.role == "user":
            exchanges.append(Exchange(message.text))
        elif exchanges and not exchanges[-1].answered:
            exchanges[-1] = Exchange(exchanges[-1].asked, message.text)
    return exchanges


def _completion(body: CompletionRequest, response: ChatResponse) -> Completion:
    return Completion(
        id=f"chatcmpl-{response.session_id}.{response.turn_id}",
        created=int(time.time()),
        model=body.model,
        choices=[
            CompletionChoice(message=AnswerMessage(content=response.answer + below_the_answer(response, MODELS[body.model])))
        ],
        usage=usage_of(response),
        session_id=response.session_id,
        turn_id=response.turn_id,
        status=response.status,
        sources=response.sources,
    )


async def _stream(body: CompletionRequest, events: AsyncGenerator[TurnEvent], app: App, access: Access) -> AsyncGenerator[bytes]:
    """The chunks of a turn. Sources and numbers of the turn stand in the one that ends it."""
    head = {"id": f"chatcmpl-{uuid4().hex}", "object": "chat.completion.chunk", "created": int(time.time()), "model": body.model}
    with_usage = body.stream_options is not None and body.stream_options.include_usage
    usage: dict[str, object] = {"usage": None} if with_usage else {}
    yield _chunk({**head, **usage, "choices": [_choice({"role": "assistant", "content": ""})]})
    done = None
    async with aclosing(events):
        async for event in events:
            match event:
                case AnswerDelta(text=text):
                    yield _chunk({**head, **usage, "choices": [_choice({"content": text})]})
                case TurnFailed(type=kind, message=message):
                    raise errors.Refusal(errors.status_of(kind), ErrorBody(type=kind, message=message))
                case TurnDone():
                    done = event
                case _:
                    pass
    if done is None:
        raise errors.Refusal(500, NO_TURN)
    completion = _completion(body, response := ChatResponse.of(done, app.settings.pause_hours, access, app.profile.response))
    if below := below_the_answer(response, MODELS[body.model]):
        yield _chunk({**head, **usage, "choices": [_choice({"content": below})]})
    stands_on = completion.model_dump(mode="json", include={"session_id", "turn_id", "status", "sources"})
    yield _chunk({**head, **usage, "choices": [{**_choice({}), "finish_reason": "stop"}], **stands_on})
    if with_usage:
        yield _chunk({**head, "choices": [], "usage": completion.usage.model_dump()})
    yield END


def _failed(error: IbidemError | errors.Refusal) -> bytes:
    body = error.body if isinstance(error, errors.Refusal) else errors.body_of(error)
    return _chunk(_error(errors.status_of(body.type), body))


def _error(status: int, body: ErrorBody) -> dict[str, Any]:
    return CompletionErrorResponse(error=CompletionErrorBody.of(status, body)).model_dump()


def _choice(delta: dict[str, str]) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": None, "logprobs": None}


def _chunk(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode("utf-8", "backslashreplace")
