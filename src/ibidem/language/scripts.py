"""Patterns that are each written in one script, so that a text is searched only for those in the scripts that it holds."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ibidem.domain.languages import Language

_HANGUL, _LATIN, _JAPANESE = re.compile("[가-힣]"), re.compile("[a-z]"), re.compile("[ぁ-ヿ一-鿿]")


def syllables_ending_in(final: int) -> str:
    """A class, for a pattern, of every Hangul syllable with the final of this number (Unicode 3.12): 8 is ㄹ, 20 is ㅆ."""
    return f"[{''.join(chr(code) for code in range(0xAC00 + final, 0xD7A4, 28))}]"


@dataclass(frozen=True, slots=True)
class Scripts:
    """Whether Hangul, small Latin letters, and kana or kanji stand in a text."""

    hangul: bool
    latin: bool
    japanese: bool


@lru_cache(maxsize=32)
def scripts_of(lowered: str) -> Scripts:
    """The scripts of a text in small letters."""
    return Scripts(*(script.search(lowered) is not None for script in (_HANGUL, _LATIN, _JAPANESE)))


def is_written_alike(name: str, languages: Collection[Language]) -> bool:
    """Whether texts in these languages would write a name as it stands: one in Hangul, kana or kanji they write in their own
    letters, as 도쿄, Tokyo and 東京 are one; codes and names in Latin letters they all keep."""
    scripts = scripts_of(name.lower())
    own: Language | None = "ko" if scripts.hangul else "ja" if scripts.japanese else None
    return own is None or set(languages) <= {own}


@dataclass(frozen=True, slots=True)
class PerScript:
    """One pattern a script: Hangul, Latin, and kana with kanji. Text is expected in small letters (`language.normal`)."""

    korean: re.Pattern[str]
    english: re.Pattern[str]
    japanese: re.Pattern[str]

    def found_in(self, lowered: str) -> bool:
        """Whether one of the patterns stands in the text."""
        return any(pattern.search(lowered) is not None for pattern in self._of(lowered))

    def spans(self, lowered: str) -> Iterator[tuple[int, int]]:
        """Where the patterns stand, start and end, script by script."""
        return (match.span() for pattern in self._of(lowered) for match in pattern.finditer(lowered))

    def first_end(self, lowered: str, start: int) -> int | None:
        """Where the first of them ends, from `start` on."""
        found = [match for pattern in self._of(lowered) if (match := pattern.search(lowered, start)) is not None]
        return min(found, key=lambda match: match.start()).end() if found else None

    def _of(self, lowered: str) -> Iterator[re.Pattern[str]]:
        scripts = scripts_of(lowered)
        if scripts.hangul:
            yield self.korean
        if scripts.latin:
            yield self.english
        if scripts.japanese:
            yield self.japanese
