"""`GET /v1/corpus`: what there is to ask about."""

from typing import Annotated

from fastapi import APIRouter, Query

from ibidem.app import App
from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language
from ibidem.finding.opening_questions import opening_questions
from ibidem.profile import DeclaredField
from ibidem.shapes.corpus import MOST_OFFERED, CorpusShape, FieldShape, TypeShape
from ibidem.shapes.filtering import ORDERED
from ibidem.web import errors
from ibidem.web.callers import Admitted, OpenApp

router = APIRouter(tags=["documents"], responses=errors.responses(421, 500, 503))


@router.get("/v1/corpus", responses=errors.responses(422), summary="What there is to ask about")
async def corpus(
    app: OpenApp, access: Admitted, language: Annotated[Language, Query(description="Of the title and the questions.")] = "en"
) -> CorpusShape:
    """How many documents you may read, of which types, devices and languages, what they can be filtered by, which model answers
    from them, three questions to begin with, and what your key may do."""
    principal = access.principal
    words = await app.documents.words(principal)
    return CorpusShape.of(
        words,
        profile=app.profile.name,
        title=app.profile.title.get(language, app.profile.name),
        models=app.settings.choices,
        types=[TypeShape.of(name, language, app.profile.doc_types) for name in words.doc_types],
        fields=[await _field(field, language, app, principal) for field in app.profile.fields],
        questions=tuple(await opening_questions(app.documents, principal, language)),
        scopes=access.scopes,
    )


async def _field(field: DeclaredField, language: Language, app: App, principal: Principal) -> FieldShape:
    chosen_from_range = field.type in ORDERED
    values = () if chosen_from_range else await app.documents.field_values(field.name, principal, MOST_OFFERED)
    return FieldShape.of(field, language, values)
