"""The limits of one turn, after which it ends with what it has."""

import time
from collections import Counter
from typing import Literal

from ibidem.profile import BudgetLimits

Kind = Literal["model_calls", "tokens", "searches", "retries", "seconds"]
KINDS: tuple[Kind, ...] = ("model_calls", "tokens", "searches", "retries", "seconds")
# The default: a person waits about two minutes for an answer.
TURN_SECONDS = 120.0
# The default: a short reply comes within a few seconds, or the server hangs. A large model on a CPU needs more.
CALL_SECONDS = 20.0


class Budget:
    """The budget of one turn; its clock starts here. Refused kinds stay in `spent`.

    A search is never refused for lack of time: it takes milliseconds, and a slow model's fallback needs it.
    """

    def __init__(self, limits: BudgetLimits, seconds: float) -> None:
        self._limits = limits
        self._seconds = seconds
        self._begun = time.monotonic()
        self._used: Counter[Kind] = Counter()
        self._refused: set[Kind] = set()
        self._answering = False

    @property
    def remaining(self) -> float:
        """Seconds that are left, 0 when the time is up."""
        return max(0.0, self._begun + self._seconds - time.monotonic())

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds since the turn began."""
        return (time.monotonic() - self._begun) * 1000

    @property
    def spent(self) -> tuple[Kind, ...]:
        """The kinds of which more was wanted than available."""
        if self.remaining == 0.0:
            self._refused.add("seconds")
        return tuple(kind for kind in KINDS if kind in self._refused)

    def take_call(self) -> bool:
        """Counts a call that writes an answer, if it may be made."""
        self._answering = True
        return self._has_time() and self._has_tokens() and self._take("model_calls", self._limits.model_calls)

    def take_side_call(self) -> bool:
        """Counts a side call, if it may be made: one call stays reserved for the answer."""
        kept = 0 if self._answering else 1
        return self._has_time() and self._has_tokens() and self._take("model_calls", self._limits.model_calls - kept)

    def take_search(self) -> bool:
        """Counts one more search, if it may be made."""
        return self._take("searches", self._limits.searches)

    def take_retry(self) -> bool:
        """Counts one more draft, if it may be tried."""
        return self._has_time() and self._take("retries", self._limits.retries)

    def has_retry(self) -> bool:
        """Whether one more draft may be tried; it is not counted."""
        return self._has_time() and self._used["retries"] < self._limits.retries

    @property
    def tokens(self) -> int:
        """The tokens counted so far."""
        return self._used["tokens"]

    @property
    def searches(self) -> int:
        """The searches made so far."""
        return self._used["searches"]

    def add_tokens(self, count: int) -> None:
        """Counts tokens that a model read or wrote. The call that goes beyond the limit is the last one."""
        self._used["tokens"] += count

    def _has_time(self) -> bool:
        if self.remaining > 0.0:
            return True
        self._refused.add("seconds")
        return False

    def _has_tokens(self) -> bool:
        if self._used["tokens"] < self._limits.tokens:
            return True
        self._refused.add("tokens")
        return False

    def _take(self, kind: Kind, limit: int) -> bool:
        if self._used[kind] < limit:
            self._used[kind] += 1
            return True
        self._refused.add(kind)
        return False
