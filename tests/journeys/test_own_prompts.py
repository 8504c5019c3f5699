"""A profile that has prompts of its own for a route: a file for that route alone, and a table in the file of all routes."""

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


def write_prompts(folder: Path) -> None:
    """Of answers a file for the route `setup` alone, of judges a table for it."""
    folder.mkdir()
    shipped = resources.files("ibidem") / "prompts"
    for language in LANGUAGES:
        prompt = load_catalog().get("answer_setup", language)
        head = f'version = 90\ninputs = {sorted(prompt.inputs)}\nreply = "{prompt.reply}"\nmax_tokens = {prompt.max_tokens}\n'
        (folder / f"answer_setup.{language}.md").write_text(
            f"+++\n{head}+++\n{prompt.system}\n{OWN[language]}\n=== user ===\n{prompt.user}", encoding="utf-8"
        )
        text = (shipped / f"judge.{language}.md").read_text(encoding="utf-8")
        head, rest = text.partition("\n[routes.")[0], text.split("\n+++\n", 1)[1]
        table = f"[routes.setup]\nversion = 91\nask = '{CHECKED[language]}'\nfaults = ''\n"
        (folder / f"judge.{language}.md").write_text(f"{head}\n{table}+++\n{rest}", encoding="utf-8")


@pytest.fixture(scope="module")
def home(machines: Cli, tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = copy_of(machines, tmp_path_factory.mktemp("own_prompts"))
    write_prompts(cli.home / "prompts")
    shipped = (resources.files("ibidem") / "profiles" / "equipment.toml").read_text(encoding="utf-8")
    profile = cli.home / "own.toml"
    profile.write_text(f'prompts = "prompts"\n{shipped}', encoding="utf-8")
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


def test_what_is_wrong_with_them_is_told_by_the_doctor(home: Cli, tmp_path: Path) -> None:
    shutil.copy(home.profile, tmp_path)
    shutil.copytree(home.home / "prompts", tmp_path / "prompts")
    cli = Cli(tmp_path, str(tmp_path / "own.toml"))
    assert "prompts are invalid" not in cli.run("doctor").stdout
    judge = tmp_path / "prompts" / "judge.ja.md"
    judge.write_text(judge.read_text(encoding="utf-8").replace("[routes.setup]", "[routes.setpu]"), encoding="utf-8")
    done = cli.run("doctor")
    assert f"{judge}: there is no route 'setpu'; allowed are " in done.stdout.replace("\n", " ") and done.returncode != 0
