"""Numbers in words, compared like those in digits."""

import pytest

from ibidem.checks.draft import check_answer
from ibidem.checks.issue import Issue
from ibidem.domain.languages import Language


def issues(text: str, language: Language, sources: dict[int, str]) -> tuple[Issue, ...]:
    return check_answer(text, sources, "", language)


COUNTED = {
    1: "The lid has 18 bolts, tightened to 81 N·m. Wait 20 minutes. 웨이퍼 1,200장마다 교체한다. 6か月ごと。25,000枚まで。",
    2: "Eighteen bolts, eighty-one N·m, twenty minutes. 웨이퍼 천이백 장마다. 六か月ごと。二万五千枚まで。",
}


@pytest.mark.parametrize("slot", [1, 2])
@pytest.mark.parametrize(
    ("language", "good", "bad"),
    [
        ("ko", "볼트 열여덟 개를 팔십일 N·m로 조입니다", "볼트 열일곱 개를 팔십이 N·m로 조입니다"),
        ("ko", "이십 분 동안 기다리고 천이백 장마다 교체합니다", "삼십 분 동안 기다리고 천삼백 장마다 교체합니다"),
        ("ko", "볼트는 18개이고 토크는 팔십일 뉴턴미터입니다", "볼트는 스물여덟 개이고 토크는 팔십 뉴턴미터입니다"),
        ("en", "Tighten the eighteen bolts to eighty-one N·m", "Tighten the eighty bolts to eighteen N·m"),
        ("en", "Wait 20 minutes; there are 18 bolts, for 81 newton meters", "Wait ten minutes; there are nineteen lid bolts"),
        ("en", "Replace it after twelve hundred sheets", "Replace it after twenty hundred sheets or ninety days"),
        ("ja", "ボルト十八本を八十一 N·mで締めます", "ボルト二十八本を八十二 N·mで締めます"),
        ("ja", "二十分待ち、二万五千枚で交換します", "三十分待ち、三万五千枚で交換します"),
        ("ja", "6か月ごとに、千二百枚ごとに点検します", "七か月ごとに、千三百枚ごとに点検します"),
    ],
)
def test_numbers_in_words_are_compared_like_digits(language: Language, good: str, bad: str, slot: int) -> None:
    stop = "。" if language == "ja" else "."
    assert [str(issue) for issue in issues(f"{good} [{slot}]{stop}", language, COUNTED)] == []
    wrong = issues(f"{bad} [{slot}]{stop}", language, COUNTED)
    assert [issue.kind for issue in wrong] == ["number", "number"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "이 볼트는 십분 조입니다. 천장에 닿지 않게 합니다. 사회 규범을 따르고 열두 시 삼십 분 전에 마칩니다 [1]."),
        ("en", "The twenty-first bolt is one of many; none is a hundredth of the rest [1]."),
        ("ja", "十分に締めます。今一度確認し、数十本のボルトを二度と使わないこと[1]。"),
    ],
)
def test_words_that_only_look_like_numbers_are_none(language: Language, text: str) -> None:
    assert [str(issue) for issue in issues(text, language, COUNTED)] == []


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("열 개", "열여덟 개"),
        ("eighty bolts", "eighty-one bolts"),
        ("이십 개", "이십오 개"),
        ("ten bolts", "tenth bolts"),
        ("two minutes", "twenty-two minutes"),
    ],
)
def test_a_number_is_not_found_within_a_longer_one(asked: str, told: str) -> None:
    language: Language = "en" if asked.isascii() else "ko"
    assert kinds_of(f"It takes {asked} [1]." if asked.isascii() else f"볼트는 {asked}입니다 [1].", told, language) == ["number"]


def kinds_of(text: str, source: str, language: Language) -> list[str]:
    return [issue.kind for issue in issues(text, language, {1: source})]
