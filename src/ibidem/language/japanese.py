"""Japanese content words, by Sudachi with its core dictionary."""

import threading
from collections.abc import Iterator

from sudachipy import Dictionary, SplitMode, Tokenizer  # pyright: ignore[reportMissingTypeStubs]

# Particles, auxiliaries and symbols say nothing of the subject. Mode C keeps compounds and names whole: measured better than A
# and B, since the bigrams beside the words reach their parts.
_CONTENT = frozenset({"名詞", "代名詞", "動詞", "形容詞", "形状詞", "副詞", "接頭辞", "接尾辞", "連体詞", "感動詞"})

# Latin letters and digits are left to `latin`, which sees identifiers whole.
_LATIN_END = "\u2fff"

_tokenizers = threading.local()
_dictionaries: dict[str, Dictionary] = {}
_loading = threading.Lock()


def _tokenizer() -> Tokenizer:
    """This thread's tokenizer; the dictionary, which is large, is loaded once and shared."""
    tokenizer: Tokenizer | None = getattr(_tokenizers, "tokenizer", None)
    if tokenizer is None:
        with _loading:
            if "core" not in _dictionaries:
                _dictionaries["core"] = Dictionary(dict="core")
        tokenizer = _dictionaries["core"].tokenizer(mode=SplitMode.C)
        _tokenizers.tokenizer = tokenizer
    return tokenizer


def japanese_words(text: str) -> Iterator[tuple[int, str]]:
    """The content words of normalised text in their normalised form, each with its offset, in their order."""
    for morpheme in _tokenizer().tokenize(text):
        if morpheme.part_of_speech()[0] in _CONTENT and text[at := morpheme.begin()] > _LATIN_END:
            yield at, morpheme.normalized_form()


def word_starts(text: str) -> tuple[int, ...]:
    """The offsets at which a Japanese word begins, particles and symbols included: where a line may be cut."""
    return tuple(morpheme.begin() for morpheme in _tokenizer().tokenize(text) if text[morpheme.begin()] > _LATIN_END)
