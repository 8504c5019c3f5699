"""What people say of sources that were found, and what must stay a question of its own."""

import pytest

from ibidem.domain.conversation import HeldWork, Pause
from ibidem.turn.pauses.reply_readers import read_sources
from ibidem.turn.question.message import Message
from ibidem.turn.replies import (
    OtherQuery,
    PauseReply,
    Rejected,
    SourcesApproved,
)
from ibidem.understanding.picking import StillUnclear
from turn.pauses import EQUIPMENT, SOURCES


async def sources(message: str) -> PauseReply | None:
    return await read_sources(Message(message, EQUIPMENT), SOURCES, EQUIPMENT)


SOURCE_REPLIES = (
    (
        SourcesApproved((0, 1, 2)),
        (
            "네",
            "이대로 답해줘",
            "go ahead",
            "はい",
            "この内容で",
            "전부",
            "all of them",
            "全部使ってください",
            "네, 전부요",
        ),
    ),
    (
        SourcesApproved((0, 2)),
        (
            "1번이랑 3번만",
            "1, 3",
            "1번하고 3번만 사용해줘",
            "2번 빼고",
            "2번은 빼고 답해줘",
            "2번 말고 다",
            "2번 제외",
            "2번만 빼고 전부",
            "1,3번",
            "just 1 and 3",
            "1 and 3 only",
            "all except 2",
            "everything but 2",
            "without 2",
            "not 2",
            "use 1 and 3",
            "drop number 2",
            "the first and the third",
            "documents 1 and 3",
            "2以外",
            "1と3だけ",
            "1番と3番のみ",
            "2番を除いて",
            "2番は除いて",
            "1番と3番でお願いします",
            "2は違います",
            "2번은 아니야",
            "2 is irrelevant",
            "2番以外で",
            "네, 1번이랑 3번만요",
            "아니요 1번하고 3번이요",
            "yes, but only 1 and 3",
            "1번, 3번으로 답변해 주세요",
            "skip 2",
            "1と3だけ使ってください",
            "1番と3番だけで回答してください",
            "첫 번째랑 세 번째",
            "첫번째하고 마지막 거",
            "leave out 2",
            "2 is wrong",
            "answer from 1 and 3 only",
            "please use only documents 1 and 3",
            "2번은 관련 없어요",
            "2번 문서는 빼주세요",
            "文書1と文書3だけ",
            "2番の文書は外してください",
            "はい、1と3だけ",
            "the first and last",
            "1 & 3",
            "exclude 2",
            "[1] [3]",
        ),
    ),
    (
        SourcesApproved((0,)),
        (
            "1번만",
            "첫 번째만요",
            "only the first one",
            "1番だけで",
            "1번",
            "1",
            "just the first",
            "1番だけ使ってください",
            "게이트 밸브 교체만",
            "게이트 밸브 문서요",
            "sop_1203만",
            "sop_1203",
            "1번으로 알려줘",
        ),
    ),
    (
        SourcesApproved((1,)),
        (
            "the slit valve one",
            "two",
            "2번 문서로 답해줘",
            "2번으로",
            "slit valve O-ring only",
            "2番で",
        ),
    ),
    (
        SourcesApproved((2,)),
        (
            "真空ポンプの方",
            "마지막 거만",
            "3번이요",
            "真空ポンプのオイル交換だけ",
        ),
    ),
    (
        SourcesApproved((0, 1)),
        (
            "1~2번",
            "1-2",
            "1번부터 2번까지",
            "最初の2つ",
            "first two",
            "3번 빼고",
        ),
    ),
    (
        Rejected(),
        (
            "아니요",
            "다 아니야",
            "none of these",
            "どれも違う",
            "these are wrong",
            "관련 없어요",
            "no",
        ),
    ),
    (
        StillUnclear(),
        (
            "7번",
            "number 9",
            "5番",
            "둘 다",
            "both",
        ),
    ),
    (
        None,
        (
            "게이트 밸브 볼트 토크는 얼마야?",
            "2번 챔버 압력이 안 떨어져",
            "펌프 오일은 얼마나 자주 갈아?",
            "How do I approve a work order?",
            "What is the torque of the heater?",
            "ヒーターのトルクはいくつですか",
            "1번 문서 보여줘",
            "show me document 1",
            "2番の文書を見せて",
            "감사합니다",
            "네 번째 챔버는?",
            "2번 밸브는 얼마로 조여?",
            "Which pump needs 3 bolts?",
            "手順3では何をしますか?",
            "승인 절차 알려줘",
            "はじめからやり直すには?",
            "2번 문서에 토크 값 나와 있어?",
            "그럼 SUPRA N은?",
            "yes, but what about XP?",
            "1번 문서 요약해줘",
            "Is document 2 current?",
            "what does 2 say?",
            "2번은 뭐야?",
        ),
    ),
)
OTHER_QUERIES = [
    ("'리크 체크 주기'로 다시 찾아줘", "리크 체크 주기"),
    ("리크 체크 주기로 다시 검색해 줘", "리크 체크 주기"),
    ("아니요, 리크 체크 주기로 찾아줘", "리크 체크 주기"),
    ("검색어를 펌프 오일 교체로 바꿔줘", "펌프 오일 교체"),
    ("펌프 오일 교체를 다시 찾아봐", "펌프 오일 교체"),
    ("search for leak check interval instead", "leak check interval"),
    ("No, search for 'leak check interval'", "leak check interval"),
    ("try pump oil change instead", "pump oil change"),
    ("search again for pump oil", "pump oil"),
    ("please search for pump oil again", "pump oil"),
    ("change the query to leak rate limits", "leak rate limits"),
    ("query: leak rate", "leak rate"),
    ("リークチェックの周期で検索し直して", "リークチェックの周期"),
    ("「リークチェックの周期」で検索し直してください", "リークチェックの周期"),
    ("いいえ、ポンプのオイルで探し直して", "ポンプのオイル"),
    ("代わりにオイル交換を検索して", "オイル交換"),
    ("検索語をオイル交換に変えて", "オイル交換"),
    ("オイル交換を検索し直して", "オイル交換"),
    ("RF 매칭 에러로 찾아봐 줄래?", "RF 매칭 에러"),
    ("진공펌프 오일로 검색 부탁드립니다", "진공펌프 오일"),
    ("no, search for the return policy", "the return policy"),
    ("「静電チャック」で検索かけ直してもらえますか", "静電チャック"),
    ("アラームコードE-417で探してほしい", "アラームコードE-417"),
    ("리크 레이트라고 다시 검색", "리크 레이트"),
    ("검색: 리크 체크", "리크 체크"),
    ("look for the ESC voltage instead", "the ESC voltage"),
    ('search "leak check"', "leak check"),
]


def cases(rows: tuple[tuple[PauseReply | None, tuple[str, ...]], ...]) -> list[tuple[PauseReply | None, str]]:
    return [(expected, message) for expected, messages in rows for message in messages]


@pytest.mark.parametrize(("expected", "message"), cases(SOURCE_REPLIES))
async def test_what_is_said_of_sources(expected: PauseReply | None, message: str):
    assert await sources(message) == expected


@pytest.mark.parametrize(("message", "query"), OTHER_QUERIES)
async def test_other_words_to_search_for(message: str, query: str):
    assert await sources(message) == OtherQuery(query)


async def test_two_of_two_sources():
    two = Pause("sources", "?", SOURCES.choices[:2], "?", "use", HeldWork("general"))
    for message in ("둘 다", "both of them", "両方使ってください"):
        assert await read_sources(Message(message, EQUIPMENT), two, EQUIPMENT) == SourcesApproved((0, 1)), message


async def test_what_only_looks_like_a_choice_is_none():
    for message in (
        "3번 문서 열어줘",
        "Can you open document 2?",
        "who wrote number 1?",
        "2番の文書の内容は?",
        "전부 다 갈아야 하나요",
        "yes, but which screws?",
    ):
        assert await sources(message) is None, message
