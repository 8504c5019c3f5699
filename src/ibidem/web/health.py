"""`/healthz` and `/readyz`: whether the process runs, and whether the service answers questions."""

from fastapi import APIRouter
from starlette.responses import Response

from ibidem.domain.errors import StoreUnavailable
from ibidem.shapes.health import Liveness, Readiness
from ibidem.web import errors
from ibidem.web.callers import OpenApp

router = APIRouter(tags=["health"])


@router.get("/healthz", responses=errors.responses(421, 500), summary="Does the process run?")
async def healthz() -> Liveness:
    """Always ok while the process answers at all."""
    return Liveness()


@router.get(
    "/readyz",
    response_model=Readiness,
    responses=errors.responses(421, 500, 503),
    summary="Does the service answer questions?",
)
async def readyz(app: OpenApp) -> Readiness | Response:
    """503 until the store is open and everything that a first question needs is loaded, and while the search index is
    damaged: it is built anew then."""
    try:
        await app.backend.check()
    except StoreUnavailable as error:  # answered here, for it is asked again and again, and the log tells it once
        return errors.error_response(503, errors.body_of(error), {"Retry-After": "1"})
    return Readiness()
