"""`GET /v1/corpus`: what there is to ask about."""

from typing import Annotated

from fastapi import APIRouter, Query

from ibidem.domain.languages import Language
from ibidem.finding.opening_questions import opening_questions
from ibidem.shapes.corpus import CorpusShape
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(tags=["documents"], responses=errors.responses(421, 500, 503))


@router.get("/v1/corpus", responses=errors.responses(422), summary="What there is to ask about")
async def corpus(
    app: OpenApp, principal: Caller, language: Annotated[Language, Query(description="Of the title and the questions.")] = "en"
) -> CorpusShape:
    """How many documents you may read, of which types, devices and languages, which model answers from them, and three questions
    to begin with."""
    words = await app.documents.words(principal)
    return CorpusShape.of(
        words,
        profile=app.profile.name,
        title=app.profile.title.get(language, app.profile.name),
        model=app.settings.model,
        questions=tuple(await opening_questions(app.documents, principal, language)),
    )
