"""`/v1/sessions`: conversations and their turns, read back and deleted."""

from typing import Annotated

from fastapi import APIRouter, Path

from ibidem.shapes.requests import ID_PATTERN
from ibidem.shapes.sessions import SessionList, SessionShape
from ibidem.shapes.turns import TurnList, TurnShape
from ibidem.web import errors
from ibidem.web.callers import Caller, Limit, Offset, OpenApp

router = APIRouter(prefix="/v1/sessions", tags=["sessions"], responses=errors.responses(421, 500, 503))

SessionId = Annotated[str, Path(pattern=ID_PATTERN, description="The id of a session.", examples=["s-1"])]
TurnNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the turn in its session; 1 is the first.")]
NOT_FOUND = errors.responses(404, 422)


@router.get("", responses=errors.responses(422), summary="List your conversations")
async def sessions(app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> SessionList:
    """Your conversations, the one that moved last first, in pages."""
    return SessionList.of(await app.turns.sessions(principal, limit + 1, offset), limit, offset)


@router.get("/{session_id}", responses=NOT_FOUND, summary="One conversation")
async def session(session_id: SessionId, app: OpenApp, principal: Caller) -> SessionShape:
    """When it began, when it last moved, and how many turns it has."""
    return SessionShape.of(await app.turns.session(session_id, principal))


@router.delete("/{session_id}", status_code=204, responses=NOT_FOUND, summary="Delete a conversation")
async def delete_session(session_id: SessionId, app: OpenApp, principal: Caller) -> None:
    """Deletes the conversation with its turns. There is no way back."""
    await app.turns.delete_session(session_id, principal)


@router.get("/{session_id}/turns", responses=NOT_FOUND, summary="The turns of a conversation")
async def turns(session_id: SessionId, app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> TurnList:
    """The turns in their order, in pages, each with the documents that it cited and how it came to its answer."""
    found = await app.turns.turns(session_id, principal, limit + 1, offset)
    last = (await app.turns.session(session_id, principal)).turns
    return TurnList.of(found, limit, offset, last, app.settings.pause_hours)


@router.get("/{session_id}/turns/{turn_id}", responses=NOT_FOUND, summary="One turn")
async def turn(session_id: SessionId, turn_id: TurnNumber, app: OpenApp, principal: Caller) -> TurnShape:
    """One turn of a conversation, as it is stored."""
    found = await app.turns.turn(session_id, turn_id, principal)
    last = (await app.turns.session(session_id, principal)).turns
    return TurnShape.of(found, last, app.settings.pause_hours)
