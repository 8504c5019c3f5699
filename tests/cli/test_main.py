"""The table of commands, what is imported, and what the exit codes mean."""

import subprocess
import sys
from importlib import import_module

import click
import pytest

from ibidem.cli.main import COMMANDS, exit_code
from ibidem.domain.errors import (
    IbidemError,
    InvalidInput,
    NotFound,
    ProfileError,
    SettingsError,
    StepTimeout,
    StoreUnavailable,
    UnreadableDocument,
)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ibidem", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"LANG": "C.UTF-8", **environment},
    )


def commands(command: click.Command) -> list[click.Command]:
    """The commands that do something: of a group, those in it."""
    return list(command.commands.values()) if isinstance(command, click.Group) else [command]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_commands_own(name: str) -> None:
    entry = COMMANDS[name]
    command: click.Command = getattr(import_module(entry.module), entry.attribute)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert (command.help or "").startswith(entry.help)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_data_and_profile_and_explains_itself(name: str) -> None:
    entry = COMMANDS[name]
    for command in commands(getattr(import_module(entry.module), entry.attribute)):
        assert command.help
        options = {option for parameter in command.params for option in parameter.opts}
        assert {"--data", "--profile"} <= options
        for parameter in command.params:
            assert isinstance(parameter, click.Argument) or getattr(parameter, "help", None), f"{name} {parameter.name}"


def test_help_imports_no_engine_and_no_web_server() -> None:
    code = (
        "import sys\n"
        "import ibidem.__main__\n"
        "from ibidem.cli.main import ibidem\n"
        "ibidem.main(['--help'], standalone_mode=False)\n"
        "heavy = {'pydantic', 'fastapi', 'tantivy', 'uvicorn', 'asyncio', 'ibidem.app', 'ibidem.settings'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert all(name in done.stdout for name in COMMANDS)


def test_a_question_imports_nothing_that_reads_documents() -> None:
    heavy = "{'ibidem.corpus.workers', 'ibidem.corpus.indexing', 'ibidem.corpus.preparing', 'pebble', 'json_repair'}"
    code = f"import sys, ibidem.app, ibidem.cli.ask; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_command_imports_a_web_server_before_it_serves() -> None:
    modules = ", ".join(sorted({entry.module for entry in COMMANDS.values()}))
    code = f"import sys, ibidem.__main__, {modules}; print(sorted({{'fastapi', 'starlette', 'uvicorn'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidInput("message", "is empty", "write something"), 2),
        (SettingsError("port: no"), 2),
        (ProfileError("profile: no"), 2),
        (NotFound("session", "s"), 3),
        (StoreUnavailable("locked"), 4),
        (UnreadableDocument("a.pdf", "encrypted", "remove the password"), 1),
        (StepTimeout("answer", 60), 1),
        (IbidemError("it did not work"), 1),
        (ZeroDivisionError(), 1),
    ],
)
def test_exit_codes(error: Exception, code: int) -> None:
    assert exit_code(error) == code


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("nope",), {}, "No such command 'nope'"),
        (("ask",), {}, "Missing argument 'QUESTION'"),
        (("diagram",), {"IBIDEM_PORT": "x"}, "port (IBIDEM_PORT): 'x' is not acceptable"),
        (("search", "x", "--limit", "0"), {}, "0 is not in the range"),
        (("diagram", "--data", __file__), {}, "is a file"),
    ],
)
def test_a_mistake_is_one_clear_line_and_no_traceback(arguments: tuple[str, ...], environment: dict[str, str], said: str) -> None:
    done = run(*arguments, **environment)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
