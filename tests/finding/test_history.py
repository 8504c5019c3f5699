import pytest

from ibidem.finding.history import Exchange, search_terms, stands_alone
from ibidem.language.search_text import WORD, question_terms


@pytest.mark.parametrize(
    "question",
    [
        "진공 펌프의 오일은 언제 교체해야 하나요?",
        "When should the oil in a vacuum pump be changed?",
        "真空ポンプのオイルはいつ交換すべきですか。",
        "그래프에서 압력이 급격하게 떨어지는 원인은?",
        "木の葉の色が秋に変わる仕組みを教えてください。",
    ],
)
def test_a_question_that_names_its_subject_stands_alone(question: str) -> None:
    assert stands_alone(question)


@pytest.mark.parametrize(
    "question",
    [
        "그건 언제 교체해야 하나요?",
        "그 장비의 냉각수 온도 상한은?",
        "교체 주기는?",
        "How often should it be changed in winter?",
        "What about the others in building two?",
        "And in winter?",
        "それはいつ交換すべきですか。",
        "その装置の冷却水の温度上限は？",
        "交換時期は？",
        "몇 시간 안에 해야 돼?",
        "언제까지 다 써야 함?",
        "how many days would I get in one go?",
        "いつまでに出せばいいの？",
    ],
)
def test_a_question_that_points_back_or_says_little_does_not(question: str) -> None:
    assert not stands_alone(question)


FOLLOW_UPS = [
    ("교체 주기는?", Exchange("진공 펌프가 뭐예요?", "챔버에서 기체를 빼내는 장치입니다."), "w펌프", "w챔버"),
    ("And how often?", Exchange("What is a vacuum pump?", "A device that takes gas out of the chamber."), "wpump", "wchamber"),
    ("交換時期は？", Exchange("真空ポンプとは？", "チャンバーから気体を抜く装置です。"), "wポンプ", "w気体"),
]


@pytest.mark.parametrize(("question", "before", "asked", "answered"), FOLLOW_UPS)
def test_a_follow_up_takes_words_from_the_question_before_and_fewer_from_the_answer(
    question: str, before: Exchange, asked: str, answered: str
) -> None:
    found = search_terms(question, [before])
    weights = {term.token: term.weight for term in found.terms}
    assert not found.alone
    assert 0 < weights[answered] < weights[asked] < 1
    assert found.terms[: len(question_terms(question))] == question_terms(question)
    assert found.earlier == weights.keys() - {term.token for term in question_terms(question)}
    assert not any(token[0] == "b" for token in set(weights) - {t.token for t in question_terms(question)})


@pytest.mark.parametrize(
    ("question", "before", "asked", "answered"),
    [
        ("건식 세정기의 필터는 몇 달마다 바꾸나요?", *FOLLOW_UPS[0][1:]),
        ("How many months does a scrubber filter last?", *FOLLOW_UPS[1][1:]),
        ("乾式除害装置のフィルターは何か月ごとに取り替えますか。", *FOLLOW_UPS[2][1:]),
    ],
)
def test_a_question_that_stands_alone_takes_nothing_from_the_answer(
    question: str, before: Exchange, asked: str, answered: str
) -> None:
    found = search_terms(question, [before])
    assert found.alone
    assert answered not in {term.token for term in found.terms}


def test_what_was_said_longer_ago_weighs_less() -> None:
    history = [Exchange("turbine", "rotor"), Exchange("compressor", "stator")]
    weights = {term.token: term.weight for term in search_terms("and it?", history).terms}
    assert weights["wcompressor"] > weights["wturbin"] > weights["wstator"] > weights["wrotor"] > 0


def test_of_two_weights_the_larger_counts() -> None:
    weights = {term.token: term.weight for term in search_terms("pump?", [Exchange("pump", "pump")]).terms}
    assert weights["wpump"] == 1.0


def test_without_history_a_question_is_its_own_terms() -> None:
    found = search_terms("And how often?", [])
    assert found.alone and found.terms == question_terms("And how often?")


def test_a_long_history_is_cut_at_what_weighs_least() -> None:
    answers = [" ".join(f"{turn}{a}{b}x" for a in "abcdefgh" for b in "ijklmnop") for turn in ("one", "two", "three")]
    terms = search_terms("and it?", [Exchange("turbine", answer) for answer in answers]).terms
    tokens = {term.token for term in terms}
    assert len(terms) == 120
    assert {"wturbin", "wthreeaix", "wthreehpx", "wtwoaix"} <= tokens
    assert not {"wtwohpx", "woneaix"} & tokens


@pytest.mark.parametrize(
    ("question", "subject", "asking"),
    [
        ("Suspense는 뭐야?", "suspens", "뭐"),
        ("useId가 무엇인가요?", "useid", "무엇"),
        ("what's the deal with Suspense", "suspens", "deal"),
        ("Suspenseって何?", "suspens", "何"),
    ],
)
def test_a_word_that_only_asks_counts_less_than_the_subject(question: str, subject: str, asking: str) -> None:
    weights = {term.token: term.weight for term in search_terms(question, ()).terms}
    assert 0 < weights[WORD + asking] < weights[WORD + subject] / 2
