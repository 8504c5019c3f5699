"""Whether an answer is in the expected language and not empty."""

import re
import zlib
from collections import Counter
from collections.abc import Sequence

from ibidem.domain.languages import FACTS, Language

_SCRIPTS = {language: re.compile(f"[{facts.letters}]+") for language, facts in FACTS.items()}
_LETTERS, _WIDE_LETTERS = re.compile(r"[^\W\d_]+"), re.compile("[\u1100-\uffee]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
# Names and terms in capitals, file names and commands stand in answers of any language.
_NAMES = re.compile(r"`[^`]*`|\b[A-Z][A-Za-z]*[A-Z0-9][A-Za-z0-9]*\b|\b\w*\d\w*\b", re.ASCII)
_TERMS = re.compile(r"\b[A-Z][a-z]+\b", re.ASCII)  # "Slit Valve" in a Korean sentence
_QUOTED = re.compile(r"“[^“”]*”|\"[^\"\n]*\"|「[^「」]*」|『[^『』]*』|\([^()]*\)|（[^（）]*）")
_LEAST_LETTERS = 12  # a shorter answer is a value, a name or a title
# A letter of Hangul or kana says about as much as two of Latin. Answers in Korean with many English terms keep above two thirds.
_LEAST_SHARE = 0.35
_LEAST_HAN = 30  # fewer may be a line of a form: 施行日 2024年4月1日
_LEAST_KANA = 0.08  # of Japanese letters; in the passages measured the least is .2, and Chinese has none

_LEAST_SENTENCE, _MOST_IN_A_ROW, _MOST_OFTEN = 8, 3, 4
# Text that a model wrote in a loop packs to less than a tenth; prose of three languages, tables and lists stay above a quarter.
_LOOPING, _LONG_ENOUGH = 0.12, 400


def is_in(text: str, language: Language) -> bool:
    """Whether the text, apart from names, codes and quotations, is not clearly in another language."""
    prose = _NAMES.sub(" ", _QUOTED.sub(" ", text))
    if not FACTS[language].is_latin:
        prose = _TERMS.sub(" ", prose)
    letters = len("".join(_LETTERS.findall(prose))) + len("".join(_WIDE_LETTERS.findall(prose)))
    if letters < _LEAST_LETTERS:
        return True
    own = sum(map(len, _SCRIPTS[language].findall(prose)))
    said = own * (1 if FACTS[language].script == "letters" else 2)
    if said / letters < _LEAST_SHARE:
        return False
    return language != "ja" or own < _LEAST_HAN or len(_KANA.findall(prose)) >= _LEAST_KANA * own


def says_nothing(text: str) -> bool:
    """Whether there is not a letter or a digit in the text."""
    return not any(char.isalnum() for char in text)


def repeated(text: str, sentences: Sequence[str]) -> str | None:
    """The sentence that a text repeats over and over, as a model in a loop does; None where it does not."""
    in_a_row = 1
    for last, sentence in zip(("", *sentences), sentences, strict=False):
        in_a_row = in_a_row + 1 if sentence == last and len(sentence) >= _LEAST_SENTENCE else 1
        if in_a_row >= _MOST_IN_A_ROW:
            return sentence
    for sentence, often in Counter(sentences).items():
        if len(sentence) >= _LEAST_SENTENCE and often >= _MOST_OFTEN and 2 * often >= len(sentences):
            return sentence
    data = text.encode("utf-8", "replace")
    if len(data) >= _LONG_ENOUGH and len(zlib.compress(data, 1)) < _LOOPING * len(data):
        return sentences[-1] if sentences else text
    return None
