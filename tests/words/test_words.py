"""What ibidem says, in every language alike."""

import string
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.question.translations import name_of
from ibidem.words.loader import worded

TABLES: dict[Language, dict[str, Any]] = {
    language: tomllib.loads((files("ibidem") / "languages" / language / "words.toml").read_text(encoding="utf-8"))
    for language in LANGUAGES
}


def sentences(table: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(table, str):
        yield name, table
    elif isinstance(table, dict):
        for key, below in table.items():
            yield from sentences(below, f"{name}.{key}")
    else:
        for place, below in enumerate(table):
            yield from sentences(below, f"{name}.{place}")


SAID = {language: dict(sentences(table)) for language, table in TABLES.items()}


def sentences_of(language: Language) -> set[str]:
    """The keys of all but the names of languages: one without a name in another is called there what its own file says."""
    return {name for name in SAID[language] if not name.startswith(".languages.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it(language: Language) -> None:
    assert sentences_of(language) == sentences_of("en")
    assert [name for name, said in SAID[language].items() if not said.strip()] == []


def places(sentence: str) -> Counter[str]:
    """What a sentence takes, by number where it has no name; what English and Korean alone need beside a name is left out."""
    fields = [field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None]
    return Counter(field or str(place) for place, field in enumerate(fields) if field not in ("은", "을", "the"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_takes_the_same_in_every_language(language: Language) -> None:
    differ = [name for name in sentences_of(language) if places(SAID[language][name]) != places(SAID["en"][name])]
    assert differ == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_are_named_in_their_own_and_in_the_others(language: Language) -> None:
    named = TABLES[language]["languages"]
    assert language in named and set(named) <= set(LANGUAGES)
    assert all(name_of(other, language) for other in LANGUAGES)


def test_a_table_that_lacks_a_sentence_or_has_another_is_refused() -> None:
    with pytest.raises(TypeError, match=r"ko/words\.toml, \[asides\]: .*comment"):
        worded("asides", lambda *, mark, label: (mark, label))
