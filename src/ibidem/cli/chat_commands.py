"""What a person can type in a chat beside messages: the table of commands, and what ibidem says about them."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.words.loader import worded

CommandName = Literal["help", "sources", "open", "new", "quit", "unknown"]


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """A command: the words for it, of which the first is shown, and what it does. `takes` is what stands after it."""

    name: CommandName
    words: tuple[str, ...]
    takes: str = ""


CHAT_COMMANDS: tuple[ChatCommand, ...] = (
    ChatCommand("help", ("/help", "/?", "/h", "help", "도움말", "/도움말", "ヘルプ", "/ヘルプ")),
    ChatCommand("sources", ("/sources", "/출처", "/出典")),
    ChatCommand("open", ("/open", "/열기", "/開く"), takes="1"),
    ChatCommand("new", ("/new", "/새로", "/新規")),
    ChatCommand("quit", ("/quit", "/exit", "/q", "quit", "exit", ":q", "종료", "/종료", "終了", "/終了")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatWording:
    """The sentences in one language; `{}` takes a number, a command or a session, and `help` says what each command does."""

    welcome: str
    no_documents: str
    open_what: str
    no_sources: str
    begun: str
    unknown: str
    stopped: str
    resume: str
    help: Mapping[CommandName, str]


CHAT_WORDINGS = worded("chat", ChatWording)
# What looks like a command. A path in a question ("/var/log 경로는?") has more after it.
_COMMAND = re.compile(r"(/\w+|/\?)(?:\s+\[?(\d{1,3})\]?)?")


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed, with its number; 1 where there was none."""

    name: CommandName
    word: str
    number: int = 1


def read_command(message: str) -> Typed | None:
    """The command that the message is, or None for a message."""
    said = message.strip().casefold()
    match = _COMMAND.fullmatch(said)
    word = said if match is None else match[1]
    command = next((command for command in CHAT_COMMANDS if word in command.words), None)
    if command is None:
        return None if match is None else Typed("unknown", word)
    number = None if match is None else match[2]
    if number is not None and not command.takes:
        return Typed("unknown", said)
    return Typed(command.name, word, int(number or 1))


def help_rows(language: Language) -> list[tuple[str, str]]:
    """The table of commands, as shown."""
    does = CHAT_WORDINGS[language].help
    return [(f"{command.words[0]} {command.takes}".rstrip(), does[command.name]) for command in CHAT_COMMANDS]


def locale_language() -> Language:
    """The language that the terminal is set to; English where it is none of the three."""
    set_to = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    for language in LANGUAGES:
        if set_to.lower().startswith(language):
            return language
    return "en"
