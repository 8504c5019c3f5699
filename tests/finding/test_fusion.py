"""What words find and what meaning finds become one ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.documents import Passage, Principal, ScoredChunk, SearchFilters, VectorQuery, WeightedTerm
from ibidem.finding.fusion import by_meaning, fuse, weight_of_meaning
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import passage_tokens, question_terms
from ibidem.testing.stores import ENGLISH, MINA, prepared

PREPARED = prepared(ENGLISH)
QUESTION = "pump filter"


def hit(name: str, score: float) -> ScoredChunk:
    chunk = replace(PREPARED.chunks[0].chunk, doc_id=name)
    return ScoredChunk(Passage(chunk, replace(PREPARED.document, doc_id=name), score), f"w{name}")


def ranking(*scored: tuple[str, float]) -> Ranking:
    hits = [hit(*one) for one in scored]
    passages, tokens = tuple(h.passage for h in hits), tuple(h.tokens for h in hits)
    return Ranking(passages, (WeightedTerm("wa", 1.0),), 0.4, tokens, {"wa": 2.0}, 20.0, 100)


def meant(*scored: tuple[str, float]) -> list[ScoredChunk]:
    return [hit(*one) for one in scored]


def names(fused: Ranking) -> list[str]:
    assert all(f"w{p.chunk.doc_id}" == tokens for p, tokens in zip(fused.passages, fused.tokens, strict=True))
    return [p.chunk.doc_id for p in fused.passages]


def test_what_both_find_comes_first():
    fused = fuse(QUESTION, ranking(("a", 9.0), ("b", 8.0), ("c", 2.0)), meant(("b", 0.8), ("d", 0.7), ("e", 0.1)), 10)
    assert names(fused)[0] == "b" and set(names(fused)) == {"a", "b", "c", "d", "e"}


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("크라이오 펌프 무게", "연차 신청 방법"),
        ("cryo pump weight", "how leave is granted"),
        ("クライオポンプ 重量", "休暇の申請方法"),
    ],
)
def test_meaning_counts_the_more_the_fewer_words_are_held(question: str, other: str):
    terms = question_terms(question)
    worth = {term.token: 1.0 for term in terms}
    held = [replace(ranking(("a", 9.0)), worth=worth, tokens=(passage_tokens(text),)) for text in (question, question[:6], other)]
    all_of_it, some, none = [weight_of_meaning(question, one) for one in held]
    assert all_of_it == 0.25 < some < none == 1.25


def test_the_order_is_that_of_the_weighted_z_scores():
    # Where the words hold all, meaning counts a quarter; words 9, 0, 3 (b was not found), meaning .2, .8, .2.
    words, near = ranking(("a", 9.0), ("c", 3.0)), meant(("b", 0.8), ("c", 0.2))
    assert names(fuse("", words, near, 10)) == ["a", "c", "b"]
    assert names(fuse(QUESTION, replace(words, worth={f"w{word}": 1.0 for word in QUESTION.split()}), near, 10)) == [
        "b",
        "a",
        "c",
    ]


def test_a_passage_keeps_the_score_of_each_search_that_found_it():
    fused = fuse(QUESTION, ranking(("a", 9.0), ("b", 8.0)), meant(("b", 0.8), ("c", 0.4)), 10)
    assert {p.chunk.doc_id: (p.match.by_words, p.match.by_meaning) for p in fused.passages} == {
        "a": (9.0, None),
        "b": (8.0, 0.8),
        "c": (None, 0.4),
    }


IN_ANOTHER = [
    ("how long after a trip do i hand in receipts", "en", "ja"),
    ("출장 다녀와서 영수증 언제까지 내요", "ko", "en"),
    ("出張の領収書は帰ってから何日以内に経理へ提出しますか", "ja", "ko"),
]


def spoken(language: str, name: str, score: float) -> ScoredChunk:
    found = hit(name, score)
    return replace(found, passage=replace(found.passage, document=replace(found.passage.document, language=language)))


def in_languages(
    question: str,
    words: Mapping[str, str],
    meaning: Mapping[str, tuple[str, float]],
    held: str = "",
    history: Sequence[Exchange] = (),
) -> list[str]:
    """The order of documents, each in a language: those that `words` finds score 9, 8, 3 and 1, and the first holds `held`."""
    hits = [spoken(language, name, score) for (name, language), score in zip(words.items(), (9.0, 8.0, 3.0, 1.0), strict=False)]
    tokens = (f"{hits[0].tokens} {passage_tokens(held)}", *(h.tokens for h in hits[1:]))
    worth = {term.token: 1.0 for term in question_terms(question)}
    text = replace(ranking(), passages=tuple(h.passage for h in hits), tokens=tokens, worth=worth)
    fused = fuse(question, text, [spoken(language, name, near) for name, (language, near) in meaning.items()], 10, history)
    return [p.chunk.doc_id for p in fused.passages]


@pytest.mark.parametrize(("question", "own", "other"), IN_ANOTHER)
def test_what_words_cannot_reach_comes_first_where_nothing_else_is_as_near(question: str, own: str, other: str):
    words, half = dict.fromkeys("abcd", own), question[: len(question) // 2]
    for language, first in ((other, "far"), (own, "a")):
        meaning = {"far": (language, 1.4), "c": (own, 0.6), "d": (own, 0.5), "a": (own, 0.4)}
        assert in_languages(question, words, meaning, half)[0] == first


@pytest.mark.parametrize(
    ("question", "held", "own", "other"),
    [
        (
            "what to do after clicking a phishing link",
            "After clicking a phishing link, disconnect and call security.",
            "en",
            "ko",
        ),
        ("피싱 링크를 눌렀을 때 신고", "피싱 링크를 눌렀으면 바로 보안팀에 신고한다.", "ko", "ja"),
        ("フィッシングのリンクを開いたときの報告", "フィッシングのリンクを開いたときは、すぐ窓口に報告します。", "ja", "en"),
    ],
)
def test_what_holds_the_words_comes_before_what_is_near_in_another_language(question: str, held: str, own: str, other: str):
    words, meaning = dict.fromkeys("abcd", own), {"far": (other, 1.4), "a": (own, 0.7), "c": (own, 0.6), "d": (own, 0.1)}
    assert in_languages(question, words, meaning, held)[:2] == ["a", "b"]
    assert in_languages(question, words, meaning)[0] == "far"


@pytest.mark.parametrize(("question", "own", "other"), IN_ANOTHER)
def test_what_is_as_near_in_the_questions_language_comes_before_it(question: str, own: str, other: str):
    words = dict.fromkeys("abcd", own)
    order = in_languages(question, words, {"c": (own, 1.4), "far": (other, 1.38), "a": (own, 0.2)})
    assert order.index("c") < order.index("far")


@pytest.mark.parametrize(("question", "own", "other"), IN_ANOTHER)
def test_a_follow_up_stays_in_its_language(question: str, own: str, other: str):
    follow_up = {"ko": "그럼 {}", "en": "and {} then", "ja": "では、{}"}[own].format(question)
    words, half = dict.fromkeys("abcd", own), question[: len(question) // 2]
    meaning = {"far": (other, 1.4), "c": (own, 0.6), "d": (own, 0.5), "a": (own, 0.4)}
    assert in_languages(follow_up, words, meaning, half)[0] == "far"
    assert in_languages(follow_up, words, meaning, half, [Exchange("?", "!")])[0] == "a"


def test_a_code_is_in_no_language():
    for own, other in (("ko", "en"), ("ja", "ko")):
        of_other, of_own = [
            in_languages("N-507", dict.fromkeys("abcd", own), {"far": (language, 0.7), "c": (own, 0.6), "a": (own, 0.4)})
            for language in (other, own)
        ]
        assert of_other == of_own


def test_without_meaning_the_words_decide():
    plain = ranking(("a", 9.0), ("b", 8.0), ("c", 2.0))
    assert fuse(QUESTION, plain, (), 10) == plain
    assert names(fuse(QUESTION, plain, (), 2)) == ["a", "b"]


def test_without_words_the_meaning_decides():
    fused = fuse(QUESTION, Ranking((), (), 0.0, ()), meant(("a", 0.8), ("b", 0.4)), 10)
    assert names(fused) == ["a", "b"] and [p.score for p in fused.passages] == pytest.approx([0.8, 0.4])
    assert fused.confidence == 0.0


def test_what_is_known_of_the_question_stays():
    text = ranking(("a", 9.0), ("b", 2.0))
    fused = fuse(QUESTION, text, meant(("b", 0.8), ("d", 0.7)), 10)
    kept = replace(fused, passages=text.passages, tokens=text.tokens, method=text.method, by_words=None, nearness=0.0)
    assert kept == text and fused.nearness == 0.8
    assert fused.method == f"{text.method}+vectors"


SCORED = st.dictionaries(st.sampled_from("abcdefghij"), st.integers(1, 300).map(float), max_size=10)


def best_first(scored: dict[str, float]) -> Sequence[tuple[str, float]]:
    return sorted(scored.items(), key=lambda one: -one[1])


@given(SCORED, SCORED, st.integers(1, 12))
def test_every_fusion(words: dict[str, float], meaning: dict[str, float], limit: int):
    fused = fuse(QUESTION, ranking(*best_first(words)), meant(*best_first(meaning)), limit)
    found = names(fused)
    assert len(found) == len(set(found)) == min(limit, len({*words, *meaning}))
    scores = [p.score for p in fused.passages]
    assert scores == sorted(scores, reverse=True)
    if scores:
        scale = words or meaning
        assert scores[0] == pytest.approx(max(scale.values())) and scores[-1] >= min(scale.values()) - 1e-6


@given(SCORED.filter(bool))
def test_two_that_agree_change_nothing(words: dict[str, float]):
    same = best_first(words)
    assert [words[name] for name in names(fuse(QUESTION, ranking(*same), meant(*same), 10))] == [score for _, score in same]


class Listening:
    """A vector index that finds nothing and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[VectorQuery] = []

    async def nearest(self, query: VectorQuery, principal: Principal) -> Sequence[ScoredChunk]:
        assert principal == MINA
        self.asked.append(query)
        return ()

    async def nearness(self, query: VectorQuery, passages: Sequence[Passage]) -> Sequence[Sequence[float]]:
        return [()] * len(passages)

    async def likeness(self, query: VectorQuery, texts: Sequence[str]) -> Sequence[float]:
        return ()

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        return {}

    async def catch_up(self) -> None:
        pass


FOLLOW_UPS = {
    "en": ("How is the coolant pump replaced?", "Unscrew the housing.", "And how long does it take?"),
    "ko": ("냉각 펌프는 어떻게 교체하나요?", "하우징을 분리합니다.", "그건 얼마나 걸려요?"),
    "ja": ("冷却ポンプはどう交換しますか。", "ハウジングを外します。", "それはどのくらいかかりますか。"),
}
ALONE = {
    "en": "What torque do the housing bolts of the vacuum valve need?",
    "ko": "진공 밸브 하우징 볼트의 조임 토크는 몇 뉴턴미터인가요?",
    "ja": "真空バルブのハウジングボルトの締め付けトルクはいくつですか。",
}


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
async def test_a_follow_up_is_asked_with_what_was_asked_before(language: str):
    asked, answered, further = FOLLOW_UPS[language]
    history = (Exchange("something else", "entirely"), Exchange(asked, answered))
    filters = SearchFilters(doc_types=("sop",))
    index = Listening()
    await by_meaning(further, history, filters, 7, index, MINA)
    await by_meaning(ALONE[language], history, filters, 7, index, MINA)
    await by_meaning(further, (), filters, 7, index, MINA)
    alone = [VectorQuery(text, (), filters, 7) for text in (ALONE[language], further)]
    followed = VectorQuery(further, ("something else", asked), filters, 7)
    assert index.asked == [followed, *alone]
