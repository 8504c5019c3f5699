"""Turns are found by what was said in them and around them, in three languages."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.conversation import ScoredTurn, TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.errors import ModelUnavailable
from ibidem.finding import turn_ranking
from ibidem.finding.find_turns import SaidTurn, find_turns, number_of, terms_of, text_of
from ibidem.finding.turn_ranking import rank_turns
from ibidem.language.search_text import passage_tokens, question_terms

SAID = [
    ("게이트 밸브 볼트의 토크는?", "볼트는 12 N·m로 조입니다."),
    ("What torque do the cover screws get?", "Tighten the cover screws to 3.5 N·m."),
    ("真空ポンプのオイルは何リットルですか?", "新しいオイルを1.2リットル注入します。"),
    ("알람 E-1234의 원인은?", "차압 센서의 배관이 막혔습니다."),
]
BEGUN = datetime(2026, 5, 8, 9, 0, tzinfo=UTC)
MINA = Principal("mina")


def said(*turns: tuple[str, str], apart: timedelta = timedelta(days=1)) -> list[SaidTurn]:
    """The turns, each so long after the one before."""
    return [SaidTurn(n, BEGUN + (n - 1) * apart, terms_of(*turn)) for n, turn in enumerate(turns, 1)]


def found(query: str, turns: list[SaidTurn], nearness: Mapping[int, float] | None = None) -> list[int]:
    return [one.turn_id for one in rank_turns(question_terms(query), turns, nearness or {})]


@pytest.mark.parametrize(
    ("query", "number"), [("볼트를 조이는 토크", 1), ("cover screws", 2), ("オイルの量", 3), ("E-1234 알람", 4)]
)
def test_the_turn_that_holds_the_words_is_found(query: str, number: int) -> None:
    assert found(query, said(*SAID))[0] == number


def test_of_equal_turns_the_latest_comes_first_and_what_holds_nothing_is_left_out() -> None:
    assert found("cover screws", said(*SAID, SAID[1])) == [5, 2]
    assert found("zzz", said(*SAID)) == []
    assert found("", said(*SAID)) == [] == found("cover screws", [])


@pytest.mark.parametrize(
    ("query", "question", "answer"),
    [
        ("When was the chiller hose replaced?", "We looked at the chiller hose.", "It was replaced in March."),
        ("냉각기 호스는 언제 교체했나요?", "냉각기 호스를 점검했습니다.", "3월에 교체했습니다."),
        ("チラーのホースはいつ交換しましたか。", "チラーのホースを点検しました。", "3月に交換しました。"),
    ],
)
def test_what_was_said_just_before_counts(query: str, question: str, answer: str) -> None:
    filler = [(f"Nothing about line {n}.", "") for n in range(6)]
    turns = said(*filler, (question, ""), (answer, ""), *filler, apart=timedelta(minutes=1))
    assert set(found(query, turns)[:2]) == {7, 8}


@pytest.mark.parametrize("query", ["What did we do on May 9th?", "5월 9일에 무엇을 했나요?", "5月9日に何をしましたか。"])
def test_a_day_is_found_as_people_write_it(query: str) -> None:
    assert found(query, said(("a", ""), ("b", ""), ("c", "")))[0] == 2


def test_meaning_counts_beside_words_and_a_turn_without_it_as_the_farthest() -> None:
    turns = said(("Which hose leaks?", ""), ("Who has the keys?", ""), ("When is lunch?", ""))
    near = {1: 0.0, 2: 0.1, 3: 0.9}
    assert found("break at noon", turns, near)[0] == 3
    assert found("the hose", turns, near)[0] == 1
    assert set(found("break at noon", turns, {3: 0.9})) == {3}


def test_held_is_the_share_of_what_was_asked() -> None:
    (whole,) = rank_turns(question_terms("cover screws"), said(SAID[1]), {})
    (part,) = rank_turns(question_terms("cover screws of the zeppelin"), said(SAID[1]), {})
    assert whole.held == pytest.approx(1) and 0 < part.held < 1


def test_a_long_query_is_ranked_as_its_parts_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = said(*SAID, SAID[1], *SAID, apart=timedelta(minutes=50))
    query = " ".join(text for turn in SAID for text in turn)
    whole = list(rank_turns(question_terms(query), turns, {2: 0.5, 3: 0.1}))
    monkeypatch.setattr(turn_ranking, "AT_ONCE", 1)
    parts = list(rank_turns(question_terms(query), turns, {2: 0.5, 3: 0.1}))
    assert [one.turn_id for one in parts] == [one.turn_id for one in whole] and len(whole) == len(turns)
    assert [one.score for one in parts] == pytest.approx([one.score for one in whole])
    assert [one.held for one in parts] == pytest.approx([one.held for one in whole])


def test_what_a_turn_is_found_by_are_numbers() -> None:
    terms = terms_of("Bolt. Bolt?", "", ["bolt"])
    numbers = [int.from_bytes(terms[at : at + 8], "little") for at in range(0, len(terms), 8)]
    (bolt,) = [term.token for term in question_terms("bolt")]
    assert numbers == [3, (number_of(bolt) << 16) + 3]
    assert terms_of("", "") == bytes(8)


def test_the_score_is_that_of_bm25_within_the_session() -> None:
    """Of one sitting and three turns, of which the first holds the term: worked out by hand."""
    turns = said(("zebra", ""), ("giraffe giraffe", ""), ("giraffe", ""), apart=timedelta(minutes=1))
    first, second, third = rank_turns(question_terms("zebra"), turns, {})

    def score(count: int, length: float, mean: float, found: int, texts: int = 3) -> float:
        return log(1 + (texts - found + 0.5) / (found + 0.5)) * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / mean))

    day = len(set(passage_tokens("8 May 2026\n2026년 5월 8일\n2026年5月8日").split()))
    whole = 0.8 * score(1, 4 + 3 * day, 4 + 3 * day, 1, 1)
    own, pairs = 4 / 3 + day, 7 / 3
    assert (first.turn_id, second.turn_id, third.turn_id) == (1, 2, 3)
    windows = 1.5 * score(1, 1, 1, 3)
    assert first.score == pytest.approx(score(1, 1 + day, own, 1) + 0.5 * score(1, 1, pairs, 2) + windows + whole)
    assert second.score == pytest.approx(0.5 * score(1, 3, pairs, 2) + windows + whole)
    assert third.score == pytest.approx(windows + whole)


def test_a_turn_is_embedded_with_the_question_before() -> None:
    assert text_of("before", "asked", "") == "before\nasked"
    assert len(text_of("b" * 9000, "a" * 9000, "c" * 9000)) < 2_000


class Down:
    """Vectors whose embedder cannot be reached."""

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        raise ModelUnavailable("words", f"it is down for {principal.name}: {session_id} {question}")


class Listening:
    """A turn store that notes what it is asked."""

    def __init__(self) -> None:
        self.nearness: Mapping[int, float] | None = None

    async def search(self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float]) -> list[ScoredTurn]:
        assert (query.session_id, principal) == ("s", MINA)
        self.nearness = nearness
        return []


async def test_an_embedder_that_is_down_leaves_words() -> None:
    store = Listening()
    assert await find_turns(TurnQuery("s", "the hose"), store, Down(), MINA) == []  # type: ignore[arg-type]
    assert store.nearness == {}


def test_nearness_that_hardly_differs_counts_alike() -> None:
    ranked = rank_turns(question_terms("?"), said(*SAID[:2]), {1: 0.0, 2: 1.5e-267})
    assert len({one.score for one in ranked}) <= 1


@given(
    st.lists(st.sampled_from(SAID), max_size=12), st.sampled_from(["cover screws", "오일", "ポンプ", "E-1234", "?"]), st.randoms()
)
def test_any_ranking_names_each_turn_once_best_first(turns: list[tuple[str, str]], query: str, chance: random.Random) -> None:
    near = {n: chance.random() for n in range(1, len(turns) + 1) if chance.random() < 0.5}
    ranked = list(rank_turns(question_terms(query), said(*turns), near))
    assert len({one.turn_id for one in ranked}) == len(ranked)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert all(0 <= one.held <= 1.000001 for one in ranked)
