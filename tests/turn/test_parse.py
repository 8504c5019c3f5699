"""Devices and document types, as people write them."""

import pytest

from ibidem.profile import Profile
from ibidem.turn.devices import device_finder
from ibidem.turn.routing import any_stands_in, find_doc_types

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
    ],
)
def test_devices_meant_by_their_last_word(
    message: str, carried: tuple[str, ...], found: tuple[str, ...], profile: Profile
) -> None:
    assert device_finder(profile.devices, HELD).by_tail(message, carried) == found


def test_document_types_must_be_held(profile: Profile) -> None:
    assert find_doc_types("SOP에서 알려줘", profile.doc_types, frozenset({"sop"})) == ("sop",)
    assert find_doc_types("手順書を見せて", profile.doc_types, frozenset({"sop"})) == ("sop",)
    assert find_doc_types("any tickets on this?", profile.doc_types, frozenset({"sop", "ticket"})) == ("ticket",)
    assert find_doc_types("SOP에서 알려줘", profile.doc_types, frozenset({"ticket"})) == ()


def test_latin_words_stand_whole() -> None:
    assert any_stands_in(("alarm", "error"), "two errors today")
    assert not any_stands_in(("alarm", "error"), "terrors")
    assert any_stands_in(("error", "고장"), "고장났어요")
    assert any_stands_in(("故障",), "故障しました")
    assert not any_stands_in((), "anything")
