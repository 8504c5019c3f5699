"""What every row of tests/references says, mention by mention: the labels that the network learns, found by today's rules.

Each row is read by the rules. A mention's role is the one that composes their pointer; where several do, one number at a time is
changed in the message and it is read again: what follows the number is its role.
"""

import itertools
import json
import math
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from ibidem.domain.conversation import Intent
from ibidem.evaluation.references import read_cases
from ibidem.language.normal import normalise
from ibidem.pointing.pointer import (
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    OnlyDocument,
    Pointer,
    Scope,
    Slots,
    Together,
    WholeSession,
)
from ibidem.pointing.reading import read_pointer
from ibidem.profile import Profile, load_profile
from learned.composing import IDS, NO_SLOT, PLACES, Labels, Role, ScopeLabel, Shape, compose
from learned.mentions import Masked, Mention, mask

ROWS = Path(__file__).parents[2] / "tests" / "references"
# Assignments of roles that are tried at most for one message.
MOST_TRIED = 5000
COST = {
    "from": 0.15,
    "to": 0.15,
    "first_n": 0.5,
    "last_n": 0.5,
    "end": 0.5,
    "after": 1,
    "before": 1,
    "none": 0.1,
    "excluded_end": 0.5,
}
WORDS = [
    ["first", "second", "third", "fourth", "fifth"],
    ["two", "three", "four", "five"],
    ["두", "세", "네"],
    ["둘", "셋", "넷"],
    ["첫", "두", "세", "네"],
    ["一", "二", "三", "四"],
    ["ふたつ", "みっつ", "よっつ"],
    ["일", "삼", "오"],
    ["①", "②", "③", "④"],
]


def flat(pointer: Pointer | None) -> object:
    """A pointer as a value of which only what it comes to is compared."""
    match pointer:
        case Slots():
            return ("slots", frozenset(pointer.numbers), pointer.scope, pointer.intent, pointer.doc_type, pointer.sure)
        case AllSlots():
            return ("all", frozenset(pointer.excluded), pointer.left, pointer.scope, pointer.intent)
        case Either():
            return ("either", frozenset(flat(one) for one in pointer.readings))
        case Together():
            return ("together", frozenset(flat(without_intent(one)) for one in pointer.parts), pointer.intent)
        case DocumentIds():
            return (
                "ids",
                frozenset(pointer.ids),
                pointer.intent,
                flat(pointer.otherwise),
                frozenset(pointer.plain),
                pointer.told,
            )
        case _:
            return pointer


def without_intent(pointer: Pointer) -> Pointer:
    return replace(pointer, intent="use") if not isinstance(pointer, Either) else pointer


def split(pointer: Pointer | None) -> tuple[list[DocumentIds], Pointer | None, bool]:
    """The ids of a pointer, what it says by words, and whether the two go together."""
    match pointer:
        case DocumentIds():
            ids, words, both = split(pointer.otherwise)
            return [pointer, *ids], words, both
        case Together() if any(isinstance(one, DocumentIds) for one in pointer.parts):
            ids = [one for one in pointer.parts if isinstance(one, DocumentIds)]
            words = [one for one in pointer.parts if not isinstance(one, DocumentIds)]
            return ids, replace(words[0], intent=pointer.intent) if words else None, True
        case _:
            return [], pointer, False


def candidates(masked: Masked, pointer: Pointer | None) -> Iterator[tuple[float, Labels]]:
    """Labels that compose the pointer, with their cost."""
    ids, words, both = split(pointer)
    named = {one.doc_id for found in ids for one in found.ids}
    alone = bool(named) and not any(one.doc_id in named for m in masked.mentions for one in m.ids)
    id_intent: Intent = ids[0].intent if ids else "whole"
    target = words if alone else pointer
    roles = [options_of(m, named, words) for m in masked.mentions]
    if math.prod(map(len, roles)) > MOST_TRIED:
        roles = [one[:2] for one in roles]
    for cost, shape, scope, place in shapes(words, together=both):
        for chosen in itertools.islice(itertools.product(*roles), MOST_TRIED):
            labels = Labels(
                shape="name" if alone and words is None else shape,
                scope=scope,
                intent=intent_of(words, id_intent),
                id_intent=id_intent,
                place=place,
                roles=chosen,
            )
            if flat(compose(labels, masked.mentions)) == flat(target):
                yield cost + sum(COST.get(role, 0) for role in chosen), labels


def intent_of(words: Pointer | None, id_intent: Intent) -> Intent:
    match words:
        case None:
            return id_intent
        case Either():
            return intent_of(words.readings[0], id_intent)
        case _:
            return words.intent


def scopes(scope: Scope) -> list[tuple[float, ScopeLabel]]:
    match scope:
        case LatestCiting():
            return [(0, "latest")]
        case WholeSession():
            return [(0, "session")]
        case NamedTurn(number):
            further = {1: "first", -1: "back_1", -2: "back_2", -3: "back_3"}.get(number)
            return [(0, "mention"), *([(1, further)] if further else [])]


def places(numbers: tuple[int, ...]) -> list[tuple[float, tuple[int, ...]]]:
    return [(3.0 * bool(place), place) for place in PLACES if set(place) <= set(numbers)]


Said = tuple[float, Shape, ScopeLabel, tuple[int, ...]]


def shapes(words: Pointer | None, *, together: bool) -> Iterator[Said]:
    """Shapes, scopes and places that may say the pointer, with their cost."""
    match words:
        case None:
            yield 0, "none", "latest", ()
        case OnlyDocument():
            yield 0, "only" if words.sure else "perhaps_only", "latest", ()
        case Slots():
            shape: Shape = "together" if together else "slots" if words.sure else "perhaps"
            for (cost, scope), (more, place) in itertools.product(scopes(words.scope), places(words.numbers)):
                yield cost + more, shape, scope, place
        case AllSlots():
            counted: list[tuple[float, Shape]] = [(0, "all")]
            counted += [(1, shape) for shape in ("all_1", "all_2", "all_3") if shape == f"all_{words.left}"]
            for (least, shape), (cost, scope), (more, place) in itertools.product(
                counted, scopes(words.scope), places(words.excluded)
            ):
                yield least + cost + more, shape, scope, place
        case Implicit():
            for cost, scope in scopes(words.scope):
                yield cost, "implicit", scope, ()
        case Either():
            yield from _either(*words.readings)
        case Together():
            for scope in ("mention", "latest", "back_1", "back_2", "first", "session"):
                yield scope != "mention", "together", scope, ()
        case DocumentIds():
            return


def _either(one: Pointer, other: Pointer) -> Iterator[Said]:
    if isinstance(one, Slots) and isinstance(other, Slots):
        if one.scope != other.scope:
            for more, place in places(one.numbers):
                yield more, "either_session", "latest", place
        for cost, scope in scopes(one.scope):
            for place in ((), (1,), (-1,)):
                yield cost + 3 * bool(place), "either", scope, place


def options_of(mention: Mention, named: set[str], words: Pointer | None) -> list[Role]:
    """The roles that a mention may have where the rules read this."""
    if mention.form in IDS:
        return ["meant"] if any(one.doc_id in named for one in mention.ids) else ["none"]
    parts = parts_of(words)
    if mention.form == "kind":
        return ["kind"] if any(getattr(p, "doc_type", None) == mention.doc_type for p in parts) else ["none"]
    found: dict[Role, None] = {}
    for part in parts:
        if isinstance(part, AllSlots):
            roles: dict[Role, bool] = {
                "excluded": mention.value in part.excluded,
                "excluded_end": -mention.value in part.excluded,
                "count": part.left == mention.value,
            }
            found |= dict.fromkeys(role for role, fits in roles.items() if fits)
        if isinstance(part, Slots):
            found |= dict.fromkeys(_of_slots(mention, set(part.numbers), choice=isinstance(words, Either)))
        if isinstance(scope := getattr(part, "scope", None), NamedTurn) and mention.value:
            turns: dict[Role, int] = {"turn": mention.value, "turn_end": -mention.value, "ago": -mention.value - 1}
            found |= dict.fromkeys(role for role, number in turns.items() if number == scope.number)
    return [*found, "none"]


def _of_slots(mention: Mention, numbers: set[int], *, choice: bool) -> Iterator[Role]:
    value = mention.value
    if (value if value or mention.form == "place" else NO_SLOT) in numbers:
        if choice:
            yield "choice"
        yield "slot"
        if len(numbers) > 1:
            yield from ("from", "to")
    beside: dict[Role, int] = {"end": -value, "after": value + 1, "before": value - 1}
    yield from (role for role, number in beside.items() if value and number in numbers)
    if 2 <= value <= 9 and set(range(1, value + 1)) <= numbers:
        yield "first_n"
    if 2 <= value <= 9 and set(range(-value, 0)) <= numbers:
        yield "last_n"


def parts_of(words: Pointer | None) -> tuple[Pointer, ...]:
    """The parts of a pointer, or itself."""
    match words:
        case None:
            return ()
        case Together():
            return words.parts
        case Either():
            return words.readings
        case _:
            return (words,)


def changed(text: str, mention: Mention) -> Iterator[str]:
    """The message with another number in the place of the mention."""
    said = text[mention.start : mention.end]
    if mention.form == "place":
        return
    if (digits := re.search(r"\d+", said)) is not None:
        for other in (4, 2, 3, 5, 7):
            if str(other) not in text:
                yield text[: mention.start] + said[: digits.start()] + str(other) + said[digits.end() :] + text[mention.end :]
        return
    for row in WORDS:
        for word in row:
            if word in said.lower():
                for other in row[1:]:
                    if other != word:
                        yield text[: mention.start] + re.sub(word, other, said, flags=re.I) + text[mention.end :]
                return


def label(message: str, profile: Profile) -> Labels | None:
    """The labels of a message; None where none compose what the rules read."""
    masked = mask(message, profile)
    found = sorted(candidates(masked, read_pointer(message, profile)), key=lambda one: one[0])
    if len(found) < 2:
        return found[0][1] if found else None
    text = normalise(message)
    wrong = [0.0] * len(found)
    for at, mention in enumerate(masked.mentions):
        if mention.form in IDS or mention.form == "kind" or len({labels.roles[at] for _, labels in found}) < 2:
            continue
        for other in itertools.islice(changed(text, mention), 2):
            again = mask(other, profile)
            if [m.form for m in again.mentions] != [m.form for m in masked.mentions]:
                continue
            target = flat(read_pointer(other, profile))
            wrong = [w + 5 * (flat(compose(one, again.mentions)) != target) for w, (_, one) in zip(wrong, found, strict=True)]
    return found[min(range(len(found)), key=lambda at: wrong[at] + found[at][0])][1]


def write_labels(into: Path) -> tuple[int, list[str]]:
    """Labels every row of tests/references into a file; how many were labelled, and the ids of those that were not."""
    cases = read_cases(ROWS)
    profiles = {name: load_profile(name) for name in {case.profile for case in cases}}
    lines: list[str] = []
    without: list[str] = []
    for case in cases:
        labels = label(case.message, profiles[case.profile])
        if labels is None:
            without.append(case.id)
        else:
            lines.append(json.dumps({"id": case.id, **asdict(labels)}, ensure_ascii=False))
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines), without


def read_labels(file: Path) -> dict[str, Labels]:
    """The labels by the ids of their rows."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {row.pop("id"): Labels(**{**row, "place": tuple(row["place"]), "roles": tuple(row["roles"])}) for row in rows}
