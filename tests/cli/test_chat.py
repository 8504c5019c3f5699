"""What can be typed in a chat beside questions."""

import re

import pytest

from cli.conftest import Terminal
from ibidem.cli.chat_commands import CHAT_COMMANDS, CHAT_WORDINGS, help_rows, locale_language, read_command
from ibidem.cli.printing import coloured
from ibidem.domain.languages import LANGUAGES, Language

QUESTIONS: dict[Language, tuple[str, str]] = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203"),
    "en": ("What torque do the cover screws of the slit valve get?", "sop_1422"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sources_of_the_answer_are_shown_and_opened(stocked: Terminal, language: Language) -> None:
    question, doc_id = QUESTIONS[language]
    done = stocked("chat", "--session", "s", typed=f"{question}\n/sources\n/open 1\n/help\n")
    assert done.code == 0, done.err
    source = rf"^  \[1\] .* \({doc_id}.*$"
    assert len(re.findall(source, done.out, flags=re.MULTILINE)) == 3, "answered, listed and opened"
    assert re.search(rf"{source}\n {{6}}\S.+$", done.out, flags=re.MULTILINE), "the passage under its source"
    (turns,) = re.findall(r"^s +\S+ \S+ +(\d+)", stocked("sessions", "list").out, flags=re.MULTILINE)
    assert turns == "2", "a command is no turn, but what it opens is"
    for command, says in help_rows(language):
        assert re.search(rf"^{re.escape(command)} +{re.escape(says)}$", done.out, flags=re.MULTILINE)


def test_a_new_conversation_begins_and_nothing_was_cited_in_it(stocked: Terminal) -> None:
    done = stocked("chat", "--session", "s", typed=f"{QUESTIONS['ja'][0]}\n/new\n/sources\n/nonsense\n/help 3\n")
    wording = CHAT_WORDINGS["ja"]
    said = [line for line in done.err.splitlines() if line]
    assert said == [wording.begun, wording.no_sources, wording.unknown.format("/nonsense"), wording.unknown.format("/help 3")]


@pytest.mark.parametrize("word", ["/quit", "/exit", "quit", " Exit ", ":q", "종료", "終了", "/종료"])
def test_words_that_end_it(stocked: Terminal, word: str) -> None:
    done = stocked("chat", typed=f"{word}\n/nonsense\n")
    assert (done.code, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize("word", ["/help", "help", "도움말", "ヘルプ", "/?", "HELP"])
def test_words_that_ask_for_help(word: str) -> None:
    command = read_command(word)
    assert command is not None and command.name == "help"


@pytest.mark.parametrize(
    "message",
    ["/var/log 경로는?", "help me with E-300", "종료 절차는?", "終了の手順は?", "quit smoking policy", "how do I open 1?", "/ 2"],
)
def test_what_only_looks_like_a_command_is_a_message(message: str) -> None:
    assert read_command(message) is None


def test_the_number_to_open() -> None:
    assert [read.number for text in ("/open", "/open 3", "/open [2]", "/열기 4") if (read := read_command(text))] == [1, 3, 2, 4]


def test_every_word_is_of_one_command_and_explained_in_every_language() -> None:
    words = [word for command in CHAT_COMMANDS for word in command.words]
    assert len(words) == len(set(words))
    assert all(set(wording.help) == {command.name for command in CHAT_COMMANDS} for wording in CHAT_WORDINGS.values())


@pytest.mark.parametrize(("value", "language"), [("ko_KR.UTF-8", "ko"), ("ja_JP", "ja"), ("de_DE.UTF-8", "en"), ("C", "en")])
def test_before_the_first_turn_the_locale_says_the_language(monkeypatch: pytest.MonkeyPatch, value: str, language: str) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", value)
    assert locale_language() == language


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_there_is_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert coloured("[1]", fg="cyan") == "\x1b[36m[1]\x1b[0m"
    monkeypatch.setenv(name, value)
    assert coloured("[1]", fg="cyan") == "[1]"
