"""What the files of the languages say, and what is refused in one."""

import re
from pathlib import Path

import pytest
import Stemmer

from ibidem.domain.languages import FACTS, LANGUAGES, Language, read_facts

LETTERS = "A-Za-zĉĝĥĵŝŭ"
LEAST = f'name = "Esperanto"\norder = 4\nletters = "{LETTERS}"\nsample = "la valvoj"\n'


def written(folder: Path, language: str, text: str = LEAST) -> None:
    (folder / language).mkdir()
    (folder / language / "language.toml").write_text(text, encoding="utf-8")


def test_the_languages_are_those_that_have_a_folder() -> None:
    assert tuple(FACTS) == LANGUAGES
    assert LANGUAGES[:3] == ("ko", "en", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_can_be_read_by_what_its_file_says(language: Language) -> None:
    facts = FACTS[language]
    assert re.search(f"[{facts.letters}]", facts.sample) is not None
    assert (facts.script == "letters") == (facts.stemmer in Stemmer.algorithms())


def test_whatever_a_file_leaves_out_is_as_in_most_languages(tmp_path: Path) -> None:
    written(tmp_path, "eo")
    (tmp_path / "README.md").write_text("beside them")
    facts = read_facts(tmp_path)
    assert list(facts) == ["eo"]
    assert (facts["eo"].script, facts["eo"].answer_length, facts["eo"].gap, facts["eo"].stemmer) == ("letters", 500, " ", "")


def test_they_stand_in_their_order(tmp_path: Path) -> None:
    for name, order in (("eo", 2), ("de", 2), ("fr", 1)):
        written(tmp_path, name, LEAST.replace("order = 4", f"order = {order}"))
    assert list(read_facts(tmp_path)) == ["fr", "de", "eo"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LEAST.replace("letters", "leters"), "eo/language.toml: .*leters"),
        (LEAST.replace('sample = "la valvoj"\n', ""), "eo/language.toml: .*sample"),
        (f'{LEAST}script = "latin"\n', "eo/language.toml: script is one of letters, hangul, kana, not 'latin'"),
    ],
)
def test_a_file_that_says_something_else_is_named(text: str, problem: str, tmp_path: Path) -> None:
    written(tmp_path, "eo", text)
    with pytest.raises(ValueError, match=problem):
        read_facts(tmp_path)


@pytest.mark.parametrize(
    ("letters", "word", "is_own"),
    [
        ("A-Za-z", "pump", True),
        ("A-Za-z", "ŝranko", False),
        ("A-Za-zŜŝ", "ŝranko", True),
        ("А-Яа-яЁё", "насос", True),
        ("А-Яа-яЁё", "pump", False),
    ],
)
def test_a_word_may_be_of_a_language_by_its_letters(letters: str, word: str, is_own: bool, tmp_path: Path) -> None:
    written(tmp_path, "xx", LEAST.replace(LETTERS, letters))
    facts = read_facts(tmp_path)["xx"]
    assert (facts.own_word.match(word) is not None) == is_own
    assert facts.is_latin == letters.startswith("A")
