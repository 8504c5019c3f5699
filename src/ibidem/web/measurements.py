"""`GET /v1/measurements`: how the caller's turns went."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from ibidem.backends.measured import measured_sets
from ibidem.domain.calibration import calibration
from ibidem.domain.documents import Principal
from ibidem.domain.measurements import Measurements
from ibidem.ports.turn_store import TurnsOfPerson
from ibidem.shapes.measurements import MeasurementsShape
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(tags=["sessions"], responses=errors.responses(421, 500, 503))

MOST_RATED = 300  # whole turns are read for them; a band needs 30
MOST_TURNS = 20_000  # a second of one core, and 20 MB


@router.get("/v1/measurements", responses=errors.responses(422), summary="How your turns went")
async def measurements(
    app: OpenApp,
    principal: Caller,
    days: Annotated[int, Query(ge=1, le=3650, description="How far to look back.")] = 30,
) -> MeasurementsShape:
    """Time by step, tokens, searches, fallbacks, retries and feedback, over your turns of these days; of more than 20,000 turns
    over the last ones. And how often answers of each probability were right: by your last 300 ratings, whenever they were given,
    and in the evaluation sets that were kept here."""
    since = datetime.now(UTC) - timedelta(days=days)
    turns = await app.turns.measured(principal, since, MOST_TURNS)
    bands = calibration(await _rated(app.turns, principal))
    kept = await asyncio.to_thread(measured_sets, app.settings.data)
    evaluated = calibration(pair for pairs in kept.sets.values() for pair in pairs)
    return MeasurementsShape.of(await asyncio.to_thread(Measurements.of, turns), since, bands, evaluated)


async def _rated(turns: TurnsOfPerson, principal: Principal) -> Sequence[tuple[float, bool]]:
    """The probabilities of the answers that were rated last, and whether they were right."""
    rated = await turns.rated(principal, MOST_RATED)
    found = [(turn.content.trace.probability, turn.feedback) for turn in rated]
    return [(share, said.rating == "helpful") for share, said in found if share is not None and said is not None]
