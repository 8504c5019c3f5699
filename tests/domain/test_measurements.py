"""Sums over turns."""

from datetime import UTC, datetime

from ibidem.domain.measurements import RECENT, MeasuredTurn, Measurements, Spread


def measured(**changed: object) -> MeasuredTurn:
    given = {"outcome": "answered", "steps": (("retrieve", 2.0),), "calls": 0, "fallbacks": 0, "input_tokens": 0}
    given |= {"output_tokens": 0, "retries": 0, "rating": None, **changed}
    return MeasuredTurn(ts=datetime(2026, 1, 1, tzinfo=UTC), **given)  # pyright: ignore[reportArgumentType]


def test_a_spread_is_by_nearest_rank() -> None:
    assert Spread.of(range(1, 101)) == Spread(100, 50, 95)
    assert Spread.of([3.0]) == Spread(1, 3.0, 3.0)
    assert Spread.of([]) == Spread(0, 0.0, 0.0)


def test_steps_that_a_turn_took_twice_count_twice() -> None:
    found = Measurements.of([measured(steps=(("retrieve", 2.0), ("retrieve", 4.0), ("answer", 1.0))), measured()])
    assert found.steps["retrieve"] == Spread(3, 2.0, 4.0) and found.searches == 3
    assert found.turns == Spread(2, 2.0, 7.0)


def test_outcomes_ratings_and_costs_are_summed() -> None:
    found = Measurements.of(
        [
            measured(rating="helpful", calls=3, fallbacks=1, input_tokens=100, output_tokens=20, retries=2),
            measured(outcome="none", rating="helpful", calls=1, input_tokens=10),
            measured(outcome="needs_input"),
        ]
    )
    assert found.outcomes == {"answered": 1, "none": 1, "needs_input": 1} and found.ratings == {"helpful": 2}
    assert (found.calls, found.fallbacks, found.input_tokens, found.output_tokens, found.retries) == (4, 1, 110, 20, 2)


def test_only_the_last_turns_are_listed() -> None:
    assert len(Measurements.of([measured()] * (RECENT + 5)).recent) == RECENT
    assert Measurements.of([]).recent == []
