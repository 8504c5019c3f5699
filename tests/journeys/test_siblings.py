"""A follow-up that only names another one of several alike, through the HTTP door."""

from collections.abc import Iterator
from typing import Any

import pytest

from journeys.doors import Cli, Service, served

PRESS = """---
language: ko
---
# {size} 프레스 금형 교체

교체에는 작업자 {people} 명이 필요하다. 클램프 볼트는 {torque} N·m로 조인다.

시운전은 {runs} 번 한다.
"""
COMPRESSOR = """# Oil change on the {size} compressor

The {size} compressor stands in the hall. People call it "{nickname}".

Change the oil every {hours} hours. Tighten the drain plug to {torque} N·m.
"""
WAREHOUSE = """---
language: ja
---
# {place}倉庫の入出庫

受付時間は{opens}から{closes}までである。出庫の締め切りは{until}である。
"""
TRUCK = """---
language: ja
---
# フォークリフト({size}トン)の点検

タイヤの空気圧は{pressure} kPaとする。ナットは{torque} N·mで締める。
"""
LEAVE = """# 바른전자 휴가 규정 ({year}년판)

시행 {year}년 3월 1일 · 인사팀 · {status}

| 사유 | 일수 |
|---|---|
| 본인 결혼 | {wedding}일 |
| 부모 회갑 | {parents}일 |
"""
HOURS = """# 北野電機 時差出勤規程（{year}年版）

施行日:{year}年4月1日 担当:人事課
{status}

始業は{first}から{last}までの間で選べる。在宅手当は1日{allowance}円とする。
"""
TRIPS = """# みなと精工 出張旅費規程（{year}年版）

総務部／{year}年10月1日施行

札幌の宿泊費は1泊{hotel}円までとする。日当は{allowance}円とする。
"""
MILEAGE = """# Halden mileage policy ({year} edition)

Effective 1 May {year}. Owner: Finance. {status}

Private cars are paid {cents} cents per kilometre. Claims are due within {days} days.
"""
SLITTER = """---
language: ko
---
# 절단기 CT-{number} 칼날 교체

문서번호 MT-{number} · 개정 3판(2025-01-20) · 작성 설비보전2팀

고정 너트는 {torque} N·m로 조인다. 겹침량은 {overlap} mm로 맞춘다.
"""
OVEN = "# OV-{number} Drying oven: maintenance\n\nDry the coils at {degrees} °C. Wipe the door seal with {liquid}.\n"
EDITIONS = {
    "leave_2021.md": LEAVE.format(year=2021, wedding=5, parents=1, status="2024년 3월 1일 개정판 시행과 함께 효력이 끝났다."),
    "leave_2024.md": LEAVE.format(year=2024, wedding=7, parents=2, status="2021년판을 대체한다."),
    "hours_2022.md": HOURS.format(
        year=2022, first="9時", last="10時", allowance=200, status="※2025年4月1日の新版施行により失効。"
    ),
    "hours_2025.md": HOURS.format(
        year=2025, first="7時", last="11時", allowance=350, status="2022年版を廃止し、本規程を適用する。"
    ),
    "trips_2022.md": TRIPS.format(year=2022, hotel="8,500", allowance="2,000"),
    "trips_2025.md": TRIPS.format(year=2025, hotel="11,000", allowance="2,600"),
    "mileage_2019.md": MILEAGE.format(year=2019, cents=30, days=60, status="Superseded by the 2024 edition."),
    "mileage_2024.md": MILEAGE.format(year=2024, cents=42, days=30, status="It replaces the 2019 edition."),
    "ct_410.md": SLITTER.format(number=410, torque=22, overlap="0.35"),
    "ct_420.md": SLITTER.format(number=420, torque=31, overlap="0.45"),
    "ov_60.md": OVEN.format(number=60, degrees=105, liquid="ethanol"),
    "ov_80.md": OVEN.format(number=80, degrees=118, liquid="IPA"),
    "oven_alarms.md": "# Drying oven alarm guide (OV-60 and OV-80)\n\nE-15: the temperature spread is above 6 °C.\n",
}
DOCUMENTS = {
    **EDITIONS,
    "press_250.md": PRESS.format(size="250톤", people="두", torque=180, runs="다섯"),
    "press_400.md": PRESS.format(size="400톤", people="세", torque=260, runs="열"),
    "comp_22.md": COMPRESSOR.format(size="22 kW", nickname="the little one", hours="3,000", torque=35),
    "comp_37.md": COMPRESSOR.format(size="37 kW", nickname="Big Bertha", hours="4,000", torque=50),
    "tokyo.md": WAREHOUSE.format(place="東京", opens="8時30分", closes="17時", until="13時"),
    "osaka.md": WAREHOUSE.format(place="大阪", opens="9時", closes="18時", until="14時30分"),
    "fork_15.md": TRUCK.format(size="1.5", pressure=700, torque=180),
    "fork_25.md": TRUCK.format(size="2.5", pressure=850, torque=240),
    "caps.md": (
        "# 캡 체결 / Capper: tightening the caps / キャッパーの締付\n\n| 토크 / Torque of the caps / 締付トルク | 28mm | 38mm |\n"
        "|---|---|---|\n| 캡 체결 토크 / how tight the caps go on / キャップの締付トルク | 1.6 N·m | 2.4 N·m |\n"
    ),
    "plans.md": (
        "---\nlanguage: ko\n---\n# 요금제 비교\n\n| 항목 | 무료 | 프로 | 팀 |\n|---|---|---|---|\n"
        "| 월 요금 | 0원 | 5,900원 | 8,900원 |\n| 저장 공간 | 2 GB | 100 GB | 200 GB |\n"
    ),
    "vans.md": (
        "# Rental vans\n\n| Van | Deposit |\n|---|---|\n| Small van (7 m3) | 150 EUR |\n| Large van (12 m3) | 250 EUR |\n"
        "| Box truck (20 m3) | 400 EUR |\n"
    ),
    "office.md": "# Visits to the Seoul and Tokyo offices\n\nVisitors to Seoul and Tokyo ring the bell at gate 2.\n",
}


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A corpus of documents that come in pairs, served."""
    cli = Cli(tmp_path_factory.mktemp("alike"))
    folder = cli.home / "corpus"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert cli.run("index", str(folder)).returncode == 0
    with served(cli) as service:
        yield service


def followed_up(service: Service, asked: str, message: str) -> dict[str, Any]:
    """The answer to a message after an answer to a question."""
    return service.ask(message, session_id=service.ask(asked)["session_id"])


@pytest.mark.parametrize(
    ("asked", "message", "doc_id", "said"),
    [
        ("250톤 프레스 클램프 볼트 토크 얼마야?", "그럼 400톤은?", "press_400", "260 N·m"),
        ("250톤 프레스 클램프 볼트 토크 얼마야?", "400톤짜리는?", "press_400", "260 N·m"),
        ("400톤 프레스 클램프 볼트 토크", "250은?", "press_250", "180 N·m"),
        ("250톤 프레스 시운전은 몇 번?", "더 큰 거는?", "press_400", "열 번"),
        ("400톤 프레스 시운전은 몇 번?", "다른 건?", "press_250", "다섯 번"),
        ("drain plug torque of the 37 kW compressor", "and 22?", "comp_22", "35 N·m"),
        ("drain plug torque of the 37 kW compressor", "the smaller one?", "comp_22", "35 N·m"),
        ("drain plug torque of the 22 kW compressor", "what about big bertha?", "comp_37", "50 N·m"),
        ("drain plug torque of the 22 kW compressor", "and the other one?", "comp_37", "50 N·m"),
        ("東京倉庫の受付時間は？", "大阪は？", "osaka", "18時"),
        ("大阪倉庫の出庫の締め切りは何時？", "じゃあ東京は", "tokyo", "13時"),
        ("1.5トンのフォークリフトのタイヤの空気圧は？", "2.5トンは？", "fork_25", "850 kPa"),
        ("1.5トンのフォークリフトのナットのトルクは？", "重いほうは？", "fork_25", "240 N·m"),
        ("2.5トンのフォークリフトのタイヤの空気圧は？", "もう一つは？", "fork_15", "700 kPa"),
    ],
)
def test_what_was_asked_of_one_is_asked_of_its_sibling(alike: Service, asked: str, message: str, doc_id: str, said: str) -> None:
    done = followed_up(alike, asked, message)
    assert done["ref_doc_ids"] == [doc_id]
    assert said in done["answer"].partition("\n")[0]


@pytest.mark.parametrize(
    ("asked", "message", "doc_id", "said"),
    [
        ("바른전자는 본인 결혼이면 휴가 며칠이야?", "예전 규정에선 며칠이었는데?", "leave_2021", "5일"),
        ("바른전자는 본인 결혼이면 휴가 며칠이야?", "그럼 구 규정에서는 얼마였어?", "leave_2021", "5일"),
        ("바른전자는 부모 회갑이면 휴가 며칠이야?", "2021년판은요?", "leave_2021", "1일"),
        ("北野電機の在宅手当は一日いくらですか", "前の規程だとどうでしたっけ", "hours_2022", "200円"),
        ("北野電機の在宅手当は一日いくらですか", "以前はいくらでしたか", "hours_2022", "200円"),
        (
            "How many cents per kilometre does Halden pay for private cars?",
            "what was it under the old policy?",
            "mileage_2019",
            "30",
        ),
        ("みなと精工の出張、札幌の宿泊費はいくらまで？", "前の規程だと？", "trips_2022", "8,500円"),
        ("How many cents per kilometre does Halden pay for private cars?", "and before the change?", "mileage_2019", "30"),
    ],
)
def test_so_it_is_of_the_edition_before(alike: Service, asked: str, message: str, doc_id: str, said: str) -> None:
    done = followed_up(alike, asked, message)
    assert done["ref_doc_ids"][0] == doc_id
    assert said in done["answer"].partition("\n")[0]


@pytest.mark.parametrize(
    ("asked", "message", "doc_id", "said"),
    [
        ("410 고정 너트는 몇 뉴턴으로 조여?", "420은?", "ct_420", "31 N·m"),
        ("420 겹침량 얼마로 맞춰요?", "410은요?", "ct_410", "0.35 mm"),
        ("what do I wipe the door seal of the OV-80 with", "and the smaller one?", "ov_60", "ethanol"),
        ("OV-60のドアシールは何で拭く？", "80の方は？", "ov_80", "IPA"),
    ],
)
def test_a_number_is_enough_of_a_name(alike: Service, asked: str, message: str, doc_id: str, said: str) -> None:
    done = followed_up(alike, asked, message)
    assert done["ref_doc_ids"][0] == doc_id
    assert said in done["answer"].partition("\n")[0]


@pytest.mark.parametrize(
    ("asked", "message", "said"),
    [
        ("무료 요금제 저장 공간", "프로는?", "저장 공간 — 무료: 2 GB · 프로: 100 GB"),
        ("deposit for the small van", "and the large one?", "Large van (12 m3) — Deposit: 250 EUR"),
        ("deposit for the small van", "the biggest?", "Box truck (20 m3) — Deposit: 400 EUR"),
        ("28ミリのキャップの締付トルクはいくつ？", "38は？", "38mm: 2.4 N·m"),
        ("28밀리 캡 체결 토크 얼마?", "38은?", "38mm: 2.4 N·m"),
        ("how tight do the 28 millimetre caps go on?", "and 38?", "38mm: 2.4 N·m"),
    ],
)
def test_so_it_is_of_another_column_or_row(alike: Service, asked: str, message: str, said: str) -> None:
    assert said in followed_up(alike, asked, message)["answer"].partition("\n")[0]


@pytest.mark.parametrize(
    ("asked", "message", "doc_ids"),
    [
        ("400톤 프레스 클램프 볼트 토크", "싼 건?", {"press_250", "press_400"}),
        ("drain plug torque of the 22 kW compressor", "the cheaper one?", {"comp_22", "comp_37"}),
        ("東京倉庫の受付時間は？", "新しいほうは？", {"tokyo", "osaka"}),
    ],
)
def test_where_the_words_do_not_say_which_each_stands_under_its_name(
    alike: Service, asked: str, message: str, doc_ids: set[str]
) -> None:
    done = followed_up(alike, asked, message)
    assert set(done["ref_doc_ids"]) == doc_ids
    assert all(f"{title}: " in done["answer"] for title in done["refs"])


@pytest.mark.parametrize(
    ("asked", "message", "title"),
    [
        ("250톤 프레스 클램프 볼트 토크", "300톤은?", "250톤 프레스 금형 교체: "),
        ("drain plug torque of the 37 kW compressor", "45 kW?", "Oil change on the 37 kW compressor: "),
        ("大阪倉庫の受付時間は？", "名古屋は？", "大阪倉庫の入出庫: "),
    ],
)
def test_a_value_of_another_one_stands_under_its_name(alike: Service, asked: str, message: str, title: str) -> None:
    assert title in followed_up(alike, asked, message)["answer"]


@pytest.mark.parametrize("message", ["서울이랑 도쿄 방문 차이는?", "ソウルと東京の訪問の違いは？"])
def test_a_name_that_stands_in_other_letters_is_not_said_to_be_unheard_of(alike: Service, message: str) -> None:
    notice = alike.ask(message)["meta"]["notice"] or ""
    assert "관련 내용이 없습니다" not in notice
    assert "記載はありません" not in notice
