"""Makes a pointer of what is known of a message: its shape, where it looks, what is wanted, and the role of each mention."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ibidem.domain.conversation import Intent
from ibidem.understanding.mentions import Mention
from ibidem.understanding.pointer import (
    NO_SLOT,
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
    Titled,
    Together,
    WholeSession,
)

# all_1, all_2 and all_3 say how many these are where no number does; either_session is the latest answer or the session;
# name is a document's name in the store, which `pointer_reader` finds.
Shape = Literal[
    "none", "slots", "perhaps", "all", "all_1", "all_2", "all_3", "implicit", "only", "perhaps_only", "together",
    "either", "either_session", "name", "title", "titles",
]  # fmt: skip
SHAPES: tuple[Shape, ...] = get_args(Shape)
# Of an answer that no mention numbers: the first one, and those counted from the latest.
ScopeLabel = Literal["latest", "session", "mention", "first", "back_1", "back_2", "back_3"]
SCOPES: tuple[ScopeLabel, ...] = get_args(ScopeLabel)
Role = Literal[
    "none", "slot", "end", "excluded", "excluded_end", "turn", "turn_end", "ago", "from", "to", "choice", "count", "first_n",
    "last_n", "after", "before", "meant", "kind", "named",
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)
# Documents that are named by no number: the middle one, the top one, the last but one, the next one.
PLACES: tuple[tuple[int, ...], ...] = ((), (1,), (-1,), (0,), (-2,), (2,), (1, 2), (-2, -1), (1, -1), (3,), (2, 3), (1, 2, 3))
# Forms of mentions that may be ids.
IDS = frozenset({"id", "token", "plain", "bare", "numbered"})
INTENTS: tuple[Intent, ...] = ("whole", "use")

_TURNS = {"first": NamedTurn(1), "back_1": NamedTurn(-1), "back_2": NamedTurn(-2), "back_3": NamedTurn(-3)}
Said = tuple[Mention, Role]
# Letters between two words of one name: O-ring, 등록 안내, 交換の手順.
_TOGETHER = 2
# Roles of a number that is an answer's.
OF_ANSWERS = frozenset[Role]({"turn", "turn_end", "ago"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What a message says: `place` an entry of PLACES, `roles` one for each mention, `id_intent` what is wanted of ids."""

    shape: Shape
    scope: ScopeLabel
    intent: Intent
    id_intent: Intent
    place: tuple[int, ...]
    roles: tuple[Role, ...]


def compose(labels: Labels, mentions: tuple[Mention, ...]) -> Pointer | None:
    """The pointer; None where there is none, and where the labels do not go together."""
    roles = list(zip(mentions, labels.roles, strict=True))
    words = by_words(labels, mentions)
    meant = [mention for mention, role in roles if role == "meant"]
    named = [m for m in meant if m.form != "plain"]
    pointer = words
    if labels.shape == "together" and isinstance(words, Slots) and not named:  # that document and document 2
        pointer = Together((Implicit(words.scope, words.intent), words), words.intent)
    if named:
        certain = any(m.form == "id" for m in named)
        number = str(named[0].value) if named[0].form == "numbered" and words is None else None
        ids = DocumentIds(tuple(one for m in named for one in m.ids), labels.id_intent, None if certain else words, number=number)
        pointer = _with_words(ids, words, labels, roles) if labels.shape == "together" else ids
    if len(meant) > len(named):
        plain = tuple(one for m in meant if m.form == "plain" for one in m.ids)
        every = tuple(one for m in meant for one in m.ids)
        if isinstance(pointer, Slots):  # show me visitor-badge-faq and document 2
            return _with_words(DocumentIds(plain, labels.id_intent, plain=plain), pointer, labels, roles)
        pointer = DocumentIds(every, labels.id_intent, pointer, plain)
    return pointer


def _with_words(ids: DocumentIds, words: Pointer | None, labels: Labels, roles: list[Said]) -> Pointer:
    if words is None:
        return ids
    first = next((role for _, role in roles if role != "none"), "none")
    return Together((ids, words) if first == "meant" else (words, ids), labels.intent)


def by_words(labels: Labels, mentions: tuple[Mention, ...]) -> Pointer | None:
    """What is said without ids."""
    said: list[Said] = [(m, role) for m, role in zip(mentions, labels.roles, strict=True) if role not in ("none", "meant")]
    shape = labels.shape
    if shape in ("none", "name"):
        return None
    if shape in ("only", "perhaps_only"):
        return OnlyDocument(labels.intent, shape == "only")
    if shape == "together" and sum(role in OF_ANSWERS for _, role in said) + (labels.scope != "mention") > 1:
        return _answers_together(labels, said)
    if shape in ("title", "titles"):
        names = _names([m for m, role in said if role == "named"])
        if shape == "title":
            names = (tuple(word for name in names for word in name),) if names else ()
        return Titled(names, labels.intent, shape == "titles") if names else None
    scope = _scope(labels, said)
    if scope is None:
        return None
    doc_type = next((m.doc_type for m, role in said if role == "kind"), None)
    if shape == "implicit":
        return Implicit(scope, labels.intent, doc_type)
    if shape.startswith("all"):
        return _all(labels, said, scope)
    if shape == "either":
        return _either(labels, said, scope, doc_type)
    numbers = numbers_of(said, labels.place)
    if not numbers:
        return None
    slots = Slots(numbers, scope, labels.intent, doc_type, shape != "perhaps")
    return Either((slots, Slots(numbers, WholeSession(), labels.intent, doc_type))) if shape == "either_session" else slots


def _all(labels: Labels, said: list[Said], scope: Scope) -> AllSlots:
    away = [(m, role) for m, role in said if role.startswith("excluded")]
    excluded = tuple(-m.value if role == "excluded_end" else m.value for m, role in away if not (m.titles or m.ids))
    but = (*_names([m for m, _ in away if m.titles]), *((one.doc_id,) for m, _ in away for one in m.ids))
    counted = next((m.value for m, role in said if role == "count"), None)
    left = int(labels.shape[4:]) if "_" in labels.shape else counted
    said_more = bool(excluded or but or labels.place or left) or labels.scope != "latest"
    return AllSlots((*excluded, *labels.place), left, scope, labels.intent, said_more, but)


def _names(mentions: Sequence[Mention]) -> tuple[tuple[str, ...], ...]:
    """The words of titles, those that stand together as one name."""
    names: list[tuple[str, ...]] = []
    end = None
    for one in mentions:
        if end is not None and one.start - end <= _TOGETHER:
            names[-1] = (*names[-1], one.said)
        else:
            names.append((one.said,))
        end = one.end
    return tuple(names)


def _either(labels: Labels, said: list[Said], scope: Scope, doc_type: str | None) -> Pointer | None:
    numbers = [m.value for m, role in said if role == "choice"]
    if not numbers and labels.place in ((1,), (-1,)):  # the former, the latter: of the two named, or of the list
        numbers = [1, -2] if labels.place == (1,) else [2, -1]
    if len(numbers) < 2:
        return None
    one, other = (Slots((number,), scope, labels.intent, doc_type) for number in numbers[:2])
    return Either((one, other))


def _scope(labels: Labels, said: list[Said]) -> Scope | None:
    match labels.scope:
        case "latest":
            return LatestCiting()
        case "session":
            return WholeSession()
        case "mention":
            return next((turn for m, role in said if (turn := turn_of(m, role)) is not None), None)
        case named:
            return _TURNS[named]


def turn_of(mention: Mention, role: Role) -> NamedTurn | None:
    """The answer that a mention numbers, if it does."""
    match role:
        case "turn":
            return NamedTurn(mention.value)
        case "turn_end":
            return NamedTurn(-abs(mention.value))
        case "ago":
            return NamedTurn(-abs(mention.value) - 1)
        case _:
            return None


def numbers_of(said: list[Said], place: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that are meant, each once, in the order of the message."""
    numbers: list[int] = []
    begun: int | None = None
    for mention, role in said:
        value = mention.value if mention.value or mention.form == "place" else NO_SLOT  # "document 0"
        match role:
            case "slot":
                numbers.append(value)
            case "end":
                numbers.append(-abs(value))
            case "after":
                numbers.append(value + 1)
            case "before":
                numbers.append(value - 1)
            case "first_n":
                numbers += range(1, min(value, 20) + 1)
            case "last_n":
                numbers += range(-min(value, 20), 0)
            case "from":
                begun = value
            case "to" if begun is not None:
                numbers += range(begun, min(value, begun + 20) + 1)
            case _:
                pass
    return tuple(dict.fromkeys((*numbers, *place)))


def _answers_together(labels: Labels, said: list[Said]) -> Pointer | None:
    """Documents of several answers: the answer of a document is the one said next to it, before or after as with the first."""
    parts: list[Pointer] = []
    turns: list[Scope] = []
    numbers: list[list[Said]] = [[]]
    ahead = bool(said) and said[0][1] in OF_ANSWERS
    for mention, role in said:
        turn = turn_of(mention, role)
        if turn is None:
            numbers[-1].append((mention, role))
            continue
        if ahead and (numbers[-1] or turns):
            numbers.append([])
        turns.append(turn)
        if not ahead:
            numbers.append([])
    rest = None if labels.scope == "mention" else _scope(labels, said)
    groups = [group for group in numbers if group]
    if rest is not None:
        if ahead and len(groups) == len(turns) and len(groups[-1]) > 1:
            groups[-1:] = [groups[-1][:1], groups[-1][1:]]
        turns.append(rest)
    if len(groups) != len(turns) or len(groups) < 2:
        return None
    for turn, group in zip(turns, groups, strict=True):
        parts.append(Slots(numbers_of(group, ()), turn, labels.intent))
    return Together(tuple(parts), labels.intent)
