"""Which calculation a question asks for."""

import pytest

from ibidem.language.calculations import asked_calculation, may_be_result, result_of


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How many pumps are overdue?", "count"),
        ("How many pumps are overdue in total?", "count"),
        ("What is the total of the September costs?", "sum"),
        ("What's the mean torque?", "average"),
        ("Which is the most expensive part?", "largest"),
        ("the cheapest part", "smallest"),
        ("미점검 설비는 몇 대야?", "count"),
        ("9월 비용은 모두 얼마예요?", "sum"),
        ("총비용을 알려 주세요", "sum"),
        ("토크의 평균은?", "average"),
        ("가장 비싼 부품은 뭐야?", "largest"),
        ("제일 가벼운 장비는?", "smallest"),
        ("未点検の設備は何台ありますか？", "count"),
        ("9月の費用の合計はいくらですか？", "sum"),
        ("トルクの平均を教えてください。", "average"),
        ("一番高い部品はどれですか？", "largest"),
        ("最も軽い装置は？", "smallest"),
    ],
)
def test_a_question_asks_for_one_calculation(question: str, operation: str) -> None:
    asked = asked_calculation(question)
    assert asked is not None and asked.operation == operation


@pytest.mark.parametrize(
    "question",
    [
        "Which pump is overdue?",
        "How many pumps are not overdue?",
        "What is the total from May to July?",
        "What is the total per month?",
        "Which month has the highest total?",
        "점검하지 않은 설비는 몇 대야?",
        "9월까지의 비용 합계는?",
        "부서마다 합계가 얼마야?",
        "평균이 가장 높은 설비는?",
        "点検していない設備は何台ですか？",
        "9月からの費用の合計は？",
        "点検済以外の設備は何台？",
        "平均が一番高い設備は？",
        "금액이 가장 큰 두 부품은?",
        "가장 비싼 부품 3개는?",
        "가장 무거운 부품 둘은?",
        "두 번째로 가장 비싼 부품은?",
        "What are the two largest parts?",
        "What are the 3 most expensive parts?",
        "the second largest",
        "一番高い二つの部品は？",
        "最も重い部品3点は？",
    ],
)
def test_what_asks_for_none_for_several_or_for_other_rows_is_no_calculation(question: str) -> None:
    assert asked_calculation(question) is None


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("설비는 몇 대야?", {"w설비"}),
        ("총 비용은 얼마입니까?", set[str]()),
        ("설비가 모두 몇 대나 되나요?", {"w설비"}),
        ("設備は全部で何台ありますか？", {"w設備"}),
        ("How many valves are there in all?", {"wvalv"}),
    ],
)
def test_the_words_that_only_ask_are_left_out(question: str, rest: set[str]) -> None:
    asked = asked_calculation(question)
    assert asked is not None and asked.rest == rest


@pytest.mark.parametrize(
    "label", ["Total", "GRAND TOTAL:", "Sub-total", "합계", "소계", "총계", "合計", "(小計)", "計", "합 계", "合　計"]
)
def test_a_row_of_totals_is_known_by_its_name(label: str) -> None:
    assert result_of(label) == "sum"


@pytest.mark.parametrize("label", ["TotalEnergies", "Summit pump", "계측기", "합판", "計測器", "合計額の根拠"])
def test_a_name_that_only_begins_so_is_no_total(label: str) -> None:
    assert result_of(label) is None


@pytest.mark.parametrize(
    "cell", ["Total due", "Sum of parts", "합 계 금액", "영업 계", "총 금액", "税込合計", "合計金額", "VAT 10%"]
)
def test_a_cell_that_speaks_of_a_total_may_be_one(cell: str) -> None:
    assert may_be_result(cell)


@pytest.mark.parametrize("cell", ["TotalEnergies", "Summit pump", "온도계", "기계", "流量計", "温度計", "설계"])
def test_a_cell_that_speaks_of_none_is_none(cell: str) -> None:
    assert not may_be_result(cell)
