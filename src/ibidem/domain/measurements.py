"""How turns went, counted over many of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

RECENT = 60  # turns that are listed one by one
SEARCH = "retrieve"  # the step that searches


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredTurn:
    """What one turn took. `outcome` is the degree of its answer, or `needs_input`; `steps` are pairs of name and milliseconds in
    their order, and `fallbacks` the model calls that a rule replaced. `rating` is the person's, None without one."""

    ts: datetime
    outcome: str
    steps: Sequence[tuple[str, float]]
    calls: int
    fallbacks: int
    input_tokens: int
    output_tokens: int
    retries: int
    rating: str | None

    @property
    def milliseconds(self) -> float:
        """Of all its steps together."""
        return sum(milliseconds for _, milliseconds in self.steps)


@dataclass(frozen=True, slots=True)
class Spread:
    """How many values there were, the middle one, and the one that 95 of 100 do not exceed; 0 of none."""

    count: int
    median: float
    p95: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """The spread by nearest rank (https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method)."""
        ordered = sorted(values)
        median, p95 = (ordered[ceil(share * len(ordered)) - 1] if ordered else 0.0 for share in (0.5, 0.95))
        return cls(len(ordered), median, p95)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurements:
    """Sums over turns. `turns` is the spread of their milliseconds, `steps` that of each step; `recent` are the last turns, in
    their order."""

    turns: Spread
    steps: Mapping[str, Spread]
    outcomes: Mapping[str, int]
    ratings: Mapping[str, int]
    searches: int
    calls: int
    fallbacks: int
    input_tokens: int
    output_tokens: int
    retries: int
    recent: Sequence[MeasuredTurn]

    @classmethod
    def of(cls, turns: Sequence[MeasuredTurn]) -> "Measurements":
        """The sums over turns, which are in their order. A step that a turn took twice counts twice."""
        spent: dict[str, list[float]] = {}
        for step, milliseconds in (taken for turn in turns for taken in turn.steps):
            spent.setdefault(step, []).append(milliseconds)
        steps = {step: Spread.of(values) for step, values in spent.items()}
        return cls(
            turns=Spread.of(turn.milliseconds for turn in turns),
            steps=steps,
            outcomes=Counter(turn.outcome for turn in turns),
            ratings=Counter(turn.rating for turn in turns if turn.rating is not None),
            searches=steps[SEARCH].count if SEARCH in steps else 0,
            calls=sum(turn.calls for turn in turns),
            fallbacks=sum(turn.fallbacks for turn in turns),
            input_tokens=sum(turn.input_tokens for turn in turns),
            output_tokens=sum(turn.output_tokens for turn in turns),
            retries=sum(turn.retries for turn in turns),
            recent=turns[-RECENT:],
        )
