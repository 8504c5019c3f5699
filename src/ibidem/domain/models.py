"""Requests to a language model, and its replies."""

from dataclasses import dataclass, field
from typing import Literal

FinishReason = Literal["stop", "length", "filtered"]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call: the instructions (`system`), the input (`user`), and the most tokens of the reply."""

    system: str
    user: str
    max_tokens: int


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Tokens as counted by the model's server; 0 where it reported none."""

    input: int = 0
    output: int = 0


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ThoughtDelta:
    """The next piece of a reasoning model's thoughts: never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ModelEnd:
    """The end of an answer: complete (`stop`), cut at the token limit (`length`) or blocked (`filtered`)."""

    reason: FinishReason
    tokens: TokenCount = field(default_factory=TokenCount)


ModelEvent = TextDelta | ThoughtDelta | ModelEnd


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole answer, and the thoughts before it."""

    text: str
    thoughts: str
    reason: FinishReason
    tokens: TokenCount
