"""`/healthz`, `/readyz` and `/metrics`: whether the process runs, answers questions, and how it did so far."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.redaction import redacted
from ibidem.shapes.health import Degradation, Liveness, Readiness
from ibidem.web import errors
from ibidem.web.admission import Doorkeeper
from ibidem.web.callers import OpenApp
from ibidem.web.metrics import Metrics

router = APIRouter(tags=["health"])

RECENT_SECONDS = 600  # a model's last call says how it is for so long


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
async def readyz(app: OpenApp, request: Request) -> Readiness | Response:
    """503 until the store is open and everything that a first question needs is loaded, and while the search index is
    damaged: it is built anew then. `degraded` says what else is not as it should be, to whoever has a key where one is needed."""
    try:
        await app.backend.check()
        in_step, obstacle = await app.backend.in_step(), await app.backend.obstacle()
    except StoreUnavailable as error:  # answered here, for it is asked again and again, and the log tells it once
        return errors.error_response(503, errors.body_of(error), {"Retry-After": "1"})
    door: Doorkeeper = request.app.state.door
    if not await door.knows(request, app):  # what is configured here is nobody else's business
        return Readiness()
    metrics: Metrics = request.app.state.metrics
    degraded = [] if in_step else [Degradation(part="index", problem="the last changes of documents are not found yet")]
    if obstacle:
        degraded.append(Degradation(part="store", problem=f"no turn and no document can be stored: {obstacle}"))
    if app.meaning is not None and app.meaning.trouble is not None:
        degraded.append(Degradation(part="embedder", problem=redacted(f"{app.meaning.name}: {app.meaning.trouble}")))
    source = app.services.source
    if source is not None and source.trouble is not None:
        degraded.append(Degradation(part="retriever", problem=f"{source.name}: {source.trouble}"))
    for name, outcome in metrics.failing(RECENT_SECONDS).items():
        degraded.append(Degradation(part="model", problem=f"{name}: its last call was {outcome}; turns fall back to rules"))
    return Readiness(degraded=degraded)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **errors.responses(401, 403, 421, 429, 500, 503)},
    summary="Figures for Prometheus",
)
async def metrics(app: OpenApp, request: Request) -> Response:
    """What was counted since the start, and how things stand, in the text format of Prometheus."""
    counted: Metrics = request.app.state.metrics
    await counted.look_at(app)
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
