"""What a turn records on its way, and where its time went."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from ibidem.domain.trace import Exploration, ModelCall, PathPart, StepTime

# Of all calls of a turn together: enough to see how a model came to its answer, little beside what the turn itself keeps.
MOST_THOUGHTS = 20_000  # characters
MOST_TROUBLES = 20
# A call that begins when another has ended was started by its end; the clock is read twice in between.
BETWEEN_CALLS = 0.1  # milliseconds


@dataclass(slots=True)
class Record:
    """Model calls, problems that did not end the turn, and models' thoughts, one entry a call; bounded. `exploration` is how a
    model looked around so far, None where none did. `fell_back` says that documents which the message names were not found."""

    calls: list[ModelCall] = field(default_factory=list[ModelCall])
    troubles: list[str] = field(default_factory=list[str])
    thoughts: list[str] = field(default_factory=list[str])
    exploration: Exploration | None = None
    fell_back: bool = False

    def trouble(self, text: str) -> None:
        """Records a problem that does not end the turn. The same problem is recorded once."""
        if text not in self.troubles and len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(text)

    def thought(self, text: str) -> None:
        """Records a model's thoughts before one answer."""
        room = MOST_THOUGHTS - sum(map(len, self.thoughts))
        if text.strip() and room > 0:
            self.thoughts.append(text[:room])


def critical_path(steps: Sequence[StepTime], calls: Sequence[ModelCall]) -> tuple[PathPart, ...]:
    """Where the turn's time went, in order: for each step the calls that it waited for one after the other, then its own work.

    Of calls side by side only the chain that took longest counts. `steps` are those that have ended, in their order; calls of
    another step are left out. The milliseconds of the parts add up to those of the steps.
    """
    # Steps run one after the other, so that a step begins about when those before it have ended, never earlier.
    begun = [0.0, *accumulate(step.milliseconds for step in steps)]
    of_step: dict[int, list[ModelCall]] = {}
    for call in calls:
        runs = [n for n, step in enumerate(steps) if step.step == call.step]
        if runs:
            run = max((n for n in runs if begun[n] <= call.started), default=runs[0])
            of_step.setdefault(run, []).append(call)
    path: list[PathPart] = []
    for n, step in enumerate(steps):
        chain = _longest_chain(of_step.get(n, []))
        left = step.milliseconds
        for call in chain:
            took = min(call.milliseconds, left)
            path.append(PathPart(f"{step.step}/{call.prompt}", took))
            left -= took
        path.append(PathPart(step.step, left))
    return tuple(path)


def _longest_chain(calls: Sequence[ModelCall]) -> Sequence[ModelCall]:
    """Of all chains of calls, each begun when the one before had ended, the longest in time (weighted interval scheduling)."""
    chains: list[tuple[float, tuple[ModelCall, ...]]] = []  # by the call that each ends with
    for call in sorted(calls, key=lambda c: c.started + c.milliseconds):
        before = (chain for chain in chains if _end(chain[1][-1]) <= call.started + BETWEEN_CALLS)
        took, chain = max(before, key=lambda c: c[0], default=(0.0, ()))
        chains.append((took + call.milliseconds, (*chain, call)))
    return max(chains, key=lambda c: c[0], default=(0.0, ()))[1]


def _end(call: ModelCall) -> float:
    return call.started + call.milliseconds
