"""How fast a folder becomes searchable, in each language: read, cut, tokenised, stored durably and indexed.

    python bench/indexing.py [--chunks N]

The text is made here: sections of about 300 characters, one chunk each. `small` is three sections a file, `large` is four files
with all of them. Seconds include the start of the workers and of their dictionaries; CPU is that of all processes together.
"""

import argparse
import asyncio
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.indexing import index_folder
from ibidem.corpus.progress import Completed
from ibidem.corpus.workers import Workers
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.profile import load_profile

CHARACTERS = 300
GOALS = {"ko": 1000, "en": 3000, "ja": 1000}


@dataclass(frozen=True, slots=True)
class Words:
    """What sentences are made of: templates with {part}, {other}, {state} and {number}."""

    heading: str
    templates: tuple[str, ...]
    parts: tuple[str, ...]
    states: tuple[str, ...]


WORDS: dict[Language, Words] = {
    "ko": Words(
        "{part} 점검 절차 {number}",
        (
            "{part}의 온도가 {number}도를 넘으면 {other}을 멈추고 담당자에게 알려야 한다.",
            "작업자는 {part}에서 {state} 흔적이 보이는지 확인한 뒤 {other}을 다시 조립한다.",
            "{part}을 교체한 날짜와 압력 {number} 파스칼을 점검표에 적어 두면 다음 정비 때 도움이 된다.",
            "지난달에는 {other} 쪽에서 {state} 문제가 {number}번 보고되었고 원인은 {part}이었다.",
            "{state} 상태가 계속되면 {part}을 분리하고 {number}분 동안 식힌 다음 {other}을 살펴본다.",
        ),
        ("펌프", "밸브", "모터", "센서", "배관", "필터", "냉각기", "전원부", "제어판", "감속기", "베어링", "실린더", "압축기"),
        ("누유", "과열", "부식", "진동", "마모", "균열", "막힘", "단선", "오염", "변형"),
    ),
    "en": Words(
        "Inspecting the {part} number {number}",
        (
            "When the {part} gets hotter than {number} degrees, stop the {other} and tell the person in charge.",
            "Look for signs of {state} on the {part} before you put the {other} back together.",
            "Write down the day on which the {part} was replaced and a pressure of {number} pascals for the next service.",
            "Last month {state} was reported {number} times near the {other}, and the {part} turned out to be the cause.",
            "If the {state} goes on, take out the {part}, let it cool for {number} minutes and then examine the {other}.",
        ),
        ("pump", "valve", "motor", "sensor", "pipe", "filter", "chiller", "supply", "panel", "gearbox", "bearing", "heater"),
        ("leakage", "overheating", "corrosion", "vibration", "wear", "cracking", "clogging", "fouling", "bending", "breakage"),
    ),
    "ja": Words(
        "{part}の点検手順{number}",
        (
            "{part}の温度が{number}度を超えたときは{other}を止めて担当者に連絡してください。",
            "作業者は{part}に{state}の跡がないかを確かめてから{other}を組み立て直します。",
            "{part}を交換した日付と圧力{number}パスカルを点検表に書いておくと次の整備で役に立ちます。",
            "先月は{other}の近くで{state}が{number}回報告され、原因は{part}であることが分かりました。",
            "{state}が続く場合は{part}を取り外し、{number}分ほど冷ましてから{other}を調べます。",
        ),
        ("ポンプ", "バルブ", "モーター", "センサー", "配管", "フィルター", "冷却器", "電源部", "制御盤", "減速機", "軸受"),
        ("油漏れ", "過熱", "腐食", "振動", "摩耗", "亀裂", "詰まり", "断線", "汚れ", "変形"),
    ),
}


def sections(language: Language, count: int) -> Iterator[str]:
    """So many sections of Markdown, the same at every run."""
    random_words, words = random.Random(1), WORDS[language]
    for _ in range(count):

        def filled(template: str) -> str:
            part, other = random_words.sample(words.parts, 2)
            return template.format(
                part=part, other=other, state=random_words.choice(words.states), number=random_words.randint(2, 9999)
            )

        body = ""
        while len(body) < CHARACTERS:
            body += filled(random_words.choice(words.templates)) + ("" if language == "ja" else " ")
        yield f"## {filled(words.heading)}\n\n{body.strip()}\n"


def write(folder: Path, language: Language, count: int, per_file: int) -> None:
    """Writes the sections into files of `per_file` each."""
    made = list(sections(language, count))
    for number, start in enumerate(range(0, count, per_file)):
        (folder / f"{number:05}.md").write_text("\n".join(made[start : start + per_file]), encoding="utf-8")


async def measure(folder: Path) -> Completed:
    """Indexes the folder into a fresh store."""
    profile = load_profile("equipment")
    with tempfile.TemporaryDirectory() as data:
        backend = EmbeddedBackend.open(Path(data))
        async with (
            Workers(profile) as workers,
            aclosing(index_folder(folder, profile, backend, workers)) as events,
        ):
            event = [event async for event in events][-1]
        backend.close()
    assert isinstance(event, Completed) and not event.complained, event
    return event


def cpu_seconds() -> float:
    """What this process and the workers that ended have used."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--chunks", type=int, default=6000, help="chunks a run (default 6000)")
    count = arguments.parse_args().chunks
    print(f"{len(os.sched_getaffinity(0))} cores, sections of {CHARACTERS} characters")
    print(f"{'language':8} {'files':>12} {'chunks':>8} {'seconds':>8} {'CPU':>8} {'chunks/s':>9} {'goal':>6}")
    for language in LANGUAGES:
        for name, per_file in (("small", 3), ("large", max(count // 4, 1))):
            with tempfile.TemporaryDirectory() as folder:
                write(Path(folder), language, count, per_file)
                before = cpu_seconds()
                done = asyncio.run(measure(Path(folder)))
                cpu = cpu_seconds() - before
            row = f"{language:8} {done.indexed:6} {name} {done.chunks:8} {done.seconds:8.2f} {cpu:8.2f}"
            print(f"{row} {done.chunks / done.seconds:9.0f} {GOALS[language]:6}", flush=True)


if __name__ == "__main__":
    main()
