"""What a message does: approves, says thanks, asks for a table, or asks a question like any other.

A linear network reads it, from its runs of letters and, where the encoder is there, from its vector. It is trained on messages
with their acts (`training/messages`): a new way of saying a thing is a row there, never a pattern.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from ibidem.understanding.act_network import shipped

Act = Literal[
    "approve",
    "reject",
    "edit",
    "yes",
    "no",
    "cancel",
    "any",
    "unsure",
    "search",
    "thanks",
    "greeting",
    "farewell",
    "reaction",
    "complaint",
    "service",
    "inventory",
    "next_page",
    "step",
    "recount",
    "recollect",
    "table",
    "shorter",
    "simpler",
    "steps",
    "translate",
    "rephrase",
    "repeat",
    "show",
    "use",
    "question",
]
ACTS: tuple[Act, ...] = get_args(Act)

# Where a message is said: nothing waits, or a turn waits for what its pause asks.
Situation = Literal["open", "review", "sources", "which", "device", "offer"]

FORMS: tuple[Act, ...] = ("table", "shorter", "simpler", "steps", "translate", "rephrase")


def _all(amount: Act, *acts: Act) -> dict[Act, Act]:
    return dict.fromkeys(acts, amount)


_YES, _NO = _all("yes", "approve", "yes"), _all("no", "reject", "no", "complaint")
# What an act amounts to where it is said; what is not named is a message of its own. "Shorter" changes a draft that
# waits, and "go on" approves it.
_AMOUNTS: Mapping[Situation, Mapping[Act, Act]] = {
    "open": {
        **_all("yes", "approve", "any"),
        **_all("question", "edit", "search", "unsure", "show", "use"),
        "reject": "complaint",
        "cancel": "no",
    },
    "review": {
        **_all("approve", "approve", "yes", "any", "next_page"),
        **_all("reject", "reject", "no", "complaint", "repeat", "search"),
        **_all("edit", "edit", *FORMS),
    },
    "sources": {
        **_all("approve", "approve", "yes", "any", "next_page"),
        **_all("reject", "reject", "no", "complaint", "repeat"),
    },
    "which": {**_YES, **_NO},
    "device": {**_YES, **_NO, "unsure": "any"},
    "offer": {**_YES, **_NO, "any": "yes", "use": "question"},
}
_MARKS = re.compile(r"[\W_]+")  # marks and pictures alone are a nod
_LONGEST = 600  # characters: a longer message tells a story, and asks
# From which share on an act is taken for what a message does (decision 16).
_TAKEN_ABOVE = 0.48


@dataclass(frozen=True, slots=True)
class ReadAct:
    """What a message does, and how likely that is, 0..1."""

    act: Act
    share: float


@dataclass(frozen=True, slots=True)
class Acts:
    """How likely a message does each thing, by itself."""

    shares: Mapping[Act, float]

    def likeliest(self, situation: Situation) -> ReadAct:
        """What it does there. `question` is a message of its own."""
        amounts = _AMOUNTS[situation]
        found: dict[Act, float] = {}
        for act, share in self.shares.items():
            amount = amounts.get(act, act)
            found[amount] = found.get(amount, 0.0) + share
        act = max(found, key=lambda one: found[one])
        return ReadAct(act, found[act])

    def doing(self, situation: Situation) -> Act:
        """What it does there, as far as that is likely; else `question`."""
        read = self.likeliest(situation)
        return read.act if read.share >= _TAKEN_ABOVE else "question"


_QUESTION = Acts({"question": 1.0})
_REMEMBERED = 512  # messages: a turn asks eight times for what its own and those of the last turns do


def read_acts(message: str, vector: Sequence[float] | None = None) -> Acts:
    """What the message does; `vector` is the encoder's of it, where there is one."""
    if len(message) > _LONGEST or not message.strip():
        return _QUESTION
    return _by_letters(message) if vector is None else _read(message, vector)


@lru_cache(maxsize=_REMEMBERED)
def _by_letters(message: str) -> Acts:
    return _read(message, None)


def _read(message: str, vector: Sequence[float] | None) -> Acts:
    if _MARKS.fullmatch(message):
        return Acts({"reaction": 1.0})
    shares = shipped().shares(message, vector)
    return Acts({act: shares[act] for act in ACTS})
