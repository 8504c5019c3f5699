"""`/v1/shared`, and the links of `/v1/sessions`: a conversation that others of the tenant may read."""

from typing import Annotated

from fastapi import APIRouter, Query

from ibidem.domain.sharing import NOT_SHARED, new_link
from ibidem.shapes.sharing import LinkShape, SharedSession
from ibidem.web import errors
from ibidem.web.callers import Caller, Limit, Offset, OpenApp
from ibidem.web.sessions import NOT_FOUND, SessionId

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))

# In the query, which no log holds.
Link = Annotated[str, Query(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$", description="What the link holds.")]


@router.put("/v1/sessions/{session_id}/link", responses=NOT_FOUND, summary="Share a conversation")
async def share(session_id: SessionId, app: OpenApp, principal: Caller) -> LinkShape:
    """The link to your conversation, made where there is none. It opens the conversation, with its later questions, to
    whoever has it and a key of your tenant; of what it cites, everybody sees what their own key may read."""
    found = await app.turns.session(session_id, principal)
    return LinkShape.of(found if found.shared else await app.turns.share(session_id, new_link(), principal))


@router.delete("/v1/sessions/{session_id}/link", status_code=204, responses=NOT_FOUND, summary="Share it no longer")
async def share_no_longer(session_id: SessionId, app: OpenApp, principal: Caller) -> None:
    """The link opens nothing any more, also when the conversation is shared again: that makes another one."""
    await app.turns.share(session_id, NOT_SHARED, principal)


@router.get("/v1/shared/{session_id}", responses=NOT_FOUND, summary="Read a conversation that somebody shares")
async def shared(
    session_id: SessionId, link: Link, app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0
) -> SharedSession:
    """Its turns in their order, in pages, each as far as you may read what it cites; to be read, not to be gone on with."""
    session = await app.turns.shared_session(session_id, link, principal)
    turns = await app.turns.shared_turns(session_id, link, principal, limit + 1, offset)
    return SharedSession.of(session, turns, limit, offset)
