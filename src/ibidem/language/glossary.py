"""Words that mean the same: found in a question however it inflects them, and given as the tokens to search for instead."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ibidem.domain.documents import WeightedTerm
from ibidem.language.normal import normalise
from ibidem.language.search_text import WORD, passage_tokens, question_terms

# Of the glossary words of three profiles, what keeps less than this of its letters as stems is a word cut short (로드락: 로드,
# USBメモリ: usb), and what keeps more is one without its ending (잃어버: 잃버).
MOST_OF_A_WORD = 0.7

# Of words that questions held.
_REMEMBERED = 4096

_HANGUL, _KATAKANA = "\uac00-\ud7a3", "\u30a1-\u30fa\u30fc"
_ASIAN = re.compile(f"[{_HANGUL}{_KATAKANA}\u3041-\u3096\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A word that a question holds, as its tokens, and the other words of its group, each as its terms."""

    asked: tuple[str, ...]
    others: tuple[tuple[WeightedTerm, ...], ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a group: `stems` find it in a question, or `spelled` does, folded; each is empty where it would not.

    Its terms and the pattern of its spelling are made when a question needs them: of two thousand words that are half a second.
    """

    group: int
    text: str
    stems: tuple[str, ...]
    spelled: str
    begins: str


class Glossary:
    """Groups of words that mean the same, in any language, ready to be looked for in questions."""

    def __init__(self, groups: Sequence[Sequence[str]]) -> None:
        self._groups = [[_compile(number, word) for word in group if word.strip()] for number, group in enumerate(groups)]
        words = [word for group in self._groups for word in group]
        self._by_stem: defaultdict[str, list[_Word]] = defaultdict(list)
        for word in words:
            if word.stems:
                self._by_stem[word.stems[0]].append(word)
        self._spelled = [(word.begins[:2], word) for word in words if word.spelled]

    def alternatives(self, question: str) -> tuple[Alternatives, ...]:
        """For each group that the question holds a word of: that word's tokens, and the group's words that it does not hold."""
        held: dict[int, list[_Word]] = {}
        for word in self._found(normalise(question)):
            held.setdefault(word.group, []).append(word)
        return tuple(
            Alternatives(
                tuple(term.token for term in _terms(words[0].text)),
                tuple(_terms(other.text) for other in self._groups[group] if other not in words),
            )
            for group, words in held.items()
        )

    def _found(self, question: str) -> list[_Word]:
        stems = _stems(question)
        found = [
            word
            for at, stem in enumerate(stems)
            for word in self._by_stem.get(stem, ())
            if tuple(stems[at : at + len(word.stems)]) == word.stems
        ]
        # Most spellings are ruled out by their first two letters, or their first word, much faster than by their pattern.
        folded = question.casefold()
        beginnings = {folded[at : at + 2] for at in range(len(folded))}.union(folded)
        likely = [word for begins, word in self._spelled if begins in beginnings]
        return found + [word for word in likely if word.begins in folded and _spelling(word.spelled).search(folded)]


@lru_cache(maxsize=16)
def glossary(groups: tuple[tuple[str, ...], ...]) -> Glossary:
    """The glossary of these groups, made once."""
    return Glossary(groups)


def _compile(group: int, word: str) -> _Word:
    word = normalise(word).strip()
    stems = tuple(_stems(word))
    kept = _keep(stems, word)
    # Another word may stand beside a Korean or Japanese one and have the analyser cut it otherwise than alone.
    spelled = word.casefold() if len(word) > 1 and (_ASIAN.search(word) or not kept) else ""
    return _Word(group, word, stems if kept else (), spelled, re.split(r"[\s-]", spelled, maxsplit=1)[0])


def _keep(stems: tuple[str, ...], word: str) -> bool:
    """Whether the stems still say what the word says; where they do not, only its spelling finds it.

    An English phrase loses its short words ("sign out" and "sign up" are both `sign`), and a Korean or Japanese word may lose
    its ending or be taken for another (언제까지 and 언제부터 are both 언제, 새는 is 새: "leaking", and "new").
    """
    if not _ASIAN.search(word):
        return len(stems) >= len(re.findall(r"[^\W_]+", word))
    kept, written = sum(len(stem) - 1 for stem in stems), len(re.findall(r"\w", word))
    return kept >= MOST_OF_A_WORD * written


def _stems(text: str) -> list[str]:
    return [token for token in passage_tokens(text).split() if token[0] == WORD]


@lru_cache(maxsize=_REMEMBERED)
def _terms(word: str) -> tuple[WeightedTerm, ...]:
    return question_terms(word)


@lru_cache(maxsize=_REMEMBERED)
def _spelling(word: str) -> re.Pattern[str]:
    """How a folded word stands in folded text: a Korean or Japanese one after no letter of the same syllabary, so that 기압 is
    not found in 대기압, and with spaces or without; an English one as whole words."""
    if not _ASIAN.search(word):
        words = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", word)))
        return re.compile(rf"(?<![a-z0-9]){words}(?![a-z0-9])")
    before = next((f"(?<![{letters}])" for letters in (_HANGUL, _KATAKANA) if re.match(f"[{letters}]", word)), "")
    after = f"(?![{_KATAKANA}])" if re.search(f"[{_KATAKANA}]$", word) else ""
    return re.compile(before + r"\s*".join(map(re.escape, word.split())) + after)
