"""The scripts that a text is written in."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from ibidem.domain.languages import Language

_HANGUL, _LATIN, _JAPANESE = re.compile("[가-힣]"), re.compile("[a-z]"), re.compile("[ぁ-ヿ一-鿿]")

# A kana, a kanji, a syllable of Hangul: written without spaces, or with what hangs on it.
EAST_ASIAN = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


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
