"""The tokens under which a passage is indexed and a question is searched, in whatever mixture of languages they are written.

A token says in its first letter what it is, so that all kinds live in one field of one index:

    w   a word: a Korean or Japanese content word in its dictionary form, an English stem, a number
    b   two neighbouring characters of Korean or Japanese, which reach what the dictionary does not know
    i   an identifier with its signs and spaces taken out: E-1234, E 1234 and e1234 are all ie1234; and a numbered part of
        rules: 제 28 조 is i조28, 第二十八条 i条28, Article 28 iarticle28

Both kinds together in one field were measured better than either alone, and than two indexes with their results fused.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import add, itemgetter

from ibidem.domain.documents import WeightedTerm
from ibidem.language.japanese import japanese_words
from ibidem.language.korean import korean_words
from ibidem.language.latin import LatinWords, asked_codes, asked_words, group_digits, latin_words
from ibidem.language.normal import normalise
from ibidem.language.numbered_parts import part_codes, with_digits
from ibidem.language.sentences import sentence_spans

WORD, BIGRAM, IDENTIFIER = "w", "b", "i"

# A bigram is weak evidence beside the words it is part of: .4 of their weight was best in Korean and in Japanese.
_WEIGHTS = {WORD: 1.0, BIGRAM: 0.4, IDENTIFIER: 1.0}

_HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
_KANA_HAN = "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KOREAN = re.compile(f"[{_HANGUL}]")
_JAPANESE = re.compile(f"[{_KANA_HAN}]")
# A stretch in one script with the signs, digits and Latin letters after it, which the analysers use as context.
_STRETCH = re.compile(f"[{_HANGUL}][^{_KANA_HAN}]*|[{_KANA_HAN}][^{_HANGUL}]*")
_JAPANESE_WRAP = re.compile(f"(?<=[{_KANA_HAN}])[ \t]*\n\\s*(?=[{_KANA_HAN}])")
_SOLID = re.compile(f"[{_HANGUL}]+|[{_KANA_HAN}]+")

# Sudachi takes 49,149 bytes at most; whatever runs on for so long is no sentence.
_LONGEST_SENTENCE = 2000
# Elasticsearch's whitespace tokenizer would split longer ones at 255.
_LONGEST_TOKEN = 64
_ENDLESS = re.compile(rf"(\S{{{_LONGEST_TOKEN}}})\S+")


def passage_tokens(text: str, title: str = "") -> str:
    """The stored form of a passage: its tokens with a space between, on the first line those of the title, then a line for each
    of its `sentence_spans`, empty where a sentence holds no token.

    Can be indexed as it is by a tokenizer that splits at white space. The words of a line come first, in their order.
    """
    heading = _line(" ".join(normalise(title).split()))
    return "\n".join([heading, *map(_line, _sentences(text))])


@lru_cache(maxsize=2048)
def tokens_in(text: str, title: str = "") -> frozenset[str]:
    """The tokens of a heading, a cell or another short text, and of a title: lines, passages and turns share them, so the latest
    are remembered."""
    return frozenset(passage_tokens(text, title).split())


@lru_cache(maxsize=1024)  # a turn asks twenty times for those of its question, its subject and its words
def question_terms(text: str) -> tuple[WeightedTerm, ...]:
    """The distinct tokens of a question in their order, each with its weight."""
    tokens = [token for sentence in _sentences(text) for token in _line(sentence, asked_words).split()]
    tokens += [(IDENTIFIER + code)[:_LONGEST_TOKEN] for code in asked_codes(normalise(text))]
    return tuple(WeightedTerm(token, _WEIGHTS[token[0]]) for token in dict.fromkeys(tokens))


def _sentences(text: str) -> Iterator[str]:
    return (_one_line(normalise(text[start:end])) for start, end in sentence_spans(text))


def _one_line(sentence: str) -> str:
    """A wrapped sentence as it would have been written on one line."""
    return " ".join(_JAPANESE_WRAP.sub("", sentence).split()) if "\n" in sentence else sentence


def _line(sentence: str, read: Callable[[str], LatinWords] = latin_words) -> str:
    if len(sentence) > _LONGEST_SENTENCE:
        starts = range(0, len(sentence), _LONGEST_SENTENCE)
        return " ".join(filter(None, (_line(sentence[start : start + _LONGEST_SENTENCE], read) for start in starts)))
    sentence = with_digits(group_digits(sentence))
    latin = read(sentence)
    if sentence.isascii():
        words, bigrams = latin.words, list[str]()
    else:
        words, bigrams = sorted(latin.words + _asian_words(sentence), key=itemgetter(0)), _bigrams(sentence)
    codes = [*latin.codes, *part_codes(sentence)]
    kinds = ((WORD, [word for _, word in words]), (IDENTIFIER, codes), (BIGRAM, bigrams))
    line = " ".join(prefix + f" {prefix}".join(tokens) for prefix, tokens in kinds if tokens)
    return _ENDLESS.sub(r"\1", line)


def _asian_words(sentence: str) -> list[tuple[int, str]]:
    korean, japanese = _KOREAN.search(sentence), _JAPANESE.search(sentence)
    if korean and japanese:
        return [
            (stretch.start() + at, word)
            for stretch in _STRETCH.finditer(sentence)
            for at, word in (korean_words if _KOREAN.match(stretch.group()) else japanese_words)(stretch.group())
        ]
    if korean:
        return korean_words(sentence)
    return japanese_words(sentence) if japanese else []


def _bigrams(sentence: str) -> list[str]:
    found: list[str] = []
    for run in _SOLID.findall(sentence):
        if len(run) < 2:
            found.append(run)
        else:
            found += map(add, run, run[1:])
    return found
