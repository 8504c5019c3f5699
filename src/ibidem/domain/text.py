"""Which text may be read and stored."""

import re
import unicodedata
from dataclasses import dataclass

from ibidem.domain.errors import InvalidInput

# What Unicode's Stream-Safe Text Format allows (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format). Composing
# takes time quadratic in the marks on one letter.
MOST_MARKS = 30


def unstacked(text: str) -> str:
    """The text without the combining marks beyond the first MOST_MARKS of a run."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a text cannot be kept, and what can be."""

    problem: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.problem}; {self.allowed}"


HALF_A_PAIR = Flaw("holds half of a surrogate pair", "send well-formed Unicode")
_NUL = Flaw("holds a NUL character", "send text")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def flaw(text: str) -> Flaw | None:
    """What keeps a text from being written as UTF-8, or handed to C programs, for which it ends at a NUL; None without any."""
    if "\0" in text:
        return _NUL
    try:
        text.encode()  # several times as fast as to look for surrogates
    except UnicodeEncodeError:
        return HALF_A_PAIR
    return None


def storable(text: str) -> bool:
    """Whether the text can be kept: an id that cannot names nothing."""
    return flaw(text) is None


def require_storable(field: str, text: str) -> None:
    """Raises InvalidInput for a text that cannot be kept."""
    found = flaw(text)
    if found is not None:
        raise InvalidInput(field, found.problem, found.allowed)


def made_storable(text: str) -> str:
    """The text without what cannot be kept of it."""
    return _UNSTORABLE.sub("", text)
