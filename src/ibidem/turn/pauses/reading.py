"""Parses a message at a pause: which device is meant, whether the sources are right, whether a draft may be shown."""

from collections.abc import Sequence

from ibidem.domain.conversation import Pause
from ibidem.language.normal import normalise
from ibidem.pointing.picking import LONGEST_PICKING, picked_by_number
from ibidem.pointing.replies import Picked, StillUnclear, read_choice
from ibidem.pointing.resolve import PossibleDocument, Target
from ibidem.profile import Profile
from ibidem.turn.pauses.choice_numbers import says_both, without_decision, without_only
from ibidem.turn.pauses.decisions import approves, asks, may_mean_either, reason_against, rejects
from ibidem.turn.pauses.device_names import any_device, devices_named, like_a_device, without_device
from ibidem.turn.pauses.other_query import other_query
from ibidem.turn.question.devices import device_key
from ibidem.turn.replies import DevicesPicked, DraftApproved, OtherQuery, Rejected, SourcesApproved


def read_device(message: str, pause: Pause, held: tuple[str, ...], profile: Profile) -> DevicesPicked | StillUnclear | None:
    """The devices that the message picks, by number, name or alias; `held` are those of the readable corpus.

    A device that is no choice stays unclear. None for a new question.
    """
    asked = pause.work.devices if pause.work is not None else ()
    listed = [device_key(choice.title) for choice in pause.choices]

    text = normalise(message).strip()
    if any_device(text):
        return devices_of(listed, pause, held, profile)
    picked = devices_named(text, listed, asked, held, profile.devices)
    if picked:
        return devices_of(picked, pause, held, profile)
    places = picked_by_number(without_device(text), len(listed), profile)
    if places is None and like_a_device(text, profile):
        return StillUnclear()
    return devices_of([listed[place] for place in places], pause, held, profile) if isinstance(places, tuple) else places


def devices_of(keys: Sequence[str], pause: Pause, held: tuple[str, ...], profile: Profile) -> DevicesPicked:
    """The devices with these keys, under every name in the pause, the corpus (`held`) and the profile."""
    asked = pause.work.devices if pause.work is not None else ()
    names = (*asked, *held, *(device.name for device in profile.devices))
    return DevicesPicked(tuple(dict.fromkeys(name for key in keys for name in names if device_key(name) == key)))


def read_sources(message: str, pause: Pause, profile: Profile) -> SourcesApproved | OtherQuery | Rejected | StillUnclear | None:
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
    if len(text) > LONGEST_PICKING:
        return None
    picking = without_decision(text)
    if asks(picking):
        return None
    places = picked_by_number(picking, len(every), profile)
    if isinstance(places, tuple):
        return SourcesApproved(places)
    if places is None:
        titles = tuple(
            PossibleDocument(n, c.title, Target(c.doc_id or "", c.version, c.slot)) for n, c in enumerate(pause.choices, 1)
        )
        by_title = read_choice(without_only(picking), titles, profile)
        return SourcesApproved(by_title.places) if isinstance(by_title, Picked) else None
    return places


def read_review(message: str) -> DraftApproved | Rejected | None:
    """The decision on a draft; None for another question."""
    text = normalise(message).strip()
    if approves(text) and not may_mean_either(text):
        return DraftApproved()
    if rejects(text):
        return Rejected()
    reason = reason_against(text)
    return None if reason is None else Rejected(reason)
