"""The possible meanings of a reply to a pause."""

from dataclasses import dataclass

from ibidem.understanding.courtesies import Courtesy
from ibidem.understanding.picking import StillUnclear
from ibidem.understanding.resolve import Resolved, Unclear


@dataclass(frozen=True, slots=True)
class ChoicesPicked:
    """Choices of the pause, by their places in its list; `asks` is a question that replaces the one that waited, if any."""

    places: tuple[int, ...]
    asks: str = ""


@dataclass(frozen=True, slots=True)
class DocumentsNamed:
    """Documents named directly, choices of the pause or not, and the question to answer from them."""

    resolved: Resolved
    text: str


@dataclass(frozen=True, slots=True)
class WhichUnclear:
    """It is still not clear which document is meant."""

    unclear: Unclear


@dataclass(frozen=True, slots=True)
class Declined:
    """None of the offers is wanted; the question that waited is dropped with this courtesy."""

    courtesy: Courtesy


@dataclass(frozen=True, slots=True)
class DevicesPicked:
    """The devices that are meant, under every name that the corpus has for them."""

    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourcesApproved:
    """The sources to answer from, by their places in the list."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OtherQuery:
    """Another query to search for."""

    text: str


@dataclass(frozen=True, slots=True)
class DraftApproved:
    """The draft may be shown as it is."""


@dataclass(frozen=True, slots=True)
class DraftEdited:
    """The draft as the person has rewritten it."""

    text: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """These sources, or this draft, are rejected; `reason` may be empty."""

    reason: str = ""


WorkReply = DevicesPicked | SourcesApproved | OtherQuery | DraftApproved | DraftEdited | Rejected | StillUnclear
PauseReply = WorkReply | ChoicesPicked | DocumentsNamed | WhichUnclear | Declined
