"""Parses a message at a pause: which device is meant, whether the sources are right, whether a draft may be shown."""

from collections.abc import Sequence

from ibidem.domain.conversation import Pause
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.turn.pauses.choice_numbers import says_all, says_both, without_decision, without_only
from ibidem.turn.pauses.device_names import devices_named, like_a_device
from ibidem.turn.pauses.other_query import other_query
from ibidem.turn.question.devices import device_key
from ibidem.turn.question.message import Message
from ibidem.turn.replies import DevicesPicked, DraftApproved, OtherQuery, Rejected, SourcesApproved
from ibidem.understanding.picking import Picked, StillUnclear, picked
from ibidem.understanding.replies import read_choice
from ibidem.understanding.resolve import PossibleDocument, Target
from ibidem.understanding.said import said

# Characters; a choice of sources is short, and the patterns need not run over long texts.
_LONGEST = 200
# Latin letters of a rejection that gives no reason, of which one of another script counts for one and a half; and its words.
_BARE_LETTERS, _BARE_WORDS, _BARE_WORDS_LATIN = 12, 2, 3


async def read_device(
    message: Message, pause: Pause, held: tuple[str, ...], profile: Profile
) -> DevicesPicked | StillUnclear | None:
    """The devices that the message picks, by number, name or alias; `held` are those of the readable corpus.

    A device that is no choice stays unclear. None for a new question.
    """
    asked = pause.work.devices if pause.work is not None else ()
    listed = [device_key(choice.title) for choice in pause.choices]

    text = normalise(message.text).strip()
    if says_all(text) or (message.does_in("device") == "any" and not message.names_numbers):
        return devices_of(listed, pause, held, profile)
    named = devices_named(text, listed, asked, held, profile.devices)
    if named:
        return devices_of(named, pause, held, profile)
    if like_a_device(text, profile):
        return StillUnclear()
    reply = await picked(text, _documents(pause), profile) if len(text) <= _LONGEST else None
    match reply:
        case Picked(places):
            return devices_of([listed[place] for place in places], pause, held, profile)
        case StillUnclear():
            return StillUnclear()
        case None:
            return None


def devices_of(keys: Sequence[str], pause: Pause, held: tuple[str, ...], profile: Profile) -> DevicesPicked:
    """The devices with these keys, under every name in the pause, the corpus (`held`) and the profile."""
    asked = pause.work.devices if pause.work is not None else ()
    names = (*asked, *held, *(device.name for device in profile.devices))
    return DevicesPicked(tuple(dict.fromkeys(name for key in keys for name in names if device_key(name) == key)))


async def read_sources(
    message: Message, pause: Pause, profile: Profile
) -> SourcesApproved | OtherQuery | Rejected | StillUnclear | None:
    """The decision on the sources found: all of them, some, none, or another query.

    None for a new question.
    """
    if not pause.choices:
        return read_instead(message)
    every = tuple(range(len(pause.choices)))
    text, read = normalise(message.text).strip(), message.acts.likeliest("sources")
    if (query := other_query(text)) is not None:
        return OtherQuery(query)
    if says_all(text):
        return SourcesApproved(every) if len(every) == 2 or not says_both(text) else StillUnclear()
    if not message.names_numbers:
        match read.act:
            case "search":
                return OtherQuery(text)
            case "approve" if message.approves("sources"):
                return SourcesApproved(every)
            case "reject":
                return Rejected()
            case _:
                pass
    if len(text) > _LONGEST:
        return None
    picking = without_decision(text)
    if text.endswith(("?", "？")) or said(picking, profile).requests:
        return None
    listed = _documents(pause)
    match await picked(picking, listed, profile):
        case Picked(places):
            return SourcesApproved(places)
        case StillUnclear():
            return StillUnclear()
        case None:
            by_title = await read_choice(without_only(picking), listed, profile)
            if isinstance(by_title, Picked):
                return SourcesApproved(by_title.places)
            return StillUnclear() if read.act == "approve" else None


def read_instead(message: Message) -> OtherQuery | Rejected | None:
    """What is to be searched for in place of sources that were rejected: words that say so, or that ask for nothing themselves.
    None for a message of its own: a courtesy, a question, one that points at a document."""
    text, act = normalise(message.text).strip(), message.acts.doing("open")
    if (query := other_query(text)) is not None:
        return OtherQuery(query)
    if act == "no":
        return Rejected()
    asks = text.endswith(("?", "？")) or message.said.requests or message.pointer is not None
    return OtherQuery(text) if act == "search" or (act == "question" and not asks) else None


def _documents(pause: Pause) -> tuple[PossibleDocument, ...]:
    """The choices as they are listed, under their places."""
    return tuple(
        PossibleDocument(n, one.title, Target(one.doc_id or "", one.version, one.slot)) for n, one in enumerate(pause.choices, 1)
    )


def read_review(message: Message) -> DraftApproved | Rejected | StillUnclear | None:
    """The decision on a draft; None for another question. What is to be changed, and why it is rejected, is written with anew."""
    read = message.acts.likeliest("review")
    match read.act:
        case "approve":
            return DraftApproved() if message.approves("review") else StillUnclear()
        case "edit":
            return Rejected(message.text)
        case "reject":
            return Rejected() if _is_bare(message) else Rejected(message.text)
        case "unsure":
            return StillUnclear()
        case _:
            return None


def _is_bare(message: Message) -> bool:
    """Whether a rejection gives no reason."""
    letters = [letter for letter in message.text if letter.isalnum()]
    alone = message.acts.likeliest("open").act in ("no", "complaint")
    words = _BARE_WORDS_LATIN if message.text.isascii() else _BARE_WORDS
    short = sum(1 if letter.isascii() else 1.5 for letter in letters) <= _BARE_LETTERS
    return alone and short and len(message.text.split()) <= words
