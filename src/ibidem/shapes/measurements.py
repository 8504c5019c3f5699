"""The JSON of how turns went."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.calibration import RatedBand
from ibidem.domain.conversation import Rating
from ibidem.domain.measurements import MeasuredTurn, Measurements, Spread


class SpreadShape(BaseModel):
    """Milliseconds of many: how many there were, the middle one, and what 95 of 100 do not exceed."""

    count: int
    median_ms: float
    p95_ms: float

    @classmethod
    def of(cls, spread: Spread) -> "SpreadShape":
        return cls(count=spread.count, median_ms=round(spread.median, 2), p95_ms=round(spread.p95, 2))


class StepShape(SpreadShape):
    """A step of the diagram, with each time that it was taken."""

    step: str = Field(examples=["retrieve"])


class RecentTurn(BaseModel):
    """What one turn took."""

    ts: datetime
    ms: float
    tokens: int

    @classmethod
    def of(cls, turn: MeasuredTurn) -> "RecentTurn":
        return cls(ts=turn.ts, ms=round(turn.milliseconds, 2), tokens=turn.input_tokens + turn.output_tokens)


class RatedBandShape(BaseModel):
    """Answers whose probability (`confidence`) lay in a band, and how many of them were right: rated as helpful, or as the
    evaluation set has it."""

    least: float
    most: float
    rated: int
    right: int

    @classmethod
    def of(cls, band: RatedBand) -> "RatedBandShape":
        return cls(least=band.least, most=band.most, rated=band.rated, right=band.right)


class MeasurementsShape(BaseModel):
    """Sums over turns."""

    since: datetime = Field(description="The turns stored from then on were counted (UTC).")
    turns: SpreadShape
    steps: list[StepShape] = Field(description="The slowest first.")
    outcomes: dict[str, int] = Field(description="Turns by `answered`, `closest`, `none` and `needs_input`.")
    feedback: dict[Rating, int]
    searches: int
    model_calls: int
    input_tokens: int
    output_tokens: int
    fallbacks: int = Field(description="Model calls that a rule replaced.")
    retries: int = Field(description="Drafts after the first of a turn.")
    recent: list[RecentTurn] = Field(description="The last turns, in their order.")
    calibration: list[RatedBandShape] = Field(
        description="How often answers of each probability were right, by your last 300 ratings; bands with fewer than 30 "
        "are left out."
    )
    evaluated: list[RatedBandShape] = Field(
        description="The same by the answers to evaluation sets that were kept by `ibidem eval answers --keep`."
    )

    @classmethod
    def of(
        cls, found: Measurements, since: datetime, rated: Sequence[RatedBand], evaluated: Sequence[RatedBand]
    ) -> "MeasurementsShape":
        return cls(
            since=since,
            turns=SpreadShape.of(found.turns),
            steps=_slowest_first(found.steps),
            outcomes={outcome: found.outcomes.get(outcome, 0) for outcome in ("answered", "closest", "none", "needs_input")},
            feedback={rating: found.ratings.get(rating, 0) for rating in ("helpful", "wrong_document", "wrong_fact")},
            searches=found.searches,
            model_calls=found.calls,
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            fallbacks=found.fallbacks,
            retries=found.retries,
            recent=[RecentTurn.of(turn) for turn in found.recent],
            calibration=[RatedBandShape.of(band) for band in rated],
            evaluated=[RatedBandShape.of(band) for band in evaluated],
        )


def _slowest_first(steps: Mapping[str, Spread]) -> list[StepShape]:
    shapes = [StepShape(step=step, **dict(SpreadShape.of(spread))) for step, spread in steps.items()]
    return sorted(shapes, key=lambda shape: -shape.median_ms)
