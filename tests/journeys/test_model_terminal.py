"""A person at a terminal asks a model: once, in a conversation, from a script, and at a pseudo-terminal with its pauses."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ibidem.domain.languages import Language
from ibidem.testing.script import unavailable
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.wording import WORDINGS
from journeys.conftest import copy_of
from journeys.doors import Cli, ended
from journeys.machines import GAP, GAP_TOLD, LANGUAGES, PUMP, RINGS, RINGS_TOLD, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, doubting, saying

ROOT = Path(__file__).parents[2]
VERIFIED = ("--profile", "equipment", "--mode", "verified")
DEVICE = {"ko": "수프라 XP요", "en": "the SUPRA XP", "ja": "スープラXPです"}
YES = {"ko": "네", "en": "yes", "ja": "はい"}
APPROVE = {"ko": "승인", "en": "approve", "ja": "承認"}


@pytest.fixture(scope="module")
def terminal(machines: Cli, tmp_path_factory: pytest.TempPathFactory) -> Cli:
    return copy_of(machines, tmp_path_factory.mktemp("terminal"))


class Screen:
    """A conversation at a pseudo-terminal: what is typed, and what comes to be shown."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._shown = ""

    def typed(self, message: str, *expected: str) -> None:
        """Types a line, and waits for what is to be shown, in its order."""
        os.write(self._fd, message.encode())
        for text in expected:
            while text not in self._shown:
                self._shown += os.read(self._fd, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
            self._shown = self._shown.partition(text)[2]


@contextmanager
def at_a_terminal(cli: Cli, player: Player, *arguments: str) -> Iterator[tuple[Screen, subprocess.Popen[str]]]:
    """`ibidem chat` at a pseudo-terminal."""
    screen, keyboard = os.openpty()
    command = [sys.executable, "-m", "ibidem", "chat", *arguments]
    process = subprocess.Popen(
        command,
        stdin=keyboard,
        stdout=keyboard,
        stderr=keyboard,
        env=cli.environment(TERM="dumb", **player.environment),
        text=True,
        start_new_session=True,
    )
    os.close(keyboard)
    try:
        with ended(process):
            yield Screen(screen), process
    finally:
        os.close(screen)


@pytest.mark.parametrize("language", ["ko", *(pytest.param(language, marks=pytest.mark.slow) for language in ("en", "ja"))])
def test_a_verified_conversation_is_held_at_a_terminal(terminal: Cli, player: Player, language: Language) -> None:
    """An answer, a question back about the device and its answer, and a draft that waits for its approval."""
    session = f"pty-{language}"
    player.play(answer=saying(TORQUE_TOLD[language]))
    with at_a_terminal(terminal, player, *VERIFIED, "--session", session) as (screen, process):
        screen.typed("", "> ")
        screen.typed(f"{TORQUE[language]}\n", as_told(TORQUE_TOLD[language]), f"({PUMP[language]})", "> ")
        player.play(answer=saying(GAP_TOLD[language]))
        screen.typed(f"{GAP[language]}\n", PAUSE_WORDINGS[language].which_device, "SUPRA XP", "> ")
        screen.typed(f"{DEVICE[language]}\n", as_told(GAP_TOLD[language]), "(sop_5402)", "> ")
        player.play(answer=saying(RINGS_TOLD[language]), judge=doubting("?"))
        screen.typed(f"{RINGS[language]}\n", PAUSE_WORDINGS[language].review, as_told(RINGS_TOLD[language]), "> ")
        screen.typed(f"{APPROVE[language]}\n", as_told(RINGS_TOLD[language]), PAUSE_WORDINGS[language].approved, "> ")
        screen.typed("\x04", f"--session {session}")
        assert process.wait(timeout=20) == 0
    turns = terminal.json("sessions", "show", session)["turns"]
    assert [turn["mode"] for turn in turns] == ["verified"] * 5
    assert [turn["pause"]["kind"] if turn["pause"] else None for turn in turns] == [None, "device", None, "review", None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_are_confirmed_in_a_script(terminal: Cli, player: Player, language: Language, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text(f"{TORQUE[language]}\n{YES[language]}\n", encoding="utf-8")
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = terminal.run("chat", "--confirm-sources", "--script", str(script), **player.environment)
    assert done.returncode == 0, done.stderr
    asked, answered = done.stdout.split(f"> {YES[language]}\n")
    assert PAUSE_WORDINGS[language].confirm_sources in asked and as_told(TORQUE_TOLD[language]) not in asked
    assert answered.startswith(as_told(TORQUE_TOLD[language])) and f"({PUMP[language]})" in answered


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_question_is_asked_of_the_model(terminal: Cli, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = terminal.run("ask", *VERIFIED, TORQUE[language], **player.environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{as_told(TORQUE_TOLD[language])}\n\n  [1] ")
    assert re.search(rf"^  \[1\] .+ \({PUMP[language]}\)$", done.stdout, flags=re.MULTILINE)
    assert "judge_setup" in player.tasks


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_refuses_is_said_to_do_so_at_the_terminal_too(terminal: Cli, player: Player, language: Language) -> None:
    every = ("translate", "answer", "summary")
    player.play(**dict.fromkeys(every, unavailable(401)))
    done = terminal.run("ask", TORQUE[language], **player.environment)
    assert done.returncode == 0 and WORDINGS[language].model_refused in done.stdout and "9 N·m" in done.stdout
    assert "sk-played" not in done.stdout + done.stderr


def test_the_program_says_which_model_it_would_use(terminal: Cli, player: Player) -> None:
    player.play()
    done = terminal.run("doctor", **player.environment)
    assert "openai:played" in done.stdout and "sk-played" not in done.stdout + done.stderr
