"""Detects the language of a text by its script."""

import re
from collections import Counter
from collections.abc import Iterable

from ibidem.domain.languages import Language

_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3\uffa1-\uffdc]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_HAN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z]+")
# Product names and commands fill Korean and Japanese questions with Latin words; what makes a text English is its grammar.
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:the|an?|is|are|was|were|be|do|does|did|has|have|can|should|will|what|which|who|when|where|why|how|of|in|to|for|and|from|with"
    r"|this|that|it|my|your)\b",
    re.IGNORECASE,
)


# A text in Latin letters without any of these may be an id or a name, which belong to no language.
_ENGLISH = re.compile(
    r"\b(?:the|an?|of|in|on|at|is|are|was|what|which|how|when|where|who|why|please|show|me|tell|give|that|this|it|for|to|from|and|or"
    r"|about|can|do|does|documents?|docs?|tickets?|numbers?|sources?|files?|pages?|open|find|whole|more|all|yes|no|ok|thanks?|hi|hello|second|first|last|both|instead|not|but|with)\b",
    re.IGNORECASE,
)
# Two plain words side by side are no id, and hardly a name: "meals then", not "SUPRA XP", "sop 1203" or "faq-2 onboarding".
_ENGLISH_WORDS = re.compile(r"(?<![\w.-])[A-Za-z][a-z]{2,}[,;:]?\s+[a-z]{3,}(?![\w-]|\.\w|\s*[\d_#])")


def tells_language(text: str) -> bool:
    """Whether the text shows its language: False for an id, a name or a number alone, which occur in any language."""
    return any(script.search(text) for script in (_HANGUL, _KANA, _HAN, _ENGLISH, _ENGLISH_WORDS))


def detect_language(text: str, default: Language = "en") -> Language:
    """The language that most of the text is written in; `default` where it holds no letter of the three.

    Han characters without kana count for Japanese, unless there is Hangul beside them.
    """
    hangul, kana = len(_HANGUL.findall(text)), len(_KANA.findall(text))
    words = len(_LATIN.findall(text))
    han = len(_HAN.findall(text)) if kana or not hangul else 0
    asian: Language = "ko" if hangul >= kana + han else "ja"
    letters = max(hangul, kana + han)
    if letters == 0:
        return "en" if words else default
    # Two letters of a syllabic script say about as much as one Latin word.
    return asian if letters >= 2 * words or not _ENGLISH_GRAMMAR.search(text) else "en"


def main_language(paragraphs: Iterable[str]) -> Language:
    """The language in which most of a document is written, paragraph by paragraph; each counts as much as it is long.

    A paragraph in Latin letters without English grammar, such as a name or a command, occurs in any language, and counts only
    where there is nothing else.
    """
    spoken: Counter[Language] = Counter()
    plain: list[str] = []
    for paragraph in paragraphs:
        language = detect_language(paragraph)
        if language == "en" and not _ENGLISH_GRAMMAR.search(paragraph):
            plain.append(paragraph)
        else:
            spoken[language] += _length(paragraph)
    return spoken.most_common(1)[0][0] if spoken else detect_language("\n".join(plain))


def _length(paragraph: str) -> int:
    """In words, about: two letters of a syllabic script say as much as one Latin word."""
    syllables = sum(len(script.findall(paragraph)) for script in (_HANGUL, _KANA, _HAN))
    return 1 + syllables // 2 + len(_LATIN.findall(paragraph))
