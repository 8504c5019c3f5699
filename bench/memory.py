"""What a question costs in a long conversation: prompt tokens and own time at turn 10, 100 and 1,000, by history policy.

    python bench/memory.py [--rounds 5] [--csv FILE] [--svg FILE]

The corpus is the example corpus of this repository; a conversation is made of answers to questions about it in Korean, English
and Japanese, and is the same at every run. To each length come nine questions: three stand alone, three lean on the turn before
(once "why is that?", in each language), and three ask what was said at the start. The model is scripted, answers at once and
quotes what it is shown; the time that it takes itself is not counted. Each question is asked in a branch of the conversation, so
that the next one finds it as long. `stuffed` is what others do: the whole conversation stands in each prompt of an answer.

Tokens are counted as a quarter of the bytes of UTF-8: some four letters of English, or one and a third of Korean or Japanese, are
one. Times are the median of all questions, in milliseconds of processor time, so that a loaded machine changes little of it.
"""

import argparse
import asyncio
import csv
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log10
from pathlib import Path
from typing import get_args

from ibidem.app import App
from ibidem.domain.conversation import NewTurn, Question, Turn
from ibidem.domain.events import TurnDone
from ibidem.domain.models import ModelRequest
from ibidem.profile import HistoryPolicy, load_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.testing.quoting_model import quoting
from ibidem.testing.script import Play
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from verified import ASKED, EXAMPLES

LENGTHS = (10, 100, 1000)
STUFFED = "stuffed"
# What a client sends is its own affair; without it, `client` is `recent`.
POLICIES = tuple(policy for policy in get_args(HistoryPolicy) if policy != "client")
LEANING = ("그건 왜 그래?", "And why is it so?", "それはなぜですか。")
BACK = (
    "아까 처음에 말한 히터 고정 볼트 얼마였지?",
    "What did we say about the chamber lid of the SUPRA XP at the start?",
    "最初のほうで聞いたドライポンプの外し方は何でしたか。",
)
QUESTIONS = (*(ASKED[4][language] for language in ("ko", "en", "ja")), *LEANING, *BACK)


@dataclass
class Listener:
    """The script of the model; `tokens` of the prompts since it was last asked, and the seconds that it took itself."""

    tokens: int = 0
    seconds: float = 0.0

    def __call__(self, request: ModelRequest) -> Play:
        begun = time.process_time()
        self.tokens += tokens(request.system) + tokens(request.user)
        played = quoting(request)
        self.seconds += time.process_time() - begun
        return played


@dataclass
class Measured:
    """Of each question asked under a policy in a conversation of some length: prompt tokens, milliseconds."""

    tokens: list[int] = field(default_factory=list[int])
    milliseconds: list[float] = field(default_factory=list[float])


def tokens(text: str) -> int:
    return len(text.encode()) // 4


async def asked(app: App, session_id: str, message: str) -> Turn:
    async for event in app.ask(Question(message, session_id), app.principal):
        if isinstance(event, TurnDone):
            return event.turn
    raise RuntimeError(f"no answer to {message!r}")


async def converse(app: App) -> Sequence[NewTurn]:
    """Stores the conversations, `long-10` and so on; returns the turns of the longest."""
    said = [(await asked(app, f"first-{n}", text)).content for n, group in enumerate(ASKED) for text in group.values()]
    turns = [replace(said[n % len(said)], user_text=f"{said[n % len(said)].user_text} ({n + 1})") for n in range(max(LENGTHS))]
    for length in LENGTHS:
        for turn in turns[:length]:
            await app.turns.append(replace(turn, session_id=f"long-{length}"), app.principal)
        await app.turns.make_searchable(f"long-{length}", app.principal)
    if app.meaning is not None and (vectors := await app.meaning.opened()) is not None:
        await vectors.catch_up()
    return turns


async def measure(app: App, listener: Listener, rounds: int) -> Mapping[tuple[str, int], Measured]:
    found: dict[tuple[str, int], Measured] = {}
    for policy in POLICIES:
        app.profile = app.profile.model_copy(update={"history": policy})
        for round_ in range(rounds + 1):  # the first one is not counted: dictionaries and pages of the store are read then
            for length in LENGTHS:
                into = found.setdefault((policy, length), Measured()) if round_ else Measured()
                for question in QUESTIONS:
                    branch = await app.care.branch(f"long-{length}", length, app.principal)
                    listener.tokens, listener.seconds = 0, 0.0
                    begun = time.process_time()
                    await asked(app, branch.session_id, question)
                    into.milliseconds.append((time.process_time() - begun - listener.seconds) * 1000)
                    into.tokens.append(listener.tokens)
                    await app.turns.delete_session(branch.session_id, app.principal)
    return found


def stuffed(found: Mapping[tuple[str, int], Measured], turns: Sequence[NewTurn]) -> Mapping[int, float]:
    """The mean prompt tokens by length where the whole conversation is in the prompt."""
    without = statistics.fmean(found["auto", LENGTHS[0]].tokens)
    return {
        length: without + sum(tokens(f"Q: {turn.user_text}\nA: {turn.assistant_text}\n") for turn in turns[:length])
        for length in LENGTHS
    }


def curve(found: Mapping[tuple[str, int], Measured], turns: Sequence[NewTurn]) -> Mapping[str, Sequence[float]]:
    """The mean prompt tokens of each policy at each of LENGTHS."""
    rows = {policy: [statistics.fmean(found[policy, length].tokens) for length in LENGTHS] for policy in POLICIES}
    return rows | {STUFFED: list(stuffed(found, turns).values())}


def say(found: Mapping[tuple[str, int], Measured], lines: Mapping[str, Sequence[float]]) -> None:
    print("| policy | " + " | ".join(f"tokens at {n:,}" for n in LENGTHS) + " | 1,000 : 10 | ", end="")
    print(" | ".join(f"ms at {n:,}" for n in LENGTHS) + " | 1,000 : 10 |")
    print("|---" * (3 + 2 * len(LENGTHS)) + "|")
    for policy, means in lines.items():
        cells = [f"{mean:,.0f}" for mean in means] + [f"{means[-1] / means[0]:.2f}"]
        if policy != STUFFED:
            times = [statistics.median(found[policy, length].milliseconds) for length in LENGTHS]
            cells += [f"{one:.1f}" for one in times] + [f"{times[-1] / times[0]:.2f}"]
        else:
            cells += [""] * (len(LENGTHS) + 1)
        print(f"| {policy} | " + " | ".join(cells) + " |")


def write_csv(file: Path, lines: Mapping[str, Sequence[float]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(["policy", *LENGTHS])
        writer.writerows([policy, *map(round, means)] for policy, means in lines.items())


def write_svg(file: Path, lines: Mapping[str, Sequence[float]]) -> None:
    """Both axes by powers of ten; a line for each policy, with its name at its end."""
    low, high = 3.0, log10(max(max(means) for means in lines.values())) + 0.1

    def at(place: int, mean: float) -> tuple[float, float]:
        return 60 + 250 * place, 220 - 200 * (log10(mean) - low) / (high - low)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 250" font-family="sans-serif" font-size="12">',
        '<rect width="700" height="250" fill="#fff"/>',
    ]
    for place, length in enumerate(LENGTHS):
        parts.append(f'<text x="{at(place, 1000)[0]:.0f}" y="240" text-anchor="middle">{length:,} turns</text>')
    for power in range(3, int(high) + 1):
        y = at(0, 10**power)[1]
        parts.append(
            f'<path d="M60 {y:.0f}H560" stroke="#ddd"/><text x="52" y="{y + 4:.0f}" text-anchor="end">{10**power:,}</text>'
        )
    ends: list[float] = []
    for policy, means in sorted(lines.items(), key=lambda line: line[1][-1]):
        points = [at(place, mean) for place, mean in enumerate(means)]
        stroke = "#b3261e" if policy == STUFFED else "#1a5fb4"
        path = " ".join(f"{x:.0f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="2"/>')
        y = min([points[-1][1], *(end - 14 for end in ends)])
        ends.append(y)
        parts.append(f'<text x="{points[-1][0] + 8:.0f}" y="{y + 4:.0f}" fill="{stroke}">{policy} {means[-1]:,.0f}</text>')
    file.write_text("\n".join([*parts, "</svg>"]) + "\n", encoding="utf-8")


async def run(folder: Path, arguments: argparse.Namespace) -> None:
    listener = Listener()
    async with await App.open(load_settings(data=folder), load_profile("equipment")) as app:
        async for _ in app.index_folder(EXAMPLES):
            pass
        await app.warm()
        model = ScriptedModel(listener, remembered=1)
        app.models = Models(model, model, load_catalog())
        turns = await converse(app)
        found = await measure(app, listener, arguments.rounds)
    lines = curve(found, turns)
    say(found, lines)
    if arguments.csv is not None:
        write_csv(arguments.csv, lines)
    if arguments.svg is not None:
        write_svg(arguments.svg, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--csv", type=Path, help="where the curve of prompt tokens is written")
    parser.add_argument("--svg", type=Path, help="where it is drawn")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "data", arguments))


if __name__ == "__main__":
    main()
