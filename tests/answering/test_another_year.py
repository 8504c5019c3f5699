"""Lines of another year than the question."""

import pytest

from ibidem.answering.another_year import names_another_year


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("2023회계연도 예산은 얼마인가요?", "2022회계연도 예산은 5억 원으로 한다."),
        ("What is the budget for fiscal 2024?", "The fiscal 2023 budget is 4 million."),
        ("2024年度の予算はいくらですか。", "2023年度の予算は400万円です。"),
    ],
)
def test_a_line_on_another_year_of_the_same_is_of_another_year(question: str, line: str) -> None:
    assert names_another_year(question, line, "")
    year = next(year for year in ("2023", "2024") if year in question)
    assert not names_another_year(question, line, f"개정 revised 改訂 {year}")
    assert not names_another_year(question.replace(year, "2025"), line.replace("2022", "2025").replace("2023", "2025"), "")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("2024년에 입사한 사람의 연차는 며칠인가요?", "2020년 1월 1일 이후에 입사한 사람은 15일로 한다."),
        ("How many days do people get who joined in 2024?", "Whoever joined after 2019 has 15 days."),
        ("2024年に入社した人の休暇は何日ですか。", "2020年1月1日以降に入社した者は15日とする。"),
        ("예산은 얼마인가요?", "2022회계연도 예산은 5억 원으로 한다."),
    ],
)
def test_a_year_of_something_else_is_none(question: str, line: str) -> None:
    assert not names_another_year(question, line, "")
