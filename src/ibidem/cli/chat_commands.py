"""What a person can type in a chat beside messages: the table of commands, and what ibidem says about them."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ibidem.domain.languages import LANGUAGES, Language

CommandName = Literal["help", "sources", "open", "new", "quit", "unknown"]


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """A command: the words for it, of which the first is shown, and what it does. `takes` is what stands after it."""

    name: CommandName
    words: tuple[str, ...]
    help: Mapping[Language, str]
    takes: str = ""


CHAT_COMMANDS: tuple[ChatCommand, ...] = (
    ChatCommand(
        "help",
        ("/help", "/?", "/h", "help", "도움말", "/도움말", "ヘルプ", "/ヘルプ"),
        {"ko": "이 목록을 보여 줍니다", "en": "shows this list", "ja": "この一覧を表示します"},
    ),
    ChatCommand(
        "sources",
        ("/sources", "/출처", "/出典"),
        {
            "ko": "마지막 답변의 출처를 인용한 부분과 함께 보여 줍니다",
            "en": "shows the sources of the last answer, with the passages",
            "ja": "最後の回答の出典を、引用した箇所とともに表示します",
        },
    ),
    ChatCommand(
        "open",
        ("/open", "/열기", "/開く"),
        {
            "ko": "1번 출처의 문서 전체를 보여 줍니다",
            "en": "shows the whole document of source 1",
            "ja": "出典1の文書の全文を表示します",
        },
        takes="1",
    ),
    ChatCommand(
        "new",
        ("/new", "/새로", "/新規"),
        {"ko": "새 대화를 시작합니다", "en": "begins a new conversation", "ja": "新しい会話を始めます"},
    ),
    ChatCommand(
        "quit",
        ("/quit", "/exit", "/q", "quit", "exit", ":q", "종료", "/종료", "終了", "/終了"),
        {"ko": "대화를 마칩니다(Ctrl-D)", "en": "ends the conversation (Ctrl-D)", "ja": "会話を終わります(Ctrl-D)"},
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatWording:
    """The sentences in one language; `{}` takes a number, a command or a session."""

    welcome: str
    no_documents: str
    open_what: str
    no_sources: str
    begun: str
    unknown: str
    stopped: str
    resume: str


CHAT_WORDINGS: Mapping[Language, ChatWording] = {
    "ko": ChatWording(
        welcome="ibidem · 문서 {}건. 궁금한 점을 그대로 입력하세요. /help를 입력하면 다른 명령을 볼 수 있습니다.",
        no_documents="아직 문서가 없습니다. `ibidem index 폴더`로 문서를 읽어들이세요.",
        open_what="{}번 문서 보여줘",
        no_sources="아직 인용한 문서가 없습니다.",
        begun="새 대화를 시작합니다.",
        unknown="{} 명령은 없습니다. /help를 입력하면 명령을 볼 수 있습니다.",
        stopped="답변을 중단했습니다.",
        resume="`ibidem chat --session {}`로 이 대화를 이어 갈 수 있습니다.",
    ),
    "en": ChatWording(
        welcome="ibidem · {} documents. Ask in your own words; /help shows what else you can type.",
        no_documents="There are no documents yet. `ibidem index FOLDER` reads them.",
        open_what="show me document {}",
        no_sources="No document has been cited yet.",
        begun="A new conversation begins.",
        unknown="There is no command {}; /help lists them.",
        stopped="The answer was stopped.",
        resume="`ibidem chat --session {}` goes on with this conversation.",
    ),
    "ja": ChatWording(
        welcome="ibidem · 文書{}件。知りたいことをそのまま入力してください。/helpでほかのコマンドを表示します。",
        no_documents="文書がまだありません。`ibidem index フォルダ`で文書を読み込んでください。",
        open_what="{}番の文書を見せて",
        no_sources="まだ引用した文書がありません。",
        begun="新しい会話を始めます。",
        unknown="{}というコマンドはありません。/helpで一覧を表示します。",
        stopped="回答を中断しました。",
        resume="`ibidem chat --session {}`でこの会話を続けられます。",
    ),
}
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
    return [(f"{command.words[0]} {command.takes}".rstrip(), command.help[language]) for command in CHAT_COMMANDS]


def locale_language() -> Language:
    """The language that the terminal is set to; English where it is none of the three."""
    set_to = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    for language in LANGUAGES:
        if set_to.lower().startswith(language):
            return language
    return "en"
