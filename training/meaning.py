"""Labels for rows of which only the meaning is known: of all that resolve to what a row means, the likeliest."""

import asyncio
import itertools
import math
from collections.abc import Iterator, Sequence

from ibidem.evaluation.references import ReferenceCase, resolved, verdict_of
from ibidem.profile import Profile
from ibidem.understanding.composing import INTENTS, PLACES, ROLES, SCOPES, SHAPES, Labels, Role, ScopeLabel, Shape, compose
from ibidem.understanding.decoding import NEEDED, NOWHERE, allowed
from ibidem.understanding.mentions import Masked, Mention
from ibidem.understanding.network import Network, Scores
from ibidem.understanding.pointer import Pointer

MOST_TRIED = 1500
LIKELY = 5.0
NAMING = ("title", "subject", "exclusion", "correction")
NUMBERED = ("ordinal", "label", "bracket")
LATER: tuple[ScopeLabel, ...] = ("back_1", "back_2", "back_3")
OF_ANSWERS = ("slot", "several", "other_turn", "named_turn")  # kinds of rows
SHAPE_COST: dict[Shape, float] = {
    **dict.fromkeys(("all_1", "all_2", "all_3", "titles"), 0.3),
    "only": 0.5,
    **dict.fromkeys(("either", "together"), 1.0),
    **dict.fromkeys(("perhaps", "perhaps_only", "either_session"), 1.5),
    "name": 2.0,
}
ROLE_COST: dict[Role, float] = {"first_n": 0.5, "last_n": 0.5, "end": 0.5, "after": 1, "before": 1, "excluded_end": 0.5}


def likeliest_labels(case: ReferenceCase, masked: Masked, profile: Profile, networks: Sequence[Network]) -> Labels | None:
    """The likeliest labels that come to what the row means; None where none do."""
    verdicts: dict[Pointer | None, bool] = {}
    read = [network.read(masked) for network in networks]

    def right(pointer: Pointer | None) -> bool:
        if pointer not in verdicts:
            verdicts[pointer] = comes_to(pointer, case, profile)
        return verdicts[pointer]

    for likely in (LIKELY, None) if networks else (None,):
        kinds = list(itertools.product(SHAPES, SCOPES))
        if likely is not None:
            kinds = [one for one in kinds if any(surprise_of_kind(scores, *one) < likely for scores in read)]
        found = [
            (cost + sum(surprise(scores, masked.mentions, labels) for scores in read) / max(1, len(read)), number, labels)
            for number, (cost, labels) in enumerate(candidates(case, masked, kinds, read))
            if right(compose(labels, masked.mentions))
        ]
        if found:
            return min(found)[2]
    return None


def comes_to(pointer: Pointer | None, case: ReferenceCase, profile: Profile) -> bool:
    """Whether the pointer resolves to what the row means."""
    return verdict_of(case.expect, asyncio.run(resolved(pointer, case, profile))) == "right"


def surprise_of_kind(scores: Scores, shape: Shape, scope: ScopeLabel) -> float:
    """How much less likely a shape with a scope is than the likeliest."""
    shapes, scopes = scores.shape, scores.scope
    return float(shapes.max() + scopes.max() - shapes[SHAPES.index(shape)] - scopes[SCOPES.index(scope)])


def candidates(
    case: ReferenceCase, masked: Masked, kinds: Sequence[tuple[Shape, ScopeLabel]], read: Sequence[Scores]
) -> Iterator[tuple[float, Labels]]:
    """Labels that a row may have, with what they cost beside what the networks say; of many roles only the likeliest."""
    intents = (case.expect.intent,) if case.expect.intent else INTENTS[::-1]
    if case.expect.ordinary:
        roles: tuple[Role, ...] = ("none",) * len(masked.mentions)
        yield 0, Labels(shape="none", scope="latest", intent="use", id_intent="use", place=(), roles=roles)
        return
    for shape, scope in kinds:
        if shape in NOWHERE and scope != "latest":
            continue
        options = [sorted(allowed(m.form, shape, scope), key=ROLES.index) for m in masked.mentions]
        if read and math.prod(map(len, options)) > MOST_TRIED:
            options = [likeliest_roles(roles, at, read) for at, roles in enumerate(options)]
        for chosen in itertools.islice(itertools.product(*options), MOST_TRIED):
            bare = {"none", "kind"}.issuperset(chosen)
            places = PLACES if bare and (shape in NEEDED or shape.startswith("all")) and not shape.startswith("title") else ((),)
            for place, intent in itertools.product(places, intents):
                labels = Labels(shape=shape, scope=scope, intent=intent, id_intent=intent, place=place, roles=chosen)
                yield cost_of(case, labels, masked.mentions), labels


def likeliest_roles(roles: Sequence[Role], at: int, read: Sequence[Scores]) -> list[Role]:
    """The likeliest roles of the mention at that place."""
    return sorted(roles, key=lambda role: -sum(float(one.roles[at][ROLES.index(role)]) for one in read if at < len(one.roles)))[
        :5
    ]


def cost_of(case: ReferenceCase, labels: Labels, mentions: Sequence[Mention]) -> float:
    """How far-fetched labels are, in natural logarithms."""
    cost = SHAPE_COST.get(labels.shape, 0.0) + (labels.scope != "latest") * 0.3 + bool(labels.place) * 1.0
    cost += 2.0 * (labels.shape in ("implicit", "only") and case.kind in NAMING)
    cost += 20.0 * (labels.shape.startswith("all") and case.expect.unclear is not None and case.kind != "exclusion")
    cost += 3.0 * (labels.scope in LATER and case.expect.unclear is not None)
    cost += 2.0 * (labels.scope == "session" and case.kind in OF_ANSWERS)
    for mention, role in zip(mentions, labels.roles, strict=True):
        cost += ROLE_COST.get(role, 0) + 8.0 * (role == "first_n" and mention.form in NUMBERED)
        if role == "none":
            fits = mention.form == "title" and set(mention.titles) & set(case.expect.doc_ids)
            cost += 0.4 if fits else 0.1 if mention.form in ("title", "kind", "quantity") else 0.6
            cost += 3.0 * (mention.form in NUMBERED and labels.shape in ("implicit", "only", "perhaps_only"))
    return cost


def surprise(scores: Scores, mentions: Sequence[Mention], labels: Labels) -> float:
    """How unlikely the network finds labels."""
    logs = [scores.shape[SHAPES.index(labels.shape)], scores.place[PLACES.index(labels.place)]]
    if labels.shape != "none":
        logs += [scores.scope[SCOPES.index(labels.scope)], scores.intent[INTENTS.index(labels.intent)]]
    logs += [row[ROLES.index(role)] for row, role, _ in zip(scores.roles, labels.roles, mentions, strict=False)]
    return -float(sum(logs))
