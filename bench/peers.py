"""ibidem beside LlamaIndex, in one run over one corpus: the 10th turn of a session with an instant model, and indexing.

    python bench/peers.py --environment FOLDER [--install] [--chunks 100000] [--data KorQuAD_v1.0_dev.json]

LlamaIndex runs in an environment of its own in FOLDER, which --install makes (it asks the package index); nothing of it comes
into ours. Every side is a process of its own and reads the same folder of Markdown, 20 sections a file. The sides are asked the
same message one after the other, each time in another order, so that what else the machine does falls on all of them.

--data names a file in SQuAD's format: its passages, then copies of them in which a third of the words are others of the corpus;
questions are asked of the passages as they are. Without it, words are made up as in `turn.py`.

LlamaIndex is its chat engine that condenses the question and answers in a context (BM25, five passages). ibidem is measured by
words without a model, by words in fast mode, and in fast mode with meaning and the reader. As in `turn.py`, vectors of the corpus
are drawn at random, since a search costs the same whatever they are, and are no part of the time of indexing.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import uuid
import venv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turn import FRAMES, SENTENCES, WORDS_A_SENTENCE, Draw, text_of

HERE = Path(__file__).parent
PACKAGES = ("llama-index-core", "llama-index-retrievers-bm25")
PEER = "LlamaIndex"
OURS = ("words", "fast", "meaning")
PASSAGES_A_FILE = 20
CHANGED = 3  # one word in so many is another one in a copy
TURNS = 10


@dataclass(frozen=True, slots=True)
class Passage:
    """A section of a file; `asked` are questions that it answers."""

    title: str
    text: str
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A message, and the file that answers it."""

    message: str
    file: str


@dataclass(slots=True)
class Side:
    """A program that is measured: a process that answers lines of JSON with lines of JSON."""

    name: str
    process: "subprocess.Popen[str]"
    indexed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    taken: list[float] = field(default_factory=list[float])
    busy: list[float] = field(default_factory=list[float])
    answered: int = 0
    rightly: int = 0
    memory: float = 0.0

    @classmethod
    def start(cls, name: str, command: Sequence[str]) -> "Side":
        return cls(name, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"))

    def call(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        if not (line := self.process.stdout.readline()):
            raise SystemExit(f"{self.name} ended with exit code {self.process.wait()}")
        return json.loads(line)

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def read_squad(path: Path) -> list[Passage]:
    """The distinct passages of a file in SQuAD's format."""
    found: dict[str, Passage] = {}
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            text = " ".join(paragraph["context"].split())
            asked = tuple(one["question"] for one in paragraph["qas"])
            found.setdefault(text, Passage(article["title"].replace("_", " "), text, asked))
    return list(found.values())


def copies(originals: Sequence[Passage], count: int) -> Iterator[Passage]:
    """So many passages: the originals, then copies of them with other words."""
    draw = random.Random(7)
    words = [word for passage in originals for word in passage.text.split()]
    yield from originals[:count]
    for number in range(len(originals), count):
        one = originals[number % len(originals)]
        changed = [draw.choice(words) if not draw.randrange(CHANGED) else word for word in one.text.split()]
        yield Passage(f"{one.title} {number // len(originals) + 1}", " ".join(changed), ())


def made_up(count: int) -> Iterator[Passage]:
    """So many passages of words that do not exist; each answers what five words of one of its sentences ask."""
    draw, dice = Draw(seed=7), random.Random(5)
    for _ in range(count):
        drawn = draw.words(SENTENCES * WORDS_A_SENTENCE)
        first = dice.randrange(SENTENCES) * WORDS_A_SENTENCE + dice.randrange(WORDS_A_SENTENCE - 4)
        asked = dice.choice(FRAMES).format(*drawn[first : first + 5])
        yield Passage(" ".join(draw.words(4)).capitalize(), text_of(drawn), (asked,))


def write_corpus(passages: Iterator[Passage], folder: Path) -> list[Asked]:
    """Writes the passages as Markdown, and gives what can be asked of them."""
    asked: list[Asked] = []
    section, name = list[str](), ""
    for number, passage in enumerate(passages):
        if number % PASSAGES_A_FILE == 0:
            if section:
                (folder / name).write_text("\n".join(section), encoding="utf-8")
            section, name = [f"# {passage.title}\n"], f"{number // PASSAGES_A_FILE:06}.md"
        section.append(f"## {passage.title}\n\n{passage.text}\n")
        asked += [Asked(message, name) for message in passage.asked]
    (folder / name).write_text("\n".join(section), encoding="utf-8")
    return asked


def install(environment: Path) -> None:
    """Makes the environment of the peer."""
    venv.create(environment, with_pip=True)
    python = str(environment / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)


def commands(environment: Path, scratch: Path, ours: Sequence[str]) -> dict[str, list[str]]:
    """What starts each side."""
    store = str(scratch / "data")
    peer = [str(environment / "bin" / "python"), str(HERE / "peer_llamaindex.py")]
    return {PEER: peer} | {f"ibidem, {how}": [sys.executable, str(HERE / "peer_ibidem.py"), how, store] for how in ours}


def converse(sides: Sequence[Side], asked: Sequence[Asked], sessions: int) -> None:
    """Holds the same conversations with every side, each message in turn."""
    draw, run = random.Random(11), uuid.uuid4().hex[:8]  # a kept store holds sessions of earlier runs
    for session in range(sessions):
        for number in range(1, TURNS + 1):
            one = draw.choice(asked)
            for side in draw.sample(sides, len(sides)):
                said = side.call(ask=one.message, session=f"{run}-{session}")
                if number == TURNS:
                    side.taken.append(said["seconds"] * 1000)
                    side.busy.append(said["cpu"] * 1000)
                side.answered += bool(said["files"])
                side.rightly += one.file in said["files"]
                side.memory = said["memory"]


def report(sides: Sequence[Side], sessions: int) -> None:
    """One table; ratios are to the first side, those of turns the median of message by message."""
    first, turns = sides[0], sessions * TURNS
    print(f"\nturn {TURNS} of {sessions} sessions, milliseconds; ratios to {first.name}")
    print(f"{'':18}{'p50':>8}{'ratio':>7}{'p95':>8}{'CPU':>8}{'ratio':>7}{'answered':>10}{'right file':>12}{'memory':>9}")
    for side in sides:
        cuts = statistics.quantiles(side.taken, n=20)
        beside = statistics.median(a / b for a, b in zip(side.taken, first.taken, strict=True))
        busy = statistics.median(a / b for a, b in zip(side.busy, first.busy, strict=True))
        print(
            f"{side.name:18}{statistics.median(side.taken):8.1f}{beside:7.2f}{cuts[18]:8.1f}{statistics.median(side.busy):8.1f}"
            f"{busy:7.2f}{side.answered / turns:10.0%}{side.rightly / turns:12.0%}{side.memory:6.0f} MB"
        )
    print(f"\n{'indexing':18}{'chunks':>9}{'seconds':>9}{'ratio':>7}{'CPU':>8}{'ratio':>7}{'at most':>11}")
    for side in sides:
        if (done := side.indexed) and (base := first.indexed):
            print(
                f"{side.name:18}{done['chunks']:9,}{done['seconds']:9.1f}{done['seconds'] / base['seconds']:7.2f}"
                f"{done['cpu']:8.1f}{done['cpu'] / base['cpu']:7.2f}{done['memory']:8.0f} MB"
            )


def measure(options: argparse.Namespace, scratch: Path) -> None:
    folder, stored = scratch / "documents", (scratch / "data").exists()
    folder.mkdir(parents=True, exist_ok=True)
    passages = copies(read_squad(options.data), options.chunks) if options.data else made_up(options.chunks)
    asked = write_corpus(passages, folder)
    sides: list[Side] = []
    try:
        for name, command in commands(options.environment, scratch, options.ours.split(",")).items():
            # One after the other: only one side indexes at a time, and all of ibidem's share what the first of them stored.
            side = Side.start(name, command)
            sides.append(side)
            indexes = len(sides) == 1 or (len(sides) == 2 and not stored)
            side.indexed = side.call(index=str(folder)) if indexes else side.call(open=str(folder))
            print(f"{name}: ready", file=sys.stderr)
        converse(sides, asked, options.sessions)
        report(sides, options.sessions)
    finally:
        for side in sides:
            side.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", type=Path, required=True, help="the folder of the peer's virtual environment")
    parser.add_argument("--install", action="store_true", help="make that environment first, from the package index")
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--data", type=Path, help="a file in SQuAD's format, such as KorQuAD_v1.0_dev.json")
    parser.add_argument("--ours", default=",".join(OURS), help="which ways of ibidem are measured (words,fast,meaning)")
    parser.add_argument(
        "--keep", type=Path, help="keep the corpus and the store of ibidem here, and use the store when it is there"
    )
    options = parser.parse_args()
    if options.install:
        install(options.environment)
    if not (options.environment / "bin" / "python").exists():
        parser.error(f"{options.environment} is no environment: --install makes it")
    with tempfile.TemporaryDirectory(prefix="ibidem-peers-") as scratch:
        measure(options, options.keep or Path(scratch))


if __name__ == "__main__":
    main()
