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
from ibidem.prompts.tasks import SHIPPED, TASKS


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


def copied(folder: Path, name: str, language: Language, into: str | None = None, told: str = "", version: int = 1) -> Path:
    """A shipped prompt under another name, with one more sentence."""
    text = (SHIPPED / f"{name}.{language}.md").read_text(encoding="utf-8")
    text = text.replace(f"Task: {name}", f"Task: {into or name}")
    text = re.sub(r"version = \d+", f"version = {version}", text, count=1)
    path = folder / f"{into or name}.{language}.md"
    path.write_text(text.replace("\n=== user ===", f"\n{told}\n=== user ==="), encoding="utf-8")
    return path


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


def test_a_name_that_is_none(folder: Path):
    with pytest.raises(PromptError, match=r"there is no prompt answer_incident\.ko; there are answer_general, answer_setup, "):
        load_catalog().get("answer_incident", "ko")
    for name in ("answer_incident.ko.md", "gaet.ko.md", "gate.kr.md", "gate.md", "gate.ko.txt", "README.md"):
        (folder / name).write_text("x")
    problems = refused(lambda: load_catalog(folder))
    assert len(problems) == 6
    assert problems[-1].startswith(
        f"{folder / 'gate.md'} is no prompt; allowed are NAME.ko.md, NAME.en.md, NAME.ja.md with NAME one of answer_general, "
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


def test_what_ships_is_checked_whole(tmp_path: Path):
    shipped = tmp_path / "shipped"
    shutil.copytree(SHIPPED, shipped)
    for language in LANGUAGES:
        (shipped / f"gate.{language}.md").unlink()
    problems = refused(lambda: Catalog(None, (), shipped))
    assert problems == [f"{shipped / f'gate.{language}.md'} is missing" for language in LANGUAGES]


def test_line_ends_and_a_byte_order_mark_change_nothing(folder: Path):
    text = (SHIPPED / "gate.ko.md").read_text(encoding="utf-8")
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

    def test_what_ships_is_read_anew_too(self, tmp_path: Path, clock: Clock):
        shipped = tmp_path / "shipped"
        shutil.copytree(SHIPPED, shipped)
        catalog = Catalog(None, (), shipped, clock)
        copied(shipped, "summary", "ja", told="敬体で書きます。")
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
        assert looks == [SHIPPED, folder]


def test_every_task_is_in_the_catalog_in_every_language():
    assert {(p.name, p.language) for p in load_catalog().prompts()} == {(n, language) for n in TASKS for language in LANGUAGES}
