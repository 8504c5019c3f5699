"""Turns that go on without their client: which ones run, their events from any number on, and how one is stopped."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ibidem.shapes.running import RunningList, RunningTurnShape
from ibidem.web import errors
from ibidem.web.callers import Admitted, Caller, OpenApp
from ibidem.web.chat import STREAM, STREAM_ITEM, event_stream
from ibidem.web.running import RunningTurns
from ibidem.web.sessions import SessionId, TurnNumber

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))

After = Annotated[int, Query(ge=0, le=2**31 - 1, description="The `id` of the last event that was read; 0: from the first on.")]
EVENTS = {
    "description": "The events of the turn, as `POST /v1/chat` streams them.",
    "content": {STREAM: {"itemSchema": STREAM_ITEM}},
}


@router.get("/v1/running", summary="List your turns that are being answered")
async def running(request: Request, app: OpenApp, principal: Caller) -> RunningList:  # noqa: ARG001
    """Turns that were asked with `when_left`: `continue` and have not ended. What has ended is a turn of its conversation."""
    turns: RunningTurns = request.app.state.running
    return RunningList(
        running=[
            RunningTurnShape(
                session_id=turn.session_id,
                turn_id=turn.number,
                user_text=turn.message,
                client_turn_id=turn.client_turn_id,
                began=turn.began,
            )
            for turn in turns.of(principal)
        ]
    )


@router.get(
    "/v1/sessions/{session_id}/turns/{turn_id}/events",
    response_class=Response,
    responses={**errors.responses(404, 422), 200: EVENTS},
    summary="Join a turn that is being answered",
)
async def events(
    session_id: SessionId, turn_id: TurnNumber, request: Request, app: OpenApp, access: Admitted, after: After = 0
) -> Response:
    """Its events from the one after a number on, to its end, each with its number as `id`. They are kept until the turn ends:
    then this is a 404, and the turn is read from its conversation."""
    turns: RunningTurns = request.app.state.running
    return event_stream(turns.one(session_id, turn_id, access.principal).read(after), request, app, access)


@router.delete(
    "/v1/sessions/{session_id}/turns/{turn_id}/events",
    status_code=204,
    responses=errors.responses(404, 422),
    summary="Stop a turn that is being answered",
)
async def stop(session_id: SessionId, turn_id: TurnNumber, request: Request, app: OpenApp, principal: Caller) -> None:  # noqa: ARG001
    """What was written of its answer is stored by the time that this is answered."""
    turns: RunningTurns = request.app.state.running
    await turns.one(session_id, turn_id, principal).stop()
