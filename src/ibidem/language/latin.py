"""Words, numbers and identifiers in letters that are neither Korean nor Japanese, in whatever text they stand."""

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Protocol, cast

import Stemmer

_LETTER = "A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u10ff\u1200-\u167f\u1681-\u1fff"
# Runs of letters and digits, joined by the signs that codes are joined by, which people leave out or exchange at will.
_RUN = re.compile(rf"[{_LETTER}]+(?:[-‐‑–−_./:#'’][{_LETTER}]+)*")
_GROUPED_NUMBER = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")
_POSSESSIVE = re.compile(r"['’](?:s|S|t|T|ll|re|ve|d|m)$")
_JOINT = re.compile(r"[-‐‑–−_/:#'’ ]")
_PIECE = re.compile(rf"\d+(?:\.\d+)?|(?:(?!\d)[{_LETTER}])+")

_STOP_WORDS = frozenset(
    """
    a about all also am an and any are as at be because been being both but by can could did do does doing don doesn
    didn isn for from had has have having he her hers him his how i if in into is it its itself just me more most my no
    nor not of off on only or our out over own please s same she should so some such t tell than that the their them
    then there these they this those to too under up us very was we were what when where which while who whom whose why
    will with would you your
    """.split()  # noqa: SIM905
)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


_stemmers = threading.local()


def _stemmer() -> _Stemmer:
    """This thread's stemmer: it keeps the word it works on inside itself."""
    stemmer: _Stemmer | None = getattr(_stemmers, "stemmer", None)
    if stemmer is None:
        stemmer = _stemmers.stemmer = cast(_Stemmer, Stemmer.Stemmer("english"))  # pyright: ignore[reportUnknownMemberType]
    return stemmer


@lru_cache(maxsize=262144)
def _stem(word: str) -> str:
    """The stem of a word in lower case without accents, or nothing for a stop word; one in capitals is a name ("IT", "WHO")."""
    plain = word if word.isascii() else "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    lower = plain.lower()
    if lower in _STOP_WORDS and not (len(word) > 1 and word.isupper()):
        return ""
    return _stemmer().stemWord(lower) if lower.isascii() else lower


@lru_cache(maxsize=262144)
def _parts(run: str) -> tuple[tuple[str, ...], str, bool]:
    """A run as its stems and numbers, as one code where it is one, and whether it may be half of one: a name or a number.

    "E-1234" -> ("e", "1234"), "e1234", True.
    """
    pieces = _PIECE.findall(_POSSESSIVE.sub("", run))
    stems = tuple(stem for stem in map(_stem, pieces) if stem)
    is_code = len(pieces) > 1 and (run.isupper() or any(p[0].isdigit() for p in pieces))
    return stems, _code(run) if is_code else "", run.isupper() or run.isdecimal()


def _code(run: str) -> str:
    return _JOINT.sub("", run).lower()


def group_digits(text: str) -> str:
    """The text with 1,000 written 1000."""
    return text if "," not in text else _GROUPED_NUMBER.sub(lambda number: number.group().replace(",", ""), text)


@dataclass(frozen=True, slots=True)
class LatinWords:
    """What a text holds in letters of this module: stems and numbers, each with the offset of its run, and codes."""

    words: list[tuple[int, str]]
    codes: list[str]


def latin_words(text: str) -> LatinWords:
    """The stems and numbers of normalised text, stop words left out, and its identifiers, their signs and spaces taken out:
    "E-1234" and "E 1234" -> "e1234", "SUPRA XP" -> "supraxp"."""
    words: list[tuple[int, str]] = []
    codes: list[str] = []
    name, end = "", 0
    for match in _RUN.finditer(text):
        run = match.group()
        stems, code, named = _parts(run)
        for stem in stems:
            words.append((match.start(), stem))
        if code:
            codes.append(code)
        if named:
            if name and text[end : match.start()] == " ":
                codes.append(_code(name + run))
            name, end = ("" if run.isdecimal() else run), match.end()
        else:
            name = ""
    return LatinWords(words, codes)


def asked_codes(text: str) -> list[str]:
    """The identifiers that a question may mean: people write "supra xp" for SUPRA XP, so any two neighbours may be one."""
    runs = [(match, bool(_parts(match.group())[0])) for match in _RUN.finditer(text)]
    return [
        _code(a.group() + b.group())
        for (a, says), (b, says_too) in pairwise(runs)
        if says and says_too and text[a.end() : b.start()] == " "
    ]
