"""A language is a folder: with one more of them, and no line of code, ibidem reads, answers and speaks a fourth one."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from journeys.doors import Cli
from languages.esperanto import PACKAGE, RULES, SAID, package_with_esperanto

ENGLISH = "# Pump maintenance\n\nThe bolts of the pump are tightened to 24 Nm. The filter is replaced every six months.\n"
KOREAN = "# 휴가 규정\n\n연차 휴가는 1년에 15일입니다. 사용하지 않은 휴가는 다음 해로 넘어가지 않습니다.\n"
JAPANESE = "# 防火規程\n\n消火器は半年ごとに点検します。点検した人は記録に署名します。\n"


class Home:
    """The command line of a package with one more language."""

    def __init__(self, folder: Path) -> None:
        self._cli = Cli(folder, profile="general")
        self.code = package_with_esperanto(folder / "code")
        self.documents = folder / "documents"
        self.documents.mkdir()
        for name, text in (("rules", RULES), ("pump", ENGLISH), ("leave", KOREAN), ("fire", JAPANESE)):
            (self.documents / f"{name}.md").write_text(text, encoding="utf-8")

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """A process of its own, since the languages are read once in each."""
        path = os.pathsep.join((str(self._cli.home / "guard"), str(self.code)))
        return self._cli.spawn(*arguments, typed=typed, PYTHONPATH=path)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("esperanto"))
    done = home.run("index", str(home.documents), "--create")
    assert done.returncode == 0 and done.stdout.startswith("4 indexed, 0 unchanged, 0 failed"), done.stderr
    return home


@pytest.mark.slow
def test_no_code_is_touched(home: Home) -> None:
    def code(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")}

    assert code(home.code / PACKAGE.name) == code(PACKAGE)


@pytest.mark.slow
def test_a_question_is_answered_in_the_language_with_its_sources(home: Home) -> None:
    done = home.run("ask", "--json", "Kiom pagos legantoj por malfruoj?")
    answer = json.loads(done.stdout)
    assert answer["meta"]["language"] == "eo"
    assert "la leganto pagas 20 cendojn. [1]" in answer["answer"]  # by the stem: it was asked of legantoj, who pagos
    assert answer["ref_doc_ids"] == ["rules"]
    assert answer["meta"]["notice"] == SAID["quoted"]


@pytest.mark.slow
def test_a_conversation_keeps_to_the_language_of_each_question(home: Home) -> None:
    questions = {
        "Kiu gajnis la futbalan mondpokalon?": SAID["not_here"],
        "Kiom da libroj oni rajtas prunti?": "prunti ok librojn samtempe. [1]",
        "How often is the filter replaced?": "The filter is replaced every six months. [1]",
        "연차 휴가는 며칠인가요?": "연차 휴가는 1년에 15일입니다. [1]",
        "消火器はどのくらいの間隔で点検しますか。": "消火器は半年ごとに点検します。 [1]",
    }
    done = home.run("chat", typed="\n".join((*questions, "/quit\n")))
    assert done.returncode == 0, done.stderr
    at = 0
    for question, answer in questions.items():
        at = done.stdout.find(answer, at)
        assert at >= 0, (question, done.stdout)
    assert done.stdout.count(SAID["quoted"]) == 1  # the other three say it in their own
    for said in ("No model is configured", "설정된 모델이 없어", "モデルが設定されていない"):
        assert done.stdout.count(said) == 1, said


@pytest.mark.slow
def test_what_reads_the_language_is_tried_out(home: Home) -> None:
    assert "dictionary eo    loaded" in home.run("doctor").stdout
