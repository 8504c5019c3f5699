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
from ibidem.cli.chat_commands import CHAT_WORDINGS, ChatWording, Typed, help_rows, locale_language, read_command
from ibidem.cli.options import configured, confirm_option, field_option, mode_option
from ibidem.cli.printing import faint, say, say_done, say_passages, say_table
from ibidem.cli.running import answered, open_app
from ibidem.domain.conversation import Mode, Question
from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.shapes.filtering import from_words

PROMPT = "> "
REMEMBERED = 50  # messages of a resumed conversation that the arrow keys bring back


@click.command(help="Hold a conversation. /help lists what can be typed beside questions; Ctrl-D or /quit ends it.")
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
@field_option
@configured
def chat(
    settings: Settings,
    *,
    session: str | None,
    script: tuple[Path, ...],
    mode: Mode,
    confirm_sources: bool,
    field: tuple[str, ...],
) -> None:
    filters = SearchFilters(fields=from_words(field, load_profile(settings.profile), "--field"))

    def asked(message: str, session_id: str) -> Question:
        return Question(message, session_id, mode, filters, confirm_sources=confirm_sources)

    require_stored(settings.storage)
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
                Conversation(runner, app, session or uuid4().hex, asked).hold()
        finally:
            runner.run(app.close())


class Conversation:
    """A conversation as it is typed. What ibidem itself says is in the language of the last turn, at first in the locale's."""

    def __init__(self, runner: asyncio.Runner, app: App, session_id: str, asked: Callable[[str, str], Question]) -> None:
        self._runner = runner
        self._app = app
        self._session_id = session_id
        self._asked = asked
        self._language: Language = locale_language()
        self._terminal = sys.stdin.isatty()
        self._began = False

    def hold(self) -> None:
        """Does what is typed, until it ends. On a terminal, a message that cannot be asked and an interrupted turn end nothing
        but themselves."""
        if self._terminal:
            self._welcome()
        try:
            for message in typed():
                command = read_command(message)
                if command is not None and command.name == "quit":
                    return
                try:
                    if command is None:
                        self._ask(message)
                    else:
                        self._obey(command)
                except (InvalidInput, KeyboardInterrupt) as error:
                    if not self._terminal:
                        raise
                    self._report(f"ibidem: {error}" if isinstance(error, InvalidInput) else f"\n{self._words.stopped}")
                click.echo()
        finally:
            if self._terminal and self._began:
                self._report(f"\n{self._words.resume.format(self._session_id)}")

    @property
    def _words(self) -> ChatWording:
        return CHAT_WORDINGS[self._language]

    def _welcome(self) -> None:
        turns = self._runner.run(self._app.turns.last_turns(self._session_id, REMEMBERED, self._app.principal))
        remember([turn.content.user_text for turn in turns])
        if turns:
            self._began, self._language = True, turns[-1].content.language
        documents = self._runner.run(self._app.documents.words(self._app.principal)).documents
        self._report(self._words.welcome.format(documents) if documents else self._words.no_documents)

    def _ask(self, message: str) -> None:
        done = self._runner.run(answered(self._app, self._asked(message, self._session_id)))
        self._began, self._language = True, done.turn.content.language
        say_done(done)

    def _obey(self, command: Typed) -> None:
        match command.name:
            case "help":
                say_table(help_rows(self._language))
            case "sources":
                turn = self._runner.run(self._app.turns.citing_turn(self._session_id, -1, self._app.principal))
                if turn is None:
                    self._report(self._words.no_sources)
                else:
                    say_passages(turn.content.doc_refs)
            case "open":
                self._ask(self._words.open_what.format(command.number))
            case "new":
                self._session_id, self._began = uuid4().hex, False
                self._report(self._words.begun)
            case _:
                self._report(self._words.unknown.format(command.word))

    def _report(self, text: str) -> None:
        click.echo(faint(text), err=True)


def typed() -> Iterator[str]:
    """Messages as a person types them, until Ctrl-D; a prompt is shown on a terminal only."""
    with suppress(ImportError):
        import_module("readline")  # where it is to be had, `input` edits lines with it, also such of wide letters
    while True:
        try:
            message = input(PROMPT if sys.stdin.isatty() else "")
        except EOFError:
            return
        if message.strip():
            yield message


def remember(messages: list[str]) -> None:
    """Lets the arrow keys bring these back. Nothing is written to a file: the messages are in the store already."""
    with suppress(ImportError):
        readline = import_module("readline")
        for message in messages:
            readline.add_history(" ".join(message.split()))


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
