"""A question about the third turn of sixty, over HTTP: answered by a model that looks around, and not from the last turns."""

import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play
from ibidem.turn.exploring.exploring_wording import EXPLORING_WORDINGS
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import LANGUAGES, PUMP, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, inputs_of, saying, stored

CHUNK = re.compile(r'"chunk_ids":\["([^"]+)"')
THANKS = {"ko": "감사합니다", "en": "Thank you", "ja": "ありがとうございます"}
AGAIN = {
    "ko": "대화 초반에 여쭤봤던 값이 얼마였는지 한 번 더 알려 주시겠어요?",
    "en": "Could you give me once more the value that I asked you for near the start?",
    "ja": "最初のころに伺った値を、もう一度教えていただけますか。",
}


@contextmanager
def with_history(policy: str, machines: Cli, player: Player, home: Path) -> Generator[Service]:
    """The machines served with a profile of this policy."""
    shipped = (resources.files("ibidem") / "profiles" / "equipment.toml").read_text(encoding="utf-8")
    cli = copy_of(machines, home)
    profile = home / "profile.toml"
    profile.write_text(f'history = "{policy}"\n{shipped}', encoding="utf-8")
    with served(Cli(cli.home, str(profile)), **player.environment) as service:
        yield service


@pytest.fixture(scope="module")
def exploring(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with with_history("explore", machines, player, tmp_path_factory.mktemp("exploring")) as service:
        yield service


@pytest.fixture(scope="module")
def recent(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with with_history("recent", machines, player, tmp_path_factory.mktemp("recent")) as service:
        yield service


def honest(language: Language) -> Any:
    """A model that answers where it sees which value is meant and what it is, and says so where it does not."""

    def reply(request: ModelRequest) -> Play:
        given = inputs_of(request)
        meant = TORQUE[language] in given["question"] + given.get("conversation", "")
        known = meant and "9 N·m" in given["passages"] and PUMP[language] in given["passages"]
        return saying(TORQUE_TOLD[language])(request) if known else Play("[[no answer]]")

    return reply


def looking() -> list[Any]:
    """A model that looks at the first turns, reads the one that asks for a value, and ends with what it cites."""

    def ending(request: ModelRequest) -> str:
        found = CHUNK.search(inputs_of(request)["steps"])
        assert found is not None
        return json.dumps({"tool": "answer_from_chunks", "chunk_ids": [found[1]]})

    return ['{"tool": "list_turns", "limit": 5}', '{"tool": "get_turn", "turn_id": 3}', ending]


def talked(service: Service, player: Player, language: Language, session: str) -> None:
    """Sixty turns, of which the third asks for the torque."""
    player.play(answer=honest(language), explore='{"tool": "search_chunks", "query": "9 N·m", "limit": 3}')
    for number in range(1, 61):
        service.ask(TORQUE[language] if number == 3 else THANKS[language], session_id=session)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_about_the_third_turn_of_sixty(
    exploring: Service, recent: Service, player: Player, language: Language
) -> None:
    talked(recent, player, language, language)
    player.play(answer=honest(language))
    done = recent.ask(AGAIN[language], session_id=language)
    assert done["turn_id"] == 61 and "9 N·m" not in done["answer"]

    talked(exploring, player, language, language)
    player.play(answer=honest(language), explore=looking())
    events = list(exploring.events(AGAIN[language], session_id=language))
    assert EXPLORING_WORDINGS[language].reading.format(3) in [data.get("text") for name, data in events if name == "step"]
    done: Any = events[-1][1]
    assert events[-1][0] == "done" and done["turn_id"] == 61
    assert done["answer"] == as_told(TORQUE_TOLD[language])
    assert [source["doc_id"] for source in done["sources"]] == [PUMP[language]]
    trace = stored(exploring, done)["trace"]
    assert [use["tool"] for use in trace["exploration"]["uses"]] == ["list_turns", "get_turn", "answer_from_chunks"]
    assert trace["exploration"]["ended"] == "answered" and done["meta"]["notice"] is None
