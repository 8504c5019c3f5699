"""The questions that ibidem asks a person, and what it says about the reply."""

from dataclasses import dataclass

from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseWording:
    """The sentences in one language; a `how_` explains the possible replies. `{}` takes a page, a title, an id or a list."""

    which_device: str
    how_device: str
    no_such_device: str
    confirm_sources: str
    how_sources: str
    review: str
    how_review: str
    against: str
    sources: str
    page: str
    sources_rejected: str
    draft_rejected: str
    approved: str
    edited: str
    changed: str
    nothing_left: str
    draft_gone: str
    expired: str


PAUSE_WORDINGS = worded("pauses", PauseWording)
