from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.documents import Chunk, Document, Passage, ScoredChunk, TextHits, WeightedTerm
from ibidem.finding.second_phase import inverse_frequency, rescore
from ibidem.language.glossary import Glossary
from ibidem.language.search_text import passage_tokens, question_terms

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def hits_for(*texts: str, question: str, chunks: int = 1000) -> TextHits:
    """Hits in a corpus of `chunks` where every token of the question stands in as many chunks as there are texts that hold it."""
    stored = [passage_tokens(text) for text in texts]
    hits: list[ScoredChunk] = []
    for number, (text, tokens) in enumerate(zip(texts, stored, strict=True)):
        document = Document(f"d{number}", "v", "", "", "", "general", "ko", "text/plain", "", NOW)
        hits.append(ScoredChunk(Passage(Chunk(document.doc_id, "v", f"c{number}", 0, "", None, 0, text), document, 1.0), tokens))
    frequencies = {t.token: sum(t.token in s.split() for s in stored) for t in question_terms(question)}
    return TextHits(tuple(hits), chunks, 20.0, frequencies)


def scores(question: str, *texts: str, sentence_weight: float = 0.0) -> list[float]:
    return list(rescore(hits_for(*texts, question=question), question_terms(question), (), sentence_weight).scores)


@pytest.mark.parametrize(
    ("question", "close", "far"),
    [
        (
            "펌프 교체 주기",
            "펌프 교체 주기를 지킨다. 밸브와 필터와 오일을 점검한다.",
            "펌프를 점검한다. 밸브와 필터의 교체와 오일의 주기.",
        ),
        (
            "pump filter change",
            "Note the pump filter change. Oil and valves are checked.",
            "Pump oil and valves. Filter then noted. Checked change.",
        ),
        ("弁の交換時期", "弁の交換時期を守る。油と配管とねじを点検する。", "弁と油を点検する。配管の交換とねじと時期を守る。"),
    ],
)
def test_words_that_stand_together_in_the_question_do_so_in_the_better_passage(question: str, close: str, far: str) -> None:
    near, apart = scores(question, close, far)
    assert near > apart


@pytest.mark.parametrize(
    ("question", "one", "spread"),
    [
        ("펌프 밸브 필터", "펌프 옆 긴 밸브 위 새 필터. 청소한다. 기록한다.", "펌프를 청소한다. 밸브를 기록한다. 새 필터."),
        (
            "pump valve filter",
            "A pump beside long valve above new filter. Clean. Record.",
            "Clean the pump long. Record valve. New filter.",
        ),
        ("ポンプと弁とねじ", "ポンプの横の弁の上のねじ。掃除する。記録する。", "ポンプを掃除する。弁を記録する。上のねじ。"),
    ],
)
def test_a_sentence_that_holds_everything_counts_only_when_asked_for(question: str, one: str, spread: str) -> None:
    def lead(weight: float) -> float:
        together, apart = scores(question, one, spread, sentence_weight=weight)
        return together - apart

    assert lead(0.4) > lead(0.0) + 1.0


def test_the_score_is_bm25() -> None:
    question, text = "pump", "pump pump valve"
    hits = hits_for(text, question=question)
    damping = 1.2 * (0.25 + 0.75 * 3 / 20.0)
    (score,) = rescore(hits, question_terms(question), (), 0.0).scores
    assert score == pytest.approx(inverse_frequency(hits, "wpump") * 2 / (2 + damping))


def test_a_whole_passage_is_the_measure() -> None:
    question = "pump valve filter"
    full = rescore(hits_for("pump valve filter", question=question), question_terms(question), (), 0.0)
    part = rescore(hits_for("pump", question=question), question_terms(question), (), 0.0)
    assert part.scores[0] / part.whole < 0.35 < 0.5 < full.scores[0] / full.whole


@pytest.mark.parametrize(
    ("question", "passage"), [("알람 해제", "The alarm is reset."), ("alarm", "알람을 끈다."), ("アラームの解除", "알람을 끈다.")]
)
def test_another_word_for_the_same_counts_but_not_twice(question: str, passage: str) -> None:
    alternatives = Glossary((("알람", "alarm", "アラーム"), ("해제", "reset", "解除"))).alternatives(question)
    terms = question_terms(question)

    def score(text: str) -> float:
        hits = hits_for(text, question=question)
        tokens = {t.token for a in alternatives for other in a.others for t in other}
        stored = passage_tokens(text).split()
        counted = replace(hits, frequencies=hits.frequencies | {t: int(t in stored) for t in tokens})
        return rescore(counted, terms, alternatives, 0.4).scores[0]

    itself = score(question)
    assert 0 < score(passage) < itself
    assert score("알람 alarm アラーム 해제 reset 解除") <= itself * 1.05


@given(
    st.lists(st.text(alphabet="abc 가나 ポン.。\n", max_size=40), min_size=1, max_size=4),
    st.text(alphabet="abc 가나ポン", max_size=12),
)
def test_scores_are_never_negative_and_never_above_what_is_possible(texts: list[str], question: str) -> None:
    terms = question_terms(question)
    result = rescore(hits_for(*texts, question=question), terms, (), 0.4)
    most = sum(t.weight for t in terms) * 12
    assert all(0 <= score <= most for score in result.scores)


def test_no_terms_and_no_hits_are_no_error() -> None:
    assert rescore(TextHits((), 0, 0.0, {}), (WeightedTerm("wx", 1.0),), (), 0.4).scores == ()
    assert rescore(hits_for("pump", question="pump"), (), (), 0.4).scores == (0.0,)
