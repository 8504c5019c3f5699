"""`ibidem chat`: a conversation, typed or played from a file."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from uuid import uuid4

import click

from ibidem.app import App
from ibidem.backends.registry import require_stored
from ibidem.cli.options import configured, confirm_option, mode_option
from ibidem.cli.printing import say, say_done
from ibidem.cli.running import answered, open_app
from ibidem.domain.conversation import Mode, Question
from ibidem.domain.errors import InvalidInput
from ibidem.settings import Settings

PROMPT = "> "
ENDING = frozenset({"quit", "exit"})  # what people type to leave, as in any shell


@click.command(help="Hold a conversation. Ctrl-D, quit or exit ends it; --session goes on with it later.")
@click.option("--session", metavar="ID", help="The conversation to go on with, or to begin under this id.")
@click.option(
    "--script",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    multiple=True,
    help="Play the messages in this file, one a line; empty lines and lines that begin with # are passed over. "
    "Given more than once, each file is a conversation of its own.",
)
@mode_option
@confirm_option
@configured
def chat(settings: Settings, *, session: str | None, script: tuple[Path, ...], mode: Mode, confirm_sources: bool) -> None:
    def asked(message: str, session_id: str) -> Question:
        return Question(message, session_id, mode, confirm_sources=confirm_sources)

    require_stored(settings.data)
    # A runner, and not asyncio.run: between two turns Ctrl-C is to end the prompt, within one it is to end that turn.
    with asyncio.Runner() as runner:
        app = runner.run(open_app(settings))
        try:
            runner.run(app.warm())
            for file in script:
                session_id = session or uuid4().hex
                for message in scripted(file):
                    say_done(runner.run(answered(app, asked(message, session_id))))
                    click.echo()
            if not script:
                converse(runner, app, session or uuid4().hex, asked)
        finally:
            runner.run(app.close())


def converse(runner: asyncio.Runner, app: App, session_id: str, asked: Callable[[str, str], Question]) -> None:
    """Asks what is typed. On a terminal, a message that cannot be asked and an interrupted turn end nothing but themselves."""
    terminal = sys.stdin.isatty()
    for message in typed():
        try:
            say_done(runner.run(answered(app, asked(message, session_id))))
        except (InvalidInput, KeyboardInterrupt) as error:
            if not terminal:
                raise
            click.echo(f"ibidem: {error}" if isinstance(error, InvalidInput) else "\nibidem: that turn was ended", err=True)
        click.echo()
    if terminal:
        click.echo(f"\n`ibidem chat --session {session_id}` goes on with this conversation.", err=True)


def typed() -> Iterator[str]:
    """Messages as a person types them, until Ctrl-D or a word that ends it; a prompt is shown on a terminal only."""
    with suppress(ImportError):
        import_module("readline")  # where it is to be had, `input` edits lines with it, also such of wide letters
    while True:
        try:
            message = input(PROMPT if sys.stdin.isatty() else "")
        except EOFError:
            return
        if message.strip().casefold() in ENDING:
            return
        if message.strip():
            yield message


def scripted(script: Path) -> Iterator[str]:
    """The messages of a file, each printed before it is asked. Raises InvalidInput when the file is not UTF-8 text."""
    try:
        lines = script.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise InvalidInput("script", f"{script} is not UTF-8 text", "one message a line, in UTF-8") from error
    for line in lines:
        message = line.strip()
        if message and not message.startswith("#"):
            say(f"{PROMPT}{message}")
            yield message
