"""Which of the choices of a list a reply picks: the choices are read as documents that an answer has just shown."""

from dataclasses import dataclass

from ibidem.domain.conversation import DocRef
from ibidem.profile import Profile
from ibidem.understanding.cited import ListedDocuments
from ibidem.understanding.courtesies import is_courtesy
from ibidem.understanding.learned import Reading, readings
from ibidem.understanding.mentions import mask
from ibidem.understanding.pointer import AllSlots, DocumentIds, Implicit, OnlyDocument, Pointer, looks_elsewhere
from ibidem.understanding.resolve import PossibleDocument, Resolved, Target, Unclear, resolve
from ibidem.understanding.titles import title_of
from ibidem.understanding.vocabulary import Does, words_of

# From which share on a message points, when something was asked, and from which share of these one way to read it is meant.
_A_REPLY, _CLEAR = 0.4, 0.5
_SURE = 0.9
# Words that make a question of its own, with one that asks.
_OF_ITS_OWN = frozenset[Does]({"content", "numbered", "part"})


@dataclass(frozen=True, slots=True)
class Picked:
    """The choices picked, by their places in the list, in the order of the message."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StillUnclear:
    """The message answers the question, but fits none of the choices, or several that differ; `missing` are numbers of none."""

    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedMind:
    """The message is no answer to the question: it asks something of its own."""


async def picked(text: str, choices: tuple[PossibleDocument, ...], profile: Profile) -> Picked | StillUnclear | None:
    """The choices that the text (normalised) picks by number, place or words of their titles; None where it picks nothing.

    A number is that of the slot shown with a choice where those differ, else the place in the list.
    """
    places = [str(place) for place, _ in enumerate(choices)]  # two of them may be of one document
    masked = mask(text, profile, [title_of(place, one.title) for place, one in zip(places, choices, strict=True)])
    pointing = [one for one in readings(masked) if one.pointer is not None and not isinstance(one.pointer, DocumentIds)]
    share = sum(one.share for one in pointing)
    words = words_of(masked.text, profile, tuple((one.start, one.end) for one in masked.mentions if one.form != "kind"))
    does = {word.does for word in words}
    if share < _A_REPLY or is_courtesy(text) or ("asks" in does and does & _OF_ITS_OWN):
        return None
    shown = _as_shown(choices)
    shares: dict[Picked | StillUnclear, float] = {}
    for one in pointing:
        reply = await _reply(one, shown, profile)
        shares[reply] = shares.get(reply, 0.0) + one.share
    likeliest = max(shares, key=lambda reply: shares[reply])
    return likeliest if shares[likeliest] >= _CLEAR * share else StillUnclear()


def _as_shown(choices: tuple[PossibleDocument, ...]) -> ListedDocuments:
    """The choices as an answer would show them, each under its place as id."""
    numbers = [one.slot for one in choices]
    if len(set(numbers)) < len(numbers):
        numbers = list(range(1, len(choices) + 1))
    named = enumerate(zip(numbers, choices, strict=True))
    return ListedDocuments([[DocRef(n, str(at), "", one.title, "", "", None, (), "", None, "") for at, (n, one) in named]])


async def _reply(way: Reading, shown: ListedDocuments, profile: Profile) -> Picked | StillUnclear:
    """What one way to read the reply picks. A place that no word gives ("the bottom one") is a guess where it is not sure."""
    pointer = way.pointer
    assert pointer is not None, "only ways that point are asked"
    guessed = bool(way.labels.place) and way.share < _SURE
    if guessed or looks_elsewhere(pointer) or isinstance(pointer, Implicit | OnlyDocument):
        return StillUnclear()  # "the first answer" is none of the documents
    match await resolve(pointer, shown, profile):
        case Resolved(targets) if not _all_of_one(pointer, targets):
            return Picked(tuple(int(one.doc_id) for one in targets))
        case Unclear(missing=missing):
            return StillUnclear(missing)
        case _:
            return StillUnclear()


def _all_of_one(pointer: Pointer, targets: tuple[Target, ...]) -> bool:
    """ "Another one", where there is only one."""
    return isinstance(pointer, AllSlots) and not (pointer.excluded or pointer.but) and len(targets) == 1
