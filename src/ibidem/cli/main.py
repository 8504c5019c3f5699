"""The `ibidem` command: its table of commands, and what its exit codes mean.

    0    done
    1    failed, or failed in part (a file that could not be read, a problem that `doctor` found)
    2    not acceptable: the command line, a setting, the profile, or a message
    3    not found: no such session, turn or document
    4    the store cannot be used now, or there is none yet
    5    `ask` ended by asking back; stderr says how to answer
    130  interrupted

A command's module is imported when the command is called and not before: `ibidem --help` imports click and nothing else.
"""

import io
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import click

from ibidem.domain.errors import IbidemError, InvalidInput, NotFound, ProfileError, PromptError, SettingsError, StoreUnavailable
from ibidem.domain.redaction import redacted

if TYPE_CHECKING:
    from ibidem.cli.serve import Server

FAILED, NOT_ACCEPTABLE, NOT_FOUND, STORE_UNAVAILABLE, NEEDS_INPUT, INTERRUPTED = 1, 2, 3, 4, 5, 130


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is found, and its line in the list of commands."""

    module: str
    attribute: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "serve": Entry("ibidem.cli.serve", "serve", "Serve the HTTP API until Ctrl-C."),
    "mcp": Entry("ibidem.cli.mcp", "mcp", "Serve the tools to an assistant that starts this command."),
    "index": Entry("ibidem.cli.index", "index", "Read folders of documents, so that they can be asked about."),
    "ask": Entry("ibidem.cli.ask", "ask", "Ask one question."),
    "chat": Entry("ibidem.cli.chat", "chat", "Hold a conversation."),
    "search": Entry("ibidem.cli.search", "search", "Search for passages."),
    "sessions": Entry("ibidem.cli.sessions", "sessions", "List, show, name, branch, export and delete conversations."),
    "documents": Entry("ibidem.cli.documents", "documents", "List, show and delete documents."),
    "keys": Entry("ibidem.cli.keys", "keys", "Make, list and revoke the keys that others need over HTTP."),
    "hosted": Entry("ibidem.cli.hosted", "hosted", "Copy documents to the stores of a hosted search, and list them."),
    "feedback": Entry("ibidem.cli.feedback", "feedback", "Write your feedback on answers, with every document, as a data set"),
    "doctor": Entry("ibidem.cli.doctor", "doctor", "Say what is configured, what is missing, and what to do."),
    "fetch-encoder": Entry(
        "ibidem.cli.fetch_encoder", "fetch_encoder", "Bring the weights of search by meaning, where they were not installed."
    ),
    "mask": Entry("ibidem.cli.mask", "mask", "Read lines, and print them with their personal data replaced by placeholders."),
    "rebuild": Entry("ibidem.cli.rebuild", "rebuild", "Build the search index anew from the stored documents."),
    "migrate": Entry("ibidem.cli.migrate", "migrate", "Copy everything that SOURCE keeps to TARGET, and compare the two."),
    "diagram": Entry("ibidem.cli.diagram", "diagram", "Print the diagram of a turn as mermaid."),
    "eval": Entry("ibidem.cli.evaluation", "evaluation", "Measure retrieval and answers on a data set."),
}


class CommandTable(click.Group):
    """A group that lists its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = COMMANDS.get(cmd_name)
        return None if entry is None else getattr(import_module(entry.module), entry.attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


@click.group(cls=CommandTable, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="ibidem")
def ibidem() -> None:
    """Answers questions from your documents over many turns, with a numbered source behind every statement.

    Begin with `ibidem index FOLDER`, then `ibidem chat`, or `ibidem serve` for the HTTP API.
    """


def main(server: "Server") -> NoReturn:
    """Runs the command line, and turns whatever ends it into an exit code and at most one message on stderr.

    `server` is what `ibidem serve` calls.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a letter
    signal.signal(signal.SIGTERM, _interrupt)
    os.umask(0o077)  # whatever is kept is for its owner alone
    try:
        code = ibidem.main(standalone_mode=False, obj=server)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("ibidem: interrupted", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has gone; nothing is left to flush
        code = FAILED
    except Exception as error:
        click.echo(redacted(_line_of(error)), err=True)
        code = exit_code(error)
    sys.exit(code if isinstance(code, int) else 0)


def exit_code(error: Exception) -> int:
    """The exit code for an error that ended a command."""
    match error:
        case InvalidInput() | SettingsError() | ProfileError() | PromptError():
            return NOT_ACCEPTABLE
        case NotFound():
            return NOT_FOUND
        case StoreUnavailable():
            return STORE_UNAVAILABLE
        case _:
            return FAILED


def _line_of(error: Exception) -> str:
    if os.environ.get("IBIDEM_LOG_LEVEL", "").lower() == "debug":
        import traceback  # whoever asks for help does not import it

        return "".join(traceback.format_exception(error)).rstrip()
    if isinstance(error, IbidemError):
        return f"ibidem: {error}"
    what = str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
    return f"ibidem: {what} (IBIDEM_LOG_LEVEL=debug shows where)"


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """To be terminated is to be interrupted: whatever is running ends as it does on Ctrl-C."""
    signal.raise_signal(signal.SIGINT)
