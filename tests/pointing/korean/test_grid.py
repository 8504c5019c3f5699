"""Korean ways to name a document, to ask for it and to say something around it, each with each: a sample of all of them."""

import random

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary

SHOWN = ["a", "b", "c"]
# A sample that is the same every time: all of them are some hundred thousand.
_SAMPLE, _SEED = 900, 7

# With a noun of its own the number points in any message.
ANCHORED = [
    "2번 문서",
    "2번문서",
    "문서 2",
    "문서2",
    "문서 2번",
    "2번 자료",
    "출처 2",
    "출처 2번",
    "자료 2번",
    "[2]번 문서",
    "[2] 문서",
    "문서 [2]",
    "#2 문서",
    "두 번째 문서",
    "두번째문서",
    "둘째 문서",
    "2번째 자료",
    "문서 중 두 번째",
    "출처 중 두 번째",
    "자료 중에서 2번",
    "방금 2번 문서",
    "아까 그 2번 문서",
    "알려준 2번 문서",
    "방금 알려준 두 번째 문서",
    "답변에 나온 2번 문서",
    "답변의 2번 문서",
    "목록의 2번 문서",
    "목록에서 2번 문서",
    "참고문헌 2번",
    "2번 참고자료",
    "인용한 2번 문서",
    "네가 준 2번 문서",
    "두 번째로 나온 문서",
    "위에서 두 번째 문서",
    "가운데 문서",
    "2번이라고 된 문서",
    "문서 #2",
]
WEAK = [
    "2번",
    "#2",
    "[2]",
    "[2]번",
    "2번 거",
    "2번꺼",
    "두 번째",
    "두 번째 거",
    "두번째꺼",
    "둘째 거",
    "그 중 두 번째",
    "그중에 2번",
    "셋 중에 두 번째 거",
    "아까 2번",
    "아까 그 2번",
    "목록에서 2번",
    "위에서 두 번째 거",
    "알려준 것 중에 2번",
    "방금 보여준 것 중 두 번째",
    "답변에서 2번",
    "아까 알려준 2번",
    "2번 그거",
]
SHOW = (
    (
        "{} 보여줘|{0} 좀 보여줘|{} 보여 주세요|{} 보여주실 수 있나요?|{} 볼 수 있을까요?|{} 볼 수 있어?|"
        "{} 보고 싶어|{} 열어줘|{} 띄워주세요|{} 화면에 띄워줘|{} 전체 보여줘|{} 전문 보여줘|{} 원문으로 보여줘"
        "|{} 처음부터 끝까지 보여줘|{} 출력해줘|{} 다시 보여줘|{} 그대로 보여줘|{} 부탁드립니다"
    )
    .replace("{0}", "{}")
    .split("|")
)
USE = [
    "{} 요약해줘",
    "{} 세 줄로 요약해줘",
    "{} 핵심만 알려줘",
    "{} 번역해줘",
    "{} 영어로 번역해줘",
    "{} 일본어로 바꿔줘",
    "{} 쉽게 설명해줘",
    "{} 더 자세히 설명해줘",
    "{} 표로 정리해줘",
    "{} 내용이 뭐야?",
    "{}에는 뭐라고 적혀 있어?",
    "{}에서는 뭐라고 해?",
    "{} 제목 알려줘",
    "{}의 결론이 뭐야?",
    "{} 중요한 부분만 뽑아줘",
    "{}에 따르면 교체 주기가 얼마야?",
    "{} 기준으로 답해줘",
    "{} 근거로 답변해줘",
    "{}에 나온 절차 알려줘",
    "{}에 대해 더 알려줘",
]
AROUND = [
    "{}",
    "안녕하세요 {}",
    "안녕하세요, {}",
    "네 {}",
    "음... {}",
    "그럼 {}",
    "죄송한데 {}",
    "고마워. {}",
    "답변 고마워요, {}",
    "설명 잘 들었습니다. {}",
    "급해서 그런데 {}",
    "팀장님이 찾으셔서 그런데 {}",
    "고객이 기다리고 있어서요, {}",
    "보고서 써야 하니까 {}",
    "회의 들어가기 전에 {}",
    "교육 자료 만들려고 하는데 {}",
    "폰으로 보는 중이라 {}",
    "이해가 안 가네. {}",
    "잘 봤어요. 이번엔 {}",
    "눈이 나빠서 그러는데 {}",
    "{} ㅋㅋ",
    "{} 급해요",
    "{} 감사합니다",
    "현장에서 바로 봐야 돼요. {}",
    "내일 발표가 있어서 {}",
    "알람이 또 떴어요. {}",
]
FRAMES = {
    "b": [
        "1번 말고 2번",
        "1번 문서 말고 2번 문서",
        "1번은 됐고 2번",
        "1번 문서는 이미 읽었고 2번 문서",
        "1번은 필요 없고 2번",
        "1번은 빼고 2번",
        "1번 문서는 나중에 볼 테니까 2번 먼저",
        "1번, 아니 2번",
        "1번 아 잘못 말했다 2번",
        "1번 문서는 오래된 것 같으니 2번 문서",
        "1번 문서는 잘 이해했어요 2번도",
        "1번 문서는 아는 내용이라 2번 문서",
        "1번보다는 2번을",
        "1번 확인했습니다 2번도",
    ],
    "ab": [
        "1번과 2번",
        "1번이랑 2번",
        "문서 1, 문서 2",
        "1번 문서와 2번 문서 둘 다",
        "1번도 2번도",
        "1번은 물론 2번도",
        "1번/2번",
        "2번까지만",
    ],
    "bc": ["1번 빼고 나머지", "1번만 빼고 다", "1번 제외하고 전부", "2번부터 끝까지", "1번 빼고 남은 문서"],
}
OF_THE_WORLD = [
    "2번 챔버",
    "챔버 2번",
    "2번 펌프",
    "2호기",
    "2번 라인",
    "2번 밸브",
    "두 번째 단계",
    "2번 슬롯",
    "2번 알람",
    "두 번째 공정",
    "2번 포트",
    "2번 선택지",
    "2번 버튼",
    "2번 창구",
    "내 두 번째 파일",
    "제 2번 폴더",
    "두 번째 시도",
    "두 번째 팀",
]
ASKED_OF_THE_WORLD = [
    "{} 점검 방법 알려줘",
    "{} 교체 주기가 얼마야?",
    "{}에서 알람이 떴어요",
    "{} 상태 보여줘",
    "{} 절차 알려줘",
    "{} 설명해줘",
    "{} 관련 문서 찾아줘",
    "{}에서 뭐 하면 돼?",
    "{} 담당자 누구야?",
    "{} 요약해줘",
    "{} 보여줘",
    "{} 열어줘",
]


def _sample(*parts: list[str]) -> list[tuple[str, ...]]:
    drawn = random.Random(_SEED)
    return [tuple(drawn.choice(part) for part in parts) for _ in range(_SAMPLE)]


@pytest.mark.parametrize(("requests", "intent"), [(SHOW, "whole"), (USE, "use")])
async def test_whatever_is_said_around_it_a_number_points(requests: list[str], intent: str):
    missed = [
        message
        for named, request, around in _sample([*ANCHORED, *WEAK], requests, AROUND)
        if await _documents(message := around.format(request.format(named))) != (["b"], intent)
    ]
    assert not missed


@pytest.mark.parametrize("expected", FRAMES)
async def test_several_and_those_that_are_not_meant(expected: str):
    for frame, request, around in _sample(
        FRAMES[expected], ["보여줘", "열어줘", "띄워주세요", "요약해줘", "번역해줘", "설명해주세요"], AROUND
    ):
        message = around.format(f"{frame} {request}")
        assert (await documents(message, SHOWN))[0] == list(expected), message


async def test_what_is_numbered_in_the_world_is_no_document():
    for thing, asked, around in _sample(OF_THE_WORLD, ASKED_OF_THE_WORLD, AROUND):
        message = around.format(asked.format(thing))
        assert await ask(message, SHOWN) == Ordinary(), message


async def _documents(message: str) -> tuple[list[str], str] | None:
    try:
        return await documents(message, SHOWN)
    except AssertionError:
        return None
