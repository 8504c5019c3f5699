"""An id that the store holds is one however it is made up, and mere words where it is not stored."""

import pytest

from ibidem.understanding.resolve import Ordinary
from understanding.conversation import ask, documents


@pytest.mark.parametrize(
    "message",
    [
        "show me visitor-badge-faq",
        "Visitor-Badge-FAQ, full text",
        "visitor-badge-faq를 열어줘",
        "visitor-badge-faq 문서 보여줘",
        "visitor-badge-faqを開いて",
    ],
)
async def test_an_id_without_a_digit_that_is_stored(message: str):
    assert await documents(message, ["a", "b"], stored=["visitor-badge-faq"]) == (["visitor-badge-faq"], "whole")
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("show me benefits/time-off", "benefits/time-off"),
        ("Open benefits/time-off.", "benefits/time-off"),
        ("benefits/time-off를 보여줘", "benefits/time-off"),
        ("복지/연차_휴가를 열어줘", "복지/연차_휴가"),
        ("benefits/time-offを見せて", "benefits/time-off"),
        ("手当/通勤手当を開いて", "手当/通勤手当"),
    ],
)
async def test_an_id_that_is_a_path(message: str, stored: str):
    assert await documents(message, ["a", "b"], stored=[stored]) == ([stored], "whole")
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    "message",
    ["a step-by-step list from document 2", "2번 문서를 step-by-step으로 정리해줘", "2番の文書をstep-by-stepで説明して"],
)
async def test_joined_words_that_are_not_stored_leave_the_rest_as_it_is(message: str):
    assert await documents(message, ["a", "b"], stored=["visitor-badge-faq"]) == (["b"], "use")


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("휴가규정_2024 보여줘", "휴가규정_2024"),
        ("인사규정-2024를 열어줘", "인사규정-2024"),
        ("교육_증가 보여줘", "교육_증가"),
        ("就業規則_2024を見せて", "就業規則_2024"),
        ("経費-ガイドを開いて", "経費-ガイド"),
    ],
)
async def test_an_id_in_letters_of_its_language(message: str, stored: str):
    assert await documents(message, ["a", "b"], stored=[stored]) == ([stored], "whole")
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("휴가규정 보여줘", "휴가규정"),
        ("휴가규정을 열어주세요", "휴가규정"),
        ("show me onboarding", "onboarding"),
        ("Could you open onboarding please?", "onboarding"),
        ("就業規則を見せて", "就業規則"),
        ("オンボーディングを開いてください", "オンボーディング"),
    ],
)
async def test_a_word_is_an_id_where_nothing_else_is_asked(message: str, stored: str):
    assert await documents(message, ["a", "b"], stored=[stored]) == ([stored], "whole")
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("휴가규정에 따르면 반차는 며칠 전에 신청해?", "휴가규정"),
        ("who takes part in onboarding?", "onboarding"),
        ("就業規則は何条までありますか", "就業規則"),
    ],
)
async def test_a_word_in_a_question_is_no_id(message: str, stored: str):
    assert await ask(message, ["a", "b"], stored=[stored]) == Ordinary()


@pytest.mark.parametrize(
    ("message", "stored"),
    [
        ("visitor-badge-faq랑 2번 문서 보여줘", ["visitor-badge-faq", "b"]),
        ("show me visitor-badge-faq and document 2", ["visitor-badge-faq", "b"]),
        ("2番の文書とvisitor-badge-faqを見せて", ["b", "visitor-badge-faq"]),
    ],
)
async def test_a_name_beside_a_number(message: str, stored: list[str]):
    assert await documents(message, ["a", "b"], stored=["visitor-badge-faq"]) == (stored, "whole")
    assert await documents(message, ["a", "b"]) == (["b"], "whole")
