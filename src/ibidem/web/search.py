"""`POST /v1/search`: passages without a conversation."""

from fastapi import APIRouter

from ibidem.finding.matching import words_missing
from ibidem.shapes.documents import SearchResponse
from ibidem.shapes.requests import SearchRequest
from ibidem.turn.question.question_masking import query_as_searched
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp, TakesAPlace

NEAREST = 10  # passages in which the words of a query are looked for

router = APIRouter(tags=["search"], responses=errors.responses(421, 500, 503))


@router.post(
    "/v1/search",
    dependencies=[TakesAPlace],
    responses=errors.responses(400, 408, 413, 415, 422, 429),
    summary="Search the documents",
)
async def search(body: SearchRequest, app: OpenApp, principal: Caller) -> SearchResponse:
    """The best passages for a query among the documents that you may read, best first."""
    passages = await app.search(body.query, body.filters.to_domain(app.profile), body.limit, principal)
    texts = [f"{passage.document.title}\n{passage.chunk.text}" for passage in passages[:NEAREST]]
    return SearchResponse.of(passages, words_missing(query_as_searched(body.query, app.maskings), texts))
