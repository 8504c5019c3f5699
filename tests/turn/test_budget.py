"""What a turn may use up."""

import pytest
from pydantic import ValidationError

from ibidem.profile import BudgetLimits
from ibidem.turn.budget import Budget

LIMITS = BudgetLimits(model_calls=2, tokens=1000, searches=1, retries=1)


def test_a_kind_is_spent_when_more_is_wanted_than_there_is():
    budget = Budget(LIMITS, 60)
    assert [budget.take_call(), budget.take_call()] == [True, True]
    assert budget.take_search()
    assert budget.take_retry()
    assert budget.spent == ()
    assert not budget.take_retry()
    assert not budget.take_call()
    assert not budget.take_search()
    assert budget.spent == ("model_calls", "searches", "retries")


def test_a_call_that_was_refused_is_not_counted():
    budget = Budget(LIMITS, 60)
    budget.add_tokens(1000)
    assert not budget.take_call()
    assert budget.spent == ("tokens",)
    assert budget.take_search(), "what needs no tokens goes on"


def test_the_call_that_goes_beyond_the_tokens_is_the_last():
    budget = Budget(LIMITS, 60)
    budget.add_tokens(999)
    assert budget.take_call()
    budget.add_tokens(500)
    assert budget.spent == (), "nothing more was wanted yet"
    assert not budget.take_call()


def test_without_time_no_model_is_asked_but_a_search_still_goes():
    budget = Budget(LIMITS, 0)
    assert budget.remaining == 0
    assert not budget.take_call()
    assert not budget.take_retry()
    assert budget.take_search()
    assert budget.spent == ("seconds",)


def test_the_clock_runs_from_the_beginning_of_the_turn(monkeypatch: pytest.MonkeyPatch):
    now = [1000.0]
    monkeypatch.setattr("ibidem.turn.budget.time.monotonic", lambda: now[0])
    budget = Budget(LIMITS, 10)
    now[0] += 4
    assert (budget.remaining, budget.elapsed_ms) == (6, 4000)
    now[0] += 7
    assert (budget.remaining, budget.elapsed_ms) == (0, 11000)


@pytest.mark.parametrize(
    ("kind", "value"), [("model_calls", 0), ("tokens", 10), ("searches", 0), ("retries", -1), ("retries", 11), ("seconds", 3)]
)
def test_limits_are_checked(kind: str, value: int):
    with pytest.raises(ValidationError, match=kind):
        BudgetLimits.model_validate({kind: value})
