"""Words that pick one of several things by how it compares with the others: "the bigger one", 더 큰 거, 軽いほう."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

# `other` is whichever was not the subject, `unmeasured` a comparison in what no name says: the cheaper one.
Comparison = Literal["larger", "largest", "smaller", "smallest", "other", "unmeasured"]

_MOST = r"(?P<most>가장|제일|一番|最も|いちばん)?\s?(?:더|조금|좀|もっと|より)?\s?"
_KO_NOUN = r"(?=\s|거|것|건|게|걸|쪽|놈)"  # 큰 거, 작은 쪽; not 긴급
_LARGER = (
    rf"(?:커다란|큰|무거운|높은|긴){_KO_NOUN}|대형|대용량|大きい|大きな|重い|大型|長い"
    r"|(?:bigg|larg|heavi|high|strong|long)er|big|large|heavy"
)
_SMALLER = (
    rf"(?:작은|가벼운|낮은|짧은){_KO_NOUN}|소형|소용량|小さい|小さな|軽い|小型|短い"
    r"|(?:small|light|low|weak|short)er|small|little"
)
_LARGEST = r"最大|(?:bigg|larg|heavi|high|strong|long)est"
_SMALLEST = r"最小|(?:small|light|low|weak|short)est"
_OTHER = (
    r"(?:다른|딴|반대)\s?(?:거|것|건|걸|쪽|놈|하나)|나머지(?:\s?(?:거|것|건|하나|쪽))?"
    r"|\b(?:the )?others?\b(?: ones?\b)?|もう(?:一つ|片方|一方|ひとつ)|(?:他|ほか|別)の(?:ほう|方|もの|やつ)?"
)
_UNMEASURED = (
    rf"(?:싼|저렴한|비싼|빠른|느린|새로운|새|강한|약한){_KO_NOUN}|신형|구형"
    r"|(?:cheap|expensive|fast|slow|new|old|quick|strict)(?:er|est)?|安い|高い|速い|遅い|新しい|古い|旧型|新型"
)
_WORDS = re.compile(
    rf"{_OTHER}|(?<![가-힣A-Za-z]){_MOST}"
    rf"(?:(?P<largest>{_LARGEST})|(?P<smallest>{_SMALLEST})|(?P<larger>{_LARGER})|(?P<smaller>{_SMALLER})"
    rf"|(?P<unmeasured>{_UNMEASURED}))(?![A-Za-z])",
    re.IGNORECASE,
)
_TWO = 2
_NOUN = " X"  # instead of what was found, so that a particle behind it is still read as one
# No part of a code (CV-12, R2); the unit behind it may follow at once.
_NUMBER = re.compile(r"(?<![A-Za-z\d.,-])\d{1,9}(?:,\d{3})*(?:\.\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Compared:
    """How a message picks by comparing, and what it says beside that."""

    comparison: Comparison
    rest: str


def comparison_in(message: str) -> Compared | None:
    """The comparison by which a message (normalised) picks one of several; None where it compares nothing."""
    found = _WORDS.search(message)
    if found is None:
        return None
    rest = f"{message[: found.start()]}{_NOUN}{message[found.end() :]}"
    if found["unmeasured"]:
        return Compared("unmeasured", rest)
    if found["largest"] or found["smallest"]:
        return Compared("largest" if found["largest"] else "smallest", rest)
    if found["larger"]:
        return Compared("largest" if found["most"] else "larger", rest)
    if found["smaller"]:
        return Compared("smallest" if found["most"] else "smaller", rest)
    return Compared("other", rest)


def sizes_of(names: Sequence[str]) -> tuple[float, ...] | None:
    """The number by which each of the names differs from the others ("22 kW compressor", "37 kW compressor"); None where they do
    not all have one."""
    numbers = [[float(found.replace(",", "")) for found in _NUMBER.findall(name)] for name in names]
    if not numbers or len({len(one) for one in numbers}) != 1:
        return None
    return next((place for place in zip(*numbers, strict=True) if len(set(place)) == len(names)), None)


def picked(comparison: Comparison, sizes: Sequence[float] | None, of: Sequence[int], subject: int | None) -> tuple[int, ...]:
    """Those places among `of` that a comparison picks, where `sizes` are those of the things there, None without any; all of them
    where they cannot be compared. `subject` is the place of the thing that was the subject before, None where several were."""
    # Of two, the larger or smaller one is the other, whatever numbers their names bear: OV-80 need not be larger than OV-60.
    of_two = sizes is None and subject is not None and len(of) == _TWO and comparison in ("larger", "smaller")
    if comparison == "other" or of_two:
        return () if subject is None else tuple(place for place in of if place != subject)
    if comparison == "unmeasured" or sizes is None:
        return tuple(of)
    upwards = comparison in ("larger", "largest")
    ranked = sorted(of, key=lambda place: sizes[place], reverse=upwards)
    before = ranked[: ranked.index(subject)] if subject is not None and comparison in ("larger", "smaller") else ()
    return tuple(before) or (ranked[0],)
