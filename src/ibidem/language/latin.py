"""Words, numbers and identifiers in letters that are neither Korean nor Japanese, in whatever text they stand."""

import re
import threading
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol, cast

import Stemmer

from ibidem.domain.languages import FACTS, Language

_LETTER = "A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u10ff\u1200-\u167f\u1681-\u1fff"
# Runs of letters and digits, joined by the signs that codes are joined by, which people leave out or exchange at will.
_RUN = re.compile(rf"[{_LETTER}]+(?:[-‐‑–−_./:#'’][{_LETTER}]+)*")
_GROUPED_NUMBER = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")
_POSSESSIVE = re.compile(r"['’](?:s|S|t|T|ll|re|ve|d|m)$")
_JOINT = re.compile(r"[-‐‑–−_/:#'’ ]")
_PIECE = re.compile(rf"\d+(?:\.\d+)?|(?:(?!\d)[{_LETTER}])+")

# Whatever no other language claims is read as English, as names and codes in any text are.
_ENGLISH: tuple[Language, ...] = ("en",)
FURTHER = tuple(language for language, facts in FACTS.items() if facts.script == "letters" and language not in _ENGLISH)
_STOP_WORDS = {language: frozenset(FACTS[language].stop_words.split()) for language in (*_ENGLISH, *FURTHER)}
_LETTER_OF = {language: re.compile(f"[{FACTS[language].letters}]") for language in _STOP_WORDS}


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


_stemmers = threading.local()


def _stemmer(language: Language) -> _Stemmer:
    """This thread's stemmer: it keeps the word it works on inside itself."""
    stemmers: dict[Language, _Stemmer] | None = getattr(_stemmers, "of", None)
    if stemmers is None:
        stemmers = _stemmers.of = {}
    if language not in stemmers:
        algorithm = FACTS[language].stemmer
        stemmers[language] = cast(_Stemmer, Stemmer.Stemmer(algorithm))  # pyright: ignore[reportUnknownMemberType]
    return stemmers[language]


@lru_cache(maxsize=262144)
def _stem(word: str, language: Language) -> str:
    """The stem of a word in lower case without accents, or nothing for a stop word; one in capitals is a name ("IT", "WHO").

    An accent belongs to the word only where the language has that letter.
    """
    own = _LETTER_OF[language]
    plain = word if word.isascii() else "".join(c if own.match(c) else _without_accents(c) for c in word)
    lower = plain.lower()
    if lower in _STOP_WORDS[language] and not (len(word) > 1 and word.isupper()):
        return ""
    stems = FACTS[language].stemmer and FACTS[language].own_word.match(lower)
    stem = _stemmer(language).stemWord(lower) if stems else lower
    return stem if stem.isascii() else _without_accents(stem)


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _languages(text: str) -> tuple[Language, ...]:
    """The languages that have most of their stop words in a text: one, or several of which there are as many."""
    if not FURTHER:
        return _ENGLISH
    runs = [run.lower() for run in _RUN.findall(text)]
    said = {language: sum(run in stop_words for run in runs) for language, stop_words in _STOP_WORDS.items()}
    most = max(said.values())
    return tuple(language for language, count in said.items() if count == most)


def _asked_in(text: str) -> tuple[Language, ...]:
    """The language that a question shows, else English."""
    languages = _languages(text)
    return languages if len(languages) == 1 else _ENGLISH


def _stems(piece: str, languages: tuple[Language, ...]) -> Iterator[str]:
    """The stem of a word in each of the languages that it may be of, each once; none for a stop word of the first."""
    may_be = [language for language in languages if FACTS[language].own_word.match(piece)] or _ENGLISH
    stems = [_stem(piece, language) for language in may_be]
    yield from filter(None, dict.fromkeys(stems if stems[0] else ()))


class _Parts(NamedTuple):
    """A run as its stems and numbers, as one code where it is one, and whether it may be half of one: a name or a number.

    "E-1234" -> ("e", "1234"), "e1234", True.
    """

    stems: tuple[str, ...]
    code: str
    named: bool


@cache
def _reader(languages: tuple[Language, ...]) -> Callable[[str], _Parts]:
    """What takes the runs of a text in these languages apart, and remembers them."""

    @lru_cache(maxsize=262144)
    def parts(run: str) -> _Parts:
        pieces = _PIECE.findall(_POSSESSIVE.sub("", run))
        stems = tuple(stem for piece in pieces for stem in _stems(piece, languages))
        is_code = len(pieces) > 1 and (run.isupper() or any(p[0].isdigit() for p in pieces))
        return _Parts(stems, _code(run) if is_code else "", run.isupper() or run.isdecimal())

    return parts


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
    "E-1234" and "E 1234" -> "e1234", "SUPRA XP" -> "supraxp".

    The words of a further language stand there as English ones too, since a question of two words may not show its language.
    """
    languages = _languages(text)
    return _words(text, languages if languages == _ENGLISH else tuple(dict.fromkeys((*languages, *_ENGLISH))))


def asked_words(text: str) -> LatinWords:
    """The same of a question, in the language that it shows, else in English."""
    return _words(text, _asked_in(text))


def _words(text: str, languages: tuple[Language, ...]) -> LatinWords:
    words: list[tuple[int, str]] = []
    codes: list[str] = []
    name, end = "", 0
    parts = _reader(languages)
    for match in _RUN.finditer(text):
        run = match.group()
        stems, code, named = parts(run)
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
    parts = _reader(_asked_in(text))
    runs = [(match, bool(parts(match.group()).stems)) for match in _RUN.finditer(text)]
    return [
        _code(a.group() + b.group())
        for (a, says), (b, says_too) in pairwise(runs)
        if says and says_too and text[a.end() : b.start()] == " "
    ]
