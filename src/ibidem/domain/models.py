"""What is said to a language model, and what comes back."""

from dataclasses import dataclass, field
from typing import Literal

FinishReason = Literal["stop", "length", "filtered"]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call: what the model is told to do (`system`), what with (`user`), and the most tokens that it may answer."""

    system: str
    user: str
    max_tokens: int


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Tokens as the model's server counted them; 0 where it did not say."""

    input: int = 0
    output: int = 0


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A further piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ThoughtDelta:
    """A further piece of what a reasoning model thinks before it answers: never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ModelEnd:
    """The end of an answer that came whole (`stop`), was cut at the most tokens (`length`) or was held back (`filtered`)."""

    reason: FinishReason
    tokens: TokenCount = field(default_factory=TokenCount)


ModelEvent = TextDelta | ThoughtDelta | ModelEnd


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole answer, and what was thought before it."""

    text: str
    thoughts: str
    reason: FinishReason
    tokens: TokenCount
