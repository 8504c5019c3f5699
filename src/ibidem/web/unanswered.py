"""`GET /v1/unanswered`: questions without an answer, or with a bad one: the caller's, or everybody's for who administers."""

from fastapi import APIRouter

from ibidem.shapes.unanswered import UnansweredList
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))


@router.get("/v1/unanswered", summary="List what was not answered")
async def unanswered(app: OpenApp, principal: Caller) -> UnansweredList:
    """Your questions that the documents do not answer, and those whose answers you rated as wrong, the last 500, in groups of
    alike ones. With the scope `administer`, those of everybody in your tenant, without who asked. What answers them is a document
    that is missing."""
    return UnansweredList.of(await app.care.unanswered(principal), of_everybody=principal.administers)
