import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.normal import normalise


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        (unicodedata.normalize("NFD", "진공 펌프 교체"), "진공 펌프 교체"),
        (unicodedata.normalize("NFD", "café"), "café"),
        (unicodedata.normalize("NFD", "ガス漏れ"), "ガス漏れ"),
        ("Ｅ－１２３４", "E-1234"),
        ("ｻｰﾊﾞｰ", "サーバー"),
        ("東京\u3000都", "東京 都"),
        ("25㎏ 80℃", "25kg 80°C"),
        ("so\u00adft\u200b", "soft"),
        ("a\x00b\x1fc", "a b c"),
        ("first\nsecond\tthird", "first\nsecond\tthird"),
        ("①番", "①番"),
    ],
)
def test_one_spelling_for_what_looks_the_same(written: str, normal: str) -> None:
    assert normalise(written) == normal


@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_string_comes_out_encodable_and_stays_as_it_is_then(text: str) -> None:
    once = normalise(text + "\ud800" + text)
    once.encode("utf-8")
    assert normalise(once) == once
