"""Korean numbers that are set against each other, put off, asked about together, or left open."""

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary, Unclear

SHOWN = ["a", "b", "c"]


@pytest.mark.parametrize(
    "message",
    [
        "1번보다는 2번이 나을 것 같아 열어줘",
        "3번은 나중에 보고 2번부터 열어줘",
        "2번을 열어달라니까 왜 1번을 열어",
        "1번 열어달라는 게 아니라 2번 열어달라고",
        "3번은 우리 장비가 아니네요 2번 열어주세요",
        "1번 문서 보고 있는데 2번 문서도 보여줘",
        "1번 문서 말고 그 다음 거 보여줘",
        "2번 문서 한 개만 보여줘",
    ],
)
async def test_the_one_that_is_not_refused_is_meant(message: str):
    assert await documents(message, SHOWN) == (["b"], "whole")


@pytest.mark.parametrize(
    "message",
    ["1번 아니면 2번 문서 보여줘", "1번 혹은 2번 문서 열어줘", "1번이랑 2번 중에 하나만 보여줘", "1번 문서보다 2번 문서가 낫나"],
)
async def test_which_of_the_two_is_asked(message: str):
    assert isinstance(await ask(message, SHOWN), Unclear)


@pytest.mark.parametrize("message", ["1번이 2번이랑 다른 점이 뭐야", "1번에는 5분이라는데 2번에는 10분이라네 뭐가 맞아?"])
async def test_two_are_held_together(message: str):
    assert await documents(message, SHOWN) == (["a", "b"], "use")


@pytest.mark.parametrize("message", ["1번 열고 2번 열어", "앞의 두 개 보여줘", "1번은 물론 2번도 보여줘"])
async def test_one_and_then_the_other(message: str):
    assert await documents(message, SHOWN) == (["a", "b"], "whole")


@pytest.mark.parametrize("message", ["3번, 1번 순서로 띄워줘", "3번 다음에 1번 순으로 열어줘"])
async def test_in_the_order_that_is_named(message: str):
    assert await documents(message, SHOWN) == (["c", "a"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "1번 아니면 2번 밸브를 닫아야 하나요",
        "2번 사용해도 되나요",
        "팀장님이 주신 2번 문서 잃어버렸어요 어떡하죠",
        "1번, 2번, 3번 순서로 조여야 하나요",
        "2번 출력이 안 나와",
        "자료실에 2번 문서 어떻게 올려요",
    ],
)
async def test_what_is_no_document_stays_a_question(message: str):
    assert isinstance(await ask(message, SHOWN), Ordinary)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("첫번째 문서 밑에 있는 거 열어줘", ["b"]),
        ("마지막 문서 위에 있는 거 열어줘", ["b"]),
        ("2번부터 끝까지 열어줘", ["b", "c"]),
        ("2번까지만 열어줘", ["a", "b"]),
        ("2번 문서요, 1번 말고", ["b"]),
        ("1번 문서는 아는 내용이라 2번 문서 볼게요", ["b"]),
    ],
)
async def test_one_is_named_by_way_of_another(message: str, shown: list[str]):
    assert await documents(message, ["a", "b", "c"]) == (shown, "whole")
