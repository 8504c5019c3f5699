"""The table of a graph, read from the steps' signatures and checked whole."""

import inspect
import types
import typing
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

Context = TypeVar("Context")

Step = Callable[[Any, Context], Awaitable[object]]
"""`async def step(value: In, context: Context) -> A | B`: takes In, gives A or B; the returned type chooses the arrow."""


class End(Enum):
    """Where an arrow points when the run ends with its value."""

    END = "end"


END = End.END

Arrows = Mapping[Step[Context], Mapping[type, Step[Context] | End]]


class GraphError(Exception):
    """An inconsistent table of arrows. Raised when the graph is built, so at the import of its diagram.

    `problems` holds one line a problem: the step, the type, what to do.
    """

    def __init__(self, graph: str, problems: list[str]) -> None:
        super().__init__(f"the graph {graph} is inconsistent:\n  " + "\n  ".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Row:
    """A step with its signature and its arrows; an arrow that ends the run has no target."""

    name: str
    run: Step[Any]
    takes: tuple[type, ...]
    arrows: Mapping[type, str | None]

    def arrow(self, given: type) -> type | None:
        """The type on the arrow that a value of type `given` leaves by: its own, else its nearest base. None: no arrow."""
        return nearest(given, self.arrows)


@dataclass(frozen=True, slots=True)
class Table:
    """Every step by name in the table's order, and the step that a run begins at by the type of its value."""

    rows: Mapping[str, Row]
    starts: Mapping[type, str]


def nearest(given: type, types: Mapping[type, object]) -> type | None:
    """`given` or the first of its bases that is a key of `types`, in method resolution order; None when there is none."""
    return next((base for base in given.__mro__ if base in types), None)


def read_table(name: str, arrows: Arrows[Context], starts: Mapping[type, Step[Context]]) -> Table:
    """The checked table. Raises GraphError with everything that is wrong with it."""
    signatures, problems = _read_signatures(arrows)
    if problems:  # what follows would only complain about the same steps again
        raise GraphError(name, problems)
    for step, targets in arrows.items():
        problems += _check_row(step, targets, signatures)
    begins, ambiguous = _find_starts(signatures, starts)
    problems += ambiguous
    if not problems:  # the walk below needs every arrow to lead somewhere
        problems += _check_ways(arrows, starts)
    if problems:
        raise GraphError(name, problems)
    rows = {
        _name(step): Row(
            _name(step),
            step,
            signatures[step].takes,
            {given: None if isinstance(target, End) else _name(target) for given, target in targets.items()},
        )
        for step, targets in arrows.items()
    }
    return Table(rows, begins)


@dataclass(frozen=True, slots=True)
class _Signature:
    takes: tuple[type, ...]
    gives: tuple[type, ...]


def _name(step: Step[Any]) -> str:
    return getattr(step, "__name__", repr(step))


def _read_signatures(arrows: Arrows[Any]) -> tuple[dict[Step[Any], _Signature], list[str]]:
    signatures: dict[Step[Any], _Signature] = {}
    problems: list[str] = []
    names = [_name(step) for step in arrows]
    problems += [f"two steps are called {twice}: rename one" for twice in sorted({n for n in names if names.count(n) > 1})]
    if not arrows:
        problems.append("the table has no steps: add one")
    for step in arrows:
        try:
            signatures[step] = _read_signature(step)
        except _Unreadable as unreadable:
            problems.append(f"step {_name(step)} {unreadable}")
    return signatures, problems


class _Unreadable(Exception):
    pass


def _read_signature(step: Step[Any]) -> _Signature:
    if not inspect.iscoroutinefunction(step):
        raise _Unreadable("is not an async function: write `async def`")
    parameters = list(inspect.signature(step).parameters)
    if len(parameters) != 2:
        raise _Unreadable(f"takes {len(parameters)} parameters: it is given a value and the context, nothing else")
    try:
        hints = typing.get_type_hints(step)
    except NameError as error:
        raise _Unreadable(f"has an annotation that cannot be resolved ({error}): import it at run time") from error
    for annotated, needed in ((parameters[0], "the value it takes"), ("return", "what it gives")):
        if annotated not in hints:
            raise _Unreadable(f"does not say {needed}: annotate {annotated}")
    return _Signature(_classes(hints[parameters[0]]), _classes(hints["return"]))


def _classes(hint: object) -> tuple[type, ...]:
    """The members of a union, or the one class."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(member for part in typing.get_args(hint) for member in _classes(part))
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return (hint,)
    raise _Unreadable(f"names {hint}, which is not a class: only classes and unions of them travel on arrows")


def _check_row(step: Step[Any], targets: Mapping[type, Step[Any] | End], signatures: Mapping[Step[Any], _Signature]) -> list[str]:
    name, gives = _name(step), signatures[step].gives
    problems = [
        f"step {name} gives {given.__name__}, which has no arrow: add {given.__name__} to its row"
        for given in gives
        if given not in targets
    ]
    for given, target in targets.items():
        if given not in gives:
            problems.append(
                f"step {name} never gives {given.__name__}: take the arrow out, or add the type to what {name} returns"
            )
        elif isinstance(target, End):
            continue
        elif target not in signatures:
            problems.append(f"step {name} sends {given.__name__} to {_name(target)}, which has no row: add one")
        elif not issubclass(given, signatures[target].takes):
            to, takes = _name(target), " | ".join(taken.__name__ for taken in signatures[target].takes)
            problems.append(f"step {name} sends {given.__name__} to {to}, which takes {takes}: send it elsewhere, or widen {to}")
    return problems


def _find_starts(
    signatures: Mapping[Step[Any], _Signature], named: Mapping[type, Step[Any]]
) -> tuple[dict[type, str], list[str]]:
    problems: list[str] = []
    takers: dict[type, list[Step[Any]]] = {}
    for step, signature in signatures.items():
        for taken in signature.takes:
            takers.setdefault(taken, []).append(step)
    for given, step in named.items():
        if step not in signatures:
            problems.append(f"a run with {given.__name__} starts at {_name(step)}, which has no row: add one")
        elif not issubclass(given, signatures[step].takes):
            problems.append(f"a run with {given.__name__} starts at {_name(step)}, which does not take it: start it elsewhere")
    for taken, steps in takers.items():
        if len(steps) > 1 and taken not in named:
            names = " and ".join(_name(step) for step in steps)
            problems.append(f"{names} both take {taken.__name__}: name in `starts` the step that a run with it starts at")
    return {t: _name(steps[0]) for t, steps in takers.items()} | {t: _name(step) for t, step in named.items()}, problems


def _check_ways(arrows: Arrows[Any], starts: Mapping[type, Step[Any]]) -> list[str]:
    """Every step lies on a way from the first row, or from a named start, to the end."""
    ahead = {step: {target for target in targets.values() if not isinstance(target, End)} for step, targets in arrows.items()}
    behind = {step: {source for source in arrows if step in ahead[source]} for step in arrows}
    reached = _walk({next(iter(arrows)), *starts.values()}, ahead)
    ending = _walk({step for step, targets in arrows.items() if END in targets.values()}, behind)
    return [
        f"step {_name(step)} is never reached: point an arrow at it, name it in `starts`, or take it out"
        for step in arrows
        if step not in reached
    ] + [f"step {_name(step)} never comes to an end: no way leads from it to END" for step in arrows if step not in ending]


def _walk(origins: set[Step[Any]], ways: Mapping[Step[Any], set[Step[Any]]]) -> set[Step[Any]]:
    seen: set[Step[Any]] = set()
    waiting = list(origins)
    while waiting:
        step = waiting.pop()
        if step not in seen:
            seen.add(step)
            waiting.extend(ways[step])
    return seen
