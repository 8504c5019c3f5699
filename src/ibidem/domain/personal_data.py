"""Personal data as data: kinds, and where in a text one stands."""

import re
from dataclasses import dataclass
from typing import Literal, NewType, get_args

PersonalKind = Literal[
    "KR_RRN",
    "KR_FRN",
    "KR_BRN",
    "KR_PASSPORT",
    "KR_DRIVER_LICENSE",
    "JP_MY_NUMBER",
    "JP_PASSPORT",
    "JP_DRIVER_LICENSE",
    "JP_RESIDENCE_CARD",
    "JP_PENSION",
    "PASSPORT",
    "US_SSN",
    "PHONE",
    "EMAIL",
    "CREDIT_CARD",
    "BANK_ACCOUNT",
    "SECRET",
]
PERSONAL_KINDS: tuple[PersonalKind, ...] = get_args(PersonalKind)
# By which somebody is reached, and which a document may publish; all others belong to one person alone.
CONTACT_KINDS: frozenset[PersonalKind] = frozenset(("PHONE", "EMAIL"))

# Text in which personal data has been replaced; `ibidem.privacy.masker` makes it.
SafeText = NewType("SafeText", str)


# A placeholder ends with its number in a session, or, in documents, with so many of these letters: no word can come of them, and
# nothing that looks like personal data. Among a million values two have the same with a probability of 1 in 25,000 each.
TAG_LETTERS = "bcdfghjklmnpqrstvwxz"
TAG_LENGTH = 8
# As a regular expression.
PLACEHOLDER = rf"<(?:{'|'.join(PERSONAL_KINDS)})(?:_(?:[0-9]{{1,9}}|[{TAG_LETTERS}]{{{TAG_LENGTH}}}))?>"
_PLACEHOLDER = re.compile(rf"\s?{PLACEHOLDER}")
_NUMBERED = re.compile(rf"<({'|'.join(PERSONAL_KINDS)})_[0-9]{{1,9}}>")


def without_placeholders(text: str) -> str:
    """The text without what stands in it for personal data: no document holds that."""
    return _PLACEHOLDER.sub("", text) if "<" in text else text


def unnumbered(text: str) -> str:
    """The text with placeholders that say no more than the kind: their numbers are the session's."""
    return _NUMBERED.sub(r"<\1>", text) if "<" in text else text


@dataclass(frozen=True, slots=True, order=True)
class PersonalDatum:
    """The characters [start, end) of a text are personal data of this kind."""

    start: int
    end: int
    kind: PersonalKind


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What stands for one value in a session, `<PHONE_1>`; `digest` recognises the value, under a key that is kept elsewhere."""

    kind: PersonalKind
    number: int
    digest: str

    def __str__(self) -> str:
        return f"<{self.kind}_{self.number}>"
