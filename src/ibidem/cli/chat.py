"""`ibidem chat`: a conversation, typed or played from a file."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import click

from ibidem.cli.options import configured
from ibidem.cli.printing import say, say_turn
from ibidem.cli.running import answered, open_app
from ibidem.domain.conversation import Question
from ibidem.domain.errors import InvalidInput
from ibidem.settings import Settings

PROMPT = "> "


@click.command(help="Hold a conversation. Ctrl-D ends it; --session goes on with it later.")
@click.option("--session", metavar="ID", help="The conversation to go on with, or to begin under this id.")
@click.option(
    "--script",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Play the messages in this file, one a line; empty lines and lines that begin with # are passed over.",
)
@configured
def chat(settings: Settings, session: str | None, script: Path | None) -> None:
    session_id = session or uuid4().hex
    # A runner, and not asyncio.run: between two turns Ctrl-C is to end the prompt, within one it is to end that turn.
    with asyncio.Runner() as runner:
        app = runner.run(open_app(settings))
        try:
            runner.run(app.warm())
            for message in typed() if script is None else scripted(script):
                try:
                    say_turn(runner.run(answered(app, Question(message=message, session_id=session_id))))
                except InvalidInput as error:
                    if script is not None or not sys.stdin.isatty():
                        raise
                    click.echo(f"ibidem: {error}", err=True)
                click.echo()
        finally:
            runner.run(app.close())
    if sys.stdin.isatty() and script is None:
        click.echo(f"\n`ibidem chat --session {session_id}` goes on with this conversation.", err=True)


def typed() -> Iterator[str]:
    """Messages as a person types them, until Ctrl-D; a prompt is shown on a terminal only."""
    while True:
        try:
            message = input(PROMPT if sys.stdin.isatty() else "")
        except EOFError:
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
