"""The whole catalog: what ships, what a profile puts in its place, and what is taken of a change while the service runs."""

import logging
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibidem.domain.errors import PromptError
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.prompts.catalog import Catalog, load_catalog
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.tasks import ROUTE_TASKS, SHIPPED, TASKS

ROUTES = ("general", "setup", "ts")
Shipped = dict[Language, Path]
SAFETY: dict[Language, str] = {
    "ko": "전원을 끄라는 말로 시작합니다.",
    "en": "Begin with a word on switching it off.",
    "ja": "電源を切ることから書きます。",
}


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "prompts"
    path.mkdir()
    return path


def alone(prompt: Prompt) -> str:
    """A prompt as a file of its own."""
    inputs = ", ".join(f'"{name}"' for name in sorted(prompt.inputs))
    head = f'version = {prompt.version}\ninputs = [{inputs}]\nreply = "{prompt.reply}"\nmax_tokens = {prompt.max_tokens}\n'
    return f"+++\n{head}+++\n{prompt.system}\n=== user ===\n{prompt.user}"


def copied(folder: Path, name: str, language: Language, into: str | None = None, told: str = "", version: int = 1) -> Path:
    """A shipped prompt under another name, with one more sentence."""
    text = alone(load_catalog().get(name, language)).replace(f"Task: {name}", f"Task: {into or name}")
    text = re.sub(r"version = \d+", f"version = {version}", text, count=1)
    path = folder / f"{into or name}.{language}.md"
    path.write_text(text.replace("\n=== user ===", f"\n{told}\n=== user ==="), encoding="utf-8")
    return path


def for_routes(folder: Path, kind: str, language: Language, routes: str) -> Path:
    """A shipped file with these tables of routes in place of its own."""
    head, rest = (SHIPPED[language] / f"{kind}.{language}.md").read_text(encoding="utf-8").split("\n[routes.", 1)
    path = folder / f"{kind}.{language}.md"
    path.write_text(f"{head}\n{routes}+++\n" + rest.split("\n+++\n", 1)[1], encoding="utf-8")
    return path


@pytest.fixture
def shipped(tmp_path: Path) -> Shipped:
    """Copies of the folders of the prompts that ship."""
    return {language: Path(shutil.copytree(path, tmp_path / "shipped" / language)) for language, path in SHIPPED.items()}


def refused(load: Callable[[], object]) -> list[str]:
    with pytest.raises(PromptError) as caught:
        load()
    first, *problems = str(caught.value).split("\n  ")
    assert first == "prompts are invalid:"
    return problems


def test_a_folder_replaces_what_it_holds_and_nothing_else(folder: Path):
    copied(folder, "answer_general", "ko", told="사규 담당 부서도 알려 주세요.", version=7)
    catalog, shipped = load_catalog(folder), load_catalog()
    assert "사규 담당 부서도 알려 주세요." in catalog.get("answer_general", "ko").system
    assert catalog.get("answer_general", "ko").label.startswith("answer_general.ko@7-")
    others = [p for p in catalog.prompts() if (p.name, p.language) != ("answer_general", "ko")]
    assert others == [p for p in shipped.prompts() if (p.name, p.language) != ("answer_general", "ko")]


def test_a_route_has_its_own_prompts_in_the_languages_that_it_gives(folder: Path):
    copied(folder, "answer_general", "ja", into="answer_incident", told="発生日も書きます。")
    copied(folder, "queries_ts", "en", into="queries_incident")
    catalog = load_catalog(folder, routes=("incident", "general"))
    assert catalog.for_route("answer", "incident", "ja").name == "answer_incident"
    assert catalog.for_route("answer", "incident", "ko") == catalog.get("answer_general", "ko")
    assert catalog.for_route("queries", "incident", "en").name == "queries_incident"
    assert catalog.for_route("judge", "incident", "en") == catalog.get("judge_general", "en")
    for language in LANGUAGES:
        assert catalog.for_route("judge", "ts", language) == catalog.get("judge_ts", language)


def test_a_folder_may_reword_what_ships_for_a_route_that_the_profile_has_not(folder: Path):
    copied(folder, "answer_ts", "ko", told="부서도 적습니다.")
    assert "부서도" in load_catalog(folder, routes=("general",)).get("answer_ts", "ko").system


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_its_own_takes_the_place_of_one_route_in_one_language(folder: Path, language: Language):
    copied(folder, "answer_setup", language, told=SAFETY[language], version=9)
    catalog, shipped = load_catalog(folder, ROUTES), load_catalog()
    mine = catalog.for_route("answer", "setup", language)
    assert mine.system.endswith(SAFETY[language]) and mine.label.startswith(f"answer_setup.{language}@9-")
    assert (
        mine.fill(dict.fromkeys(mine.inputs, "x")).user
        == shipped.get("answer_setup", language).fill(dict.fromkeys(mine.inputs, "x")).user
    )
    assert [p for p in catalog.prompts() if p != mine] == [
        p for p in shipped.prompts() if (p.name, p.language) != ("answer_setup", language)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_for_several_routes_replaces_those_that_it_has_and_adds_its_own(folder: Path, language: Language):
    tables = f"[routes.setup]\nversion = 9\nask = '{SAFETY[language]}'\nform = ''\n"
    for_routes(folder, "answer", language, tables + tables.replace("setup", "incident").replace("9", "2"))
    catalog, shipped = load_catalog(folder, routes=("incident", "general")), load_catalog()
    for route, version in (("setup", 9), ("incident", 2)):
        mine = catalog.for_route("answer", route, language)
        assert mine.system.startswith(f"Task: answer_{route}\n{SAFETY[language]}") and mine.version == version
    kept = [
        p for p in catalog.prompts() if (p.name, p.language) not in {(f"answer_{r}", language) for r in ("setup", "incident")}
    ]
    assert kept == [p for p in shipped.prompts() if (p.name, p.language) != ("answer_setup", language)]


def test_a_file_of_its_own_goes_before_one_for_several_routes(folder: Path):
    for_routes(folder, "answer", "en", "[routes.setup]\nversion = 9\nask = 'From all.'\nform = ''\n")
    copied(folder, "answer_setup", "en", told="By itself.")
    mine = load_catalog(folder).get("answer_setup", "en").system
    assert "By itself." in mine and "From all." not in mine


def test_a_route_that_the_profile_has_not_is_refused_with_those_that_there_are(folder: Path):
    path = for_routes(folder, "judge", "ja", "[routes.incident]\nversion = 1\nask = '照合してください。'\nfaults = ''\n")
    assert refused(lambda: load_catalog(folder, ("emergency",))) == [
        f"{path}: there is no route 'incident'; allowed are emergency, general, setup, ts"
    ]


def test_a_name_that_is_none(folder: Path):
    with pytest.raises(PromptError, match=r"there is no prompt answer_incident\.ko; there are answer_general, answer_setup, "):
        load_catalog().get("answer_incident", "ko")
    for name in ("answer_incident.ko.md", "gaet.ko.md", "gate.kr.md", "gate.md", "gate.ko.txt", "README.md"):
        (folder / name).write_text("x")
    problems = refused(lambda: load_catalog(folder))
    assert len(problems) == 6
    assert problems[-1].startswith(
        f"{folder / 'gate.md'} is no prompt; "
        "allowed are NAME.ko.md, NAME.en.md, NAME.ja.md with NAME one of answer, answer_general, "
    )
    assert "answer_incident" not in problems[-1]


def test_what_editors_leave_behind_is_no_prompt(folder: Path):
    for name in (".gate.ko.md.swp", "gate.ko.md~", "#gate.ko.md#", ".DS_Store"):
        (folder / name).write_bytes(b"\xff")
    assert load_catalog(folder).prompts() == load_catalog().prompts()


def test_a_folder_in_the_folder_is_no_prompt(folder: Path):
    (folder / "gate.ko.md").mkdir()
    (folder / "ko").mkdir()
    unreadable, unknown = refused(lambda: load_catalog(folder))
    assert unreadable.startswith(f"{folder / 'gate.ko.md'} cannot be read as UTF-8 text: ")
    assert unknown.startswith(f"{folder / 'ko'} is no prompt; ")


def test_a_folder_that_is_not_there(tmp_path: Path):
    (problem,) = refused(lambda: load_catalog(tmp_path / "nowhere"))
    assert problem.startswith(f"{tmp_path / 'nowhere'} is no folder that can be read: ")


def test_every_problem_of_every_file_is_told_with_its_file(folder: Path):
    broken = copied(folder, "gate", "en", version=0)
    latin = folder / "gate.ja.md"
    latin.write_bytes("Task: gate é".encode("latin-1"))
    problems = refused(lambda: load_catalog(folder))
    assert problems[0] == f"{broken}: version must be a whole number from 1 up, not 0"
    assert problems[1].startswith(f"{latin} cannot be read as UTF-8 text: ") and len(problems) == 2


class TestWhatShips:
    @pytest.mark.parametrize("name", ["gate", "answer"])
    def test_a_file_that_is_missing(self, shipped: Shipped, name: str):
        for language in LANGUAGES:
            (shipped[language] / f"{name}.{language}.md").unlink()
        problems = refused(lambda: Catalog(None, (), shipped))
        assert problems == [f"{shipped[language] / f'{name}.{language}.md'} is missing" for language in LANGUAGES]

    def test_a_route_that_one_file_lacks(self, shipped: Shipped):
        path = shipped["ko"] / "queries.ko.md"
        path.write_text(path.read_text(encoding="utf-8").replace("[routes.ts]", "[routes.tz]"), encoding="utf-8")
        problems = refused(lambda: Catalog(None, (), shipped))
        others = {folder / f"{kind}.{language}.md" for kind in ROUTE_TASKS for language, folder in shipped.items()} - {path}
        assert len(problems) == 9 and set(problems) == {
            f"{path} has no table [routes.ts]",
            *(f"{other} has no table [routes.tz]" for other in others),
        }

    def test_a_file_that_is_invalid_is_told_alone(self, shipped: Shipped):
        path = shipped["ja"] / "judge.ja.md"
        path.write_text(path.read_text(encoding="utf-8").replace("version = 4", "version = 0"), encoding="utf-8")
        assert refused(lambda: Catalog(None, (), shipped)) == [
            f"{path}: route {route!r}: version must be a whole number from 1 up, not 0" for route in ROUTES
        ]

    def test_a_route_in_a_file_of_its_own_is_none(self, shipped: Shipped):
        path = copied(shipped["en"], "answer_ts", "en")
        (problem,) = refused(lambda: Catalog(None, (), shipped))
        assert problem.startswith(f"{path} is no prompt; allowed are ") and "answer_ts" not in problem.partition("allowed")[2]


def test_line_ends_and_a_byte_order_mark_change_nothing(folder: Path):
    text = (SHIPPED["ko"] / "gate.ko.md").read_text(encoding="utf-8")
    (folder / "gate.ko.md").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_catalog(folder).get("gate", "ko") == load_catalog().get("gate", "ko")


class TestWhileTheServiceRuns:
    @pytest.fixture
    def catalog(self, folder: Path, clock: Clock) -> Catalog:
        copied(folder, "gate", "en", told="First.")
        return Catalog(folder, ("incident",), clock=clock)

    def look(self, catalog: Catalog, clock: Clock) -> None:
        clock.now += 1.0
        catalog.fresh()

    def test_a_changed_file_is_taken(self, catalog: Catalog, folder: Path, clock: Clock, caplog: pytest.LogCaptureFixture):
        before = catalog.get("gate", "en")
        copied(folder, "gate", "en", told="Second, and longer.", version=2)
        assert catalog.get("gate", "en") == before
        with caplog.at_level(logging.INFO):
            self.look(catalog, clock)
        after = catalog.get("gate", "en")
        assert "Second" in after.system and after.version == 2 and after.digest != before.digest
        assert caplog.messages == [f"prompts changed: {after.label}"]

    def test_a_change_within_the_same_size_is_taken(self, catalog: Catalog, folder: Path, clock: Clock):
        path = copied(folder, "gate", "en", told="Later.")
        os.utime(path, ns=(1, 1))
        self.look(catalog, clock)
        assert "Later." in catalog.get("gate", "en").system

    def test_a_new_file_is_taken_and_one_that_went_gives_way_to_what_ships(self, catalog: Catalog, folder: Path, clock: Clock):
        copied(folder, "answer_ts", "ko", into="answer_incident")
        (folder / "gate.en.md").unlink()
        self.look(catalog, clock)
        assert catalog.for_route("answer", "incident", "ko").name == "answer_incident"
        assert catalog.get("gate", "en") == load_catalog().get("gate", "en")
        (folder / "answer_incident.ko.md").unlink()
        self.look(catalog, clock)
        assert catalog.for_route("answer", "incident", "ko").name == "answer_general"

    def test_what_ships_is_read_anew_too(self, shipped: Shipped, clock: Clock):
        catalog = Catalog(None, (), shipped, clock)
        copied(shipped["ja"], "summary", "ja", told="敬体で書きます。")
        self.look(catalog, clock)
        assert "敬体で書きます。" in catalog.get("summary", "ja").system

    def test_a_change_that_does_not_hold_together_is_told_once_and_not_taken(
        self, catalog: Catalog, folder: Path, clock: Clock, caplog: pytest.LogCaptureFixture
    ):
        before = catalog.prompts()
        copied(folder, "refusal", "en", told="Good, but not alone.")
        copied(folder, "gate", "en", version=0)
        for _ in range(3):
            self.look(catalog, clock)
        assert catalog.prompts() == before
        (warning,) = caplog.records
        assert warning.levelname == "WARNING"
        assert "the earlier texts stay in use" in warning.message
        assert f"{folder / 'gate.en.md'}: version must be a whole number from 1 up, not 0" in warning.message
        copied(folder, "gate", "en", told="Mended.", version=3)
        self.look(catalog, clock)
        assert "Mended." in catalog.get("gate", "en").system and "Good" in catalog.get("refusal", "en").system

    def test_a_folder_that_goes_leaves_the_last_texts(
        self, catalog: Catalog, folder: Path, clock: Clock, caplog: pytest.LogCaptureFixture
    ):
        before = catalog.prompts()
        shutil.rmtree(folder)
        self.look(catalog, clock)
        assert catalog.prompts() == before and len(caplog.records) == 1

    def test_it_looks_once_a_second_at_most(self, catalog: Catalog, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch):
        looks: list[object] = []
        scandir = os.scandir
        monkeypatch.setattr(os, "scandir", lambda path: looks.append(path) or scandir(path))
        for _ in range(50):
            catalog.fresh()
        assert looks == []
        clock.now += 1.0
        for _ in range(50):
            catalog.fresh()
        assert looks == [*SHIPPED.values(), folder]


def test_every_task_is_in_the_catalog_in_every_language():
    names = {*TASKS, *(f"{kind}_{route}" for kind in ROUTE_TASKS for route in ROUTES)}
    assert {(p.name, p.language) for p in load_catalog().prompts()} == {(n, language) for n in names for language in LANGUAGES}
