"""The worlds of the repository are of their form, and of one that is not every fault is printed."""

from pathlib import Path

import pytest
from training.checking import check

from evaluation_worlds import QUESTIONS, write_world
from ibidem.domain.languages import LANGUAGES
from ibidem.evaluation.worlds import World, read_worlds

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module", params=["worlds", "worlds-dev"])
def worlds(request: pytest.FixtureRequest) -> tuple[World, ...]:
    return read_worlds(TRAINING / request.param)


def test_the_worlds_here_are_of_their_form(worlds: tuple[World, ...]) -> None:
    assert len(worlds) in (65, 4)
    for world in worlds:
        assert len(world.documents) >= 9 and len(world.questions) >= 100
        assert len({question.language for question in world.questions}) >= 2
    assert {question.language for world in worlds for question in world.questions} == set(LANGUAGES)


def test_no_world_is_both_trained_on_and_chosen_with() -> None:
    trained, chosen = (
        {question.question for world in read_worlds(TRAINING / name) for question in world.questions if not question.history}
        for name in ("worlds", "worlds-dev")
    )
    assert len(trained & chosen) <= len(chosen) // 100  # short ones may be alike


def test_what_a_world_holds_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(write_world(tmp_path / "plant"))
    assert capsys.readouterr().out.startswith("plant: 3 documents, 6 questions (2 ko, 2 en, 2 ja, 1 fact, 1 table,")


def test_every_fault_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_world(tmp_path / "annex")
    write_world(tmp_path / "plant", [QUESTIONS[0] | {"lang": "fr"}, QUESTIONS[1] | {"kind": "opinion"}])
    assert not check(tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:38] for line in lines] == [
        "annex: 3 documents, 6 questions (2 ko,",
        "plant/questions.jsonl line 1: lang: In",
        "plant/questions.jsonl line 2: kind: In",
        "plant: 2 faults",
    ]
