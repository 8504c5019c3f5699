"""The scripts that a text is written in."""

import pytest

from ibidem.domain.languages import Language
from ibidem.language.scripts import Scripts, is_written_alike, scripts_of


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
