"""Looks up what a pointer points at among the documents that the session has cited. Never guesses: it asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from ibidem.domain.conversation import DocRef, Intent, LookupSource
from ibidem.profile import Profile
from ibidem.understanding.cited import CitedDocuments, CitingTurn
from ibidem.understanding.pointer import (
    MIDDLE,
    NO_SLOT,
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedId,
    NamedTurn,
    OnlyDocument,
    Pointer,
    Scope,
    Slots,
    Titled,
    Together,
    WholeSession,
)
from ibidem.understanding.titles import named_by

# Of a session that cited more, only the first are offered: a list of them all is not read.
MOST_OF_SESSION = 20

Reason = Literal["no_such_slot", "no_citing_turn", "two_readings", "no_such_id"]


@dataclass(frozen=True, slots=True)
class Target:
    """A document pointed at: the version that was cited, under which slot of which turn; all None for an id in the message."""

    doc_id: str
    version: str | None = None
    slot: int | None = None
    turn_id: int | None = None


@dataclass(frozen=True, slots=True)
class PossibleDocument:
    """A document that may have been meant, as it is shown to whoever is asked."""

    slot: int
    title: str
    target: Target


@dataclass(frozen=True, slots=True)
class Resolved:
    """The documents meant, in the order of the message, what is wanted of them, and where they were found."""

    targets: tuple[Target, ...]
    intent: Intent
    lookup_source: LookupSource


@dataclass(frozen=True, slots=True)
class Unclear:
    """It points, but not at one thing: why, and what there is to choose from (nothing when no turn cited anything).

    `missing` are the numbers that it gives and that none of these has; `named` the document that it names and that there is not.
    """

    reason: Reason
    choices: tuple[PossibleDocument, ...]
    intent: Intent
    missing: tuple[int, ...] = ()
    named: str = ""


@dataclass(frozen=True, slots=True)
class Ordinary:
    """A question like any other after all. `missing` is the document that it names where there is none of that number."""

    missing: str | None = None


Resolution = Resolved | Unclear | Ordinary
# Of "all documents of the session" these are named, so that a session with thousands costs no more than a short one.


async def resolve(pointer: Pointer, cited: CitedDocuments, profile: Profile) -> Resolution:
    """What the pointer points at. Ids of certain spelling are passed on unseen: whether they may be read, the store says."""
    match pointer:
        case DocumentIds():
            return await _ids(pointer, cited, profile)
        case Slots(scope=WholeSession()):
            return await _session_slots(pointer, cited)
        case Slots():
            return await _slots(pointer, cited, profile)
        case AllSlots(scope=WholeSession()):
            return await _all_of_the_session(pointer, cited)
        case AllSlots():
            return await _all_slots(pointer, cited)
        case Implicit():
            return await _implicit(pointer, cited, profile)
        case OnlyDocument():
            return await _only_document(pointer, cited)
        case Titled():
            return await _titled(pointer, cited)
        case Either():
            return await _either(pointer, cited, profile)
        case Together():
            return await _together(pointer, cited, profile)
        case _:
            assert_never(pointer)


async def _ids(pointer: DocumentIds, cited: CitedDocuments, profile: Profile) -> Resolution:
    spellings = {spelling for named in pointer.ids for spelling in (named.spelled, named.doc_id)}
    known = await cited.known(tuple(spellings))

    def stored(named: NamedId) -> str | None:
        if named.spelled in known:
            return named.spelled
        return named.doc_id if named.certain or named.doc_id in known else None

    if pointer.plain and not any(stored(named) for named in pointer.plain):
        return await resolve(pointer.otherwise, cited, profile) if pointer.otherwise is not None else Ordinary()
    found = {doc_id: named for named in pointer.ids if (doc_id := stored(named)) is not None}
    spelled = [named.spelled for named in found.values()]
    if len(set(spelled)) < len(spelled):  # one number, an id in more than one family
        choices = tuple(PossibleDocument(n, doc_id, Target(doc_id)) for n, doc_id in enumerate(found, 1))
        return Unclear("two_readings", choices, pointer.intent)
    if found:
        return Resolved(tuple(Target(doc_id) for doc_id in found), pointer.intent, "query")
    return await resolve(pointer.otherwise, cited, profile) if pointer.otherwise is not None else Ordinary(pointer.number)


async def _session_slots(pointer: Slots, cited: CitedDocuments) -> Resolution:
    found = [await cited.session_document(number) for number in pointer.numbers]
    targets = tuple(target_of(one.turn_id, one.ref) for one in found if one is not None)
    if len(targets) == len(found):
        return Resolved(targets, pointer.intent, "history")
    missing = [number for number, one in zip(pointer.numbers, found, strict=True) if one is None]
    return await _none_of_session(cited, missing, pointer.intent)


async def _none_of_session(cited: CitedDocuments, missing: Sequence[int], intent: Intent) -> Unclear:
    choices = await _of_session(cited)
    numbers = tuple(number for number in missing if 0 < number < NO_SLOT)
    return Unclear("no_such_slot" if choices else "no_citing_turn", choices, intent, numbers)


async def _of_session(cited: CitedDocuments) -> tuple[PossibleDocument, ...]:
    """The documents of the session under its own numbers, as many as an answer may show."""
    choices: list[PossibleDocument] = []
    while len(choices) < MOST_OF_SESSION and (one := await cited.session_document(len(choices) + 1)) is not None:
        choices.append(PossibleDocument(len(choices) + 1, one.ref.title, target_of(one.turn_id, one.ref)))
    return tuple(choices)


async def _slots(pointer: Slots, cited: CitedDocuments, profile: Profile) -> Resolution:
    turn = await _turn(pointer.scope, cited)
    if turn is None:
        return await _nothing_cited(pointer.scope, cited, pointer.intent) if pointer.sure else Ordinary()
    targets = _numbered(turn, pointer, profile)
    if targets is not None:
        return Resolved(targets, pointer.intent, "history")
    if not pointer.sure:
        return Ordinary()
    if pointer.doc_type is not None:
        return Unclear("two_readings", _choices(turn), pointer.intent)
    return _no_such_slot(turn, pointer.numbers, pointer.intent)


def _numbered(turn: CitingTurn, pointer: Slots, profile: Profile) -> tuple[Target, ...] | None:
    """The documents under the numbers; None when one is missing, or is called a kind of document that it is not."""
    refs = turn.refs
    by_slot = turn.by_number()
    if len(refs) % 2:
        by_slot[MIDDLE] = refs[len(refs) // 2]
    if not all(number in by_slot for number in pointer.numbers):
        return None
    found = [by_slot[number] for number in pointer.numbers]
    if pointer.doc_type is not None:
        alike = [ref for ref in refs if _doc_type(ref.doc_id, profile) == pointer.doc_type]
        untold = all(_doc_type(ref.doc_id, profile) is None for ref in refs)
        for number, ref in zip(pointer.numbers, found, strict=True):
            index = number - 1 if number > 0 else number + len(alike)
            # With no second ticket, "the second ticket" is the second document, if that is a ticket.
            if untold and pointer.sure:
                continue
            if ref not in alike or (0 <= index < len(alike) and alike[index] is not ref):
                return None
    return tuple(target_of(turn.turn_id, ref) for ref in dict.fromkeys(found))  # "the third and last document" is one


async def _all_slots(pointer: AllSlots, cited: CitedDocuments) -> Resolution:
    turn = await _turn(pointer.scope, cited)
    if turn is None:
        return await _nothing_cited(pointer.scope, cited, pointer.intent) if pointer.sure else Ordinary()
    by_slot = turn.by_number()
    if len(turn.refs) % 2:
        by_slot[MIDDLE] = turn.refs[len(turn.refs) // 2]
    excluded = [by_slot[number].doc_id for number in pointer.excluded if number in by_slot]
    titles = {ref.doc_id: ref.title for ref in turn.refs}
    but = [named_by(name, titles) for name in pointer.but]
    if not all(but):
        return Unclear("two_readings", _choices(turn), pointer.intent)
    excluded += [doc_id for named in but for doc_id in named]
    left = [ref for ref in turn.refs if ref.doc_id not in excluded]
    if not excluded and len(left) == 1 and pointer.left == 2 and (two := await _last_two(cited)):
        return Resolved(two, pointer.intent, "history")
    if len(excluded) < len(pointer.excluded) + len(but) or not left:
        return _no_such_slot(turn, pointer.excluded, pointer.intent)
    if pointer.left is not None and len(left) != pointer.left:
        return Unclear("two_readings", _choices(turn), pointer.intent)
    return Resolved(tuple(target_of(turn.turn_id, ref) for ref in left), pointer.intent, "history")


async def _last_two(cited: CitedDocuments) -> tuple[Target, ...]:
    """The last two documents that answers cited one at a time: "compare the two" after a question on each; () for fewer."""
    found: dict[str, Target] = {}
    for turn in reversed(await cited.recent()):
        first, *others = turn.refs
        if others:
            break
        found.setdefault(first.doc_id, target_of(turn.turn_id, first))
        if len(found) == 2:
            return tuple(found.values())[::-1]
    return ()


async def _all_of_the_session(pointer: AllSlots, cited: CitedDocuments) -> Resolution:
    """The session's distinct documents in the order of their first appearance, each as it was cited there."""
    excluded = [await cited.session_document(number) for number in pointer.excluded]
    away = {one.ref.doc_id for one in excluded if one is not None}
    most = max(MOST_OF_SESSION, pointer.left or 0) + len(away)
    left: list[Target] = []
    for number in range(1, most + 1):
        if (one := await cited.session_document(number)) is None:
            break
        if one.ref.doc_id not in away:
            left.append(target_of(one.turn_id, one.ref))
    if len(away) < len(set(pointer.excluded)) or not left:
        missing = [number for number, one in zip(pointer.excluded, excluded, strict=True) if one is None]
        return await _none_of_session(cited, missing, pointer.intent)
    if pointer.left is not None and len(left) != pointer.left:
        return Unclear("two_readings", await _of_session(cited), pointer.intent)
    return Resolved(tuple(left), pointer.intent, "history")


async def _implicit(pointer: Implicit, cited: CitedDocuments, profile: Profile) -> Resolution:
    if isinstance(pointer.scope, WholeSession):
        document = await cited.session_document(1)
        return (
            Ordinary() if document is None else Resolved((target_of(document.turn_id, document.ref),), pointer.intent, "history")
        )
    turn = await _turn(pointer.scope, cited)
    if turn is None:
        named = isinstance(pointer.scope, NamedTurn) and pointer.scope.number > 0
        return await _nothing_cited(pointer.scope, cited, pointer.intent) if named else Ordinary()
    if pointer.doc_type is None:
        return Resolved((target_of(turn.turn_id, turn.refs[0]),), pointer.intent, "history")
    types = [_doc_type(ref.doc_id, profile) for ref in turn.refs]
    alike = [ref for ref, doc_type in zip(turn.refs, types, strict=True) if doc_type == pointer.doc_type]
    if len(alike) == 1:
        return Resolved((target_of(turn.turn_id, alike[0]),), pointer.intent, "history")
    if all(doc_type is None for doc_type in types):
        return Resolved((target_of(turn.turn_id, turn.refs[0]),), pointer.intent, "history")
    return Unclear("two_readings", _choices(turn), pointer.intent) if alike else Ordinary()


async def _titled(pointer: Titled, cited: CitedDocuments) -> Resolution:
    """The document that each name fits best, as it was cited last; asked about where a name fits two as well."""
    turns = await cited.recent()
    where = {ref.doc_id: (turn.turn_id, ref) for turn in turns for ref in turn.refs}
    titles = {doc_id: ref.title for doc_id, (_, ref) in where.items()}
    named = [named_by(name, titles) for name in pointer.names]
    if all(fitting if pointer.several else len(fitting) == 1 for fitting in named):
        meant = dict.fromkeys(doc_id for fitting in named for doc_id in fitting)
        return Resolved(tuple(target_of(*where[doc_id]) for doc_id in meant), pointer.intent, "history")
    doubtful = next((fitting for fitting in named if len(fitting) > 1), ())
    found = [where[doc_id] for doc_id in doubtful]
    choices = tuple(PossibleDocument(n, ref.title, target_of(turn, ref)) for n, (turn, ref) in enumerate(found, 1))
    return Unclear("two_readings", choices, pointer.intent) if choices else Ordinary()


async def _only_document(pointer: OnlyDocument, cited: CitedDocuments) -> Resolution:
    turn = await cited.citing_turn(-1)
    if turn is None:
        return Ordinary()
    if len(turn.refs) == 1:
        return Resolved((target_of(turn.turn_id, turn.refs[0]),), pointer.intent, "history")
    return Unclear("two_readings", _choices(turn), pointer.intent) if pointer.sure else Ordinary()


async def _either(pointer: Either, cited: CitedDocuments, profile: Profile) -> Resolution:
    first, second = [await resolve(reading, cited, profile) for reading in pointer.readings]
    if isinstance(first, Resolved) and isinstance(second, Resolved):
        if {t.doc_id for t in first.targets} == {t.doc_id for t in second.targets}:
            return first
        return Unclear("two_readings", await _of_both(first, second, cited), first.intent)
    for meant, other in ((first, second), (second, first)):
        if isinstance(meant, Resolved) and isinstance(other, Unclear) and other.reason == "no_such_slot":
            return meant  # the only reading that is possible
    unclear = next((one for one in (first, second) if isinstance(one, Unclear)), None)
    return unclear or (second if isinstance(first, Ordinary) else first)


async def _of_both(first: Resolved, second: Resolved, cited: CitedDocuments) -> tuple[PossibleDocument, ...]:
    """What to choose from between two readings: the latest answer's documents, or theirs where one is of another answer."""
    latest = await cited.citing_turn(-1)
    targets = {target.doc_id: target for target in (*first.targets, *second.targets)}
    if latest is not None and all(target.turn_id == latest.turn_id for target in targets.values()):
        return _choices(latest)
    choices: list[PossibleDocument] = []
    for target in targets.values():
        turn = None if target.turn_id is None else await cited.turn(target.turn_id)
        titles = {} if turn is None else {ref.doc_id: ref.title for ref in turn.refs}
        choices.append(PossibleDocument(len(choices) + 1, titles.get(target.doc_id, target.doc_id), target))
    return tuple(choices)


async def _together(pointer: Together, cited: CitedDocuments, profile: Profile) -> Resolution:
    """All of the parts, or none: what one part leaves in doubt is asked about. Plain words that are no ids are no part."""
    found: list[Resolved] = []
    for part in pointer.parts:
        one = await resolve(part, cited, profile)
        if isinstance(part, DocumentIds) and part.plain and isinstance(one, Ordinary):
            continue
        if not isinstance(one, Resolved):
            return one
        found.append(one)
    by_id: dict[str, Target] = {}
    for target in (target for one in found for target in one.targets):
        by_id.setdefault(target.doc_id, target)
    return Resolved(tuple(by_id.values()), pointer.intent, found[-1].lookup_source)


async def _turn(scope: Scope, cited: CitedDocuments) -> CitingTurn | None:
    """The turn of the scope. "The second answer" is turn 2, whether it cited anything or not: that is how answers are counted."""
    match scope:
        case NamedTurn(number) if number > 0:
            return await cited.turn(number)
        case NamedTurn(-2):  # "the previous answer" is the only one, where there is one
            return await cited.citing_turn(-2) or await cited.citing_turn(-1)
        case NamedTurn(number):
            return await cited.citing_turn(number)
        case LatestCiting() | WholeSession():
            return await cited.citing_turn(-1)
        case _:
            assert_never(scope)


async def _nothing_cited(scope: Scope, cited: CitedDocuments, intent: Intent) -> Unclear:
    latest = None if scope == LatestCiting() else await cited.citing_turn(-1)
    return Unclear("no_citing_turn", () if latest is None else _choices(latest), intent)


def _no_such_slot(turn: CitingTurn, numbers: Sequence[int], intent: Intent) -> Unclear:
    slots = {ref.slot for ref in turn.refs}
    missing = tuple(number for number in numbers if 0 < number < NO_SLOT and number not in slots)
    return Unclear("no_such_slot", _choices(turn), intent, missing)


def _choices(turn: CitingTurn) -> tuple[PossibleDocument, ...]:
    return tuple(PossibleDocument(ref.slot, ref.title, target_of(turn.turn_id, ref)) for ref in turn.refs)


def target_of(turn_id: int, ref: DocRef) -> Target:
    """The document as that turn cited it."""
    return Target(ref.doc_id, ref.version, ref.slot, turn_id)


def _doc_type(doc_id: str, profile: Profile) -> str | None:
    """The kind of a document as its id tells it, or None."""
    for pattern in profile.ids:
        before, after = pattern.doc_id.split("{number}")
        number = doc_id[len(before) : len(doc_id) - len(after)]
        if doc_id == f"{before}{number}{after}" and number.isdigit():
            return pattern.doc_type
    return None
