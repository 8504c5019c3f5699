"""A number that stands for itself, with no noun: 두 번째 거는 얼마야, "what is the torque in the second one?"."""

import re
from dataclasses import dataclass

from ibidem.language.normal import normalise
from ibidem.pointing.groups import groups
from ibidem.pointing.ids import id_reader
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.long_messages import LONGEST_READ
from ibidem.pointing.positions import kinds_of, settle_words
from ibidem.pointing.scanning import scan
from ibidem.profile import Profile

# What may stand right before such a number, and right after it. A noun beside it has the number: 챔버 2번, "the second pump".
_BEFORE = re.compile("(?:^|[FJ;lfhSVvEtP])$")
_AFTER = re.compile("[tlPoFJ;fkSVvE]|$")


@dataclass(frozen=True, slots=True)
class BareNumber:
    """A number, -1 for the last, and what the message says beside it."""

    number: int
    rest: str


def bare_number(message: str, profile: Profile) -> BareNumber | None:
    """The number of a message; None where it holds none, several, one with a noun, or an id, or is long."""
    text = normalise(message)
    if len(text) > LONGEST_READ or id_reader(profile).find(text):
        return None
    tokens = settle_words(list(scan(text.lower(), lexicon_of(profile), {}).tokens))
    found = groups(tokens)
    if len(found) != 1 or len(found[0].numbers) != 1 or found[0].excluded or found[0].anchor not in ("", "G"):
        return None
    kinds, first, last = kinds_of(tokens), found[0].first, found[0].last
    if "n" in kinds[first:last] or not _BEFORE.search(kinds[:first]) or not _AFTER.match(kinds[last:]):
        return None
    rest = f"{text[: tokens[first].start]} {text[tokens[last - 1].end :]}"
    return BareNumber(found[0].numbers[0], rest.strip())
