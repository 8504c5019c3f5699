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
DOCUMENTS = {
    "sop_1203.md": HEATER.format(device="SUPRA XP", weight=14, torque=9),
    "sop_1204.md": HEATER.format(device="SUPRA N", weight=11, torque=7),
    "sop_2101.md": ARM.format(device="ECOLITE 2000", weight=22, torque=5),
    "sop_2102.md": ARM.format(device="ECOLITE 3000", weight=27, torque=6),
    "sop_3301.md": GAUGE.format(device="GENEVA XP", weight=30, torque=4),
    "sop_3302.md": GAUGE.format(device="PRECIA", weight=45, torque=3),
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
    assert devices.ask(UNANSWERED[language], session_id=session)["ref_doc_ids"] == []
    message, said = GOING_ON[language]
    is_of_the_other(devices.ask(message, session_id=session), language, said)


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
        ("en", "How heavy is the robot arm, not on the ECOLITE 2000?", "not ECOLITE 2000"),
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


def test_titles_that_do_not_match_the_ids_are_refused(devices: Service) -> None:
    told = history("sop_1203", "sop_1204", asked="?", titles=("SUPRA N 히터 블록 교체",))
    refused = devices.client.post("/v1/chat", json={"message": "show me document 1", "chat_history": told})
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert [detail["field"] for detail in error["details"]] == ["chat_history.1.assistant"]
    assert "1 titles and doc_ids 2 ids" in error["message"]
