"""What a Korean message tells beside what it asks changes nothing of what it points at."""

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary, Unclear

SHOWN = ["a", "b", "c"]


@pytest.mark.parametrize(
    "message",
    [
        "점심 먹고 와서 다시 보려는데 두번째 거 좀 띄워줘",
        "2번 열어줘 회의 들어가야 됨",
        "확인했습니다. 2번도 보여주세요.",
        "1번 다 읽었어요 2번 보여주세요",
        "아까 찾아준 목록에서 2번이 낫겠네요, 열어주세요",
        "2번 열어줘 그거 본사 보내야돼",
        "2번꺼 함 보까",
    ],
)
async def test_why_and_when_are_left_out(message: str):
    assert await documents(message, SHOWN) == (["b"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "두번째 거 너무 길어서 그런데 요약해줘",
        "2번이 제일 비슷해 보이네요. 조치 부분만 요약해 주세요",
        "첫번째 말고 두번째꺼에서 조치 순서만 뽑아줘",
        "2번은 무슨 문서예요?",
        "2번 언제 작성된 거야?",
        "2번에 적힌 규격 좀 알려줘",
    ],
)
async def test_what_is_asked_can_be_asked_of_a_document_only(message: str):
    assert await documents(message, SHOWN) == (["b"], "use")


@pytest.mark.parametrize(
    "message",
    [
        "밸브가 3개 있는데 2번 열어줘",
        "필터를 갈았는데 2번 열어도 되나요?",
        "2번 키 눌렀는데 화면이 안 바뀌어요",
        "1번은 정상인데 2번이 안 돌아가요",
        "1번 문서는 됐고, 약액 폐기 방법이나 알려줘",
        "2번 문서 스캐너가 용지를 두 장씩 먹어요",
        "문서를 3번이나 반려당했는데 사유는 어디서 확인하죠?",
        "메일 제목에 [1] 같은 말머리를 꼭 붙여야 하나요?",
        "프린터에서 첫번째 문서만 나와요",
    ],
)
async def test_what_is_numbered_in_the_world_is_none(message: str):
    assert isinstance(await ask(message, SHOWN), Ordinary)


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("제가 처음 여쭤봤을 때 답변에 있던 두 번째 문서 보여주세요", ["b"]),
        ("제일 처음 답변해주신 내용 중 2번 문서를 열어주세요", ["b"]),
        ("제가 처음에 오링 물어봤을 때 알려주신 1번 문서 열어줘", ["a"]),
        ("이 세션 전체에서 순서대로 셌을 때 네 번째 문서 보여주세요", ["d"]),
        ("여태 이 대화에서 나온 거 통틀어 세 번째 문서 열어줘", ["c"]),
        ("지난번 답변 말고 그 전 거에서 1번 문서", ["a"]),
    ],
)
async def test_the_answer_is_named_in_many_words(message: str, meant: list[str]):
    assert (await documents(message, ["a", "b"], ["c", "d", "e"]))[0] == meant


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("1번 열어 달라 그랬는데 잘못 말했네요 2번이요", ["b"]),
        ("1번 문서는 이미 읽었으니 빼시고, 2번과 3번만 띄워 주세요. 감사합니다.", ["b", "c"]),
        ("1번하고 3번만 열어줘 2번은 됐어", ["a", "c"]),
        ("첫 번째 doc은 skip하고 두 번째만 열어줘", ["b"]),
        ("알려준 문서 싹 다 열어줘", ["a", "b", "c"]),
        ("앞에 두 개 열어줘", ["a", "b"]),
    ],
)
async def test_what_is_put_off_is_not_shown(message: str, meant: list[str]):
    assert await documents(message, SHOWN) == (meant, "whole")


async def test_all_of_that_document_is_one():
    assert (await documents("그 문서 다 보여줘", SHOWN))[0] == ["a"]
    assert isinstance(await ask("7번 열어줘 회의 들어가야 됨", SHOWN), Unclear)
