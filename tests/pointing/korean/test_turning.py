"""Messages that are done with what was shown, and ask about something else; and those that go on with it."""

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary, Unclear

_PUT_AWAY = (
    "1번 문서는 이제 됐고, 챔버 청소는 몇 시간마다 해?",
    "2번 자료는 내일 볼게요. 지금은 진공 게이지 교정 절차가 궁금해요",
    "그 문서는 닫아줘. 펌프 소음 원인이 뭐야?",
    "2번 문서는 다 읽었어. 이제 게이트 밸브 교체 방법 알려줘",
    "2번 문서는 제쳐두고, RF 파워 튜닝은 어떻게 해?",
    "1번 문서는 관련 없네요. 챔버 압력이 안 내려갈 때 조치는?",
)
_ANOTHER_TOPIC = (
    "3번 자료 확인했습니다. 그나저나 로드락 벤트는 몇 분 걸려요?",
    "2번 문서 고마워요. 다른 거 물어볼게요, RF 매칭은 어떻게 해?",
    "2번 문서랑 상관없는 질문인데 세금계산서 발행은 어떻게 해?",
    "아까 그 문서와 별개로 펌프 오일 종류는 뭐야?",
    "이 문서는 충분해. 다음 질문. 히터 온도 기준은?",
)


@pytest.mark.parametrize("message", [*_PUT_AWAY, *_ANOTHER_TOPIC])
async def test_what_is_asked_after_it_is_of_no_document(message: str) -> None:
    assert isinstance(await ask(message, ["a", "b", "c"]), Ordinary), message


@pytest.mark.parametrize(
    ("message", "doc_ids", "intent"),
    [
        ("다른 얘기인데 그 문서 보여줘", ["a"], "whole"),
        ("다른 질문인데 2번 문서에 교체 주기 나와 있어?", ["b"], "use"),
        ("그 문서에 대해 다른 질문이 있어요. 토크 값이 얼마죠?", ["a"], "use"),
        ("2번 문서 보여줘. 그나저나 고마워요", ["b"], "whole"),
        ("2번 문서는 나중에 볼게요. 1번 문서 먼저 열어줘", ["a"], "whole"),
        ("1번 문서는 됐고, 2번 문서를 전체로 보여줘", ["b"], "whole"),
        ("2번 문서는 됐고 요약만 해줘", ["b"], "use"),
        ("답변 잘 봤습니다. 근거로 드신 그 문서를 원문 그대로 볼 수 있을까요?", ["a"], "whole"),
        ("문서 목록 위에서 두 번째 거 열어줄래?", ["b"], "whole"),
        ("마지막 바로 앞 문서 보여줘", ["b"], "whole"),
        ("두 번째 위치의 문서 열어줘", ["b"], "whole"),
        ("둘째 줄에 있는 문서 보여줘", ["b"], "whole"),
        ("두 번째 순서에 있는 문서 보여줘", ["b"], "whole"),
        ("2번과 3번 중 전자를 열어줘", ["b"], "whole"),
        ("1번과 2번 중 후자 보여줘", ["b"], "whole"),
    ],
)
async def test_what_is_pointed_at_is_meant(message: str, doc_ids: list[str], intent: str) -> None:
    assert await documents(message, ["a", "b", "c"]) == (doc_ids, intent)


async def test_the_latter_is_the_second_of_two() -> None:
    assert await documents("둘 중 후자를 보여줘", ["a", "b"]) == (["b"], "whole")
    assert isinstance(await ask("둘 중 후자를 보여줘", ["a", "b", "c"]), Unclear)
