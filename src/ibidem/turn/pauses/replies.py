"""What a reply at a pause may mean."""

from dataclasses import dataclass

from ibidem.pointing.replies import StillUnclear


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


PauseReply = DevicesPicked | SourcesApproved | OtherQuery | DraftApproved | DraftEdited | Rejected | StillUnclear
