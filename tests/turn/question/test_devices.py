"""Devices, as people write them."""

import pytest

from ibidem.profile import Profile
from ibidem.turn.question.devices import device_finder, names_of
from ibidem.turn.question.subjects import set_aside_by

HELD = ("SUPRA XP", "SUPRA-N", "PRECIA")


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("SUPRA XP의 토크는?", ("SUPRA XP",)),
        ("supraxp 토크", ("SUPRA XP",)),
        ("수프라XP는 언제 교체해?", ("SUPRA XP",)),
        ("ＳＵＰＲＡ　ＸＰの締め付けトルクは？", ("SUPRA XP",)),
        ("スープラ XPのトルク", ("SUPRA XP",)),
        ("What is the torque on the supra-xp?", ("SUPRA XP",)),
        ("SUPRA XPlus torque", ()),
        ("torque of the SUPRA N and PRECIA", ("SUPRA-N", "SUPRA N", "PRECIA")),
        ("에코라이트3000 세정", ("ECOLITE 3000",)),
        ("ECOLITE 30001", ()),
        ("정전척 교체 절차", ()),
    ],
)
def test_devices_named(message: str, found: tuple[str, ...], profile: Profile) -> None:
    assert device_finder(profile.devices, HELD).named(message) == found


@pytest.mark.parametrize(
    ("message", "carried", "found"),
    [
        ("그럼 N은?", ("SUPRA XP",), ("SUPRA-N", "SUPRA N")),
        ("What about the N?", ("SUPRA XP",), ("SUPRA-N", "SUPRA N")),
        ("Nはどうですか？", ("SUPRA XP",), ("SUPRA-N", "SUPRA N")),
        ("XP는 어때?", (), ("SUPRA XP",)),
        ("N은?", (), ()),
        ("그럼 교체 주기는?", ("SUPRA XP",), ()),
        ("n은?", ("SUPRA XP",), ("SUPRA-N", "SUPRA N")),
        ("what about the 3000?", (), ("ECOLITE 3000",)),
        ("How heavy is the 3000 robot arm?", (), ("ECOLITE 3000",)),
        ("3000은 어때?", (), ("ECOLITE 3000",)),
        ("3000ではどうですか？", (), ("ECOLITE 3000",)),
    ],
)
def test_devices_meant_by_their_last_word(
    message: str, carried: tuple[str, ...], found: tuple[str, ...], profile: Profile
) -> None:
    assert device_finder(profile.devices, HELD).named(message, carried) == found


@pytest.mark.parametrize(
    "message",
    [
        "볼트는 7 N·m로 조여?",
        "3000시간마다 뭘 교체해?",
        "N2 퍼지는?",
        "What happens after 3000 wafers?",
        "is N needed here",
        "step 3000",
        "3000回ごとに何を交換しますか？",
        "ボルトは7 Nですか？",
    ],
)
def test_what_counts_or_measures_is_no_device(message: str, profile: Profile) -> None:
    assert device_finder(profile.devices, HELD).named(message, ("SUPRA XP", "ECOLITE 3000")) == ()


@pytest.mark.parametrize(
    ("message", "meant", "aside"),
    [
        ("XP 말고 N은?", ("SUPRA-N", "SUPRA N"), ("SUPRA XP",)),
        ("SUPRA XP가 아니라 PRECIA", ("PRECIA",), ("SUPRA XP",)),
        ("SUPRA XP는 됐고 PRECIA 무게 알려줘", ("PRECIA",), ("SUPRA XP",)),
        ("SUPRA XP, 아니 PRECIA 무게는?", ("PRECIA",), ("SUPRA XP",)),
        ("SUPRA XP 빼고 게이트 밸브 누설 사례", (), ("SUPRA XP",)),
        ("not the XP, the N", ("SUPRA-N", "SUPRA N"), ("SUPRA XP",)),
        ("I meant the PRECIA, not the XP", ("PRECIA",), ("SUPRA XP",)),
        ("I don't mean the SUPRA XP but the PRECIA", ("PRECIA",), ("SUPRA XP",)),
        ("PRECIA rather than SUPRA XP", ("PRECIA",), ("SUPRA XP",)),
        ("SUPRA XPではなくPRECIAは？", ("PRECIA",), ("SUPRA XP",)),
        ("XPのほうじゃなくてNのほう", ("SUPRA-N", "SUPRA N"), ("SUPRA XP",)),
        ("PRECIAじゃなくて…いえ、PRECIAは？", ("PRECIA",), ()),
        ("SUPRA XP以外は？", (), ("SUPRA XP",)),
    ],
)
def test_a_device_that_is_set_aside_is_not_meant(
    message: str, meant: tuple[str, ...], aside: tuple[str, ...], profile: Profile
) -> None:
    mentions = device_finder(profile.devices, HELD).mentions(message, ("SUPRA XP",))
    assert names_of(one for one in mentions if not one.aside) == meant
    assert set_aside_by(mentions) == aside


@pytest.mark.parametrize(
    "message",
    [
        "SUPRA XP 말고도 PRECIA도 알려줘",
        "SUPRA XP 아니면 PRECIA",
        "SUPRA XP뿐만 아니라 PRECIA도",
        "SUPRA XP와 PRECIA를 비교해줘",
        "not only the SUPRA XP but also the PRECIA",
        "the pump does not start on the SUPRA XP, does it on the PRECIA?",
        "SUPRA XPだけでなくPRECIAも",
        "SUPRA XP以外にPRECIAもありますか？",
        "SUPRA XPよりPRECIAのほうが重いですか？",
    ],
)
def test_what_is_added_or_compared_is_not_set_aside(message: str, profile: Profile) -> None:
    assert device_finder(profile.devices, HELD).named(message) == ("SUPRA XP", "PRECIA")


@pytest.mark.parametrize(
    ("message", "holding", "found"),
    [
        ("what about the SUPRA?", ("PRECIA",), ("SUPRA XP", "SUPRA-N", "SUPRA N")),
        ("수프라는?", ("PRECIA",), ("SUPRA XP", "SUPRA-N", "SUPRA N")),
        ("スープラは？", ("PRECIA",), ("SUPRA XP", "SUPRA-N", "SUPRA N")),
        ("and the ECOLITE?", ("PRECIA",), ("ECOLITE 3000",)),
        ("에코라이트는?", ("SUPRA XP",), ("ECOLITE 3000",)),
        ("ECOLITEは？", ("SUPRA XP",), ("ECOLITE 3000",)),
        ("SUPRA XP랑 에코라이트는?", ("PRECIA",), ("SUPRA XP", "ECOLITE 3000")),
        ("SUPRA의 토크는?", ("SUPRA XP",), ()),
        ("what about the SUPRA?", (), ()),
        ("the SUPRAX torque", ("PRECIA",), ()),
        ("SUPRA N은?", ("PRECIA",), ("SUPRA-N", "SUPRA N")),
    ],
)
def test_the_name_of_a_family_is_all_of_it_where_another_device_holds(
    message: str, holding: tuple[str, ...], found: tuple[str, ...], profile: Profile
) -> None:
    assert names_of(device_finder(profile.devices, HELD).mentions(message, (), holding)) == found
