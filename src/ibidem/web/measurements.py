"""`GET /v1/measurements`: how the caller's turns went."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from ibidem.domain.measurements import Measurements
from ibidem.shapes.measurements import MeasurementsShape
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))

MOST_TURNS = 20_000  # a second of one core, and 20 MB


@router.get("/v1/measurements", responses=errors.responses(422), summary="How your turns went")
async def measurements(
    app: OpenApp,
    principal: Caller,
    days: Annotated[int, Query(ge=1, le=3650, description="How far to look back.")] = 30,
) -> MeasurementsShape:
    """Time by step, tokens, searches, fallbacks, retries and feedback, over your turns of these days; of more than 20,000 turns
    over the last ones."""
    since = datetime.now(UTC) - timedelta(days=days)
    turns = await app.turns.measured(principal, since, MOST_TURNS)
    return MeasurementsShape.of(await asyncio.to_thread(Measurements.of, turns), since)
