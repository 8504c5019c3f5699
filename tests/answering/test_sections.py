"""Of two sections of a document that differ in one value, the one that is meant is quoted, or each under its heading."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.answering.extract import Extract, extract
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.passages import find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ROWS = {
    "ko": (
        "체결 토크",
        "# 체결 토크\n\n## SUPRA XP\n도어 커버의 볼트는 3.5 N·m로 조인다. 작업은 두 사람이 한다.\n\n"
        "## SUPRA N\n도어 커버의 볼트는 4.2 N·m로 조인다. 작업은 한 사람이 한다.\n",
    ),
    "en": (
        "Trash",
        "# Trash\n\n## Basic plan\nDeleted notes stay for 30 days. Restoring is free.\n\n"
        "## Team plan\nDeleted notes stay for 120 days. Restoring is free.\n",
    ),
    "ja": (
        "保証期間",
        "# 保証期間\n\n## ルモ R2\n本体の保証期間は購入から1年です。\n\n## ルモ R3\n本体の保証期間は購入から3年です。\n",
    ),
}


ALARM_GUIDE = """# {title}

## {first}

| {code} | {meaning} |
|---|---|
| {letter}-07 | {overload} |
| {letter}-11 | {door} |

## {second}

| {code} | {meaning} |
|---|---|
| {letter}-07 | {water} |
| {letter}-11 | {latch} |
"""
KO = {
    "code": "코드",
    "meaning": "뜻",
    "overload": "펌프 모터 과부하",
    "door": "문 열림",
    "water": "냉각수 유량 부족",
    "latch": "걸쇠 이상",
}
EN = {
    "code": "Code",
    "meaning": "Meaning",
    "overload": "Pump motor overload",
    "door": "Door open",
    "water": "Cooling water flow low",
    "latch": "Latch not confirmed",
}
JA = {
    "code": "コード",
    "meaning": "意味",
    "overload": "ポンプ過負荷",
    "door": "扉が開いている",
    "water": "冷却水不足",
    "latch": "掛け金未確認",
}
GUIDES = {
    "ko": {**KO, "title": "건조기 알람 안내 (VD-60, VD-80)", "first": "VD-60", "second": "VD-80", "letter": "E"},
    "en": {**EN, "title": "Oven alarms (OV-3 and OV-5)", "first": "OV-3", "second": "OV-5", "letter": "F"},
    "ja": {**JA, "title": "充填機の警報一覧（JT-2とJT-4）", "first": "JT-2", "second": "JT-4", "letter": "G"},
}
ALARMS = {language: (words["title"], ALARM_GUIDE.format(**words)) for language, words in GUIDES.items()}


async def answer(folder: Path, question: str, rows: Mapping[str, tuple[str, str]] = ROWS) -> Extract:
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepare_row(i, title, text, NOW) for i, (title, text) in rows.items()])
    await backend.index.catch_up()
    ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
    backend.close()
    extracted = extract(question, ranking, 300)
    assert extracted is not None
    return extracted


@pytest.mark.parametrize(
    ("question", "value", "wrong"),
    [
        ("SUPRA N 도어 커버 볼트는 얼마로 조여요?", "4.2", "3.5"),
        ("SUPRA XP 도어 커버 볼트는 얼마로 조여요?", "3.5", "4.2"),
        ("how long do deleted notes stay on the Team plan?", "120 days", "30 days"),
        ("ルモ R3の保証期間は?", "3年", "1年"),
    ],
)
async def test_a_section_that_the_question_names_is_quoted_without_its_twin(
    tmp_path: Path, question: str, value: str, wrong: str
) -> None:
    text = "\n".join(quote.text for quote in (await answer(tmp_path, question)).quotes)
    assert value in text and wrong not in text


@pytest.mark.parametrize(
    ("question", "headings"),
    [
        ("도어 커버 볼트는 얼마로 조여요?", {"SUPRA XP": "3.5", "SUPRA N": "4.2"}),
        ("how long do deleted notes stay?", {"Basic plan": "30 days", "Team plan": "120 days"}),
        ("本体の保証期間は?", {"ルモ R2": "1年", "ルモ R3": "3年"}),
    ],
)
async def test_both_stand_under_their_headings_where_it_names_neither(
    tmp_path: Path, question: str, headings: dict[str, str]
) -> None:
    quotes = (await answer(tmp_path, question)).quotes
    for heading, value in headings.items():
        assert [quote.heading for quote in quotes if value in quote.text] == [heading]


@pytest.mark.parametrize(
    ("question", "meaning", "wrong"),
    [
        ("VD-60에 E-07 떴는데 무슨 뜻이야?", "펌프 모터 과부하", "냉각수"),
        ("E-07 알람 VD-80", "냉각수 유량 부족", "과부하"),
        ("F-07 showing on an OV-3, meaning??", "Pump motor overload", "Cooling"),
        ("what does F-07 mean on the OV-5", "Cooling water flow low", "overload"),
        ("JT-2でG-07が出た、どういう意味？", "ポンプ過負荷", "冷却水"),
        ("JT-4のG-07の意味は", "冷却水不足", "過負荷"),
    ],
)
async def test_an_alarm_of_another_model_is_not_quoted(tmp_path: Path, question: str, meaning: str, wrong: str) -> None:
    text = "\n".join(quote.text for quote in (await answer(tmp_path, question, ALARMS)).quotes)
    assert meaning in text and wrong not in text


@pytest.mark.parametrize(
    ("question", "headings"),
    [
        ("E-07은 무슨 뜻이야?", {"VD-60": "과부하", "VD-80": "냉각수"}),
        ("what does F-07 mean?", {"OV-3": "overload", "OV-5": "Cooling"}),
        ("G-07の意味は？", {"JT-2": "過負荷", "JT-4": "冷却水"}),
    ],
)
async def test_alarms_of_both_models_stand_under_them(tmp_path: Path, question: str, headings: dict[str, str]) -> None:
    quotes = (await answer(tmp_path, question, ALARMS)).quotes
    for heading, value in headings.items():
        assert [quote.heading for quote in quotes if value in quote.text] == [heading]


@pytest.mark.parametrize(
    ("text", "question", "heading"),
    [
        (
            "# 헬스장\n\n## 회원권을 정지할 수 있나요?\n\n네, 한 해에 석 달까지 정지됩니다.\n\n## 주차\n\n지하에 댑니다.\n",
            "회원권 몇 달까지 정지돼?",
            "회원권을 정지할 수 있나요?",
        ),
        (
            "# Gym\n\n## Can I freeze my card?\n\nYes, for up to three months a year.\n\n## Parking\n\nPark in the basement.\n",
            "for how many months a year is a card frozen?",
            "Can I freeze my card?",
        ),
        (
            "# ジム\n\n## 会員証は休止できますか？\n\nはい、年に三か月まで休止できます。\n\n## 駐車\n\n地下に停めます。\n",
            "会員証は何か月休止できる？",
            "会員証は休止できますか？",
        ),
    ],
)
async def test_a_yes_is_quoted_with_its_question(tmp_path: Path, text: str, question: str, heading: str) -> None:
    quotes = (await answer(tmp_path, question, {"gym": ("Gym", text)})).quotes
    assert quotes[0].heading == heading
