"""Courtesies: messages that ask for nothing, and what is said in return."""

from collections.abc import Mapping
from typing import Literal

from ibidem.understanding.acts import Act, read_acts

Courtesy = Literal["greeting", "thanks", "farewell", "declined", "acknowledged", "mistaken", "none of these", "nothing said"]

COURTESIES: Mapping[Act, Courtesy] = {
    "thanks": "thanks",
    "greeting": "greeting",
    "farewell": "farewell",
    "reaction": "acknowledged",
    "complaint": "mistaken",
}


def is_courtesy(message: str) -> bool:
    """Whether a message asks for nothing."""
    return read_acts(message).doing("open") in COURTESIES
