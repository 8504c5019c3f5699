"""The likeliest labels that go together: a role is only chosen with a shape that has a use for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from learned.composing import (
    IDS,
    INTENTS,
    PLACES,
    ROLES,
    SCOPES,
    SHAPES,
    Labels,
    Role,
    ScopeLabel,
    Shape,
)
from learned.mentions import Mention
from learned.network import Array, Scores

# Less likely than the likeliest by this much (natural logarithm), a shape or scope is not tried.
_TRIED = 7.0
_TURN = frozenset[Role]({"turn", "turn_end", "ago"})
_NUMBERS = frozenset[Role]({"slot", "end", "from", "to", "first_n", "last_n", "after", "before"})
_LEFT_OUT = frozenset[Role]({"excluded", "excluded_end"})
_USED: dict[Shape, frozenset[Role]] = {
    "slots": _NUMBERS | {"kind"},
    "perhaps": _NUMBERS | {"kind"},
    "either_session": _NUMBERS | {"kind"},
    "together": _NUMBERS | _TURN | {"kind"},
    "either": frozenset({"choice", "kind"}),
    "all": _LEFT_OUT | {"count"},
    "all_1": _LEFT_OUT,
    "all_2": _LEFT_OUT,
    "all_3": _LEFT_OUT,
    "implicit": frozenset({"kind"}),
}
# Shapes that are nothing without one of these roles, or a place.
_NEEDED: dict[Shape, frozenset[Role]] = {
    "slots": _NUMBERS,
    "perhaps": _NUMBERS,
    "either_session": _NUMBERS,
    "either": frozenset({"choice"}),
}
_NOWHERE = frozenset[Shape]({"none", "name", "only", "perhaps_only"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """Labels, and how likely they are among those that go together, 0..1."""

    labels: Labels
    likely: float


def decode(scores: Scores, mentions: Sequence[Mention]) -> list[Decoded]:
    """The labels that go together, the likeliest first."""
    found = sorted(_all(scores, mentions), key=lambda one: -one[0])
    raised = np.exp(np.array([score for score, _ in found]) - found[0][0])
    return [Decoded(labels, float(share)) for share, (_, labels) in zip(raised / raised.sum(), found, strict=True)]


def _all(scores: Scores, mentions: Sequence[Mention]) -> Iterator[tuple[float, Labels]]:
    for shape in _tried(scores.shape):
        name = SHAPES[shape]
        for scope in [0] if name in _NOWHERE else _tried(scores.scope):
            place = int(scores.place.argmax()) if name in _NEEDED or name.startswith("all") else 0
            roles, cost = _roles(scores, mentions, name, SCOPES[scope])
            cost += 0.0 if name in _NOWHERE else float(scores.scope[scope])
            if name in _NEEDED and not any(role in _NEEDED[name] for role in roles) and not PLACES[place]:
                forced = _forced(scores, mentions, name, roles)
                place = 1 + int(scores.place[1:].argmax())
                if forced is not None and forced[1] >= float(scores.place[place] - scores.place[0]):
                    roles, place, cost = forced[0], 0, cost + forced[1]
                else:
                    cost += float(scores.place[place] - scores.place[0])
            if ("from" in roles) != ("to" in roles):
                roles, lost = _without_half_a_range(scores, mentions, roles)
                cost -= lost
            if SCOPES[scope] == "mention" and name != "together" and not _TURN.intersection(roles):
                continue
            labels = Labels(
                shape=name,
                scope=SCOPES[scope],
                intent=INTENTS[int(scores.intent.argmax())],
                id_intent=INTENTS[int(scores.id_intent.argmax())],
                place=PLACES[place],
                roles=roles,
            )
            score = float(scores.shape[shape]) + cost
            yield score, labels
            for less, other in _otherwise(scores, mentions, labels):
                yield score - less, other


def _otherwise(scores: Scores, mentions: Sequence[Mention], labels: Labels) -> Iterator[tuple[float, Labels]]:
    """The labels with the second likeliest role of one mention, for each, and how much less likely that is."""
    for at, (row, mention) in enumerate(zip(scores.roles, mentions, strict=False)):
        others = _allowed(mention, labels.shape, labels.scope) - {labels.roles[at]}
        if others:
            role = max(others, key=lambda one: row[ROLES.index(one)])
            roles = (*labels.roles[:at], role, *labels.roles[at + 1 :])
            needed = _NEEDED.get(labels.shape)
            if needed is None or needed.intersection(roles) or labels.place:
                yield float(row[ROLES.index(labels.roles[at])] - row[ROLES.index(role)]), replace(labels, roles=roles)


def _without_half_a_range(scores: Scores, mentions: Sequence[Mention], roles: tuple[Role, ...]) -> tuple[tuple[Role, ...], float]:
    """The roles with both ends of a range, or none: whichever is likelier, and how much less likely that is."""
    at = next(place for place, role in enumerate(roles) if role in ("from", "to"))
    beside = at - 1 if roles[at] == "to" else at + 1
    logs = scores.roles
    alone = float(logs[at, ROLES.index(roles[at])] - logs[at, ROLES.index("slot")])
    single = (*roles[:at], "slot", *roles[at + 1 :])
    if not 0 <= beside < len(roles) or mentions[beside].form in IDS or roles[beside] != "slot":
        return single, alone
    other: Role = "from" if roles[at] == "to" else "to"
    paired = float(logs[beside, ROLES.index("slot")] - logs[beside, ROLES.index(other)])
    return ((*roles[:beside], other, *roles[beside + 1 :]), paired) if paired < alone else (single, alone)


def _tried(logs: Array) -> list[int]:
    return [at for at in range(len(logs)) if logs[at] > logs.max() - _TRIED]


def _allowed(mention: Mention, shape: Shape, scope: ScopeLabel) -> frozenset[Role]:
    if mention.form in IDS:
        return frozenset({"none", "meant"})
    used = _USED.get(shape, frozenset[Role]()) | (_TURN if scope == "mention" and shape not in _NOWHERE else frozenset())
    return frozenset({"none"}) | ((used & {"kind"}) if mention.form == "kind" else used - {"kind"})


def _roles(scores: Scores, mentions: Sequence[Mention], shape: Shape, scope: ScopeLabel) -> tuple[tuple[Role, ...], float]:
    chosen: list[Role] = []
    cost = 0.0
    for row, mention in zip(scores.roles, mentions, strict=False):
        allowed = _allowed(mention, shape, scope)
        best = max(allowed, key=lambda role: row[ROLES.index(role)])
        chosen.append(best)
        cost += float(row[ROLES.index(best)])
    return (*chosen, *(("none",) * (len(mentions) - len(chosen)))), cost


def _forced(
    scores: Scores, mentions: Sequence[Mention], shape: Shape, roles: tuple[Role, ...]
) -> tuple[tuple[Role, ...], float] | None:
    """The roles with one that the shape needs, where it costs least, and what it costs."""
    best: tuple[tuple[Role, ...], float] | None = None
    for at, (row, mention) in enumerate(zip(scores.roles, mentions, strict=False)):
        if mention.form in IDS or mention.form == "kind":
            continue
        role = max(_NEEDED[shape], key=lambda one: row[ROLES.index(one)])
        cost = float(row[ROLES.index(role)] - row[ROLES.index(roles[at])])
        if best is None or cost > best[1]:
            best = (*roles[:at], role, *roles[at + 1 :]), cost
    return best
