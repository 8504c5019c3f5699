"""A number that stands for itself, with no noun: 두 번째 거는 얼마야, "what is the torque in the second one?"."""

from dataclasses import dataclass

from ibidem.profile import Profile
from ibidem.understanding.long_messages import LONGEST_READ
from ibidem.understanding.mentions import mask
from ibidem.understanding.vocabulary import Does, words_of

_NUMBERED = frozenset({"ordinal", "label", "bracket", "place"})
_PICKED = frozenset({*_NUMBERED, "cardinal"})
# What may stand beside such a number. A noun beside it has the number: 챔버 2번, "the second pump".
_BEFORE = frozenset[Does]({"fills", "stop", "shows", "sums", "asks", "tells", "points"})
_AFTER = frozenset[Does]({"fills", "stop", "shows", "sums", "asks", "tells", "whole", "one"})


@dataclass(frozen=True, slots=True)
class BareNumber:
    """A number, -1 for the last, and what the message says beside it."""

    number: int
    rest: str


def names_numbers(message: str, profile: Profile) -> bool:
    """Whether a message names things by their numbers, as a reply picks choices: "yes, only 1 and 3"."""
    return len(message) <= LONGEST_READ and any(one.form in _PICKED for one in mask(message, profile).mentions)


def only_number(message: str, profile: Profile) -> int | None:
    """The number of a message that holds one, whatever stands beside it; None where it holds none or several."""
    if len(message) > LONGEST_READ:
        return None
    numbers = [one.value for one in mask(message, profile).mentions if one.form in _PICKED]
    return numbers[0] if len(numbers) == 1 else None


def bare_number(message: str, profile: Profile) -> BareNumber | None:
    """The number of a message; None where it holds none, several, one with a noun, or an id, or is long."""
    if len(message) > LONGEST_READ:
        return None
    masked = mask(message, profile)
    numbers = [one for one in masked.mentions if one.form not in ("quantity", "kind")]
    if len(numbers) != 1 or numbers[0].form not in _NUMBERED or any(one.form == "kind" for one in masked.mentions):
        return None
    start, end = numbers[0].start, numbers[0].end
    words = words_of(masked.text, profile, ((start, end),))
    at = next((place for place, word in enumerate(words) if word.does == "meant"), None)
    if at is None:  # a longer word holds the number: 最初に見せてくれた
        return None
    before, after = words[:at][-1:], words[at + 1 :]
    if any(word.does not in _BEFORE for word in before) or any(word.does not in _AFTER for word in after[:1]):
        return None
    if next((word.does for word in after if word.does != "fills"), "stop") == "document":
        return None
    if after and after[0].does == "one":
        end = after[0].end
    return BareNumber(numbers[0].value, f"{masked.text[:start]} {masked.text[end:]}".strip())
