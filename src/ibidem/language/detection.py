"""Detects the language of a text by its script, and of several in one script by their grammar."""

import re
from collections import Counter
from collections.abc import Iterable

from ibidem.domain.languages import FACTS, Language

_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3\uffa1-\uffdc]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_HAN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words.split()))})\b" if words else "(?!)", re.IGNORECASE)


# Languages that are read by letters, words and a stemmer.
_ALPHABETS = {language: facts for language, facts in FACTS.items() if facts.script == "letters"}
_LETTERS = "".join(facts.letters for facts in _ALPHABETS.values())
_WORD = re.compile(f"[{_LETTERS}]+")
# A letter of a language that has more of them than a to z.
_OWN_LETTER = re.compile(f"(?![A-Za-z])[{_LETTERS}]")
_GRAMMAR = {language: _any_of(facts.grammar) for language, facts in _ALPHABETS.items()}
_SHOWS = tuple(_any_of(facts.shows or facts.grammar) for facts in _ALPHABETS.values())
# Two plain words side by side are no id, and hardly a name: "meals then", not "SUPRA XP", "sop 1203" or "faq-2 onboarding".
_PLAIN_WORDS = re.compile(r"(?<![\w.-])[A-Za-z][a-z]{2,}[,;:]?\s+[a-z]{3,}(?![\w-]|\.\w|\s*[\d_#])")


def tells_language(text: str) -> bool:
    """Whether the text shows its language: False for an id, a name or a number alone, which occur in any language."""
    return any(script.search(text) for script in (_HANGUL, _KANA, _HAN, *_SHOWS, _PLAIN_WORDS, _OWN_LETTER))


def detect_language(text: str, default: Language = "en") -> Language:
    """The language that most of the text is written in; `default` where it holds no letter of any.

    Han characters without kana count for Japanese, unless there is Hangul beside them.
    """
    hangul, kana = len(_HANGUL.findall(text)), len(_KANA.findall(text))
    words = len(_WORD.findall(text))
    han = len(_HAN.findall(text)) if kana or not hangul else 0
    asian: Language = "ko" if hangul >= kana + han else "ja"
    letters = max(hangul, kana + han)
    if letters == 0:
        return _in_letters(text) if words else default
    # Two letters of a syllabic script say about as much as one Latin word.
    if letters >= 2 * words:
        return asian
    spoken = _in_letters(text)
    return spoken if _GRAMMAR[spoken].search(text) else asian


def _in_letters(text: str) -> Language:
    """The language that has most of its grammar in a text, of equals the one whose letters write most of the words."""
    if len(_ALPHABETS) == 1:
        return next(iter(_ALPHABETS))
    words = _WORD.findall(text)

    def shown(language: Language) -> tuple[int, int]:
        own = _ALPHABETS[language].own_word
        return len(_GRAMMAR[language].findall(text)), sum(own.match(word) is not None for word in words)

    return max(_ALPHABETS, key=shown)


def main_language(paragraphs: Iterable[str]) -> Language:
    """The language in which most of a document is written, paragraph by paragraph; each counts as much as it is long.

    A paragraph in Latin letters without grammar, such as a name or a command, occurs in any language, and counts only
    where there is nothing else.
    """
    spoken: Counter[Language] = Counter()
    plain: list[str] = []
    for paragraph in paragraphs:
        language = detect_language(paragraph)
        if language in _ALPHABETS and not (_GRAMMAR[language].search(paragraph) or _OWN_LETTER.search(paragraph)):
            plain.append(paragraph)
        else:
            spoken[language] += _length(paragraph)
    return spoken.most_common(1)[0][0] if spoken else detect_language("\n".join(plain))


def _length(paragraph: str) -> int:
    """In words, about: two letters of a syllabic script say as much as one Latin word."""
    syllables = sum(len(script.findall(paragraph)) for script in (_HANGUL, _KANA, _HAN))
    return 1 + syllables // 2 + len(_WORD.findall(paragraph))
