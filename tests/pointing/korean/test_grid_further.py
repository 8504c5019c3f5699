"""Korean ids, other answers, the whole session and changed minds, each way with each request: a sample of all of them."""

import random

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary

STORED = ["sop_1203", "sop_1204", "sop_1205", "gcb_8841", "gcb_5520", "myservice_29392"]
THREE = ["a", "b", "c"]
ANSWERS = [["a1", "a2"], ["b1", "b2"], ["c1", "c2"]]
SESSION = [["a", "b", "c"], ["b", "d"], ["e", "f"]]
# A sample that is the same every time.
_SAMPLE, _SEED = 250, 21

AROUND = [
    "{}",
    "네, {}",
    "아까 말한 대로 {}",
    "다른 게 아니라 {}",
    "퇴근 전에 {}",
    "내일 발표가 있어서 {}",
    "이따가 미팅 때 쓸 거라 {}",
    "설명 잘 들었습니다. {}",
    "교육 자료 만들려고 하는데 {}",
    "알람이 또 떴어요. {}",
    "{} 감사합니다",
]
SHOW = [
    "{} 보여줘",
    "{} 열어 주세요",
    "{} 화면에 올려 주시겠어요?",
    "{} 최신본으로 열어줘",
    "{} 요약 말고 원문 보여줘",
    "{} 빠짐없이 보여줘",
    "{} 새 창으로 열어줘",
    "{} 처음부터 끝까지 보여주세요",
]
USE = ["{} 요약해줘", "{} 번역해 주세요", "{}에 뭐라고 적혀 있어?", "{} 내용이 뭐야?", "{} 언제 개정됐어?"]
IDS = {
    "sop 1203부터 1205까지": ["sop_1203", "sop_1204", "sop_1205"],
    "sop 1203번하고 1204번": ["sop_1203", "sop_1204"],
    "마이서비스29392": ["myservice_29392"],
    "29392번 티켓": ["myservice_29392"],
    "SOP-1203이랑 GCB-8841": ["sop_1203", "gcb_8841"],
}
INSTEAD = [
    "sop 1203 말고 1204",
    "sop 1203... 아니 1204",
    "sop 1203은 됐고 1204",
    "sop 1203 아 잘못 썼다 1204",
    "sop 1203 대신 1204",
    "sop 1203이라고 했는데 sop 1204",
    "sop 1203은 다른 사람이 보고 있으니까 sop 1204",
]
NAMED = {
    "첫 질문에 대한 답변의 2번 문서": "a2",
    "제 두 번째 질문에 대한 답에서 2번": "b2",
    "가장 최근 답변 2번": "c2",
    "직전 답변 2번": "c2",
    "마지막에서 두 번째 답변 2번": "b2",
}
COUNTED = {"세션 전체에서 4번": "d", "대화 시작부터 세면 5번 문서": "e", "중복 빼고 처음부터 세면 4번": "d"}
CHANGED = [
    "1번 문서 보여줘. 아 2번 문서네",
    "1번 보여줘. 다시 생각해 보니 2번이 맞아요",
    "1번 문서라고 했는데 2번 문서 보여줘",
    "1번 말한 거 아니고 2번 보여줘",
    "1번 달라고 했는데 생각해 보니 2번이네요. 2번 보여줘",
    "1번 문서가 안 열려서 그런데 2번 문서 보여줘",
]
LEFT = {
    "2번 문서 없이 나머지로만 답해줘": ["a", "c"],
    "2번 문서 쓰지 말고 다시 답해줘": ["a", "c"],
    "2번부터 끝까지 차례로 보여줘": ["b", "c"],
    "2번까지 원문 부탁드립니다": ["a", "b"],
    "1번에서 3번 중 2번만 보여줘": ["b"],
    "1번, 2번, 3번 중 마지막 거 보여줘": ["c"],
    "문서 1, 2, 3 차례로 보여줘": ["a", "b", "c"],
}
OF_THE_WORLD = [
    "sop 450도 열처리 조건",
    "myservice 3000만원 계약",
    "sop 300mm 웨이퍼 조건",
    "gcb 2024년 발행 건수",
    "버전 2",
    "2번 챔버",
    "제가 2번 챔버라고 했는데 1번 챔버",
    "고객이 보낸 그 문서를 등록하는 곳",
]


def _drawn(*parts: list[str]) -> list[tuple[str, ...]]:
    drawn = random.Random(_SEED)
    return [tuple(drawn.choice(part) for part in parts) for _ in range(_SAMPLE)]


@pytest.mark.parametrize(("requests", "intent"), [(SHOW, "whole"), (USE, "use")])
async def test_ids_however_they_are_written(requests: list[str], intent: str):
    for named, request, around in _drawn([*IDS], requests, AROUND):
        message = around.format(request.format(named))
        assert await documents(message, THREE, stored=STORED) == (IDS[named], intent), message


async def test_an_id_in_place_of_another():
    for named, request, around in _drawn(INSTEAD, ["{} 보여줘", "{} 요약해줘"], AROUND):
        message = around.format(request.format(named))
        assert (await documents(message, THREE, stored=STORED))[0] == ["sop_1204"], message


@pytest.mark.parametrize(("requests", "intent"), [(SHOW, "whole"), (USE, "use")])
async def test_documents_of_another_answer(requests: list[str], intent: str):
    for named, request, around in _drawn([*NAMED], requests, AROUND):
        message = around.format(request.format(named))
        assert await documents(message, *ANSWERS) == ([NAMED[named]], intent), message


@pytest.mark.parametrize(("requests", "intent"), [(SHOW, "whole"), (USE, "use")])
async def test_documents_counted_over_the_session(requests: list[str], intent: str):
    for named, request, around in _drawn([*COUNTED], requests, AROUND):
        message = around.format(request.format(named))
        assert await documents(message, *SESSION) == ([COUNTED[named]], intent), message


async def test_changed_minds_and_what_is_left():
    for said, around in _drawn([*CHANGED, *LEFT], AROUND):
        message = around.format(said)
        assert (await documents(message, THREE))[0] == LEFT.get(said, ["b"]), message


async def test_what_is_measured_or_numbered_in_the_world():
    for thing, request, around in _drawn(OF_THE_WORLD, ["{} 알려줘", "{} 설명해줘", "{} 정리해 주세요"], AROUND):
        message = around.format(request.format(thing))
        assert await ask(message, THREE, stored=STORED) == Ordinary(), message
