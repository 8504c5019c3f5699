"""What is not in force stands below what is, unless the question asks for it."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from ibidem.answering.twins import without_twins
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Passage
from ibidem.finding.former import in_force_first
from ibidem.finding.passages import Ranking

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def passage(doc_id: str, title: str, score: float, *, in_force: bool, effective: date | None = None) -> tuple[Passage, str]:
    prepared = prepare_row(doc_id, title, "연차는 15일이다. Annual leave is 15 days. 年次有給休暇は15日です。", NOW)
    (one,) = prepared.chunks
    return Passage(one.chunk, replace(prepared.document, in_force=in_force, effective=effective), score), one.tokens


def ranking(*pairs: tuple[Passage, str]) -> Ranking:
    return Ranking(tuple(p for p, _ in pairs), (), 1.0, tuple(tokens for _, tokens in pairs))


def ids(found: Ranking) -> list[str]:
    return [p.document.doc_id for p in found.passages]


@pytest.mark.parametrize("asked", ["연차 며칠이야?", "How many days of annual leave?", "有休は何日ですか。"])
def test_what_is_in_force_comes_first_and_alone(asked: str) -> None:
    found = ranking(passage("pol-1", "Leave (2019)", 5.0, in_force=False), passage("pol-2", "Leave (2024)", 4.5, in_force=True))
    first = in_force_first(asked, found)
    assert ids(first) == ["pol-2", "pol-1"]
    assert ids(without_twins(asked, first)) == ["pol-2"]


@pytest.mark.parametrize(
    "asked",
    [
        *("2019년 연차 규정은?", "19년판 연차 규정", "예전 규정에서는 며칠이었어?", "폐지된 규정은?"),
        *("How many days under the old rule?", "the 2019 edition", "what does POL-1 say?"),
        *("旧規程では何日でしたか。", "2019年版の有休は?", "廃止された規程の有休は?"),
    ],
)
def test_it_comes_first_where_the_question_asks_for_it(asked: str) -> None:
    found = ranking(passage("pol-2", "Leave", 5.0, in_force=True), passage("pol-1", "Leave (2019)", 4.5, in_force=False))
    first = in_force_first(asked, found)
    assert ids(first) == ["pol-1", "pol-2"]
    assert "pol-1" in ids(without_twins(asked, first))


def test_of_the_same_title_the_one_in_force_is_quoted() -> None:
    found = ranking(passage("a", "연차 규정", 5.0, in_force=False), passage("b", "연차 규정", 4.0, in_force=True))
    assert ids(without_twins("연차 며칠이야?", found)) == ["b"]


def test_its_day_is_a_year_to_ask_for() -> None:
    old = passage("a", "Leave", 4.5, in_force=False, effective=date(2019, 3, 1))
    assert ids(in_force_first("2019년 규정", ranking(passage("b", "Leave", 5.0, in_force=True), old))) == ["a", "b"]


def test_scores_below_zero_fall_too() -> None:
    found = ranking(passage("a", "Leave", -1.0, in_force=False), passage("b", "Leave", -1.2, in_force=True))
    assert ids(in_force_first("연차 며칠이야?", found)) == ["b", "a"]


def test_a_document_that_is_in_force_stays_where_it_is() -> None:
    found = ranking(passage("a", "Leave", 1.0, in_force=True))
    assert in_force_first("old rule", found) is found


@pytest.mark.parametrize("asked", ["병가 쓰면 월급 나와?", "am i paid when im off sick", "病気で休んだら給料は出ますか"])
def test_what_supersedes_it_is_no_lower_than_it_was_itself(asked: str) -> None:
    old, (new, tokens) = (
        passage("old", "Leave (2023)", 9.0, in_force=False),
        passage("new", "휴가 규정", 3.0, in_force=True),
    )
    successor = replace(new, document=replace(new.document, supersedes=("old",)))
    other = passage("other", "Travel", 4.0, in_force=True)
    assert ids(in_force_first(asked, ranking(old, other, (successor, tokens)))) == ["new", "old", "other"]
    assert ids(in_force_first(asked, ranking(old, other, (new, tokens)))) == ["old", "other", "new"]


def test_where_the_former_one_is_asked_for_what_supersedes_it_stays() -> None:
    old, (new, tokens) = passage("old", "Leave (2023)", 9.0, in_force=False), passage("new", "Leave", 3.0, in_force=True)
    successor = replace(new, document=replace(new.document, supersedes=("old",)))
    assert ids(in_force_first("the 2023 edition", ranking(old, (successor, tokens)))) == ["old", "new"]
