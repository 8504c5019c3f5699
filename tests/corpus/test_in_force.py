"""What is in force, by what a document gives and by its words."""

from datetime import date

import pytest

from ibidem.corpus.metadata import Metadata, describe, given_metadata
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.domain.errors import UnreadableDocument
from ibidem.profile import Profile, load_profile


@pytest.fixture(scope="module")
def equipment() -> Profile:
    return load_profile("equipment")


def described(title: str, text: str, equipment: Profile, more: str = "") -> Metadata:
    return describe("a.md", read_markdown(text), given_metadata("a.md", f"title: {title!r}\n{more}", b""), equipment)


@pytest.mark.parametrize(
    "title",
    [
        *("연차휴가 규정 (2019년 제정, 폐지)", "[폐지] 출장 규정", "출장 규정 - 구버전", "출장 규정 (초안)"),
        *("就業規則（旧）", "旧就業規則", "旅費規程（2021年3月31日廃止）", "旅費規程（草案）"),
        *("환불 정책 (2022년판, 2024년 8월까지)", "返金規程（2024年8月31日まで）", "Refund policy (until 31 August 2024)"),
        *("Travel policy (superseded)", "Old travel policy", "Travel policy - replaced by POL-200", "Travel policy (draft)"),
    ],
)
def test_words_of_a_title_that_stand_alone(title: str, equipment: Profile) -> None:
    assert not described(title, "본문.", equipment).in_force


@pytest.mark.parametrize(
    "text",
    [
        "# 연차\n\n시행일: 2019년 3월 1일. 2024년 1월 1일에 POL-101로 대체되어 더 이상 쓰지 않는다.",
        "이 규정은 2023년에 폐지되었습니다.",
        "> 더 이상 쓰지 않는다. 새 규정을 본다.",
        "# Travel\n\n**Superseded by POL-200.**",
        "This policy was superseded by POL-200 on 1 April 2024.",
        "> No longer in force since 2023.",
        "この規程は2024年4月1日に廃止されました。",
        "2024年4月1日にPOL-200へ置き換えられた。",
        "시행 2022년 3월 1일 · 인사팀 · 2025년 4월 1일 개정판 시행과 함께 효력이 끝났으며, 정산에만 참고한다.",
        "施行日:2023年4月1日 担当:人事部\n※2025年10月1日の新版施行により失効。精算に限り参照する。",
        "Effective 1 March 2022 · People team · Expired with the edition of 2025.",
    ],
)
def test_what_the_first_lines_say_of_the_document(text: str, equipment: Profile) -> None:
    assert not described("Leave", text, equipment).in_force
    assert described("Leave", "말. " * 200 + text, equipment).in_force  # no longer in the first lines


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("환불 정책 (9998년 8월까지)", "본문."),
        ("칼날 관리 기준 (4판)", "시행 3월 2일부터\n적용 설비: 1라인. 이 판이 시행되면서 3판은 폐지되었다."),
        ("Blade standard, edition 4", "With this edition in force, edition 3 is withdrawn."),
        ("刃物管理基準 第4版", "本版が施行され第3版は廃止された。"),
        ("칼날 관리 기준 (4판, 현행)", "3판은 2024년에 폐지됨."),
        ("Blade standard (edition 4, current)", "Superseded by nothing yet."),
        ("刃物管理基準（第4版、現行）", "廃止された第3版に代わる。"),
        ("返金規程（9998年8月まで）", "本文。"),
        ("Refund policy (until August 9998)", "Text."),
        ("連絡は2024年まで遡れます", "本文。"),
        ("연차휴가 규정 (2024년 개정)", "이 규정은 2019년에 만든 POL-061을 대체한다."),
        ("출장 규정", "이 규정은 종전 규정을 폐지한다."),
        ("휴가 규정 (2025년판)", "시행 2025년 4월 1일 · 인사팀 · 2022년판을 대체한다. 시행 전의 일에는 예전 판을 적용한다."),
        ("勤務規程(2025年版)", "施行日:2025年10月1日 担当:人事部\n2023年版を廃止し、本規程を適用する。"),
        ("Leave policy 2025", "Effective 1 April 2025 · People team · Replaces the edition of 2022, which expired on 31 March."),
        ("규정의 제정, 개정, 폐지", "규정을 폐지하려면 인사팀에 낸다."),
        ("노예제 폐지", "노예제는 19세기에 폐지되었다."),
        ("旅費規程", "この規程により旧規程は廃止する。"),
        ("旧市街の歩き方", "旧市街は1950年に廃止された駅の近くにある。"),
        ("Travel policy", "This policy replaces POL-061, which is no longer in force."),
        ("Ford Model T", "The Model T was replaced by the Model A in 1927."),
    ],
)
def test_a_subject_is_no_status(title: str, text: str, equipment: Profile) -> None:
    assert described(title, text, equipment).in_force


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        *(("status: Superseded", False), ("status: repealed", False), ("status: draft", False), ("status: 폐지", False)),
        *(("status: 廃止", False), ("status: no_longer-in force", False), ("status: published", True)),
        *(("superseded_by: POL-9", False), ("superseded_by: [a, b]", False), ("superseded_by: ''", True), ("status:", True)),
    ],
)
def test_what_is_given(more: str, expected: bool, equipment: Profile) -> None:
    assert described("Leave", "Text.", equipment, more).in_force is expected


def test_a_status_given_wins_over_words(equipment: Profile) -> None:
    assert described("출장 규정 (폐지)", "본문.", equipment, "status: in force").in_force


def test_what_it_supersedes_and_from_when(equipment: Profile) -> None:
    found = described("SOP", "Text.", equipment, "effective: 2024-01-01\nsupersedes: [SOP 1203, b]")
    assert (found.effective, found.supersedes) == (date(2024, 1, 1), ("sop_1203", "b"))
    assert described("SOP", "Text.", equipment, "status: draft\nsupersedes: b").supersedes == ()


def test_a_day_that_is_none_is_named(equipment: Profile) -> None:
    with pytest.raises(UnreadableDocument, match="metadata field effective"):
        described("SOP", "Text.", equipment, "effective: soon")
