"""How much of a question's subject the best passage holds."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Passage, WeightedTerm
from ibidem.finding.passages import Ranking
from ibidem.finding.support import degree, support
from ibidem.language.search_text import question_terms

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def ranking(question: str, title: str, text: str, chunks: int = 100) -> Ranking:
    """A ranking of one passage in which every token of the question is worth its weight, scored as if held to saturation."""
    prepared = prepare_row("doc", title, text, NOW)
    searchable = prepared.chunks[0]
    terms: tuple[WeightedTerm, ...] = question_terms(question)
    worth = {term.token: term.weight for term in terms}
    held = set(searchable.tokens.split())
    score = sum(value for token, value in worth.items() if token in held)
    whole = sum(value for token, value in worth.items() if token[0] != "i" or token in held)
    passage = Passage(searchable.chunk, prepared.document, score)
    return Ranking((passage,), terms, score / whole, (searchable.tokens,), worth, whole, chunks)


TEXTS = {
    "ko": ("냉각기", "냉각기의 냉각수는 해마다 교체하며 압력은 0.4 MPa로 맞춘다."),
    "en": ("Chiller", "The coolant of the chiller is changed every year and its pressure is set to 0.4 MPa."),
    "ja": ("チラー", "チラーの冷却水は毎年交換し、圧力は0.4 MPaに合わせる。"),
}


@pytest.mark.parametrize(
    ("language", "held", "foreign"),
    [
        ("ko", "냉각기의 냉각수는 언제 교체하나요?", "주차장 정기권은 언제 신청하나요?"),
        ("en", "When is the coolant of the chiller changed?", "When is the parking permit due?"),
        ("ja", "チラーの冷却水はいつ交換しますか。", "駐車場の定期券はいつ申請しますか。"),
    ],
)
def test_a_subject_that_is_held_supports_and_a_foreign_one_does_not(language: str, held: str, foreign: str) -> None:
    assert support(held, ranking(held, *TEXTS[language])) > 0.8
    assert degree(held, ranking(held, *TEXTS[language])) == "answered"
    assert support(foreign, ranking(foreign, *TEXTS[language])) < 0.2
    assert degree(foreign, ranking(foreign, *TEXTS[language])) != "answered"


@pytest.mark.parametrize(
    ("language", "plain", "dressed"),
    [
        ("ko", "냉각수 압력", "그냥 냉각수 압력이 지금 정확히 얼마인지 좀 알려주세요"),
        ("en", "coolant pressure", "please tell me how much coolant pressure people want these days"),
        ("ja", "冷却水の圧力", "ちょっと教えてください、冷却水の圧力は今いくらくらいですか"),
    ],
)
def test_the_words_a_question_is_dressed_in_count_little(language: str, plain: str, dressed: str) -> None:
    most = support(plain, ranking(plain, *TEXTS[language]))
    assert support(dressed, ranking(dressed, *TEXTS[language])) > 0.5 * most


@pytest.mark.parametrize(
    ("language", "known", "unknown"),
    [
        ("ko", "냉각기의 냉각수 압력은 얼마인가요?", "냉각기 CX-9999의 냉각수 압력은 얼마인가요?"),
        ("en", "What is the coolant pressure of the chiller?", "What is the coolant pressure of the chiller in 2031?"),
        ("ja", "チラーの冷却水の圧力はいくらですか。", "チラーCX-9999の冷却水の圧力はいくらですか。"),
    ],
)
def test_a_code_or_number_that_stands_nowhere_speaks_against_an_answer(language: str, known: str, unknown: str) -> None:
    with_known = support(known, ranking(known, *TEXTS[language]))
    assert support(unknown, ranking(unknown, *TEXTS[language])) < with_known - 0.15


def test_more_passages_to_choose_from_ask_for_more_support() -> None:
    question = "냉각수 교체 주기와 필터 청소 방법과 소음 기준"
    verdicts = [
        (degree(question, ranking(question, *TEXTS["ko"], chunks)) == "answered") for chunks in (1, 10, 100, 1000, 100_000)
    ]
    assert verdicts == sorted(verdicts, reverse=True)


def test_a_follow_up_to_an_expected_document_needs_less() -> None:
    question = "그럼 필터 소음 압력은?"
    assert degree(question, ranking(question, *TEXTS["ko"])) != "answered"
    assert degree(question, ranking(question, *TEXTS["ko"]), frozenset({"doc"})) == "answered"


@pytest.mark.parametrize(("language", "foreign"), [("ko", "날씨는?"), ("en", "what's the weather"), ("ja", "天気は?")])
def test_what_only_earlier_turns_have_found_answers_no_question(language: str, foreign: str) -> None:
    said = ranking(" ".join(TEXTS[language]), *TEXTS[language])
    own = {term.token: 0.1 for term in question_terms(foreign)}
    found = replace(said, worth=said.worth | own, earlier=frozenset(said.worth), absent=frozenset(own))
    assert degree(foreign, found, frozenset({"doc"})) == "closest"
    assert degree(foreign, replace(found, absent=frozenset()), frozenset({"doc"})) == "answered"


def test_nothing_found_supports_nothing() -> None:
    assert support("냉각수", Ranking((), (), 0.0, ())) == 0.0


@pytest.mark.parametrize(
    "question", ["오링은 얼마나 자주 갈아 끼워요?", "how often do I swap the seals?", "パッキンはどれくらいで取り替えるの?"]
)
def test_a_passage_near_in_meaning_supports_what_few_words_do(question: str) -> None:
    by_words = ranking(question, "x", "y")
    assert degree(question, by_words) == "none"
    assert degree(question, replace(by_words, by_words=by_words, nearness=1.2)) == "closest"
    assert degree(question, replace(by_words, by_words=by_words, nearness=0.2)) == "none"


@pytest.mark.parametrize(("language", "another"), [("ko", "en"), ("en", "ja"), ("ja", "ko")])
def test_words_in_one_document_do_not_tell_that_another_in_another_language_answers(language: str, another: str) -> None:
    question = {"ko": "냉각수 교체는?", "en": "When is the coolant changed?", "ja": "冷却水の交換は?"}[language]
    by_words = ranking(question, *TEXTS[language])
    passage = ranking(question, *TEXTS[another]).passages[0]
    other = replace(passage, document=replace(passage.document, doc_id="other"))
    assert degree(question, replace(by_words, by_words=by_words, nearness=1.0)) == "answered"
    assert degree(question, replace(by_words, passages=(other,), by_words=by_words, nearness=1.0)) == "closest"
    assert degree(question, replace(by_words, passages=(other,), by_words=by_words, nearness=1.9)) == "answered"
