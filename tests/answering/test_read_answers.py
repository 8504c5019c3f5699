"""Answers found by the encoder and read by the reader: what a question wants is told by example, and no rule names it."""

from collections.abc import Iterator

import pytest

from answering.library import Models, check_exact, ranked
from ibidem.answering.extract import extract
from ibidem.answering.read_ranking import read_ranking
from ibidem.backends.embedded.backend import EmbeddedBackend
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
    ("question", "reason"),
    [
        ("E-2107 알람 원인이 뭐였어?", "입구 필터가 막혀 냉각수가 줄었다."),
        ("what was the cause of alarm R-207?", "The belt of the R axis had stretched."),
        ("L-118のアラームの原因は何ですか", "反射板にほこりが付いていた。"),
    ],
)
async def test_a_reason_is_said(index: EmbeddedBackend, models: Models, question: str, reason: str) -> None:
    assert reason in await answered(index, models, question)
