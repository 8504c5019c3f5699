"""Japanese content words, by Sudachi with its core dictionary."""

import threading
from functools import lru_cache

from sudachipy import Dictionary, SplitMode  # pyright: ignore[reportMissingTypeStubs]

# Particles, auxiliaries and symbols say nothing of the subject. Mode C keeps compounds and names whole: measured better than A
# and B, since the bigrams beside the words reach their parts.
_CONTENT = frozenset({"名詞", "代名詞", "動詞", "形容詞", "形状詞", "副詞", "接頭辞", "接尾辞", "連体詞", "感動詞"})

_JOINING = frozenset({"て", "で"})  # between a verb and one that only helps it

# Latin letters and digits are left to `latin`, which sees identifiers whole.
_LATIN_END = "\u2fff"

_tokenizers = threading.local()
_loading = threading.Lock()


@lru_cache(maxsize=1)
def _dictionary() -> Dictionary:
    return Dictionary(dict="core")


class _Analyser:
    """A tokenizer, which belongs to one thread, with the tests for content words."""

    def __init__(self) -> None:
        with _loading:
            dictionary = _dictionary()  # large: loaded once and shared
        self.tokenize = dictionary.tokenizer(mode=SplitMode.C).tokenize
        self.is_content = dictionary.pos_matcher(lambda pos: pos[0] in _CONTENT)
        self.may_help = dictionary.pos_matcher(lambda pos: pos[:2] == ("動詞", "非自立可能"))
        self.joins = dictionary.pos_matcher(lambda pos: pos[:2] == ("助詞", "接続助詞"))


def _analyser() -> _Analyser:
    analyser: _Analyser | None = getattr(_tokenizers, "analyser", None)
    if analyser is None:
        analyser = _tokenizers.analyser = _Analyser()
    return analyser


def japanese_words(text: str) -> list[tuple[int, str]]:
    """The content words of normalised text in their normalised form, each with its offset, in their order. A verb that only
    helps another (返って*くる*, 書いて*ある*) is none.

    Sudachi spells out characters such as ㋂, and may have what comes of one begin where the text ends.
    """
    analyser = _analyser()
    words: list[tuple[int, str]] = []
    joined = False
    for morpheme in analyser.tokenize(text):
        at, helps = morpheme.begin(), joined and analyser.may_help(morpheme)
        if analyser.is_content(morpheme) and not helps and text[at : at + 1] > _LATIN_END:
            words.append((at, morpheme.normalized_form().replace(" ", "")))  # a dictionary form of several words is one token
        joined = analyser.joins(morpheme) and morpheme.surface() in _JOINING
    return words


def word_starts(text: str) -> tuple[int, ...]:
    """The offsets at which a Japanese word begins, particles and symbols included: where a line may be cut (see `shortening`)."""
    return tuple(morpheme.begin() for morpheme in _analyser().tokenize(text) if text[morpheme.begin()] > _LATIN_END)
