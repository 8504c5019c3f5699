"""What people say at a pause: which device they mean, whether the sources found are right, whether a draft may be shown."""

from collections.abc import Sequence

from ibidem.domain.conversation import Pause, Question
from ibidem.language.normal import normalise
from ibidem.pointing.replies import Picked, StillUnclear, read_choice
from ibidem.pointing.resolve import Choice, Target
from ibidem.profile import Profile
from ibidem.turn.pauses.choice_numbers import picked_by_number, says_both, without_decision, without_only
from ibidem.turn.pauses.decisions import approves, asks, may_mean_either, reason_against, rejects
from ibidem.turn.pauses.device_names import any_device, devices_named, like_a_device, without_device
from ibidem.turn.pauses.other_query import other_query
from ibidem.turn.pauses.replies import (
    DevicesPicked,
    DraftApproved,
    DraftEdited,
    OtherQuery,
    PauseReply,
    Rejected,
    SourcesApproved,
)
from ibidem.turn.question.devices import device_key

_LONGEST = 200  # characters; a choice of sources is short, and the patterns need not run over long texts


def read_device(question: Question, pause: Pause, held: tuple[str, ...], profile: Profile) -> DevicesPicked | StillUnclear | None:
    """The devices that the answer picks, by number, name or alias; `held` are those of the readable corpus.

    A device that is none of the choices is still unclear. None when the message asks something of its own.
    """
    asked = pause.work.devices if pause.work is not None else ()
    listed = [device_key(choice.title) for choice in pause.choices]

    def all_of(keys: Sequence[str]) -> DevicesPicked:
        names = (*asked, *held, *(device.name for device in profile.devices))
        return DevicesPicked(tuple(dict.fromkeys(name for key in keys for name in names if device_key(name) == key)))

    if question.choices:
        return all_of([listed[pause.numbers.index(number)] for number in question.choices])
    text = normalise(question.message).strip()
    if any_device(text):
        return all_of(listed)
    picked = devices_named(text, listed, asked, held, profile.devices)
    if picked:
        return all_of(picked)
    places = picked_by_number(without_device(text), len(listed), profile)
    if places is None and like_a_device(text, profile):
        return StillUnclear()
    return all_of([listed[place] for place in places]) if isinstance(places, tuple) else places


def read_sources(question: Question, pause: Pause, profile: Profile) -> PauseReply | None:
    """What is decided about the sources found: all of them, some of them, none, or other words to search for.

    None when the message asks something of its own.
    """
    every = tuple(range(len(pause.choices)))
    chosen = tuple(pause.numbers.index(number) for number in question.choices)
    match question.decision:
        case "edit":
            return OtherQuery(question.message)
        case "reject":
            return Rejected()
        case "approve":
            return SourcesApproved(chosen or every)
        case None if chosen:
            return SourcesApproved(chosen)
        case None:
            pass
    text = normalise(question.message).strip()
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
    places = picked_by_number(picking, len(every), profile)
    if isinstance(places, tuple):
        return SourcesApproved(places)
    if places is None:
        titles = tuple(Choice(n, c.title, Target(c.doc_id or "", c.version, c.slot)) for n, c in enumerate(pause.choices, 1))
        by_title = read_choice(without_only(picking), titles, profile)
        return SourcesApproved(by_title.places) if isinstance(by_title, Picked) else None
    return places


def read_review(question: Question) -> DraftApproved | DraftEdited | Rejected | None:
    """What is decided about a draft: to show it, to show another text, or not to; None when the message asks something else."""
    match question.decision:
        case "approve":
            return DraftApproved()
        case "edit":
            return DraftEdited(question.message)
        case "reject":
            return Rejected("" if question.message == question.decision else question.message)
        case None:
            pass
    text = normalise(question.message).strip()
    if approves(text) and not may_mean_either(text):
        return DraftApproved()
    if rejects(text):
        return Rejected()
    reason = reason_against(text)
    return None if reason is None else Rejected(reason)
