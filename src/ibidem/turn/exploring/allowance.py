"""What a model that explores may still use up."""

import asyncio
from collections.abc import Mapping

from ibidem.domain.trace import ExploreEnding
from ibidem.turn.budget import Kind
from ibidem.turn.context import TurnContext
from ibidem.turn.exploring.notebook import Notebook

# What it is called here when the turn itself has no more to spend.
_OF_THE_TURN: Mapping[Kind, ExploreEnding] = {"seconds": "seconds", "tokens": "tokens", "model_calls": "calls"}


class Allowance:
    """The limits of the profile, counted from now on. A call that goes beyond the limit of tokens or bytes is the last one."""

    def __init__(self, notebook: Notebook, context: TurnContext) -> None:
        self.limits = context.profile.explore
        self._notebook = notebook
        self._context = context
        self._calls = len(context.record.calls)
        self._tokens = context.budget.tokens
        self._until = asyncio.get_running_loop().time() + self.limits.seconds

    @property
    def until(self) -> float:
        """When the time is up, in time of the event loop."""
        return self._until

    @property
    def calls_left(self) -> int:
        """Calls of a model, those of sub_ask among them."""
        return self.limits.calls - (len(self._context.record.calls) - self._calls)

    def spent(self) -> ExploreEnding | None:
        """The limit that is reached; None while none is."""
        if asyncio.get_running_loop().time() >= self._until:
            return "seconds"
        if self.calls_left <= 0:
            return "calls"
        if self._context.budget.tokens - self._tokens >= self.limits.tokens:
            return "tokens"
        if self._notebook.bytes_read >= self.limits.bytes_read:
            return "bytes_read"
        return None

    def of_the_turn(self) -> ExploreEnding:
        """The limit of the turn that let no call be made."""
        return next(_OF_THE_TURN[kind] for kind in self._context.budget.spent if kind in _OF_THE_TURN)
