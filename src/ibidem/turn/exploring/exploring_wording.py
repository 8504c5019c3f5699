"""What ibidem says of an exploration, in the language of the question."""

from dataclasses import dataclass

from ibidem.domain.trace import ExploreEnding
from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploringWording:
    """The sentences in one language. `{}` takes what is looked for, or why the search was not finished (`why`)."""

    in_turns: str
    in_documents: str
    reading: str
    unfinished: str
    searched: str
    why: dict[ExploreEnding, str]
    notes: str
    unconfirmed: str
    from_turns: str


EXPLORING_WORDINGS = worded("exploring", ExploringWording)
