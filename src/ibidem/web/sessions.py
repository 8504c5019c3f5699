"""`/v1/sessions`: conversations and their turns, read back, branched, exported and deleted."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import StreamingResponse

from ibidem.domain.documents import Document, Principal
from ibidem.domain.errors import NotFound
from ibidem.ports.document_store import DocumentReader
from ibidem.shapes.conversations import MOST_TURNS, ConversationShape
from ibidem.shapes.exports import ENDINGS, MEDIA_TYPES, ExportFormat, SessionExport, export
from ibidem.shapes.given import ID_PATTERN
from ibidem.shapes.pages import paged
from ibidem.shapes.requests import BranchRequest, FeedbackRequest, SessionTitle
from ibidem.shapes.sessions import SessionDocumentList, SessionDocumentShape, SessionList, SessionShape, SessionWithTurn
from ibidem.shapes.today import TurnToday
from ibidem.shapes.turns import FeedbackShape, FollowUps, TurnList, TurnShape
from ibidem.web import errors
from ibidem.web.callers import Caller, Limit, Offset, OpenApp
from ibidem.web.metrics import Metrics
from ibidem.web.running import RunningTurns

router = APIRouter(prefix="/v1/sessions", tags=["sessions"], responses=errors.responses(421, 500, 503))

SessionId = Annotated[str, Path(pattern=ID_PATTERN, description="The id of a session.", examples=["s-1"])]
TurnNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the turn in its session; 1 is the first.")]
NOT_FOUND = errors.responses(404, 422)
WITH_BODY = errors.responses(400, 408, 413, 415)


@router.get("", responses=errors.responses(422), summary="List your conversations")
async def sessions(app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> SessionList:
    """Your conversations, the one that moved last first, in pages."""
    return SessionList.of(
        await app.turns.sessions(principal, limit + 1, offset), limit, offset, await app.turns.count_sessions(principal)
    )


@router.get("/{session_id}", responses=NOT_FOUND, summary="One conversation")
async def session(
    session_id: SessionId,
    app: OpenApp,
    principal: Caller,
    shape: Annotated[
        Literal["session", "conversation"],
        Query(description="`conversation`: what was said, as `conversationHistory` and `questionHistory`."),
    ] = "session",
) -> SessionWithTurn | ConversationShape:
    """When it began, when it last moved, how many turns it has, and which of them cited documents last; or what was said in its
    last turns."""
    found = await app.turns.session(session_id, principal)
    if shape == "session":
        return SessionWithTurn.of(found)
    return ConversationShape.of(session_id, await app.turns.last_turns(session_id, MOST_TURNS, principal))


@router.patch("/{session_id}", responses={**NOT_FOUND, **WITH_BODY}, summary="Give a conversation a title")
async def rename_session(session_id: SessionId, body: SessionTitle, app: OpenApp, principal: Caller) -> SessionShape:
    """The title stands in lists in place of the first question; an empty one takes it back."""
    return SessionShape.of(await app.care.rename(session_id, body.title.strip(), principal))


@router.get("/{session_id}/documents", responses=NOT_FOUND, summary="The documents that a conversation cites")
async def session_documents(
    session_id: SessionId, app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0
) -> SessionDocumentList:
    """Each under its number in the whole conversation, with the turns that cited it and its version of today, in pages."""
    found = await app.turns.cited_documents(session_id, principal, limit + 1, offset)
    shown, next_offset = paged(found, limit, offset)
    documents = [SessionDocumentShape.of(one, await _current(app.documents, one.doc_id, principal)) for one in shown]
    total = await app.turns.count_cited_documents(session_id, principal)
    return SessionDocumentList(documents=documents, next_offset=next_offset, total=total)


async def _current(documents: DocumentReader, doc_id: str, principal: Principal) -> Document | None:
    try:
        return await documents.get(doc_id, principal)
    except NotFound:
        return None


@router.post(
    "/{session_id}/branches", status_code=201, responses={**NOT_FOUND, **WITH_BODY}, summary="Branch a conversation at a turn"
)
async def branch(session_id: SessionId, body: BranchRequest, app: OpenApp, principal: Caller) -> SessionShape:
    """A new conversation with copies of the turns up to that one, their sources under the same numbers. This one stays as it
    is."""
    return SessionShape.of(await app.care.branch(session_id, body.turn_id, principal))


@router.get(
    "/{session_id}/export",
    response_class=StreamingResponse,
    responses={
        **NOT_FOUND,
        200: {"model": SessionExport, "content": {"text/markdown": {}, "text/html": {}}, "description": "The file."},
    },
    summary="A whole conversation as a file",
)
async def exported(
    session_id: SessionId,
    app: OpenApp,
    principal: Caller,
    shape: Annotated[
        ExportFormat, Query(alias="format", description="`json` for programs, `markdown` or `html` for people.")
    ] = "json",
) -> StreamingResponse:
    """All turns in their order, with their sources and times: as JSON in the shapes of the other routes, as Markdown,
    or as one page (HTML) that a browser shows without this service."""
    pieces = export(session_id, shape, app.turns, principal, app.settings.pause_hours)
    first = await anext(pieces)  # what is not there is said by a status
    headers = {
        "Content-Disposition": f'attachment; filename="{session_id}.{ENDINGS[shape]}"',
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    }
    return StreamingResponse(_with_first(first, pieces), media_type=MEDIA_TYPES[shape], headers=headers)


async def _with_first(first: str, rest: AsyncGenerator[str]) -> AsyncGenerator[str]:
    async with aclosing(rest):
        yield first
        async for piece in rest:
            yield piece


@router.delete("/{session_id}", status_code=204, responses=NOT_FOUND, summary="Delete a conversation")
async def delete_session(session_id: SessionId, request: Request, app: OpenApp, principal: Caller) -> None:
    """Deletes the conversation with its turns, after one that is being answered is stopped. There is no way back."""
    running: RunningTurns = request.app.state.running
    await running.stop(session_id, principal)
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


@router.get("/{session_id}/turns/{turn_id}/today", responses=NOT_FOUND, summary="What an answer would say otherwise today")
async def today(session_id: SessionId, turn_id: TurnNumber, app: OpenApp, principal: Caller) -> TurnToday:
    """The sources of a stored turn that have another version now, were superseded, are no longer in force, or are gone: with the
    lines that were quoted, and those that stand in their place."""
    return TurnToday.of(session_id, turn_id, await app.care.today(session_id, turn_id, principal))


@router.get("/{session_id}/turns/{turn_id}/follow-ups", responses=NOT_FOUND, summary="What can be asked after an answer")
async def follow_ups(session_id: SessionId, turn_id: TurnNumber, app: OpenApp, principal: Caller) -> FollowUps:
    """Up to two questions in the language of the turn, made from headings of the documents that it cites; none on what the
    questions or answers just before were about."""
    return FollowUps(questions=list(await app.care.follow_ups(session_id, turn_id, principal)))


@router.put(
    "/{session_id}/turns/{turn_id}/feedback", responses={**NOT_FOUND, **WITH_BODY}, summary="Say what you think of an answer"
)
async def rate(
    session_id: SessionId, turn_id: TurnNumber, body: FeedbackRequest, request: Request, app: OpenApp, principal: Caller
) -> FeedbackShape:
    """Stored with the turn, in place of what you said before."""
    feedback = (await app.care.rate(session_id, turn_id, body.to_domain(), principal)).feedback
    assert feedback is not None, "it was just stored"
    metrics: Metrics = request.app.state.metrics
    metrics.rated(feedback.rating)
    return FeedbackShape(rating=feedback.rating, comment=feedback.comment)


@router.delete("/{session_id}/turns/{turn_id}/feedback", status_code=204, responses=NOT_FOUND, summary="Take it back")
async def unrate(session_id: SessionId, turn_id: TurnNumber, app: OpenApp, principal: Caller) -> None:
    """The answer has no feedback any more."""
    await app.turns.rate(session_id, turn_id, None, principal)
