import pytest

from ibidem.turn.question.families import Family, Member, alike, contrast

PAIRS = {
    "ko": ("250톤 프레스 금형 교체", "400톤 프레스 금형 교체"),
    "en": ("Oil change on the 22 kW compressor", "Oil change on the 37 kW compressor"),
    "ja": ("東京倉庫の入出庫", "大阪倉庫の入出庫"),
}


def family(language: str, subject: int | None = 0) -> Family:
    return Family(tuple(map(Member, PAIRS[language])), subject)


@pytest.mark.parametrize(
    ("language", "names"),
    [("ko", ("250톤", "400톤")), ("en", ("22 kW", "37 kW")), ("ja", ("東京", "大阪"))],
)
def test_a_name_is_what_differs_with_its_unit(language: str, names: tuple[str, str]) -> None:
    assert alike(*PAIRS[language])
    assert contrast(*PAIRS[language]) == names


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "400톤 프레스는?"),
        ("ko", "250톤 말고 400톤은?"),
        ("en", "and for the 37 one"),
        ("en", "what about the bigger compressor?"),
        ("ja", "大阪倉庫のほうは?"),
    ],
)
def test_a_message_may_only_name_the_sibling(language: str, message: str) -> None:
    assert family(language).meant(message) == (1,)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "시운전은?"),
        ("ko", "프레스는?"),
        ("ko", "400톤은 몇 명이 교체해?"),
        ("en", "and the oil?"),
        ("en", "how heavy is the 37 kW compressor?"),
        ("ja", "倉庫は?"),
        ("ja", "大阪の電話番号は?"),
    ],
)
def test_a_message_that_asks_something_names_none(language: str, message: str) -> None:
    assert family(language).meant(message) == ()


@pytest.mark.parametrize(
    ("language", "message"), [("ko", "400톤이랑 비교하면?"), ("en", "compared with the 37 kW one?"), ("ja", "大阪と比較すると?")]
)
def test_a_comparison_means_both(language: str, message: str) -> None:
    assert family(language).meant(message) == (0, 1)


def test_of_several_subjects_one_may_be_picked() -> None:
    both = family("ko", None)
    assert both.asked_of("금형 무게는?", both.meant("400톤만")) == "400톤 금형 무게는?"


@pytest.mark.parametrize(
    ("language", "question", "asked"),
    [
        ("ko", "250톤 볼트 토크는?", "400톤 볼트 토크는?"),
        ("ko", "250 볼트 토크는?", "400 볼트 토크는?"),
        ("ko", "볼트 토크는?", "400톤 볼트 토크는?"),
        ("en", "oil of the 22kW compressor", "oil of the 37 kW compressor"),
        ("en", "at 220 V?", "37 kW at 220 V?"),
        ("ja", "東京の受付時間は?", "大阪の受付時間は?"),
    ],
)
def test_the_question_is_asked_with_the_other_name(language: str, question: str, asked: str) -> None:
    assert family(language).asked_of(question, (1,)) == asked
