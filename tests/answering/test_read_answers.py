"""Answers read by the reader: what wants a procedure, a reason or a date is told by example, and no rule names it."""

from collections.abc import Iterator

import pytest

from answering.library import Models, check_exact, ranked
from ibidem.answering.extract import extract
from ibidem.answering.reading import read_ranking
from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.domain.documents import Principal, VectorQuery
from ibidem.domain.languages import LANGUAGES
from ibidem.finding.fusion import fuse


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBackend]:
    backend = EmbeddedBackend.open(tmp_path_factory.mktemp("store"))
    yield backend
    backend.close()


async def answered(index: EmbeddedBackend, models: Models, question: str, max_chars: int = 300) -> list[str]:
    ranking = await ranked(index, question)
    vectors = index.search_by_meaning(models.encoder, frozenset(LANGUAGES))
    await vectors.catch_up()
    near = await vectors.nearest(VectorQuery(question), Principal("anyone"))
    found = await read_ranking(question, (), fuse(question, ranking, near, 10), vectors, models.reader)
    answer = extract(question, found, max_chars)
    assert answer is not None, question
    check_exact(answer)
    return [quote.text for quote in answer.quotes]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("드라이 펌프 오일은 몇 시간마다 교환해요?", "오일은 운전 2,000시간마다 교환한다."),
        ("남은 연차휴가는 며칠까지 넘길 수 있나요?", "남은 휴가는 5일까지 다음 해로 넘길 수 있다."),
        ("How often is the chiller coolant replaced?", "The coolant is replaced every 18 months."),
        ("Which badge opens the cleanroom?", "A red badge opens the cleanroom."),
        ("スリットバルブのOリングは何か月ごとに交換しますか。", "Oリングは4か月ごとに交換する。"),
        ("電車の定期代はいくらまで支給されますか。", "電車の定期代は月50,000円まで支給する。"),
    ],
)
async def test_the_sentence_that_answers_comes_first(index: EmbeddedBackend, models: Models, question: str, first: str) -> None:
    assert (await answered(index, models, question))[0] == first


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        (
            "드라이 펌프 오일 교환 절차를 알려 주세요",
            [
                "1. 펌프를 세우고 50 ℃ 아래로 식힌다.",
                "2. 드레인 플러그를 풀어 폐유를 받는다.\n   폐유는 빨간 통에 버린다.",
                "3. 새 오일을 중앙선까지 채운다.",
            ],
        ),
        (
            "How do I replace the coolant of the chiller?",
            ["1. Switch off breaker CB4.", "2. Drain the coolant into the blue barrel.", "3. Fill the tank up to the mark."],
        ),
        (
            "スリットバルブのOリングを交換する手順を教えてください。",
            ["手順1：バルブを閉めて電源を切る。", "手順2：古いOリングをピックで外す。", "手順3：溝を純水で拭く。"],
        ),
    ],
)
async def test_a_procedure_is_told_by_its_steps_in_their_order(
    index: EmbeddedBackend, models: Models, question: str, steps: list[str]
) -> None:
    assert await answered(index, models, question) == steps
    # Whole, though longer than an answer may be; but not without end.
    assert await answered(index, models, question, max_chars=80) == steps
    assert await answered(index, models, question, max_chars=10) == steps[:1]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("E-2107 알람 원인이 뭐였어?", "입구 필터가 막혀 냉각수가 줄었다."),
        ("why did alarm R-207 stop the robot?", "The belt of the R axis had stretched."),
        ("L-118のアラームの原因は何ですか", "反射板にほこりが付いていた。"),
    ],
)
async def test_a_reason_is_said(index: EmbeddedBackend, models: Models, question: str, reason: str) -> None:
    assert reason in await answered(index, models, question)


@pytest.mark.parametrize(
    ("question", "date", "asked"),
    [
        ("E-2107 알람이 뭐야?", "2024년 3월 8일", "E-2107 알람 문서 시행일은 언제야?"),
        ("what is alarm R-207?", "8 March 2024", "when was alarm R-207 issued?"),
        ("L-118のアラームとは?", "2024年3月8日", "L-118のアラームの発行日はいつ?"),
    ],
)
async def test_a_line_with_a_date_alone_answers_only_who_asks_for_it(
    index: EmbeddedBackend, models: Models, question: str, date: str, asked: str
) -> None:
    assert not any(date in text for text in await answered(index, models, question))
    assert any(date in text for text in await answered(index, models, asked))
