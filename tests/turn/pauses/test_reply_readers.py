"""What people say of a draft, or of which device they mean, and what must stay a question of its own."""

import re
from collections.abc import Awaitable, Callable

import pytest

from ibidem.domain.conversation import Choice, HeldWork, Pause
from ibidem.language.phrases import made_of
from ibidem.turn.pauses.reply_readers import read_device, read_review, read_sources
from ibidem.turn.question.message import Message
from ibidem.turn.replies import (
    DevicesPicked,
    DraftApproved,
    PauseReply,
    Rejected,
)
from ibidem.understanding.picking import StillUnclear
from turn.pauses import EQUIPMENT, SOURCES

DEVICES = Pause(
    "device",
    "?",
    (Choice(None, None, "SUPRA XP"), Choice(None, None, "SUPRA N")),
    "토크는?",
    "use",
    HeldWork("general", devices=("SUPRA XP", "supra-xp", "SUPRA N")),
)
HELD = ("SUPRA XP", "supra-xp", "SUPRA N", "ECOLITE 3000")


async def sources(message: str) -> PauseReply | None:
    return await read_sources(Message(message, EQUIPMENT), SOURCES, EQUIPMENT)


async def device(message: str) -> PauseReply | None:
    return await read_device(Message(message, EQUIPMENT), DEVICES, HELD, EQUIPMENT)


async def review(message: str) -> PauseReply | None:
    return read_review(Message(message, EQUIPMENT))


REVIEW_REPLIES = (
    (
        DraftApproved(),
        (
            "네",
            "승인",
            "승인합니다",
            "이대로 보내주세요",
            "approve",
            "looks good",
            "LGTM",
            "yes, go ahead",
            "はい",
            "承認します",
            "このままで大丈夫です",
            "좋아요",
            "문제없습니다",
        ),
    ),
    (
        Rejected(),
        (
            "아니요",
            "반려",
            "reject",
            "no",
            "いいえ",
            "却下します",
            "승인하지 않습니다",
            "다 틀렸어요",
            "違います",
        ),
    ),
    (
        None,
        (
            "펌프가 이상해요",
            "알람이 잘못 울려요",
            "아니, 펌프 교체 절차 알려줘",
            "no, what about the XP?",
            "What torque is wrong?",
            "How do I reject a wafer?",
            "게이트 밸브 토크는?",
            "ヒーターのトルクは?",
            "いいえ、ポンプの手順を教えて",
            "The pump is making noise",
            "reject rate of wafers",
            "반려 절차가 뭐야?",
            "감사합니다",
            "承認の流れを教えて",
            "아니 그럼 XP는?",
            "No light on the display",
        ),
    ),
)
DEVICE_REPLIES = (
    (
        DevicesPicked(("SUPRA XP", "supra-xp")),
        (
            "SUPRA XP",
            "XP",
            "xp요",
            "1번",
            "1",
            "the first one",
            "the XP one",
            "XP please",
            "XPです",
            "XPの方",
            "supra xp 장비요",
            "I mean the SUPRA XP",
            "1番",
            "N 말고 XP",
            "첫 번째요",
            "not N",
            "XP로 부탁해요",
            "スープラXP",
            "수프라 XP",
            "네, XP요",
            "Nではなく XPです",
        ),
    ),
    (
        DevicesPicked(("SUPRA N",)),
        (
            "SUPRA N",
            "N",
            "N이요",
            "2번",
            "2",
            "second",
            "SUPRA N입니다",
            "the N",
            "N の方です",
            "SUPRA N 기종",
            "두 번째",
        ),
    ),
    (
        DevicesPicked(("SUPRA XP", "supra-xp", "SUPRA N")),
        (
            "둘 다",
            "both",
            "all of them",
            "전부",
            "모르겠어",
            "I don't know",
            "not sure",
            "わかりません",
            "どちらでも",
            "両方",
            "any",
            "either one",
            "XP랑 N 둘 다",
            "XP and N",
            "1번과 2번",
            "다요",
            "잘 모르겠어요",
            "둘 다 알려줘",
            "すべて",
        ),
    ),
    (
        DevicesPicked(("ECOLITE 3000",)),
        (
            "ECOLITE 3000이요",
            "ecolite3000",
            "아니요, ECOLITE 3000",
        ),
    ),
    (
        StillUnclear(),
        (
            "3번",
            "9",
            "KESTREL 500",
            "KESTREL 500이요",
            "the Kestrel 500",
            "It's the KESTREL PRO 500, please",
            "KESTREL 500です",
            "케스트렐 500",
            "케스트렐 500입니다",
            "ケストレル500",
            "ケストレル500の方です",
            "SUPRA Q",
        ),
    ),
    (
        None,
        (
            "SUPRA XP 펌프 교체 주기는?",
            "XP의 토크는 얼마야?",
            "What is the torque of the SUPRA N?",
            "펌프 교체 절차 알려줘",
            "SUPRA XPのトルクは?",
            "2번 챔버가 안 열려",
            "고마워",
            "How many N does XP need?",
            "KESTREL 500 토크는?",
            "KESTREL 500의 펌프 교체 주기 알려줘",
            "What torque does the KESTREL 500 need?",
            "KESTREL 500のトルクを教えて",
            "KESTREL 500?",
            "pump replacement interval",
            "펌프 교체 절차",
            "ポンプの交換手順",
            "Torque",
            "Alarm 500",
            "알람 500",
            "アラーム500",
            "Error 1203",
            "step 12",
            "챔버 20",
            "E-1234",
            "ERR1234",
            "SOP 1203",
            "gcb 8841",
            "마이서비스 29392",
            "Hello",
            "ありがとう",
        ),
    ),
)
REASONS = [
    "아니, 토크 값이 틀렸어",
    "아니요. 3단계가 빠졌어요",
    "반려: 토크 값이 틀림",
    "거절합니다. 단위가 달라요",
    "reject: wrong torque",
    "no, the torque is wrong",
    "Rejected because step 3 is missing",
    "No. It should be 12 N·m",
    "いいえ、トルクの値が違います",
    "却下：単位が誤っています",
    "違います。手順が抜けています",
    "토크 값이 틀렸어요",
    "the torque value is wrong",
    "トルクの値が間違っています",
    "reject, the unit should be N·m",
    "差し戻し。出典が古い",
    "no, that's the old part number, not the new one",
    "다시 써 주세요. 너무 길어요",
    "no, redo the second paragraph",
    "fix the torque, then publish",
    "2段落目の数字を直してください",
]


def cases(rows: tuple[tuple[PauseReply | None, tuple[str, ...]], ...]) -> list[tuple[PauseReply | None, str]]:
    return [(expected, message) for expected, messages in rows for message in messages]


@pytest.mark.parametrize(("expected", "message"), cases(REVIEW_REPLIES))
async def test_what_is_said_of_a_draft(expected: PauseReply | None, message: str):
    assert await review(message) == expected


@pytest.mark.parametrize("message", REASONS)
async def test_a_draft_is_rejected_with_a_reason(message: str):
    assert await review(message) == Rejected(message)


@pytest.mark.parametrize(("expected", "message"), cases(DEVICE_REPLIES))
async def test_which_device_is_meant(expected: PauseReply | None, message: str):
    assert await device(message) == expected


async def test_numbers_of_a_device_are_no_numbers_of_the_list():
    pause = Pause(
        "device",
        "?",
        (Choice(None, None, "ECOLITE 3000"), Choice(None, None, "ECOLITE 2000")),
        "?",
        "use",
        HeldWork("general", devices=("ECOLITE 3000", "ECOLITE 2000")),
    )
    for message, name in (("2000", "ECOLITE 2000"), ("3000이요", "ECOLITE 3000"), ("1", "ECOLITE 3000"), ("2番", "ECOLITE 2000")):
        picked = await read_device(Message(message, EQUIPMENT), pause, ("ECOLITE 2000", "ECOLITE 3000"), EQUIPMENT)
        assert picked == DevicesPicked((name,)), message


@pytest.mark.parametrize("read", [sources, review, device])
@pytest.mark.parametrize(
    "message",
    [
        "いいです" * 20 + "x",
        "네" * 79 + "x",
        "no " * 26 + "x",
        "1," * 90 + "x",
        "a" * 8000,
        "요" * 79 + "x",
        "search " * 1000,
        "1" * 8000,
        "Aa" * 39 + " ",
        "가" * 78 + "!?",
        "ア 99" * 16 + "x",
    ],
)
async def test_odd_repetitions_end(read: Callable[[str], Awaitable[PauseReply | None]], message: str):
    await read(message)


def test_phrases_are_found_whatever_their_order():

    phrase = re.compile("ab|a|b c|c")
    assert made_of(phrase, "a b c") and made_of(phrase, "abc") and made_of(phrase, " ab, a!")
    assert not made_of(phrase, "") and not made_of(phrase, " !") and not made_of(phrase, "abx") and not made_of(phrase, "b")
