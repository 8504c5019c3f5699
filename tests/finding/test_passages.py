from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking, find_passages
from ibidem.ports.indexes import SearchIndex

ANYONE = Principal("anyone")
NOW = datetime(2026, 1, 2, tzinfo=UTC)
ROWS = {
    "ko_pump": ("진공 펌프", "진공 펌프의 오일은 여섯 달마다 교체한다. 알람 E-1234가 뜨면 전원을 끈다."),
    "ko_chiller": ("냉각기", "냉각기의 냉각수는 해마다 교체한다. 알람 E-1235가 뜨면 수위를 본다."),
    "en_pump": ("Vacuum pump", "The oil of the vacuum pump is changed every six months. On SUPRA XP the drain is at the back."),
    "en_chiller": ("Chiller", "The coolant of the chiller is changed every year. On SUPRA N the drain is in front."),
    "ja_pump": ("真空ポンプ", "真空ポンプのオイルは半年ごとに交換する。部品番号は810-048219-003である。"),
    "ja_chiller": ("チラー", "チラーの冷却水は毎年交換する。部品番号は810-048219-004である。"),
}


@pytest.fixture
async def index(tmp_path: Path) -> SearchIndex:
    backend = EmbeddedBackend.open(tmp_path / "data")
    await backend.documents.put([prepare_row(i, title, text, NOW) for i, (title, text) in ROWS.items()])
    await backend.index.catch_up()
    return backend.index


async def search(
    index: SearchIndex,
    question: str,
    history: Sequence[Exchange] = (),
    filters: SearchFilters = SearchFilters(),  # noqa: B008
    synonyms: Sequence[Sequence[str]] = (),
) -> Ranking:
    return await find_passages(question, history, filters, 3, index, ANYONE, synonyms)


@pytest.mark.parametrize(
    ("question", "doc_id"),
    [
        ("냉각수는 얼마나 자주 바꾸나요?", "ko_chiller"),
        ("How often is coolant changed?", "en_chiller"),
        ("冷却水の交換はいつですか。", "ja_chiller"),
        ("E 1234 떴어요", "ko_pump"),
        ("supra xp drain", "en_pump"),
        ("810-048219-004はどの部品ですか", "ja_chiller"),
    ],
)
async def test_the_passage_that_answers_comes_first(index: SearchIndex, question: str, doc_id: str) -> None:
    ranking = await search(index, question)
    assert ranking.passages[0].document.doc_id == doc_id
    assert len(ranking.passages) == len(ranking.tokens) <= 3
    scores = [passage.score for passage in ranking.passages]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("question", "asked", "doc_id"),
    [
        ("언제 교체해요?", "냉각기에 대해 알려 주세요", "ko_chiller"),
        ("When is it changed?", "Tell me about the chiller", "en_chiller"),
        ("いつ交換しますか。", "チラーについて教えて", "ja_chiller"),
    ],
)
async def test_the_conversation_tells_the_subject(index: SearchIndex, question: str, asked: str, doc_id: str) -> None:
    ranking = await search(index, question, [Exchange(asked, "")])
    assert ranking.passages[0].document.doc_id == doc_id


@pytest.mark.parametrize(
    ("question", "doc_id"),
    [("냉각수는요?", "ko_chiller"), ("And the coolant?", "en_chiller"), ("冷却水は？", "ja_chiller")],
)
async def test_a_long_answer_before_does_not_outweigh_what_is_asked(tmp_path: Path, question: str, doc_id: str) -> None:
    catalogue = " ".join(a + b + "to" for a, b in product(("ba", "do", "gu", "ki", "lo", "mu", "na", "pi", "ra", "zo"), repeat=2))
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        rows = {**ROWS, "catalogue": ("Catalogue", catalogue)}
        await backend.documents.put([prepare_row(i, title, text, NOW) for i, (title, text) in rows.items()])
        await backend.index.catch_up()
        ranking = await search(backend.index, question, [Exchange("catalogue", catalogue)])
        assert ranking.passages[0].document.doc_id == doc_id
        assert "catalogue" in {passage.document.doc_id for passage in ranking.passages}


@pytest.mark.parametrize(
    ("known", "foreign"),
    [
        ("진공 펌프 오일 교체", "고양이가 밤에 우는 이유가 무엇인가요?"),
        ("vacuum pump oil change", "Why do cats cry loudly at night?"),
        ("真空ポンプのオイルの交換", "猫が夜に鳴く理由は何でしょうか。"),
    ],
)
async def test_confidence_is_high_for_what_is_there_and_low_for_what_is_not(index: SearchIndex, known: str, foreign: str) -> None:
    assert 1 >= (await search(index, known)).confidence > 0.3 > (await search(index, foreign)).confidence


@pytest.mark.parametrize("question", ["드레인 어디", "ドレーンの場所", "where is the bleeder"])
async def test_a_glossary_reaches_what_is_called_otherwise(index: SearchIndex, question: str) -> None:
    ranking = await search(index, question, synonyms=(("드레인", "drain", "ドレーン", "bleeder"),))
    assert {"en_pump", "en_chiller"} <= {p.document.doc_id for p in ranking.passages}
    assert (await search(index, question)).passages == ()


async def test_filters_narrow_the_search(index: SearchIndex) -> None:
    ranking = await search(index, "vacuum pump oil", filters=SearchFilters(doc_ids=("en_chiller",)))
    assert [p.document.doc_id for p in ranking.passages] in ([], ["en_chiller"])


@pytest.mark.parametrize("question", ["", "?!", "의", "what is it", "\ud800", "zebra"])
async def test_a_question_without_a_known_word_finds_nothing(index: SearchIndex, question: str) -> None:
    ranking = await search(index, question)
    assert (ranking.passages, ranking.tokens, ranking.confidence) == ((), (), 0.0)


async def test_no_passage_asked_for_is_none_given(index: SearchIndex) -> None:
    assert (await find_passages("pump", (), SearchFilters(), 0, index, ANYONE)).passages == ()
