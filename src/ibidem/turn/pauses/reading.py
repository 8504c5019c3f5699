"""Parses a message at a pause: which device is meant, whether the sources are right, whether a draft may be shown."""

from collections.abc import Sequence

from ibidem.domain.conversation import Pause
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.turn.pauses.choice_numbers import says_both, without_decision, without_only
from ibidem.turn.pauses.decisions import approves, asks, may_mean_either, reason_against, rejects
from ibidem.turn.pauses.device_names import any_device, devices_named, like_a_device, without_device
from ibidem.turn.pauses.other_query import other_query
from ibidem.turn.question.devices import device_key
from ibidem.turn.replies import DevicesPicked, DraftApproved, OtherQuery, Rejected, SourcesApproved
from ibidem.understanding.picking import Picked, StillUnclear, picked
from ibidem.understanding.replies import read_choice
from ibidem.understanding.resolve import PossibleDocument, Target

# Characters; a choice of sources is short, and the patterns need not run over long texts.
_LONGEST = 200


async def read_device(message: str, pause: Pause, held: tuple[str, ...], profile: Profile) -> DevicesPicked | StillUnclear | None:
    """The devices that the message picks, by number, name or alias; `held` are those of the readable corpus.

    A device that is no choice stays unclear. None for a new question.
    """
    asked = pause.work.devices if pause.work is not None else ()
    listed = [device_key(choice.title) for choice in pause.choices]

    text = normalise(message).strip()
    if any_device(text):
        return devices_of(listed, pause, held, profile)
    named = devices_named(text, listed, asked, held, profile.devices)
    if named:
        return devices_of(named, pause, held, profile)
    if like_a_device(text, profile):
        return StillUnclear()
    reply = await picked(without_device(text), _documents(pause), profile) if len(text) <= _LONGEST else None
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
    message: str, pause: Pause, profile: Profile
) -> SourcesApproved | OtherQuery | Rejected | StillUnclear | None:
    """The decision on the sources found: all of them, some, none, or another query.

    None for a new question.
    """
    every = tuple(range(len(pause.choices)))
    text = normalise(message).strip()
    if (query := other_query(text)) is not None:
        return OtherQuery(query)
    if may_mean_either(text):
        return StillUnclear()
    if approves(text):
        return SourcesApproved(every) if len(every) == 2 or not says_both(text) else StillUnclear()
    if rejects(text):
        return Rejected()
    if len(text) > _LONGEST:
        return None
    picking = without_decision(text)
    if asks(picking):
        return None
    listed = _documents(pause)
    match await picked(picking, listed, profile):
        case Picked(places):
            return SourcesApproved(places)
        case StillUnclear():
            return StillUnclear()
        case None:
            by_title = await read_choice(without_only(picking), listed, profile)
            return SourcesApproved(by_title.places) if isinstance(by_title, Picked) else None


def _documents(pause: Pause) -> tuple[PossibleDocument, ...]:
    """The choices as they are listed, under their places."""
    return tuple(
        PossibleDocument(n, one.title, Target(one.doc_id or "", one.version, one.slot)) for n, one in enumerate(pause.choices, 1)
    )


def read_review(message: str) -> DraftApproved | Rejected | None:
    """The decision on a draft; None for another question."""
    text = normalise(message).strip()
    if approves(text) and not may_mean_either(text):
        return DraftApproved()
    if rejects(text):
        return Rejected()
    reason = reason_against(text)
    return None if reason is None else Rejected(reason)
