"""The likeliest labels that go together: a role is only chosen with a shape that has a use for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from ibidem.understanding.composing import (
    IDS,
    INTENTS,
    OF_ANSWERS,
    PLACES,
    ROLES,
    SCOPES,
    SHAPES,
    Labels,
    Role,
    ScopeLabel,
    Shape,
)
from ibidem.understanding.mentions import Mention
from ibidem.understanding.network import Scores

# So many shapes with a scope are tried, the likeliest, and of so many the roles are varied.
_TRIED, _VARIED = 12, 3
_NONE, _OF_WORDS = frozenset[Role]({"none"}), frozenset[Role]({"kind", "named"})
_AT: Mapping[str, int] = {role: at for at, role in enumerate(ROLES)}
_NUMBERS = frozenset[Role]({"slot", "end", "from", "to", "first_n", "last_n", "after", "before"})
_LEFT_OUT = frozenset[Role]({"excluded", "excluded_end"})
_KIND = frozenset[Role]({"kind"})
_USED: dict[Shape, frozenset[Role]] = {
    "slots": _NUMBERS | _KIND,
    "perhaps": _NUMBERS | _KIND,
    "either_session": _NUMBERS | _KIND,
    "together": _NUMBERS | OF_ANSWERS | _KIND,
    "either": frozenset({"choice", "kind"}),
    "all": _LEFT_OUT | frozenset[Role]({"count"}),
    "all_1": _LEFT_OUT,
    "all_2": _LEFT_OUT,
    "all_3": _LEFT_OUT,
    "implicit": _KIND,
    "title": frozenset({"named", "kind"}),
    "titles": frozenset({"named", "kind"}),
}
# What a word for a kind of document and a word of a title may say; numbers say the rest.
_OWN_ROLES: dict[str, frozenset[Role]] = {"kind": _KIND, "title": frozenset({"named", "excluded"})}
# Shapes that are nothing without one of these roles, or a place.
NEEDED: dict[Shape, frozenset[Role]] = {
    "slots": _NUMBERS,
    "perhaps": _NUMBERS,
    "either_session": _NUMBERS,
    "either": frozenset({"choice"}),
    "title": frozenset({"named"}),
    "titles": frozenset({"named"}),
}
# Shapes that look in no answer of their own.
NOWHERE = frozenset[Shape]({"none", "name", "only", "perhaps_only", "title", "titles"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """Labels, and how likely they are among those that go together, 0..1."""

    labels: Labels
    likely: float


def decode(scores: Scores, mentions: Sequence[Mention]) -> list[Decoded]:
    """The labels that go together, the likeliest first."""
    found = [one for shape, scope in _kinds(scores) if (one := _best(scores, mentions, shape, scope)) is not None]
    found.sort(key=lambda one: -one[0])
    found += [other for one in found[:_VARIED] for other in _otherwise(scores, mentions, *one)]
    found.sort(key=lambda one: -one[0])
    raised = np.exp(np.array([score for score, _ in found]) - found[0][0])
    return [Decoded(labels, float(share)) for share, (_, labels) in zip(raised / raised.sum(), found, strict=True)]


def _kinds(scores: Scores) -> list[tuple[Shape, ScopeLabel]]:
    """The likeliest shapes with the likeliest scopes."""
    found: list[tuple[float, Shape, ScopeLabel]] = []
    for shape, log in zip(SHAPES, scores.shape.tolist(), strict=True):
        if shape in NOWHERE:
            found.append((log, shape, "latest"))
        else:
            for scope, more in zip(SCOPES, scores.scope.tolist(), strict=True):
                found.append((log + more, shape, scope))
    return [(shape, scope) for _, shape, scope in sorted(found, reverse=True)[:_TRIED]]


def _best(scores: Scores, mentions: Sequence[Mention], shape: Shape, scope: ScopeLabel) -> tuple[float, Labels] | None:
    """The likeliest labels of a shape and a scope, with the logarithm of their probability; None where none go together."""
    place = int(scores.place.argmax()) if shape in NEEDED or shape.startswith("all") else 0
    roles, cost = _roles(scores, mentions, shape, scope)
    cost += 0.0 if shape in NOWHERE else float(scores.scope[SCOPES.index(scope)])
    if shape in NEEDED and not NEEDED[shape].intersection(roles) and not PLACES[place]:
        forced = _forced(scores, mentions, shape, scope, roles)
        place = 1 + int(scores.place[1:].argmax())
        if forced is not None and forced[1] >= float(scores.place[place] - scores.place[0]):
            roles, place, cost = forced[0], 0, cost + forced[1]
        else:
            cost += float(scores.place[place] - scores.place[0])
    if ("from" in roles) != ("to" in roles):
        roles, lost = _without_half_a_range(scores, mentions, roles)
        cost -= lost
    if scope == "mention" and shape != "together" and not OF_ANSWERS.intersection(roles):
        return None
    labels = Labels(
        shape=shape,
        scope=scope,
        intent=INTENTS[int(scores.intent.argmax())],
        id_intent=INTENTS[int(scores.id_intent.argmax())],
        place=PLACES[place],
        roles=roles,
    )
    return float(scores.shape[SHAPES.index(shape)]) + cost, labels


def _otherwise(scores: Scores, mentions: Sequence[Mention], score: float, labels: Labels) -> Iterator[tuple[float, Labels]]:
    """The labels with the second likeliest role of one mention, for each, with their score."""
    for at, (row, mention) in enumerate(zip(scores.roles, mentions, strict=False)):
        others = allowed(mention.form, labels.shape, labels.scope) - {labels.roles[at]}
        if others:
            role = max(others, key=lambda one: row[_AT[one]])
            roles = (*labels.roles[:at], role, *labels.roles[at + 1 :])
            needed = NEEDED.get(labels.shape)
            half = ("from" in roles) != ("to" in roles)
            if not half and (needed is None or needed.intersection(roles) or labels.place):
                yield score - float(row[_AT[labels.roles[at]]] - row[_AT[role]]), replace(labels, roles=roles)


def _without_half_a_range(scores: Scores, mentions: Sequence[Mention], roles: tuple[Role, ...]) -> tuple[tuple[Role, ...], float]:
    """The roles with both ends of a range, or none: whichever is likelier, and how much less likely that is."""
    at = next(place for place, role in enumerate(roles) if role in ("from", "to"))
    beside = at - 1 if roles[at] == "to" else at + 1
    logs = scores.roles
    alone = float(logs[at, _AT[roles[at]]] - logs[at, _AT["slot"]])
    single = (*roles[:at], "slot", *roles[at + 1 :])
    if not 0 <= beside < len(roles) or mentions[beside].form in IDS or roles[beside] != "slot":
        return single, alone
    other: Role = "from" if roles[at] == "to" else "to"
    paired = float(logs[beside, _AT["slot"]] - logs[beside, _AT[other]])
    return ((*roles[:beside], other, *roles[beside + 1 :]), paired) if paired < alone else (single, alone)


@cache
def allowed(form: str, shape: Shape, scope: ScopeLabel) -> frozenset[Role]:
    """The roles that a mention of that form may have."""
    if form in IDS:
        left_out = form == "id" and shape.startswith("all")
        return frozenset[Role]({"none", "meant", "excluded"} if left_out else {"none", "meant"})
    if form == "quantity":
        return _NONE
    turns = OF_ANSWERS if scope == "mention" and shape not in NOWHERE else frozenset[Role]()
    used = _USED.get(shape, frozenset[Role]()) | turns
    return _NONE | ((used & _OWN_ROLES[form]) if form in _OWN_ROLES else used - _OF_WORDS)


def _roles(scores: Scores, mentions: Sequence[Mention], shape: Shape, scope: ScopeLabel) -> tuple[tuple[Role, ...], float]:
    """The likeliest roles; mentions beyond those that the network read have none."""
    chosen: list[Role] = []
    cost = 0.0
    for row, mention in zip(scores.roles, mentions, strict=False):
        may = allowed(mention.form, shape, scope)
        best = max(may, key=lambda role: row[_AT[role]])
        chosen.append(best)
        cost += float(row[_AT[best]])
    rest: list[Role] = ["none"] * (len(mentions) - len(chosen))
    return (*chosen, *rest), cost


def _forced(
    scores: Scores, mentions: Sequence[Mention], shape: Shape, scope: ScopeLabel, roles: tuple[Role, ...]
) -> tuple[tuple[Role, ...], float] | None:
    """The roles with one that the shape needs, where it costs least, and what it costs."""
    best: tuple[tuple[Role, ...], float] | None = None
    for at, (row, mention) in enumerate(zip(scores.roles, mentions, strict=False)):
        needed = NEEDED[shape] & allowed(mention.form, shape, scope)
        if not needed:
            continue
        role = max(needed, key=lambda one: row[_AT[one]])
        cost = float(row[_AT[role]] - row[_AT[roles[at]]])
        if best is None or cost > best[1]:
            best = (*roles[:at], role, *roles[at + 1 :]), cost
    return best
