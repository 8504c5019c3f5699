"""The reader of this process: the line that answers scores best, each line has its own score, and nothing is invented for what is
not read."""

import asyncio
from dataclasses import dataclass

import pytest

from ibidem.backends.local.reader import UNREAD, LocalReader, open_local_reader
from ibidem.domain.errors import SettingsError
from ibidem.domain.windows import Line, ReadWindow, Window
from ibidem.finding.windows import windows


@dataclass(frozen=True)
class Case:
    question: str
    title: str
    texts: tuple[str, str]
    answer: str


CASES = (
    Case(
        "펌프는 얼마나 무겁나요?",
        "급수 설비",
        (
            "펌프는 지하 기계실에 있다. 겉면은 파란색으로 칠한다. 질량은 기름을 뺀 상태에서 340kg이다. 해마다 한 번 점검한다.",
            "작업이 끝나면 바닥을 청소한다. 청소 도구는 창고에 둔다.",
        ),
        "질량은 기름을 뺀 상태에서 340kg이다.",
    ),
    Case(
        "How heavy is the pump?",
        "Water supply",
        (
            "The pump stands in the basement. Its casing is blue. Without oil its mass is 340 kg. It is checked once a year.",
            "Sweep the floor when the work is done. Brooms are kept in the store.",
        ),
        "Without oil its mass is 340 kg.",
    ),
    Case(
        "ポンプの重さはどのくらいですか。",
        "給水設備",
        (
            "ポンプは地下の機械室にある。外側は青く塗る。質量は油を抜いた状態で340kgである。年に一度点検する。",
            "作業が終わったら床を掃除する。掃除用具は倉庫に置く。",
        ),
        "質量は油を抜いた状態で340kgである。",
    ),
)


def windows_of(case: Case) -> list[Window]:
    return [window for text in case.texts for window in windows(case.title, "", text)]


@pytest.mark.parametrize("case", CASES, ids=("ko", "en", "ja"))
async def test_the_line_that_answers_is_the_best_of_the_best_window(reader: LocalReader, case: Case) -> None:
    given = windows_of(case)
    read = await reader.read(case.question, (), given)
    assert [len(one.lines) for one in read] == [len(window.lines) for window in given] == [4, 2]
    assert read[0].relevance > read[1].relevance
    best = max(range(4), key=lambda place: read[0].lines[place])
    assert given[0].lines[best].text == case.answer
    assert read[0].lines[best] > max(read[1].lines)


@pytest.mark.parametrize("case", CASES, ids=("ko", "en", "ja"))
async def test_scores_follow_their_lines_and_windows(reader: LocalReader, case: Case) -> None:
    given = windows_of(case)
    read = await reader.read(case.question, (), given)
    assert await reader.read(case.question, (), given[::-1]) == read[::-1], "what is read beside a window does not count"
    first = given[0]
    later = Window(first.over, (*given[1].lines, *first.lines))
    (other,) = await reader.read(case.question, (), [later])
    best = max(range(6), key=lambda place: other.lines[place])
    assert later.lines[best].text == case.answer


async def test_a_line_behind_the_end_of_what_is_read_is_unread(reader: LocalReader) -> None:
    lines = tuple(Line(f"Valve number {n} is opened by hand before the pump is started.", 100 * n) for n in range(60))
    (read,) = await reader.read("Who opens valve 3?", (), [Window("Valves", lines)])
    unread = [score == UNREAD for score in read.lines]
    assert len(unread) == 60 and not unread[0] and unread == sorted(unread) and unread[-1]


async def test_a_line_without_a_piece_is_unread(reader: LocalReader) -> None:
    texts = ("The pump weighs 340 kg.", "", "The valve is made of bronze.")
    (read,) = await reader.read("How heavy is the pump?", (), [Window("Pump", tuple(Line(text, 0) for text in texts))])
    assert read.lines[1] == UNREAD and UNREAD < read.lines[2] < read.lines[0]


async def test_questions_before_count(reader: LocalReader) -> None:
    texts = ("The pump is installed in hall 4.", "The valve is made of bronze.", "The valve is installed in the pipe room.")
    given = [Window("Water", tuple(Line(text, 0) for text in texts))]
    (read,) = await reader.read("And the valve?", ("Where is the pump installed?",), given)
    assert read.lines[2] == max(read.lines)
    (of_metal,) = await reader.read("And the valve?", ("What is the pump made of?",), given)
    assert of_metal.lines[1] - of_metal.lines[2] > read.lines[1] - read.lines[2]


@pytest.mark.parametrize("question", ["", "\ud800", "x" * 100_000])
async def test_whatever_is_asked_is_read(reader: LocalReader, question: str) -> None:
    given = [Window("", ()), Window("Pump", (Line("The pump\udfff weighs 340 kg.", 0),)), Window("y" * 100_000, (Line("z", 0),))]
    nothing, one, long = await reader.read(question, (question,) * 3, given)
    assert nothing.lines == () and one.lines[0] > UNREAD and long.lines == (UNREAD,)


async def test_nothing_to_read(reader: LocalReader) -> None:
    assert list(await reader.read("How heavy is the pump?", (), [])) == []


def test_six_threads_read_at_once(reader: LocalReader) -> None:
    case = CASES[1]
    given = windows_of(case)
    results: list[list[ReadWindow]] = []

    async def six() -> None:
        results.extend([list(one) for one in await asyncio.gather(*(reader.read(case.question, (), given) for _ in range(6)))])

    asyncio.run(six())
    assert len(results) == 6 and all(one == results[0] for one in results)


def test_another_name_is_refused() -> None:
    with pytest.raises(SettingsError, match="there is no other here; the model of this machine is ibidem-1"):
        open_local_reader("other")
