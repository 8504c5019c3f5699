"""What a reply at a pause may mean."""

from dataclasses import dataclass

from ibidem.language.courtesy import Courtesy
from ibidem.pointing.replies import StillUnclear
from ibidem.pointing.resolve import Resolved, Unclear


@dataclass(frozen=True, slots=True)
class ChoicesPicked:
    """Choices of the pause, by their places in its list; `asks` is what is asked of them instead of what waited, if anything."""

    places: tuple[int, ...]
    asks: str = ""


@dataclass(frozen=True, slots=True)
class DocumentsNamed:
    """Documents that are named by themselves, be they choices of the pause or not, and what is to be answered from them."""

    resolved: Resolved
    text: str


@dataclass(frozen=True, slots=True)
class WhichUnclear:
    """It is still not clear which document is meant."""

    unclear: Unclear


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing of what was offered is wanted; what waited is dropped with this courtesy."""

    courtesy: Courtesy


@dataclass(frozen=True, slots=True)
class DevicesPicked:
    """The devices that are meant, by every name that the corpus has for them."""

    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourcesApproved:
    """The sources that may be answered from, by their places in the list."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OtherQuery:
    """Other words to be searched for."""

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
    """Not these sources, or not this draft; `reason` is what was said against it, or nothing."""

    reason: str = ""


WorkReply = DevicesPicked | SourcesApproved | OtherQuery | DraftApproved | DraftEdited | Rejected | StillUnclear
PauseReply = WorkReply | ChoicesPicked | DocumentsNamed | WhichUnclear | Declined
