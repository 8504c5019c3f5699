"""What a conversation is about, through the HTTP door: a device named instead of another, set aside, or left out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journeys.doors import Cli, Service, served
from journeys.pointing import LANGUAGES, history

HEATER = """---
devices: [{device}]
---
# {device} 히터 블록 교체

히터 블록의 무게는 {weight} kg이다. 볼트는 {torque} N·m로 체결한다.
"""
ARM = """---
devices: [{device}]
---
# Robot arm of the {device}

The robot arm weighs {weight} kg. Its bolts are tightened to {torque} N·m.
"""
GAUGE = """---
devices: [{device}]
---
# {device} 真空計の校正

真空計を{weight}分間暖機する。ボルトは{torque} N·mで締める。
"""
ALARMED = """---
devices: [{device}]
---
# {device}

{text}
"""
DOCUMENTS = {
    "sop_1203.md": HEATER.format(device="SUPRA XP", weight=14, torque=9),
    "sop_1204.md": HEATER.format(device="SUPRA N", weight=11, torque=7),
    "sop_2101.md": ARM.format(device="ECOLITE 2000", weight=22, torque=5),
    "sop_2102.md": ARM.format(device="ECOLITE 3000", weight=27, torque=6),
    "sop_3301.md": GAUGE.format(device="GENEVA XP", weight=30, torque=4),
    "sop_3302.md": GAUGE.format(device="PRECIA", weight=45, torque=3),
    "myservice_29392.md": ALARMED.format(device="SUPRA XP", text="히터 온도 편차 알람 E-1402가 발생했다. 원인은 커넥터였다."),
    "myservice_31004.md": ALARMED.format(device="ECOLITE 3000", text="The robot dropped a wafer with alarm E-5120."),
    "myservice_32210.md": ALARMED.format(device="GENEVA XP", text="チラーの温度が下がらず、E-6203のアラームが出た。"),
    "rules.md": "# 식당 이용 안내\n\n구내식당은 열한 시에 연다.\n",
    "hall.md": "# The canteen\n\nThe canteen opens at eleven.\n",
    "shokudo.md": "# 食堂の案内\n\n食堂は十一時に開く。\n",
}
ASKED = {
    "ko": "SUPRA XP 히터 블록 무게는?",
    "en": "How heavy is the robot arm of the ECOLITE 2000?",
    "ja": "GENEVA XPの真空計の暖機は何分？",
}
OTHER = {
    "ko": ("SUPRA N", "sop_1204", "11 kg"),
    "en": ("ECOLITE 3000", "sop_2102", "27 kg"),
    "ja": ("PRECIA", "sop_3302", "45分"),
}
UNANSWERED = {
    "ko": "SUPRA N의 도장 색상 코드는?",
    "en": "Which firmware licence does remote diagnosis need on the ECOLITE 3000?",
    "ja": "PRECIAの塗装の色番号は？",
}
ALARM = {
    "ko": ("myservice_29392", "SUPRA N", "모든 장비"),
    "en": ("myservice_31004", "ECOLITE 2000", "all devices"),
    "ja": ("myservice_32210", "PRECIA", "すべての装置"),
}
GOING_ON = {"ko": ("그럼 볼트 토크는?", "7 N·m"), "en": ("and its bolts?", "6 N·m"), "ja": ("ではボルトは？", "3 N·m")}
INSTEAD = {
    "ko": [
        "XP 말고 N은?",
        "XP가 아니라 N",
        "SUPRA XP 말고 SUPRA N은?",
        "SUPRA N은 어때?",
        "그럼 N은 어때?",
        "N도 같아?",
        "아니 N 말이야",
    ],
    "en": [
        "not the 2000, the 3000",
        "I meant the 3000, not the 2000",
        "the 3000 instead of the 2000",
        "what about the 3000?",
        "Same question for the ECOLITE 3000.",
        "How does the 3000 compare?",
    ],
    "ja": [
        "GENEVA XPではなくPRECIAは？",
        "GENEVA XPじゃなくてPRECIA",
        "PRECIAではどうですか？",
        "PRECIAの場合は？",
        "PRECIAも同じですか？",
        "PRECIAのほうをお願いします",
    ],
}


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A corpus of devices that come in pairs, served."""
    cli = Cli(tmp_path_factory.mktemp("devices"))
    folder = cli.home / "corpus"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        Path(folder / name).write_text(text, encoding="utf-8")
    assert cli.run("index", str(folder)).returncode == 0
    with served(cli) as service:
        yield service


def is_of_the_other(done: dict[str, Any], language: str, said: str) -> None:
    device, doc_id, _ = OTHER[language]
    assert done["ref_doc_ids"] == [doc_id]
    assert said in done["answer"]
    assert device in done["meta"]["understood"]


@pytest.mark.parametrize(("language", "message"), [(language, said) for language in LANGUAGES for said in INSTEAD[language]])
def test_what_was_asked_of_one_device_is_asked_of_the_other(devices: Service, language: str, message: str) -> None:
    session = devices.ask(ASKED[language])["session_id"]
    is_of_the_other(devices.ask(message, session_id=session), language, OTHER[language][2])


@pytest.mark.parametrize(("language", "message"), [(language, said) for language in LANGUAGES for said in INSTEAD[language]])
def test_a_history_of_the_clients_carries_it_as_well(devices: Service, language: str, message: str) -> None:
    first = devices.ask(ASKED[language])
    told = history(*first["ref_doc_ids"], asked=ASKED[language], titles=tuple(first["refs"]))
    is_of_the_other(devices.ask(message, chat_history=told), language, OTHER[language][2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_device_holds_on_though_nothing_was_found_of_it(devices: Service, language: str) -> None:
    session = devices.ask(ASKED[language])["session_id"]
    assert devices.ask(UNANSWERED[language], session_id=session)["meta"]["found"] != "answered"
    message, said = GOING_ON[language]
    is_of_the_other(devices.ask(message, session_id=session), language, said)


# Keys that somebody pressed, beside a question of the language; and short ones that go on from the answer all the same.
NO_WORDS = {
    "ko": ["ㅁㄴㅇㄹ ㅁㄴㅇㄹ", "asdkjh qwpoeiru"],
    "en": ["asdkjh qwpoeiru", "xxxx xxxx", "hjkl hjkl hjkl"],
    "ja": ["ぽよぬ めひゃ", "asdkjh qwpoeiru"],
}
GOES_ON = {"ko": ["왜?", "그래서?"], "en": ["Why?", "and then?"], "ja": ["なぜ？", "それで？"]}


@pytest.mark.parametrize(("language", "message"), [(language, said) for language in LANGUAGES for said in NO_WORDS[language]])
def test_no_words_are_not_answered_by_the_question_before(devices: Service, language: str, message: str) -> None:
    first = devices.ask(ASKED[language])
    session = first["session_id"]
    assert first["meta"]["found"] == "answered"
    done = devices.ask(message, session_id=session)
    assert (done["meta"]["found"], done["ref_doc_ids"]) == ("none", []), done["answer"]
    again, _ = GOING_ON[language]
    assert devices.ask(again, session_id=session)["ref_doc_ids"] == first["ref_doc_ids"]


@pytest.mark.parametrize(("language", "message"), [(language, said) for language in LANGUAGES for said in GOES_ON[language]])
def test_a_short_question_goes_on_from_the_answer(devices: Service, language: str, message: str) -> None:
    first = devices.ask(ASKED[language])
    assert devices.ask(message, session_id=first["session_id"])["ref_doc_ids"] == first["ref_doc_ids"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_it_does_in_a_history_of_the_clients(devices: Service, language: str) -> None:
    first = devices.ask(ASKED[language])
    told = history(*first["ref_doc_ids"], asked=ASKED[language], titles=tuple(first["refs"]))
    message, said = GOING_ON[language]
    is_of_the_other(devices.ask(message, chat_history=[*told, *history(asked=UNANSWERED[language])]), language, said)


@pytest.mark.parametrize(
    ("language", "message", "told"),
    [
        ("ko", "SUPRA XP 말고 다른 장비의 히터 블록 무게는?", "SUPRA XP 제외"),
        ("en", "How heavy is the robot arm, not on the ECOLITE 2000?", "excluding ECOLITE 2000"),
        ("ja", "GENEVA XP以外で真空計の暖機は何分ですか？", "GENEVA XP以外"),
    ],
)
def test_a_device_that_is_only_set_aside_is_not_searched(devices: Service, language: str, message: str, told: str) -> None:
    done = devices.ask(message)
    assert done["ref_doc_ids"] == [OTHER[language][1]]
    assert told in done["meta"]["understood"]


@pytest.mark.parametrize("message", ["ticket number 29392", "document sop 1203", "open sop 1203"])
def test_a_first_message_of_english_words_is_answered_in_english(devices: Service, message: str) -> None:
    assert devices.ask(message)["meta"]["language"] == "en"


@pytest.mark.parametrize(
    ("before", "message", "doc_ids", "device"),
    [
        ("PRECIA 히터 블록 무게는?", "SUPRA는?", {"sop_1203", "sop_1204"}, "SUPRA"),
        ("How heavy is the robot arm of the PRECIA?", "what about the ECOLITE?", {"sop_2101", "sop_2102"}, "ECOLITE"),
        ("PRECIAの真空計の暖機は何分？", "GENEVAは？", {"sop_3301"}, "GENEVA XP"),
        ("PRECIA 히터 블록 무게는?", "수프라는 어때?", {"sop_1203", "sop_1204"}, "SUPRA"),
        ("PRECIAの真空計の暖機は何分？", "ジェネバではどうですか？", {"sop_3301"}, "GENEVA XP"),
    ],
)
def test_the_name_of_a_family_replaces_the_device(
    devices: Service, before: str, message: str, doc_ids: set[str], device: str
) -> None:
    first = devices.ask(before)
    done = devices.ask(message, session_id=first["session_id"])
    assert set(done["ref_doc_ids"]) & doc_ids
    assert device in done["meta"]["understood"]
    assert "PRECIA" not in done["meta"]["understood"]
    told = history(*first["ref_doc_ids"], asked=before)
    assert devices.ask(message, chat_history=told)["meta"]["understood"] == done["meta"]["understood"]


@pytest.mark.parametrize(
    ("before", "message", "language"),
    [
        ("sop 1204 보여줘", "E-1402는?", "ko"),
        ("show me sop 2101", "E-5120?", "en"),
        ("sop 3302を見せて", "E-6203は？", "ja"),
    ],
)
def test_a_code_that_only_others_hold_is_found_though_a_device_holds(
    devices: Service, before: str, message: str, language: str
) -> None:
    session = devices.ask(before)["session_id"]
    done = devices.ask(message, session_id=session)
    doc_id, device, said = ALARM[language]
    assert done["ref_doc_ids"] == [doc_id]
    assert said in done["meta"]["understood"]
    assert device in done["meta"]["understood"]
    assert "E-9" not in devices.ask("E-9999?", session_id=session)["answer"]


@pytest.mark.parametrize(
    ("between", "opened", "message", "said"),
    [
        (("SUPRA N 히터 블록 볼트 토크는?",), "sop 1203 보여줘", "이 문서에서 무게는 얼마야?", "14 kg"),
        (
            ("How are the bolts of the ECOLITE 3000 tightened?",),
            "show me sop 2101",
            "in this document, what is the weight?",
            "22 kg",
        ),
        (("PRECIAのボルトのトルクは？", "GENEVA XPは？"), "sop 3302を見せて", "この文書では暖機は何分？", "45分"),
    ],
    ids=LANGUAGES,
)
def test_what_is_asked_of_a_document_does_not_depend_on_what_was_spoken_of_before(
    devices: Service, between: tuple[str, ...], opened: str, message: str, said: str
) -> None:
    fresh = devices.ask(opened)["session_id"]
    session = devices.ask(between[0])["session_id"]
    for further in (*between[1:], opened):
        devices.ask(further, session_id=session)
    done = devices.ask(message, session_id=session)
    assert said in done["answer"]
    alone = devices.ask(message, session_id=fresh)
    assert done["answer"] == alone["answer"]
    assert found_with(devices, done) == found_with(devices, alone)


def found_with(devices: Service, done: dict[str, Any]) -> list[dict[str, Any]]:
    """The passages that the search of a turn found, and what they were ranked by."""
    return devices.client.get(f"/v1/sessions/{done['session_id']}/turns/{done['turn_id']}").json()["trace"]["candidates"]


@pytest.mark.parametrize(
    ("opened", "message", "device"),
    [
        ("sop 1203이랑 sop 1204 보여줘", "무게는?", "SUPRA XP, SUPRA N"),
        ("show me sop 2101 and sop 2102", "how heavy is it?", "ECOLITE 2000, ECOLITE 3000"),
        ("sop 3301とsop 3302を見せて", "暖機は何分？", "GENEVA XP, PRECIA"),
    ],
    ids=LANGUAGES,
)
def test_the_devices_of_all_documents_that_were_shown_hold(devices: Service, opened: str, message: str, device: str) -> None:
    session = devices.ask(opened)["session_id"]
    assert device in devices.ask(message, session_id=session)["meta"]["understood"]
