"""A profile that has prompts of its own for routes: a file for one route alone, and tables in the file of all routes.

One of the routes is the profile's own, and stands in it and beside it alone, as docs/architecture.md says under "How to add".
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.prompts.catalog import load_catalog
from ibidem.testing.script import task_of
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, saying, stored

OWN: dict[Language, str] = {
    "ko": "마지막에 사내 안전팀 번호 119를 적습니다.",
    "en": "Name the safety desk, extension 119, at the end.",
    "ja": "最後に安全担当の内線119を書きます。",
}
CHECKED: dict[Language, str] = {
    "ko": "<question>에 대한 <answer>를 <passages>와 대조하세요. 안전팀 번호는 따지지 않습니다.",
    "en": "Check the <answer> to <question> against <passages>. The number of the safety desk is no fault.",
    "ja": "<question>に対する<answer>を<passages>と照らし合わせてください。安全担当の内線は問いません。",
}
ROUTE = """
[[routes]]
name = "safety"
priority = 90
words = ["안전", "safety", "安全"]
"""
SAFELY: dict[Language, str] = {
    "ko": "터보 펌프 배기 플랜지 볼트를 안전하게 조이려면 토크는 얼마인가요?",
    "en": "For safety, what torque do the exhaust flange bolts of the turbo pump get?",
    "ja": "安全のため、ターボポンプの排気フランジのボルトは何N·mで締めますか?",
}
GEAR: dict[Language, str] = {
    "ko": "<question>에 답하되 보호구부터 말합니다.",
    "en": "Answer <question> and name the protective gear first.",
    "ja": "<question>に、保護具のことから答えてください。",
}


def with_table(kind: str, language: Language, table: str) -> str:
    """The shipped file with this table in place of those of its routes."""
    text = (resources.files("ibidem") / "languages" / language / "prompts" / f"{kind}.{language}.md").read_text(encoding="utf-8")
    head, body = text.partition("\n[routes.")[0], text.split("\n+++\n", 1)[1]
    return f"{head}\n{table}+++\n{body}"


def write_prompts(folder: Path) -> None:
    """Of answers a file for the route `setup` alone and a table for the profile's own route, of judges a table for `setup`."""
    folder.mkdir()
    for language in LANGUAGES:
        prompt = load_catalog().get("answer_setup", language)
        head = f'version = 90\ninputs = {sorted(prompt.inputs)}\nreply = "{prompt.reply}"\nmax_tokens = {prompt.max_tokens}\n'
        alone = f"+++\n{head}+++\n{prompt.system}\n{OWN[language]}\n=== user ===\n{prompt.user}"
        answers = f"[routes.safety]\nversion = 1\nask = '{GEAR[language]}'\nform = ''\n"
        judges = f"[routes.setup]\nversion = 91\nask = '{CHECKED[language]}'\nfaults = ''\n"
        (folder / f"answer_setup.{language}.md").write_text(alone, encoding="utf-8")
        (folder / f"answer.{language}.md").write_text(with_table("answer", language, answers), encoding="utf-8")
        (folder / f"judge.{language}.md").write_text(with_table("judge", language, judges), encoding="utf-8")


@pytest.fixture(scope="module")
def home(machines: Cli, tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = copy_of(machines, tmp_path_factory.mktemp("own_prompts"))
    write_prompts(cli.home / "prompts")
    shipped = (resources.files("ibidem") / "profiles" / "equipment.toml").read_text(encoding="utf-8")
    profile = cli.home / "own.toml"
    profile.write_text(f'prompts = "prompts"\n{shipped}\n{ROUTE}', encoding="utf-8")
    return replace(cli, profile=str(profile))


@pytest.fixture(scope="module")
def service(home: Cli, player: Player) -> Iterator[Service]:
    with served(home, **player.environment) as service:
        yield service


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_are_used_for_that_route_and_named_in_the_trace(service: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = service.ask(TORQUE[language], mode="verified", session_id=f"own-{language}")
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["faithful"] is True
    told = {task_of(request): request.system for request in player.requests}
    assert told["answer_setup"].endswith(OWN[language])
    assert told["judge_setup"].startswith(f"Task: judge_setup\n{CHECKED[language]}\n- ")
    used = {call["prompt"].split("-")[0] for call in stored(service, done)["trace"]["calls"]}
    assert {f"answer_setup.{language}@90", f"judge_setup.{language}@91"} <= used


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_route_is_added_in_the_profile_and_its_folder_alone(service: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = service.ask(SAFELY[language], mode="verified", session_id=f"safely-{language}")
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["route"] == "safety"
    told = {task_of(request): request.system for request in player.requests}
    assert told["answer_safety"].startswith(f"Task: answer_safety\n{GEAR[language]}")
    assert "judge_general" in told, "what it has no prompt of its own for, it takes from the general route"


def test_what_is_wrong_with_them_is_told_by_the_doctor(home: Cli, tmp_path: Path) -> None:
    shutil.copy(home.profile, tmp_path)
    shutil.copytree(home.home / "prompts", tmp_path / "prompts")
    cli = Cli(tmp_path, str(tmp_path / "own.toml"))
    assert "prompts are invalid" not in cli.run("doctor").stdout
    judge = tmp_path / "prompts" / "judge.ja.md"
    judge.write_text(judge.read_text(encoding="utf-8").replace("[routes.setup]", "[routes.setpu]"), encoding="utf-8")
    done = cli.run("doctor")
    assert f"{judge}: there is no route 'setpu'; allowed are " in done.stdout.replace("\n", " ") and done.returncode != 0
