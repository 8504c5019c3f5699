"""Lists of steps in a passage."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from ibidem.answering.lines import ScoredLine
from ibidem.language.sentences import is_step


class Line(Protocol):
    """A line of a text; a `lead` only announces what follows."""

    @property
    def text(self) -> str:
        """As it stands there."""
        ...

    @property
    def lead(self) -> bool:
        """Whether it is a heading, or the like."""
        ...


AnyLine = TypeVar("AnyLine", bound=Line)


def lists_of_steps(passage: Sequence[AnyLine]) -> Iterator[list[AnyLine]]:
    """Runs from a first step to a last one. A heading ends a run, and so does a number that is not higher than the one before."""
    run: list[AnyLine] = []
    pending: list[AnyLine] = []
    for sentence in passage:
        if is_step(sentence.text) and not sentence.lead:
            if run and not _goes_on([s for s in run if is_step(s.text)][-1], sentence):
                yield run
                run, pending = [], []
            run += [*pending, sentence]
            pending = []
        elif sentence.lead and run:
            yield run
            run, pending = [], []
        elif run:
            pending.append(sentence)
    if run:
        yield run


def list_of(step: ScoredLine, found: Sequence[ScoredLine]) -> list[ScoredLine]:
    """The list that a step is of, with what stands between its steps; none where it stands alone."""
    for steps in lists_of_steps([s for s in found if s.place == step.place]):
        if len(steps) > 1 and step in steps:
            return steps
    return []


def _goes_on(step: Line, following: Line) -> bool:
    return _number(following.text) > _number(step.text)


def _number(step: str) -> int:
    """The place of a step in its alphabet or its number: 3 for "3.", "(3)", "③", "Step 3:", and a letter's code for "다."."""
    digits = re.search(r"\d+", step[:12])
    if digits:
        return int(digits.group())
    return ord(step[0])


def rest_of_lists(chosen: Sequence[ScoredLine], found: Sequence[ScoredLine]) -> Iterator[ScoredLine]:
    """The other steps of the lists of which several are chosen: a procedure with gaps misleads."""
    for place in dict.fromkeys(s.place for s in chosen if is_step(s.text)):
        for steps in lists_of_steps([s for s in found if s.place == place]):
            if len([s for s in steps if s in chosen]) > 1:
                yield from (s for s in steps if s not in chosen)
