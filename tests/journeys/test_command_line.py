"""What a person at a terminal goes through."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from journeys.corpus import DOCUMENTS, write_corpus
from journeys.doors import Cli, ended

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "12 N·m", "sop_1203"),
    "en": ("What torque do the cover screws of the slit valve get?", "3.5 N·m", "sop_1422"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "18 N·m", "sop_2101"),
}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_question_is_answered_with_its_sources_under_it(cli: Cli, language: str) -> None:
    question, words, doc_id = QUESTIONS[language]
    done = cli.run("ask", question)
    assert done.returncode == 0, done.stderr
    answer, sources = done.stdout.split("\n\n", 1)
    assert words in answer
    assert re.search(rf"^  \[1\] .+ \({doc_id}\)$", sources, flags=re.MULTILINE)


def test_a_script_is_played_message_by_message(cli: Cli) -> None:
    script = cli.home / "script.txt"
    script.write_text(
        "# 대화 하나\n게이트 밸브 볼트는 몇 N·m로 조이나요?\n\n그다음에 누설률은 얼마 이하여야 해?\n고마워요\n", encoding="utf-8"
    )
    done = cli.spawn("chat", "--script", str(script), "--session", "played")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^> (.*)$", done.stdout, flags=re.MULTILINE) == [
        "게이트 밸브 볼트는 몇 N·m로 조이나요?",
        "그다음에 누설률은 얼마 이하여야 해?",
        "고마워요",
    ]
    assert "12 N·m" in done.stdout and "1.0E-9" in done.stdout
    assert "(sop_1203)" in done.stdout
    assert len(cli.json("sessions", "show", "played")["turns"]) == 3


def test_each_script_is_a_conversation_of_its_own(cli: Cli) -> None:
    scripts = [cli.home / "thanks.txt", cli.home / "danke.txt"]
    scripts[0].write_text("Thanks!\n", encoding="utf-8")
    scripts[1].write_text("고마워요\nありがとう\n", encoding="utf-8")
    done = cli.run("chat", "--script", str(scripts[0]), "--script", str(scripts[1]))
    assert done.returncode == 0, done.stderr
    turns = {session["first_question"]: session["turns"] for session in cli.json("sessions", "list")["sessions"]}
    assert (turns["Thanks!"], turns["고마워요"]) == (1, 2)


def test_indexing_reports_what_it_did_and_does_nothing_twice(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    folder = write_corpus(tmp_path / "corpus")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more than that")
    (folder / "blank.txt").write_text(" \n")
    first = cli.spawn("index", str(folder))
    assert first.returncode == 1, "a file could not be read"
    assert re.search(r"^broken\.pdf: .+; .+$", first.stderr, flags=re.MULTILINE)
    assert re.search(r"^blank\.txt: .+; .+$", first.stderr, flags=re.MULTILINE)
    assert re.search(rf"^{len(DOCUMENTS)} indexed, 0 unchanged, 2 failed", first.stdout, flags=re.MULTILINE)
    (folder / "broken.pdf").unlink()
    (folder / "blank.txt").unlink()
    second = cli.run("index", str(folder))
    assert second.returncode == 0, second.stderr
    assert re.search(rf"^0 indexed, {len(DOCUMENTS)} unchanged, 0 failed", second.stdout, flags=re.MULTILINE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_while_indexing_it_stops_cleanly_and_goes_on_later(tmp_path: Path, number: signal.Signals) -> None:
    cli = Cli(tmp_path)
    folder = tmp_path / "many"
    folder.mkdir()
    for index in range(1500):
        (folder / f"sop_{10000 + index}.txt").write_text(
            f"점검 항목 {index}\n\n" + f"밸브 {index}번을 확인한다. " * 40, encoding="utf-8"
        )
    with ended(cli.start("index", str(folder))) as process:
        while not (cli.data / "ibidem.sqlite3").exists():
            assert process.poll() is None
            time.sleep(0.01)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        _, err = process.communicate()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert cli.run("doctor").returncode == 0
    stored = cli.json("documents", "list", "--limit", "2000")["documents"]
    assert len(stored) < 1500, "it was interrupted before it was through"


def test_on_a_terminal_a_bad_message_ends_nothing_and_the_conversation_can_be_gone_on_with(cli: Cli) -> None:
    screen, keyboard = os.openpty()
    command = [sys.executable, "-m", "ibidem", "chat", "--session", "at-a-terminal"]
    environment = cli.environment(TERM="dumb")
    process = subprocess.Popen(
        command, stdin=keyboard, stdout=keyboard, stderr=keyboard, env=environment, text=True, start_new_session=True
    )
    os.close(keyboard)
    shown = ""

    def typed(message: str, *expected: str) -> None:
        """Types, and waits for what is to be shown, in its order."""
        nonlocal shown
        os.write(screen, message.encode())
        for text in expected:
            while text not in shown:
                shown += os.read(screen, 65536).decode("utf-8", "replace")
            shown = shown.partition(text)[2]

    with ended(process):
        typed("", "/help", "> ")
        typed("/help\n", "/sources", "/open 1", "> ")
        typed("\x16\x01이상한 글자\n", "control characters", "> ")  # Ctrl-V quotes the letter after it
        typed("게이트 밸브 볼트는 몇 N·m로 조이나요?\n", "12 N·m", "(sop_1203)", "> ")
        typed("\x04", "--session at-a-terminal")
        assert process.wait(timeout=20) == 0
    os.close(screen)
