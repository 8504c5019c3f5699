"""Worlds are answered by the product as it is, and what it says is held against what answers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation_worlds import QUESTIONS, write_world
from ibidem.domain.conversation import AnswerDegree
from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.world_answers import Reply, WorldReply, calibrating, evaluate_worlds, sample, world_scores
from ibidem.evaluation.worlds import World, read_world, read_worlds
from ibidem.settings import Settings


def silent(_things: str, _done: int, _total: int) -> None:
    """Counts nothing."""


@pytest.fixture(scope="module")
def plant(tmp_path_factory: pytest.TempPathFactory) -> World:
    return read_world(write_world(tmp_path_factory.mktemp("worlds") / "plant"))


def reply(plant: World, place: int, text: str, *cited: str, found: AnswerDegree = "answered", asks: bool = False) -> WorldReply:
    question = plant.questions[place]
    return WorldReply(world="plant", question=question, spoken=frozenset({"en"}), reply=Reply(text, cited, found, asks))


async def test_worlds_are_answered_from_one_store(tmp_path: Path) -> None:
    write_world(tmp_path / "plant")
    annex = write_world(tmp_path / "annex", QUESTIONS[:1])
    for other in ("chiller.md", "ja/robot.md"):
        (annex / "docs" / other).unlink()
    (annex / "docs" / "pump.md").write_text("# 예비 펌프\n\n진공 펌프의 오일은 여섯 달마다 교체한다. 예비 펌프다.\n")
    seen: list[tuple[str, int, int]] = []
    settings = Settings(data=tmp_path / "not-this", model="openai:none")
    replies = await evaluate_worlds(read_worlds(tmp_path), settings, None, lambda *step: seen.append(step))
    assert not (tmp_path / "not-this").exists()
    assert [(one.world, one.question.id) for one in replies] == [("annex", "p-1"), *(("plant", one["id"]) for one in QUESTIONS)]
    found = {one.question.id: one for one in replies if one.world == "plant"}
    assert all(found[name].cited and found[name].said for name in ("p-1", "p-2", "p-3"))
    assert {document for one in replies for document in one.reply.cited} >= {"plant/chiller.md", "plant/ja/robot.md"}
    assert [one for one in replies if one.reply.problem] == [] and found["p-6"].shortcomings == ()
    assert seen[-1] == ("questions", 7, 7) and ("documents", 4, 4) in seen


async def test_a_follow_up_is_asked_after_its_history(tmp_path: Path) -> None:
    questions = [
        QUESTIONS[3] | {"id": "f", "kind": "followup", "question": "그럼 얼마나 자주요?", "history": ["진공 펌프 오일 교체"]}
    ]
    questions[0]["answers"] = QUESTIONS[0]["answers"]
    world = read_world(write_world(tmp_path / "plant", questions))
    [follow] = await evaluate_worlds([world], Settings(data=tmp_path), None, silent)
    assert follow.first and follow.said


async def test_vectors_are_there_before_the_first_question(tmp_path: Path) -> None:
    write_world(tmp_path / "plant", QUESTIONS[:1])
    seen: list[tuple[str, int, int]] = []
    settings = Settings(data=tmp_path, embedder="local:ibidem-1")
    await evaluate_worlds(read_worlds(tmp_path), settings, None, lambda *step: seen.append(step))
    vectors = [step for step in seen if step[0] == "vectors"]
    assert vectors[-1][1] == vectors[-1][2] > 0 and seen.index(vectors[-1]) < seen.index(("questions", 1, 1))


def test_only_quotations_with_a_probability_calibrate(plant: World) -> None:
    said = QUESTIONS[0]["answers"][0]
    right = Reply(said["lead"], (f"plant/{said['doc']}",), "answered", probability=0.91)
    others = [replace(right, text="something else"), replace(right, probability=None), replace(right, cited=(), found="none")]
    asked = [WorldReply(world="plant", question=plant.questions[0], spoken=frozenset(), reply=one) for one in (right, *others)]
    nothing = next(one for one in plant.questions if not one.answers)
    asked.append(WorldReply(world="annex", question=nothing, spoken=frozenset(), reply=replace(right, found="closest")))
    assert calibrating(asked) == {"plant": [(0.91, True), (0.91, False)], "annex": [(0.91, False)]}


def test_a_sample_is_the_same_every_time(plant: World) -> None:
    asked = [(name, question) for name in ("plant", "annex") for question in plant.questions]
    assert sample(asked, None) == sample(asked, 99) == asked
    chosen = sample(asked, 4)
    assert len(chosen) == 4 and sample(asked, 4) == chosen == [one for one in asked if one in chosen]
    more = [("office", question) for question in plant.questions[:1]]
    assert len([one for one in chosen if one not in sample([*more, *asked], 4)]) <= 1


async def test_a_document_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = write_world(tmp_path / "plant")
    (folder / "docs" / "broken.pdf").write_bytes(b"%PDF-1.7 nothing of one")
    with pytest.raises(InvalidInput, match=r"plant/broken\.pdf"):
        await evaluate_worlds([read_world(folder)], Settings(data=tmp_path), None, silent)


def test_a_reply_is_held_against_the_question(plant: World) -> None:
    good = reply(plant, 0, "Pump: 오일은 **여섯 달** 마다 [1]\nsecond line", "plant/pump.md")
    assert good.cited and good.first and good.said and good.said_at_once and good.foreign and good.shortcomings == ()
    late = reply(plant, 0, "first line [1]\n여섯 달마다 [2]", "annex/pump.md", "plant/pump.md")
    assert late.cited and not late.first and late.said and not late.said_at_once
    assert late.shortcomings == ("not first", "not in the first line")
    assert reply(plant, 0, "일곱 달마다 [1]", "annex/pump.md").shortcomings == ("wrong document", "not said")
    one_side = reply(plant, 3, "Lid of the chiller: 9 N·m [1]", "plant/chiller.md")
    assert not one_side.said and one_side.said_at_once and not one_side.foreign
    assert reply(plant, 3, "Lid: 9 N·m\nFoot: 32 N·m [1]", "plant/chiller.md").said
    assert reply(plant, 0, "", found="none").shortcomings == ("none",)
    assert reply(plant, 0, "?", found="none", asks=True).shortcomings == ("asks",)
    assert reply(plant, 5, "x", "plant/pump.md").shortcomings == ("answered",)
    assert reply(plant, 5, "x", "plant/pump.md", found="closest").shortcomings == ()


def test_shares_are_of_the_questions_that_count(plant: World) -> None:
    replies = [
        reply(plant, 0, "여섯 달마다 [1]", "plant/pump.md"),
        reply(plant, 4, "모릅니다", found="none"),
        reply(plant, 1, "x [1]", "plant/pump.md", found="closest"),
        reply(plant, 5, "x [1]", "plant/pump.md"),
    ]
    scores = {one.group: one.as_json() for one in world_scores(replies)}
    assert list(scores) == ["ko", "en", "ja", "all"]
    assert scores["ko"] == {
        "language": "ko", "answerable": 2, "foreign": 2, "unanswerable": 0, "failed": 0, "cited": 0.5, "first": 0.5, "said": 0.5,
        "first_line": 0.5, "closest": 0.0, "none": 0.5, "asks": 0.0, "foreign_first": 0.5, "not_answered": None,
    }  # fmt: skip
    assert (scores["en"]["closest"], scores["en"]["cited"], scores["en"]["foreign_first"]) == (1.0, 0.0, None)
    assert (scores["ja"]["answerable"], scores["ja"]["not_answered"]) == (0, 0.0)
    assert (scores["all"]["answerable"], scores["all"]["cited"]) == (3, pytest.approx(1 / 3))
    json.dumps(list(scores.values()))
