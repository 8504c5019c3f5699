"""A summary is short and never ends inside a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.shortening import ELLIPSIS, shorten

TEXTS = {
    "ko": "정전척을 교체하기 전에 챔버를 대기압으로 되돌리고 냉각수 밸브를 잠근 다음 잔압이 없는지 확인합니다.",
    "en": "Before you replace the electrostatic chuck, vent the chamber and close the coolant valves, then check the pressure.",
    "ja": "静電チャックを交換する前にチャンバーを大気圧に戻し、冷却水のバルブを閉めて残圧がないことを確認します。",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_fits_stays(text: str) -> None:
    assert shorten(text, 150) == text
    assert shorten(f"  {text}\n", len(text)) == text


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        (TEXTS["ko"], 20, "정전척을 교체하기 전에 챔버를…"),
        (TEXTS["en"], 40, "Before you replace the electrostatic…"),
        (TEXTS["ja"], 20, "静電チャックを交換する前にチャンバーを…"),
        ("x" * 30, 10, "…"),
    ],
)
def test_a_cut_falls_between_words(text: str, limit: int, short: str) -> None:
    assert shorten(text, limit) == short


@given(st.text(max_size=400), st.integers(min_value=1, max_value=200))
def test_never_longer_than_allowed_and_always_a_beginning(text: str, limit: int) -> None:
    line = " ".join(text.split())
    short = shorten(text, limit)
    assert len(short) <= limit
    assert short == line or (short.endswith(ELLIPSIS) and line.startswith(short.removesuffix(ELLIPSIS)))
