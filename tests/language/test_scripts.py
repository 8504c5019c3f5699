"""Patterns by script: only those of the scripts that a text holds are searched for."""

import re

import pytest

from ibidem.domain.languages import Language
from ibidem.language.scripts import PerScript, Scripts, is_written_alike, scripts_of

PATTERNS = PerScript(re.compile("문서"), re.compile(r"\bdoc\b"), re.compile("文書"))


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("문서 1", Scripts(hangul=True, latin=False, japanese=False)),
        ("doc 1", Scripts(hangul=False, latin=True, japanese=False)),
        ("ひらがなと kanji", Scripts(hangul=False, latin=True, japanese=True)),
        ("カタカナ", Scripts(hangul=False, latin=False, japanese=True)),
        ("12 + 3", Scripts(hangul=False, latin=False, japanese=False)),
    ],
)
def test_the_scripts_of_a_text(text: str, scripts: Scripts) -> None:
    assert scripts_of(text) == scripts


@pytest.mark.parametrize("text", ["이 문서 봐", "this doc here", "この文書を見て", "문서 doc 文書"])
def test_a_pattern_is_found_in_its_own_script(text: str) -> None:
    assert PATTERNS.found_in(text)


def test_nothing_is_found_where_no_pattern_stands() -> None:
    assert not PATTERNS.found_in("자료 file 資料")
    assert PATTERNS.first_end("자료 file 資料", 0) is None


def test_every_place_is_told_and_the_first_end_is_that_of_what_stands_first() -> None:
    text = "see the doc, 그 문서, その文書"
    assert sorted(PATTERNS.spans(text)) == [(8, 11), (15, 17), (21, 23)]
    assert PATTERNS.first_end(text, 0) == 11
    assert PATTERNS.first_end(text, 12) == 17


@pytest.mark.parametrize(
    ("name", "languages", "alike"),
    [
        ("도쿄", ("ko",), True),
        ("도쿄", ("ko", "en"), False),
        ("東京", ("ja",), True),
        ("ソウル", ("ko", "ja"), False),
        ("E-6203", ("ko", "en", "ja"), True),
        ("Zento", ("ko", "en", "ja"), True),
    ],
)
def test_a_name_may_be_written_in_other_letters_elsewhere(name: str, languages: tuple[Language, ...], alike: bool) -> None:
    assert is_written_alike(name, languages) == alike
