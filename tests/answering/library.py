"""A few documents in three languages, ranked by their words."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ibidem.answering.extract import Extract
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.local.encoder import LocalEncoder
from ibidem.backends.local.reader import LocalReader
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking, find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Models:
    """The encoder and the reader of this process."""

    encoder: LocalEncoder
    reader: LocalReader


ROWS = {
    "ko_pump": (
        "드라이 펌프 오일 교환",
        "# 드라이 펌프 오일 교환\n\n## 배경\n지난해 펌프가 멈춘 일이 세 번 있었다. 모두 오일이 오래된 펌프였다.\n\n"
        "## 교환 주기\n오일은 운전 2,000시간마다 교환한다. 광유와 섞으면 굳으므로 섞지 않는다.\n\n"
        "## 1. 준비물\n빨간 폐유 통과 장갑을 준비한다.\n\n"
        "## 작업 절차\n1. 펌프를 세우고 50 ℃ 아래로 식힌다.\n"
        "2. 드레인 플러그를 풀어 폐유를 받는다.\n   폐유는 빨간 통에 버린다.\n"
        "3. 새 오일을 중앙선까지 채운다.\n\n## 점검\n1. 소음을 듣는다.\n2. 누유를 본다.",
    ),
    "ko_leave": ("연차휴가 규정", "휴가는 사흘 전까지 전자결재로 신청한다. 남은 휴가는 5일까지 다음 해로 넘길 수 있다."),
    "ko_case": (
        "E-2107 알람",
        "# E-2107 알람\n\n시행일: 2024년 3월 8일.\n\n## 증상\nE-2107 알람이 나고 펌프가 멈췄다.\n\n"
        "## 원인\n베어링은 정상이었다. 입구 필터가 막혀 냉각수가 줄었다. 그래서 회전수가 내려갔다.",
    ),
    "en_case": (
        "Alarm R-207",
        "# Alarm R-207\n\nIssued 8 March 2024.\n\n## What happened\nThe robot stopped with alarm R-207 four times.\n\n"
        "## Cause\nThe motor was not the cause. The belt of the R axis had stretched. Its tension was 18 N.",
    ),
    "ja_case": (
        "L-118のアラーム",
        "# L-118のアラーム\n\n発行日:2024年3月8日。\n\n## 現象\n扉が閉まっていてもL-118のアラームが出る。\n\n"
        "## 原因\nセンサー本体の故障ではありません。反射板にほこりが付いていた。静電気を帯びやすい。",
    ),
    "ko_parts": (
        "예비 부품 목록",
        "| 품목 | 규격 | 수량 |\n|---|---|---|\n| 바이톤 오링 | P/N 4417-0092 | 12개 |\n| 동 와셔 | P/N 2210-7 | 30개 |",
    ),
    "en_chiller": (
        "Chiller coolant replacement",
        "# Chiller coolant replacement\n\n## Background\nTwo chillers froze last winter. Both had old coolant.\n\n"
        "## Interval\nThe coolant is replaced every 18 months. Never mix two brands, because the mixture gels.\n\n"
        "## Steps\n1. Switch off breaker CB4.\n2. Drain the coolant into the blue barrel.\n3. Fill the tank up to the mark.\n",
    ),
    "en_badge": ("Visitors on site", "A red badge opens the cleanroom. Guests return their badge at gate 2 before they leave."),
    "en_plans": (
        "Storage of the plans",
        "| Plan | Attachment | Trash |\n|---|---|---|\n| Basic | 25 MB | 30 days |\n| Team | 100 MB | 120 days |",
    ),
    "ja_valve": (
        "スリットバルブの点検",
        "# スリットバルブの点検\n\n## 背景\n昨年は漏れが四件あった。いずれも古いOリングが原因だった。\n\n"
        "## 周期\nOリングは4か月ごとに交換する。アルコールで拭くと膨らむため使わない。\n\n"
        "## 手順\n手順1：バルブを閉めて電源を切る。\n手順2：古いOリングをピックで外す。\n手順3：溝を純水で拭く。\n",
    ),
    "ja_allowance": ("通勤手当の規程", "電車の定期代は月50,000円まで支給する。自転車で通う人には月2,000円を支給する。"),
    "ja_router": ("ルーターの仕様", "| 機種 | 台数 | 保証 |\n|---|---|---|\n| X10 | 32台 | 2年 |\n| X20 | 64台 | 3年 |"),
}


async def ranked(backend: EmbeddedBackend, question: str, *history: Exchange) -> Ranking:
    await backend.documents.put([prepare_row(i, title, text, NOW) for i, (title, text) in ROWS.items()])
    await backend.index.catch_up()
    return await find_passages(question, history, SearchFilters(), 10, backend.index, Principal("anyone"))


def check_exact(answer: Extract) -> None:
    assert answer.quotes and answer.quotes[0].leads
    for quote in answer.quotes:
        assert quote.text
        assert quote.passage.chunk.text[quote.start : quote.start + len(quote.text)] == quote.text
