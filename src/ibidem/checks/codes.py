"""Part numbers, error codes, ids and names of models: E-2107, TL-0025, SUPRA XP, ECOLITE 2000, 10.0.0.1."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ibidem.checks.units import unit_at

_JOINT = r"[-‐‑–_./#]"
_RUN = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z0-9]+(?:{_JOINT}[A-Za-z0-9]+)*")
_NAME = re.compile(
    r"(?<![A-Za-z0-9-])(?P<first>[A-Z]{3,})[ -]"
    r"(?:(?P<second>[A-Z]{1,4}(?![A-Za-z0-9]))|(?P<digits>\d{2,6}(?![\d.,:%/]\d|[A-Za-z0-9])))"
)
_PIECES = re.compile(r"[A-Za-z]+|\d+")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_JOINTS = "-‐‑–_./# \u00a0"
# What measures or counts, and what names a substance, a quarter, a step or a place in a text, which any writer may add.
_MEASURE = re.compile(
    r"[\d.,]+(?:st|nd|rd|th|s|x|a\.?m|p\.?m)?|\d+(?:-[a-z]+)+|[\d.]+[xX][\d.]+(?:[a-z]+)?|[vV]\d+(?:\.\d+)*|\d+(?:\.\d+)?[eE]-?\d+",
)
_SUBSTANCE = re.compile(
    r"N2O?|O[23]|H2O?2?|D2|CO2|NO2|NO3|SO2|H2SO4|HNO3|H3PO4|N[HF]3|NH4|[CS]F[468]|C[234]F[68]|CH2?F[23]|CH4|SiO2|SiH4|Si3N4|BC[Ll]3|C[Ll]2|"
    r"Al2O3|TiO2|WF6|PM(?:2\.5|10)"
)
# "p12" is a page, "P50" a part.
_PLACE = re.compile(
    r"(?:[qQ][1-4]|pp?\.?\d+|PP?\.\d+|(?:[fF]ig|[nN]o|[sS]ec|[cC]h|[vV]ol|[sS]tep|[tT]able|[aA]rt)[.-]?\d+|[1-4][qQ])"
)
# Written in capitals to be heard, not as a name.
_LOUD = frozenset(
    [
        "DO",
        "NOT",
        "THE",
        "AND",
        "FOR",
        "ARE",
        "ALL",
        "ANY",
        "NEVER",
        "ALWAYS",
        "ONLY",
        "MUST",
        "OFF",
        "NOTE",
        "WARNING",
        "CAUTION",
        "DANGER",
        "IMPORTANT",
        "STOP",
        "STEP",
        "OPEN",
        "CLOSE",
        "CHECK",
        "THIS",
        "WITH",
        "BEFORE",
        "AFTER",
        "PLEASE",
        "USE",
        "YES",
        "OUT",
        "WHEN",
        "NOW",
    ]
)


@dataclass(frozen=True, slots=True)
class Code:
    """A code at `start` to `end` of its text, and the letters and digits that it is made of, in small letters.

    `name` says that it is a name of two words, which may as well be two words that only happen to meet.
    """

    start: int
    end: int
    pieces: tuple[str, ...]
    name: bool


def find_codes(text: str) -> tuple[Code, ...]:
    """The codes in a normalised text, in their order, none overlapping."""
    found = [code for match in _NAME.finditer(text) if (code := _name(text, match))]
    taken = {position for code in found for position in range(code.start, code.end)}
    found += [
        Code(match.start(), match.end(), _pieces(match.group()), name=False)
        for match in _RUN.finditer(text)
        if not match.group().isalpha() and match.start() not in taken and _is_code(match.group())
    ]
    return tuple(sorted(found, key=lambda code: code.start))


def holds_code(lower: str, code: Code) -> bool:
    """Whether the code stands in a text, given in small letters, with any sign or none between its pieces, not within another."""
    anchor = max(range(len(code.pieces)), key=lambda i: (code.pieces[i].isdigit(), len(code.pieces[i])))
    return any(_stands_at(lower, code.pieces, anchor, hit) for hit in _hits(lower, code.pieces[anchor]))


def contradicts(lower: str, code: Code) -> bool:
    """Whether the text gives the first word of a name another second one ("SUPRA XP" for "SUPRA N"), or has neither."""
    first, rest = code.pieces[0], code.pieces[1:]
    firsts = [hit for hit in _hits(lower, first) if _is_whole(lower, hit, hit + len(first))]
    if not firsts or not all(any(_is_whole(lower, hit, hit + len(piece)) for hit in _hits(lower, piece)) for piece in rest):
        return True
    return any(re.match(r"[ -](?:[a-z]{0,2}\d{2,}|[a-z]{1,2}(?![a-z]))", lower[hit + len(first) :][:8]) for hit in firsts)


def _name(text: str, match: re.Match[str]) -> Code | None:
    if match["first"] in _LOUD or (match["second"] or "") in _LOUD:
        return None
    if match["digits"] and (unit := unit_at(text, match.end())) and unit.unit.is_measure:
        return None
    words = (match["first"].lower(), (match["second"] or match["digits"]).lower())
    return Code(match.start(), match.end(), words, name=True)


def _is_code(run: str) -> bool:
    if not any(char.isdigit() for char in run):
        return False
    if not any(char.isalpha() for char in run):
        return run.count(".") > 1 or (
            "-" in run and (re.fullmatch(r"0\d{1,3}-\d{3,4}(?:-\d{4})?", run) is not None or run.count("-") > 1)
        )
    if _MEASURE.fullmatch(run) or _PLACE.fullmatch(run):
        return False
    if _SUBSTANCE.fullmatch(run):
        return False
    return not all(_measures(part) for part in re.split(r"[-‐‑–]", run))


def _measures(part: str) -> bool:
    """Whether a part of a run is a number, perhaps with its unit: the parts of 300mm, 5-10min, 2.1L/min, 24V/48V."""
    end = 0
    while number := _DIGITS.match(part, end):
        end = number.end()
        unit = unit_at(part, end)
        end += unit.length if unit else 0
        if end == len(part):
            return True
        if part[end] != "/":
            return False
        end += 1
    return False


def _pieces(run: str) -> tuple[str, ...]:
    return tuple(piece.lower() for piece in _PIECES.findall(run))


def _hits(lower: str, piece: str) -> Iterator[int]:
    at = lower.find(piece)
    while at >= 0:
        yield at
        at = lower.find(piece, at + 1)


def _stands_at(lower: str, pieces: tuple[str, ...], anchor: int, hit: int) -> bool:
    start, end = hit, hit + len(pieces[anchor])
    for piece in reversed(pieces[:anchor]):
        before = start - 1 if start and lower[start - 1] in _JOINTS else start
        if not lower.endswith(piece, 0, before):
            return False
        start = before - len(piece)
    for piece in pieces[anchor + 1 :]:
        after = end + 1 if end < len(lower) and lower[end] in _JOINTS else end
        if not lower.startswith(piece, after):
            return False
        end = after + len(piece)
    return _is_whole(lower, start, end)


def _is_whole(lower: str, start: int, end: int) -> bool:
    """Whether nothing that could be a part of the same code stands next to it."""
    before, after = lower[start - 1 : start], lower[end : end + 1]
    return not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum())
