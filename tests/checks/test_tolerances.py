"""What a value may be off by is a value of its own."""

import pytest

from ibidem.checks.draft import check_answer
from ibidem.domain.languages import Language

TORQUE: dict[Language, str] = {"ko": "볼트를 {} 토크로 조입니다 [1].", "en": "Tighten it to {} [1].", "ja": "{}で締めます[1]。"}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
@pytest.mark.parametrize(
    "source", ["18 N·m ± 2 N·m, 5 bolts, 3", "18±2 N·m, 5, 3", "18 N·m (+/- 2), 5, 3", "16~20 N·m, 18 N·m, 5, 3"]
)
@pytest.mark.parametrize("form", ["18 N·m ± {}", "18±{} N·m", "18 N·m +/- {} N·m", "18 N·m (±{})", "18 ± {} Nm"])
def test_a_tolerance_stands_as_one_or_as_its_limits(language: Language, source: str, form: str) -> None:
    good, bad = (TORQUE[language].format(form.format(apart)) for apart in (2, 5))
    assert [str(issue) for issue in check_answer(good, {1: source}, "", language)] == []
    assert [issue.kind for issue in check_answer(bad, {1: source}, "", language)] == ["number"]


@pytest.mark.parametrize(
    ("language", "text", "source"),
    [
        ("ko", "간격은 8.0 mm ± 0.1 mm입니다 [1].", "간격 8.0 mm, 허용 오차 0.1 mm"),
        ("en", "The gap is 8.0 mm ± 0.1 mm [1].", "Gap 8.0 mm, to within 0.1 mm"),
        ("ja", "すき間は8.0 mm±0.1 mmです[1]。", "すき間8.0 mm、許容差0.1 mm"),
        ("ko", "온도차는 ±3 ℃ 이내입니다 [1].", "온도차 3 ℃ 이하"),
        ("en", "It must stay within ±3 °C [1].", "The difference is at most 3 °C."),
        ("ja", "温度差は±3 ℃以内です[1]。", "温度差3 ℃以下"),
    ],
)
def test_a_tolerance_may_be_told_in_words_or_stand_alone(language: Language, text: str, source: str) -> None:
    assert [str(issue) for issue in check_answer(text, {1: source}, "", language)] == []


@pytest.mark.parametrize("form", ["18 V ± 2", "18 ± 2 V"])
def test_a_tolerance_has_the_unit_of_its_value(form: str) -> None:
    assert "number" in [issue.kind for issue in check_answer(f"Set it to {form} [1].", {1: "18 V, 18 N·m ± 2 N·m"}, "", "en")]
