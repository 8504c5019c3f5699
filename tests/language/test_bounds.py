"""이상 after a number is a lower bound; elsewhere it is a fault."""

import pytest

from ibidem.language.bounds import without_bounds

BOUNDS = (
    *("5개 이상", "80 ℃ 이상이면", "10 mtorr 이상인 경우", "두 명 이상", "절반 이상"),
    *("더 이상 열지 마세요", "이상적인 압력", "30% 이상"),
)
FAULTS = ("센서 이상", "압력 이상 원인", "e-2107 이상 알람", "이상이 있어요", "2번 이상 증상", "sensor fault", "センサー異常")


@pytest.mark.parametrize("text", BOUNDS)
def test_a_bound_is_left_out(text: str) -> None:
    assert "이상" not in without_bounds(text)


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_stays(text: str) -> None:
    assert without_bounds(text) == text
