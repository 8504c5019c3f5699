"""`GET /v1/unanswered`: what the caller asked and got no answer to, or a bad one."""

from fastapi import APIRouter

from ibidem.shapes.unanswered import UnansweredList
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))


@router.get("/v1/unanswered", summary="List what was not answered")
async def unanswered(app: OpenApp, principal: Caller) -> UnansweredList:
    """Your questions that the documents do not answer, and those whose answers you rated as wrong, in groups of alike ones: of
    your last 200 conversations, and of each the last 50 turns. What answers them is a document that is missing."""
    return UnansweredList.of(await app.care.unanswered(principal))
