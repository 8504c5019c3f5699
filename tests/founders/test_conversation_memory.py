"""The memory of a conversation: what is kept of it, who may see it, and how an earlier turn is found again."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from founders.conftest import EQUIPMENT, indexed, posted
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from journeys.doors import Cli, Service, served
from journeys.playing import Player, inputs_of, playing, saying

SELECT = """
name = "memory"
title = { en = "Memory" }
history = "select"
devices = [{ name = "SUPRA XP" }, { name = "ECOLITE 3000" }]
routes = [{ name = "general", priority = 0 }]
"""
FIRST = {
    "ko": "SUPRA XP E-2107 알람은 왜 발생해?",
    "en": "Why does the SUPRA XP raise E-2107?",
    "ja": "SUPRA XPでE-2107が出るのはなぜ？",
}
LATER = {
    "ko": "ECOLITE 3000 드라이 펌프는 몇 kg이야?",
    "en": "How heavy is the dry pump of the ECOLITE 3000?",
    "ja": "ECOLITE 3000のドライポンプは何kgですか",
}
BACK = {
    "ko": "아까 말한 E-2107 관련해서 조치 방법 알려줘",
    "en": "About the E-2107 that I mentioned earlier: what has to be done?",
    "ja": "さっき話したE-2107について、対処方法を教えて",
}
in_three_languages = pytest.mark.parametrize("language", tuple(FIRST))


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    with playing() as player:
        yield player


@pytest.fixture(scope="module")
def memory(player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    home = tmp_path_factory.mktemp("memory")
    (home / "memory.toml").write_text(SELECT, encoding="utf-8")
    with served(indexed(Cli(home, str(home / "memory.toml")), EQUIPMENT), **player.environment) as service:
        yield service


def first_named(request: ModelRequest) -> str:
    """The number of the turn in whose line E-2107 stands."""
    lines = inputs_of(request)["turns"].splitlines()
    return json.dumps([int(number[1]) for line in lines if "E-2107" in line and (number := re.match(r"(\d+):", line))][:1])


@in_three_languages
def test_the_selector_is_asked_where_a_message_names_what_was_said(memory: Service, player: Player, language: Language) -> None:
    session = f"memory-{language}"
    player.play(answer=saying("E-2107 [myservice_31004]."), select="[]")
    posted(memory, {"message": FIRST[language], "session_id": session})
    player.play(answer=saying("340 kg [sop_1530]."), select="[]")
    for _ in range(2):
        posted(memory, {"message": LATER[language], "session_id": session})
    player.play(answer=saying("E-2107 [myservice_31004]."), select=first_named)
    done, _ = posted(memory, {"message": BACK[language], "session_id": session})
    assert "select" in player.tasks
    (conversation,) = [asked["conversation"] for asked in player.inputs("answer")]
    assert FIRST[language] in conversation and LATER[language] not in conversation
    assert done["ref_doc_ids"] == ["myservice_31004"]
    devices: list[Any] = memory.client.get(f"/v1/sessions/{session}/turns/{done['turn_id']}").json()["trace"]["devices"]
    assert "ECOLITE 3000" not in devices, "the turn that is named wins over the devices of later ones"


@in_three_languages
def test_what_is_kept_of_a_turn_is_shown_with_its_trace(memory: Service, player: Player, language: Language) -> None:
    session = f"kept-{language}"
    player.thoughts = "Let me see."
    player.play(answer=saying("340 kg [sop_1530]."), select="[]", judge=json.dumps({"faithful": True, "issues": [], "hint": "h"}))
    posted(memory, {"message": LATER[language], "session_id": session, "mode": "verified"})
    player.thoughts = ""
    posted(memory, {"message": {"ko": "고마워요", "en": "thanks", "ja": "ありがとう"}[language], "session_id": session})
    turn = memory.client.get(f"/v1/sessions/{session}/turns/1").json()
    assert "Let me see." in turn["trace"]["thoughts"] and turn["trace"]["attempts"][0]["verdicts"][0]["faithful"] is True
    assert "summary_ts" in turn
    assert memory.client.get(f"/v1/sessions/{session}").json()["last_doc_turn_id"] == 1
    document = memory.client.get(f"/v1/documents/{turn['doc_refs'][0]['doc_id']}").json()
    assert document["storage_pointer"].startswith("sha256:")
