"""A request for a summary that names nothing to sum up means what the answer before cited."""

import pytest

from ibidem.pointing.resolve import Ordinary
from pointing.conversation import ask, documents

ALONE = (
    *("요약해줘", "짧게 요약해 주세요", "요약 부탁해", "정리해줘"),
    *("summarize", "Summarise please", "briefly summarize", "sum up"),
    *("要約して", "要約をお願いします", "簡単にまとめて", "短く要約してください"),
)


@pytest.mark.parametrize("message", ALONE)
async def test_it_is_of_all_documents_of_the_answer_before(message: str) -> None:
    assert await documents(message, ["a"], ["b", "c"]) == (["b", "c"], "use")
    assert await documents(message, ["a"]) == (["a"], "use")


@pytest.mark.parametrize("message", ALONE)
async def test_where_nothing_was_cited_it_is_a_question_like_any_other(message: str) -> None:
    assert await ask(message) == Ordinary()


@pytest.mark.parametrize(
    "message", ["この会話を要約して", "지금까지 대화 요약해줘", "summarise the leave policy", "회의록 요약해줘", "規程を要約して"]
)
async def test_what_names_something_else_is_not_of_the_answer_before(message: str) -> None:
    assert await ask(message, ["a"], ["b", "c"]) == Ordinary()
