"""The languages that ibidem treats as equals: a folder of `ibidem/languages` each, which says what code has to know of it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal, get_args

# Hangul, kana and kanji are read by code of their own, every other script by the letters, words and stemmer that the file gives.
Script = Literal["letters", "hangul", "kana"]
FILE = "language.toml"


@dataclass(frozen=True, kw_only=True)
class LanguageFacts:
    """What the `language.toml` of a language says; lists of words are written with spaces between.

    `name` is what prompts call it where the words of their language have no name for it, and `order` its place among the others.
    `letters` are a class of a regular expression, without its brackets. `grammar` are the words that a text in the language can
    hardly do without, `shows` those that no id and no name holds (else `grammar`), and `stop_words` those that carry no
    content. `stemmer` is an algorithm of Snowball; without one, words are found as they are written. `answer_length` is the most
    characters of an answer of quotations, `gap` stands before the number of a source, `ocr` is the name that Tesseract gives the
    language, and `sample` a few words that show it, by which `ibidem doctor` tries out what reads it.
    """

    name: str
    order: int
    letters: str
    sample: str
    script: Script = "letters"
    grammar: str = ""
    shows: str = ""
    stop_words: str = ""
    stemmer: str = ""
    answer_length: int = 500
    gap: str = " "
    ocr: str = ""

    @cached_property
    def is_latin(self) -> bool:
        """Whether it is written in Latin letters, as names and commands are in texts of any language."""
        return re.match(f"[{self.letters}]", "a") is not None

    @cached_property
    def own_word(self) -> re.Pattern[str]:
        """Matches a word that may be one of the language: by all of its letters where they are Latin, else by the first."""
        return re.compile(rf"[\x00-\x7f{self.letters}]+\Z" if self.is_latin else f"[{self.letters}]")


def read_facts(folder: Traversable) -> Mapping[str, LanguageFacts]:
    """Those of each folder, in their order.

    Raises ValueError, which names the file, where one lacks a key that is needed, has another one, or has an unknown script.
    """
    found: dict[str, LanguageFacts] = {}
    for language in (one for one in folder.iterdir() if (one / FILE).is_file()):
        table: dict[str, Any] = tomllib.loads((language / FILE).read_text(encoding="utf-8"))
        try:
            facts = LanguageFacts(**table)
        except TypeError as error:
            raise ValueError(f"{language.name}/{FILE}: {error}") from None
        if facts.script not in get_args(Script):
            raise ValueError(f"{language.name}/{FILE}: script is one of {', '.join(get_args(Script))}, not {facts.script!r}")
        found[language.name] = facts
    return dict(sorted(found.items(), key=lambda one: (one[1].order, one[0])))


FACTS = read_facts(files("ibidem") / "languages")
LANGUAGES = tuple(FACTS)

if TYPE_CHECKING:
    Language = str
else:  # what comes in is checked against those that there are
    Language = Literal[LANGUAGES]
