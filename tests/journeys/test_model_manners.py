"""Servers that mix thoughts into their answers, or send events and fields that nobody asked for: only our own events leave."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import Language
from ibidem.testing.openai_server import Manners, ThoughtStyle
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import LANGUAGES, PUMP, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, playing, saying, stored

MODES: tuple[Mode, ...] = ("fast", "verified")
STYLES: tuple[ThoughtStyle, ...] = ("reasoning_content", "reasoning", "tags", "unopened_tags")
FIELDS = {
    "step": {"step", "state", "ms"},
    "sources": {"sources"},
    "delta": {"text"},
}
THOUGHT = {
    "ko": "혹시 77 N·m일까 [2]? 아니다, 일지를 보자.",
    "en": "Could it be 77 N·m [2]? No, the diary says otherwise.",
    "ja": "77 N·mだろうか [2]。いや、日誌を見よう。",
}


@pytest.fixture(scope="module", params=[STYLES[0], *(pytest.param(style, marks=pytest.mark.slow) for style in STYLES[1:])])
def thinker(request: pytest.FixtureRequest) -> Iterator[Player]:
    """A server that thinks aloud in one of the ways that servers have, and is hostile besides."""
    with playing(Manners(thoughts=request.param, hostile=True)) as player:
        yield player


@pytest.fixture(scope="module")
def thinking(machines: Cli, thinker: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    # By this name its first stream is held back: that of a model by another name would show thoughts without an opening tag.
    named = thinker.environment | {"IBIDEM_MODEL": "openai:thinking"}
    with served(copy_of(machines, tmp_path_factory.mktemp("thinking")), **named) as service:
        yield service


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_thoughts_stay_in_the_trace_and_hostile_events_go_nowhere(
    thinking: Service, thinker: Player, language: Language, mode: Mode
) -> None:
    thought = thinker.thoughts = THOUGHT[language]
    thinker.play(answer=saying(TORQUE_TOLD[language]))
    events = list(thinking.events(TORQUE[language], mode=mode, session_id=f"thinking-{language}-{mode}"))
    done: dict[str, Any] = events[-1][1]
    assert events[-1][0] == "done" and done["answer"] == as_told(TORQUE_TOLD[language])
    assert "".join(str(data["text"]) for name, data in events if name == "delta") == done["answer"]
    for name, data in events[:-1]:
        assert set(data) == FIELDS[name], "only our own events, with their own fields"
    told = json.dumps(events, ensure_ascii=False)
    for foreign in ("77 N·m", "think>", "<script>", "execute", "tool_calls", "chatcmpl", "reasoning"):
        assert foreign not in told, foreign
    turn = stored(thinking, done)
    assert thought in turn["trace"]["thoughts"] and done["ref_doc_ids"] == [PUMP[language]]
    assert "77 N·m" not in json.dumps({**turn, "trace": None}, ensure_ascii=False)
    assert turn["trace"]["dropped_citations"] == 0 and turn["trace"]["troubles"] == []
    assert done["meta"]["tokens"]["output"] > 0
