"""`bench/played.py` replays conversations with the replies that somebody gave, and counts what they cost."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import click
import pytest
import uvicorn
from click.testing import CliRunner, Result

from ibidem.app import App
from ibidem.domain.models import ModelRequest
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.web.server import address_of, create_api, listen
from module_files import module_at

BENCH = Path(__file__).parents[2] / "bench"

module_at(BENCH / "worlds.py")
asked, player, played = (module_at(BENCH / f"{name}.py") for name in ("asked", "player", "played"))

ANSWERED = """
[[talk]]
id = "ko-lamp"
world = "support"
lang = "ko"
mode = "fast"

[[talk.turns]]
question = "온도라 램프는 몇 분 뒤에 꺼져?"
kind = "fact"
docs = ["lamp"]
must = [["40분"]]
must_not = ["25분"]
"""
UNANSWERED = """
[[talk]]
id = "en-kettle"
world = "support"
lang = "en"
mode = "fast"

[[talk.turns]]
question = "After how many minutes does the Ondora kettle switch off?"
kind = "fact"
docs = ["kettle"]
must = [["25 minutes"]]
must_not = []

[[talk.turns]]
question = "What does it cost?"
kind = "unanswerable"
docs = []
must = []
must_not = []
"""
DOCUMENTS = {
    "lamp": "# 온도라 램프\n\n온도라 램프는 켠 지 40분 뒤에 저절로 꺼진다.\n",
    "kettle": "# Ondora kettle\n\nThe Ondora kettle switches itself off after 25 minutes.\n",
}
REPLIES = {"Task: translate": "Ondora 온도라", "온도라 램프는 몇 분": "온도라 램프는 켠 지 40분 뒤에 저절로 꺼집니다 [1]."}


def call(task: str, begun: float, user: str = "", reply: str | None = "yes") -> Any:
    return player.Call(ModelRequest(f"Task: {task}\n", user, 100), reply, begun, begun + 0.2)


def turn(answer: str, *cited: str, found: str = "answered", asks: bool = False, kind: str = "fact", lost: bool = False) -> Any:
    answerable = kind != "unanswerable"
    docs, must = (["a"], [["5 s"]]) if answerable else ([], [])
    gold = asked.Gold("support", "en", 1, "?", kind, docs, must, ["9 s"])
    talk = played.Talk("t", "support", "fast", (gold,))
    return played.Played(
        talk, asked.Verdict(gold, asked.Reply(answer, list(cited), found, asks=asks, bare=[("a", answer, False)])), lost=lost
    )


@pytest.mark.parametrize(
    ("ended", "expected"),
    [
        (turn("5 s [1]", "a"), "right"),
        (turn("5 s [1]", "b"), "wrong"),
        (turn("5 s, or 9 s [1]", "a"), "wrong"),
        (turn("", found="none"), "wrong"),
        (turn("which?", found="none", asks=True), "wrong"),
        (turn("which?", found="none", asks=True, kind="ambiguous"), "right"),
        (turn("", found="none", kind="unanswerable"), "refused"),
        (turn("which?", found="none", asks=True, kind="unanswerable"), "wrong"),
        (turn("5 s [1]", "a", kind="unanswerable"), "wrong"),
        (turn("5 s [1]", "a", lost=True), "unanswered"),
    ],
)
def test_how_a_turn_ended(ended: Any, expected: str) -> None:
    assert ended.outcome == expected


def test_calls_made_at_once_are_one_after_the_other_only_once() -> None:
    calls = [call("translate", 0.0), call("route", 0.01), call("answer_ts", 0.25), call("judge_ts", 0.5), call("summary", 0.51)]
    assert player.in_sequence(calls) == 3
    assert player.before_draft(calls) == 1
    assert player.before_draft([call("refusal", 0.0)]) is None


def test_only_what_was_asked_before_the_first_call_failed_waits() -> None:
    calls = [call("gate", 0.0), call("translate", 0.01, reply=None), call("route", 0.1, reply=None)]
    after = call("answer_ts", 0.3, reply=None)
    assert player.waiting([*calls, after]) == calls[1:]


def test_the_share_of_the_right_document_is_that_of_its_lines() -> None:
    texts = {"a": played.flat("Turn the knob twice."), "b": played.flat("Pull the lever three times.")}
    drafts = [call("answer_ts", 0.0, "<passages>\n[1] Title\nTurn the knob twice.\nPull the lever\nthree times.\n")]
    assert played.right_share(drafts, texts, ["a"]) == pytest.approx(17 / (17 + 12 + 11))
    assert played.right_share([call("judge_ts", 0.0, "Turn the knob twice.")], texts, ["a"]) is None
    assert played.right_share(drafts, texts, []) is None


def test_a_long_answer_is_shown_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    played.show_turns([turn(f"{'It goes on. ' * 100}The end.", "lamp")])
    assert "The end." in capsys.readouterr().out


def test_the_conversations_are_as_many_in_each_language_and_about_documents_that_there_are() -> None:
    talks = played.read_talks(BENCH / "played" / "conversations.toml")
    turns = [gold for talk in talks for gold in talk.turns]
    assert {lang: sum(gold.lang == lang for gold in turns) for lang in ("ko", "en", "ja")} == {"ko": 8, "en": 8, "ja": 8}
    for gold in turns:
        assert all([*(played.EXAMPLES / gold.world).glob(f"{doc}.*")] for doc in gold.docs), gold
        assert bool(gold.docs) == (gold.kind != "unanswerable") == bool(gold.must), gold


def test_the_messages_for_a_fresh_reader_are_forty_of_every_kind() -> None:
    talks = played.read_talks(BENCH / "played" / "fresh" / "conversations.toml")
    turns = [gold for talk in talks for gold in talk.turns]
    assert {lang: sum(gold.lang == lang for gold in turns) for lang in ("ko", "en", "ja")} == {"ko": 13, "en": 14, "ja": 13}
    for lang in ("ko", "en", "ja"):
        held = {(talk.mode, talk.history) for talk in talks if talk.turns[0].lang == lang}
        assert held == {("fast", None), ("verified", None), ("fast", "explore")}
        assert {"follow-up", "unanswerable", "courtesy", "whole conversation"} <= {g.kind for g in turns if g.lang == lang}
    for gold in turns:
        assert all([*(played.EXAMPLES / gold.world).glob(f"{doc}.*")] for doc in gold.docs), gold
        assert bool(gold.docs) == (gold.kind not in ("unanswerable", "courtesy")) == bool(gold.must), gold


def test_alarms_and_misses() -> None:
    right, wrong = turn("5 s [1]", "a"), turn("9 s [1]", "a")
    assert replace(right, doubtful=True).false_alarm and not right.false_alarm
    assert wrong.miss and not replace(wrong, doubtful=True).miss and not turn("", found="none").miss
    approved = turn("", found="none", kind="courtesy")
    assert approved.outcome == "right" and replace(approved, calls=(call("route", 0.0),)).outcome == "wrong"


def test_what_stands_in_lets_every_turn_end_and_counts_as_unanswered(folder: Path) -> None:
    rows = {row["group"]: row for row in map(json.loads, run(folder, "--stand-in", "--json").stdout.splitlines())}
    assert rows["all"]["outcomes"]["unanswered"] >= 2 and rows["all"]["calls"] > 0 and rows["ko"]["right_share"] > 0


def test_a_file_that_is_not_in_the_format_is_named(tmp_path: Path) -> None:
    file = tmp_path / "conversations.toml"
    file.write_text('[[talk]]\nid = "x"\n')
    with pytest.raises(click.ClickException, match=r"conversations\.toml: not in the format \(KeyError: 'world'\)"):
        played.read_talks(file)


@contextmanager
def served_here(documents: Path, _: Path, profile: str, settings: Mapping[str, str]) -> Iterator[str]:
    """As `worlds.served`, in this process and over one index for all runs: to start and to index takes seconds."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in settings.items():
            environment.setenv(name, value)
        configured = load_settings(data=documents.parent / "data", profile=profile, workers=1)

        async def opened() -> App:
            fresh = not configured.data.exists()
            app = await App.open(configured, load_profile(profile))
            if fresh:
                async for _ in app.index_folder(documents):
                    pass
            return app

        api, listener = create_api(configured, opened), listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn.Config(api, log_config=None))
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
        thread.start()
        try:
            while not (api.state.opening.app or api.state.opening.failure):
                time.sleep(0.02)
            yield address_of(listener)
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(player, "CALL_SECONDS", 0.05)
    monkeypatch.setattr(player, "SETTLE_SECONDS", 0.05)
    monkeypatch.setattr(played, "served", served_here)
    (tmp_path / "documents" / "support").mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (tmp_path / "documents" / "support" / f"{name}.md").write_text(text, encoding="utf-8")
    (tmp_path / "conversations.toml").write_text(ANSWERED + UNANSWERED, encoding="utf-8")
    (tmp_path / "play" / "replies").mkdir(parents=True)
    return tmp_path


def run(folder: Path, *options: str) -> Result:
    shared = ["--data", str(folder), "--documents", str(folder / "documents"), "--embedder", "none"]
    return CliRunner().invoke(played.main, [*shared, *options], catch_exceptions=False)


def play(folder: Path) -> int:
    """Answers the prompts that wait with the first of the replies whose words they hold; how many."""
    answered = 0
    for prompt in (folder / "prompts").glob("*.txt"):
        text = prompt.read_text(encoding="utf-8")
        if reply := next((reply for words, reply in REPLIES.items() if words in text), None):
            (folder / "replies" / prompt.name).write_text(reply + "\n", encoding="utf-8")
            answered += 1
    return answered


def test_two_conversations_are_played_kept_and_replayed(folder: Path) -> None:
    while "the prompts lead to others":
        result = run(folder, "--play", str(folder / "play"), "--keep", "--json")
        assert result.exit_code == 1 and "nothing is kept while a prompt waits" in result.output
        if not play(folder / "play"):
            break
    assert "unanswered: en-kettle 1, answer_" in result.output

    rows = {row["group"]: row for row in map(json.loads, result.stdout.splitlines())}
    assert rows["ko"]["outcomes"] == {"right": 1, "refused": 0, "wrong": 0, "unanswered": 0}
    assert rows["en"]["outcomes"] == {"right": 0, "refused": 0, "wrong": 0, "unanswered": 2}
    assert rows["ko"]["calls"] >= rows["ko"]["sequence"] > rows["ko"]["before"] and rows["en"]["calls"] is None
    assert rows["ko"]["characters"] > 500 and 0 < rows["ko"]["right_share"] <= 1

    (folder / "conversations.toml").write_text(ANSWERED, encoding="utf-8")
    assert run(folder, "--play", str(folder / "play"), "--keep").exit_code == 0
    assert "right: ko-lamp 1, fact" in run(folder, "--turns").output
