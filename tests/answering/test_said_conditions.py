"""Rows that a question says by a bound, a time of day, the number beside a column's name, or a part of a cell; cells of several
columns of one row."""

import pytest

from ibidem.answering.calculating import Calculation
from ibidem.answering.document_tables import tables_of
from ibidem.answering.looking_up import row_of
from ibidem.answering.named_values import across
from ibidem.answering.rough_calculating import roughly
from ibidem.domain.documents import Chunk

GATES = {
    "en": "| Gate | Month | Hour | Cars (members) | Cars (guests) |\n|---|---|---|---|---|\n",
    "ko": "| 출입구 | 월 | 시간대 | 차량수(회원) | 차량수(방문) |\n|---|---|---|---|---|\n",
    "ja": "| 入口 | 月 | 時間帯 | 車両数(会員) | 車両数(一般) |\n|---|---|---|---|---|\n",
}
NAMES = {"en": "Harbour", "ko": "부두", "ja": "港"}
GATES = {
    language: head
    + "".join(
        f"| {NAMES[language]} | {month:02} | {hour:02}:00 ~ {hour + 1:02}:00 | {hour % 7} | {month * 100 + hour} |\n"
        for month in (7, 8)
        for hour in range(24)
    )
    for language, head in GATES.items()
}
SHOPS = {
    "en": (
        "| Name | Where | Opens |\n|---|---|---|\n| Ink & Nib | 4 Elm Street, Norwick | Monday |\n"
        "| Brass Bell | 19 Elm Street, Norwick | Monday |\n| Tin Roof | 2 Elmwood Lane, Norwick | Friday |\n"
        "| Red Kite | 8 Quay Road, Norwick | Friday |\n| Old Loom | 3 Quay Road, Norwick | Friday |\n"
    ),
    "ko": (
        "| 상호 | 소재지 | 휴무 |\n|---|---|---|\n"
        "| 먹과 붓 | 가람시 버들로 4 | 월요일 |\n| 놋종 | 가람시 버들로 19 | 월요일 |\n"
        "| 함석집 | 가람시 큰버들로 2 | 금요일 |\n"
        "| 붉은솔개 | 가람시 나루길 8 | 금요일 |\n| 옛베틀 | 가람시 나루길 3 | 금요일 |\n"
    ),
    "ja": (
        "| 店名 | 場所 | 定休 |\n|---|---|---|\n| 墨と筆 | 川守市柳町4 | 月曜 |\n| 真鍮の鐘 | 川守市柳町19 | 月曜 |\n"
        "| トタン屋根 | 川守市北柳町2 | 金曜 |\n| 赤い鳶 | 川守市港町8 | 金曜 |\n| 古い機 | 川守市港町3 | 金曜 |\n"
    ),
}
STALLS = {
    "en": (
        "| Kind | Fees / Entry | Fees / Site | Deposit | Note |\n|---|---|---|---|---|\n| Food stall | $50 | $45 | $150 | a |\n"
        "| Stage | $20 | $30 | $120 | b |\n"
    ),
    "ko": (
        "| 형식 | 운영비 / 참가비 | 운영비 / 자리값 | 보증금 | 비고 |\n|---|---|---|---|---|\n"
        "| 먹거리 | 5,000원 | 4,500원 | 15,000원 | a |\n| 무대 | 2,000원 | 3,000원 | 12,000원 | b |\n"
    ),
    "ja": (
        "| 形式 | 運営費 / 参加費 | 運営費 / 場所代 | 保証金 | 備考 |\n|---|---|---|---|---|\n"
        "| 模擬店 | 5,000円 | 4,500円 | 15,000円 | a |\n| 舞台 | 2,000円 | 3,000円 | 12,000円 | b |\n"
    ),
}
VERSIONS = {
    "en": (
        "| Version | Date | Change | By |\n|---|---|---|---|\n"
        "| 0.4 | 2031-03-02 | Login | Ro |\n| 0.5 | 2031-04-09 | Search | Ro |\n"
    ),
    "ko": (
        "| 버전 | 개정일 | 내용 | 작성 |\n|---|---|---|---|\n"
        "| 0.4 | 2031.03.02 | 로그인 | 한결 |\n| 0.5 | 2031.04.09 | 검색 | 한결 |\n"
    ),
    "ja": "| 版 | 日付 | 内容 | 作成 |\n|---|---|---|---|\n| 0.4 | 2031.03.02 | 入口 | 遥 |\n| 0.5 | 2031.04.09 | 検索 | 遥 |\n",
}
PAPERS = {
    "en": "| Paper | Adults / New | Adults / Renewal | Children / New |\n|---|---|---|---|\n",
    "ko": "| 서류 | 성인 / 신규 | 성인 / 갱신 | 아동 / 신규 |\n|---|---|---|---|\n",
    "ja": "| 書類 | 成人 / 新規 | 成人 / 更新 | 児童 / 新規 |\n|---|---|---|---|\n",
}
PAPERS = {
    language: head
    + "".join(
        f"| {name} | {'A' if n % 2 else 'B'} must | A must | B must |\n" for n, name in enumerate(("Form", "Photo", "Deed"), 1)
    )
    for language, head in PAPERS.items()
}


def calculated(question: str, text: str) -> tuple[str, int] | None:
    found = roughly(question, tables_of((Chunk("d", "v", "d#0", 0, "", None, 0, text),)))
    if found is None or not isinstance(found.result, Calculation):
        return None
    return found.result.operation, int(found.result.value)


@pytest.mark.parametrize(
    ("language", "question", "made"),
    [
        ("en", "How many hours of August at the Harbour gate had at least 820 guests cars?", ("count", 4)),
        ("ko", "부두에서 8월에 방문 차량수가 820대 이상인 시간대는 몇 개인가요?", ("count", 4)),
        ("ja", "港の8月に一般の車両数が820台以上の時間帯はいくつありますか。", ("count", 4)),
        ("en", "In month 07 at the Harbour, how many hours had less than 703 guests cars?", ("count", 3)),
        ("ko", "부두에서 7월에 방문 차량수가 703대 미만인 시간대는 몇 개예요?", ("count", 3)),
        ("ja", "港の7月に一般の車両数が703台未満の時間帯は何件ですか。", ("count", 3)),
        ("en", "How many guests cars came through the Harbour in month 8 from 18:00 to 21:00?", ("sum", 818 + 819 + 820)),
        ("ko", "부두로 8월 18시부터 21시까지 들어온 방문 차량은 모두 몇 대인가요?", ("sum", 818 + 819 + 820)),
        ("ja", "港に8月の18時から21時までに来た一般の車両は何台ですか。", ("sum", 818 + 819 + 820)),
    ],
)
def test_rows_are_said_by_bounds_and_times(language: str, question: str, made: tuple[str, int]) -> None:
    assert calculated(question, GATES[language]) == made


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "How many gates of the Harbour had at least 3 cars?"),
        ("ko", "부두에서 차량수가 3대 이상인 곳은 몇 개인가요?"),
        ("ja", "港で車両数が3台以上の所はいくつありますか。"),
    ],
)
def test_nothing_is_counted_within_a_bound_of_an_unclear_column(language: str, question: str) -> None:
    assert calculated(question, GATES[language]) is None


@pytest.mark.parametrize(
    ("language", "question", "count"),
    [
        ("en", "How many names stand where the shop is on Elm Street?", 2),
        ("ko", "소재지가 버들로인 곳은 몇 곳인가요?", 2),
        ("ja", "場所が川守市柳町の店は何軒ありますか。", 2),
        ("en", "Where is the number of names on Quay Road to be had: how many?", 2),
        ("ko", "소재지가 가람시 나루길인 상호는 몇 개인가요?", 2),
        ("ja", "場所が川守市港町の店名はいくつありますか。", 2),
    ],
)
def test_rows_are_said_by_a_part_of_a_cell(language: str, question: str, count: int) -> None:
    assert calculated(question, SHOPS[language]) == ("count", count)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What do the entry, the site and the deposit of a food stall come to all together?"),
        ("ko", "먹거리로 나갈 때 참가비와 자리값과 보증금을 모두 합하면 얼마인가요?"),
        ("ja", "模擬店で参加するとき、参加費と場所代と保証金を全部合わせるといくらですか。"),
    ],
)
def test_values_of_named_columns_of_one_row_are_added(language: str, question: str) -> None:
    values = across(question, tables_of((Chunk("d", "v", "d#0", 0, "", None, 0, STALLS[language]),)))
    assert [value.amount.shown for value in values] == (["50", "45", "150"] if language == "en" else ["5,000", "4,500", "15,000"])


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "When was version 0.5 made?"),
        ("ko", "0.5 버전은 언제 나왔나요?"),
        ("ja", "版0.5はいつ出ましたか。"),
    ],
)
def test_a_row_is_said_by_the_number_beside_the_name_of_its_column(language: str, question: str) -> None:
    row = row_of(question, tables_of((Chunk("d", "v", "d#0", 0, "", None, 0, VERSIONS[language]),)))
    assert row is not None
    assert row.record.cell(0) == "0.5"
    assert row.asked == (1,)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "How many papers are marked “A must” for adults that are new?"),
        ("ko", "성인 신규에서 'A must'로 표시된 서류는 몇 가지인가요?"),
        ("ja", "成人の新規で「A must」となっている書類はいくつありますか。"),
    ],
)
def test_a_column_is_said_by_the_parts_of_its_merged_head(language: str, question: str) -> None:
    assert calculated(question, PAPERS[language]) == ("count", 2)


NOTES = {
    "en": "| Team | Place | Topic |\n|---|---|---|\n"
    "| Glaze | Hall | Kiln plan |\n| Glaze | Hall | Harvest fair |\n| Glaze | Attic | Clay |\n| Throw | Hall | Clay |\n",
    "ko": "| 팀 | 장소 | 안건 |\n|---|---|---|\n"
    "| 유약 | 강당 | 가마 계획 |\n| 유약 | 강당 | 가을 장터 |\n| 유약 | 다락 | 점토 |\n| 물레 | 강당 | 점토 |\n",
    "ja": "| 班 | 場所 | 議題 |\n|---|---|---|\n"
    "| 釉薬 | 講堂 | 窯計画 |\n| 釉薬 | 講堂 | 秋の収穫祭 |\n| 釉薬 | 屋根裏 | 粘土 |\n| 轆轤 | 講堂 | 粘土 |\n",
}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "How many times did Glaze of the Kiln club meet with “Hall” as its place?"),
        ("ko", "가마 동호회에서 유약이 장소를 '강당'으로 한 것은 몇 번인가요?"),
        ("ja", "収穫祭の準備で釉薬が場所を「講堂」としたのは何回ですか。"),
    ],
)
def test_a_word_in_a_column_that_nobody_names_is_no_further_condition(language: str, question: str) -> None:
    assert calculated(question, NOTES[language]) == ("count", 2)
