"""What a message asks that only names another device, or sets one aside."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.trace import Trace
from ibidem.profile import Profile
from ibidem.turn.question.devices import device_finder
from ibidem.turn.question.subjects import FROM_CLIENT, mentions_in, names_another, query_of

HELD = ("SUPRA XP", "SUPRA N", "PRECIA")
KO, EN, JA = "SUPRA XP 히터 블록 무게는?", "How heavy is the lid of the SUPRA XP?", "SUPRA XPの蓋の重さは？"


def turn(question: str, *queries: str, route: str = "general") -> Turn:
    trace = Trace(queries=queries, devices=("SUPRA XP",))
    return Turn(1, datetime.now(UTC), "local", NewTurn("s", question, "", "", "ko", route, trace=trace))


def asked(message: str, profile: Profile, *history: Turn) -> str:
    finder = device_finder(profile.devices, HELD)
    return query_of(message, mentions_in(message, history, ("SUPRA XP",), finder), history, finder)


@pytest.mark.parametrize(
    ("before", "message", "searched"),
    [
        (KO, "SUPRA N은 어때?", "SUPRA N 히터 블록 무게는?"),
        (KO, "XP 말고 N은?", "SUPRA N 히터 블록 무게는?"),
        (KO, "PRECIA 쪽은 어떤가요?", "PRECIA 히터 블록 무게는?"),
        (KO, "PRECIA도 똑같아?", "PRECIA 히터 블록 무게는?"),
        (EN, "what about the PRECIA?", "How heavy is the lid of the PRECIA?"),
        (EN, "Is it the same on the PRECIA?", "How heavy is the lid of the PRECIA?"),
        (EN, "No, I was asking about the PRECIA.", "How heavy is the lid of the PRECIA?"),
        (JA, "PRECIAではどうですか？", "PRECIAの蓋の重さは?"),
        (JA, "SUPRA XPではなくPRECIAは？", "PRECIAの蓋の重さは?"),
        (JA, "PRECIAのほうをお願いします", "PRECIAの蓋の重さは?"),
        ("조치는?", "그럼 N은?", "SUPRA N 조치는?"),
        (KO, "에코라이트는 어때?", "ECOLITE 3000 히터 블록 무게는?"),
        (EN, "what about the ECOLITE?", "How heavy is the lid of the ECOLITE 3000?"),
        (JA, "ECOLITEではどうですか？", "ECOLITE 3000の蓋の重さは?"),
        ("SUPRA XP랑 PRECIA 무게", "N은?", "SUPRA N랑   무게"),
    ],
)
def test_what_only_names_another_device_asks_the_same_of_it(before: str, message: str, searched: str, profile: Profile) -> None:
    assert asked(message, profile, turn(before, before)) == searched
    assert asked(message, profile, turn(before, route=FROM_CLIENT)) == searched


@pytest.mark.parametrize(
    ("message", "searched"),
    [
        ("SUPRA N 도장 색상은?", "SUPRA N 도장 색상은?"),
        ("SUPRA XP 말고 SUPRA N 도장 색상은?", "SUPRA N 도장 색상은?"),
        ("What colour is the PRECIA, not the SUPRA XP?", "What colour is the PRECIA,  ?"),
        ("SUPRA XPではなくPRECIAの色は？", "PRECIAの色は?"),
        ("조치는?", "조치는?"),
    ],
)
def test_what_asks_something_of_its_own_is_searched_without_what_it_sets_aside(
    message: str, searched: str, profile: Profile
) -> None:
    assert asked(message, profile, turn(KO, KO)) == searched


def test_a_chain_of_devices_goes_back_to_what_was_asked(profile: Profile) -> None:
    courtesy = turn("고마워요", route="chat")
    told = (turn(KO, route=FROM_CLIENT), turn("N은 어때?", route=FROM_CLIENT), courtesy)
    stored = (turn(KO, KO), turn("N은 어때?", "SUPRA N 히터 블록 무게는?"), courtesy)
    assert asked("PRECIA는?", profile, *told) == asked("PRECIA는?", profile, *stored) == "PRECIA 히터 블록 무게는?"
    family = (turn(KO, route=FROM_CLIENT), turn("에코라이트는?", route=FROM_CLIENT))
    assert asked("PRECIA는?", profile, *family) == "PRECIA 히터 블록 무게는?"
    assert asked("PRECIA는?", profile, turn("에코라이트는?", "에코라이트 히터 블록 무게는?")) == "PRECIA 히터 블록 무게는?"


@pytest.mark.parametrize(
    ("before", "message", "searched"),
    [
        ("PRECIA 히터 블록 무게는?", "수프라는?", "수프라 히터 블록 무게는?"),
        ("How heavy is the lid of the PRECIA?", "what about the SUPRA?", "How heavy is the lid of the SUPRA?"),
        ("PRECIAの蓋の重さは？", "スープラはどうですか？", "スープラの蓋の重さは?"),
    ],
)
def test_a_family_of_several_is_asked_by_its_name(before: str, message: str, searched: str, profile: Profile) -> None:
    finder = device_finder(profile.devices, HELD)
    history = (turn(before, before),)
    mentions = mentions_in(message, history, ("PRECIA",), finder)
    assert mentions[0].names == ("SUPRA XP", "SUPRA N")
    assert query_of(message, mentions, history, finder) == searched


def test_where_nothing_was_asked_the_message_is_searched_for(profile: Profile) -> None:
    assert asked("SUPRA N은?", profile) == "SUPRA N은?"
    assert asked("SUPRA N은?", profile, turn(KO, KO), turn("sop 1203 보여줘", route="doc_lookup")) == "SUPRA N은?"


SIBLINGS = ("Pulsa 8", "Pulsa 9", "Sonic S2", "Sonic S3")


@pytest.mark.parametrize(
    ("message", "last", "another"),
    [
        ("8のほうです", "Pulsa 9", True),
        ("いえ、8です", "Pulsa 9", True),
        ("8이요", "Pulsa 9", True),
        ("아니 8 말이에요", "Pulsa 9", True),
        ("no, the 8", "Pulsa 9", True),
        ("I mean the 8", "Pulsa 9", True),
        ("아, S2 말이에요", "Sonic S3", True),
        ("あ、S2です", "Sonic S3", True),
        ("no, the S2", "Sonic S3", True),
        ("9のほうです", "Pulsa 9", False),
        ("8번 문서 보여줘", "Pulsa 9", False),
        ("8番の文書を見せて", "Pulsa 9", False),
        ("show me document 8", "Pulsa 9", False),
        ("8のほうです", "", False),
        ("8페이지", "Pulsa 9", False),
    ],
)
def test_a_siblings_name_alone_is_no_number_of_a_document(message: str, last: str, another: bool, profile: Profile) -> None:
    finder = device_finder(profile.devices, SIBLINGS)
    before = replace(turn(KO, KO).content, trace=Trace(queries=(KO,), devices=(last,) if last else ()))
    history = (replace(turn(KO, KO), content=before),)
    assert names_another(message, history, finder) is another
