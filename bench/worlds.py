"""How well ibidem answers in the three worlds it is made for: `python bench/worlds.py`.

`worlds/documents/WORLD/` holds the documents, `worlds/questions.jsonl` questions in people's own words, each asked in a session
of its own, and `worlds/conversations.jsonl` conversations asked turn by turn. Everything goes through the doors that users have:
`ibidem index`, `ibidem serve` and `POST /v1/chat`. Nothing here may be used for tuning: a set that was tuned on measures nothing.

A line is a question, `{id, world, language, kind?, question, doc_id, answers, wrong, twin_doc_id?}`, or a conversation, `{id,
world, language, turns: [{kind?, message, doc_id, answers, wrong}]}`. `doc_id` null means that no document answers. One of
`answers` has to stand in the answer, none of `wrong` (a twin's value) may. A `kind` of `small_talk` is a turn that asks nothing.
"""

import dataclasses
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from types import MappingProxyType
from typing import Any

import click

from ibidem.evaluation.phrase_match import stands_in

HERE = Path(__file__).parent / "worlds"
START_SECONDS, REPLY_SECONDS = 300, 60  # a busy machine takes long to load the encoder
PROBLEM_WIDTH = 300
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy does not know what serves on this machine


@dataclass(frozen=True, slots=True)
class Turn:
    """One message and what a good answer to it holds."""

    kind: str
    message: str
    doc_id: str | None
    answers: tuple[str, ...]
    wrong: tuple[str, ...]
    twin_doc_id: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A session: the turns of a conversation, or a single question."""

    id: str
    world: str
    language: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the product said: the doc_ids of its sources in their order, and the error when it gave no answer at all."""

    answer: str = ""
    cited: tuple[str, ...] = ()
    refused: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reply held against what was asked for."""

    case: Case
    number: int
    turn: Turn
    reply: Reply

    @property
    def answerable(self) -> bool:
        return self.turn.doc_id is not None

    @property
    def cited(self) -> bool:
        return self.turn.doc_id in self.reply.cited

    @property
    def cited_first(self) -> bool:
        return self.reply.cited[:1] == (self.turn.doc_id,)

    @property
    def worded(self) -> bool:
        return any(stands_in(answer, self.reply.answer) for answer in self.turn.answers)

    @property
    def twin_value(self) -> bool:
        return any(stands_in(wrong, self.reply.answer) for wrong in self.turn.wrong)

    @property
    def good(self) -> bool:
        if not self.answerable:
            return self.reply.refused
        return self.cited and self.worded and not self.twin_value


@dataclass(frozen=True, slots=True)
class Measure:
    """A share: of the verdicts that `counts` for it, those that `holds`."""

    name: str
    counts: Callable[[Verdict], bool]
    holds: Callable[[Verdict], bool]


MEASURES = (
    Measure("cited", lambda v: v.answerable, lambda v: v.cited),
    Measure("cited_first", lambda v: v.answerable, lambda v: v.cited_first),
    Measure("answered", lambda v: v.answerable, lambda v: v.worded),
    Measure("refused_wrongly", lambda v: v.answerable, lambda v: v.reply.refused),
    Measure("refused", lambda v: not v.answerable and v.turn.kind != "small_talk", lambda v: v.reply.refused),
    Measure("twin_value", lambda v: bool(v.turn.wrong), lambda v: v.twin_value),
    Measure("small_talk", lambda v: v.turn.kind == "small_talk", lambda v: v.reply.refused),
    Measure("errors", lambda _: True, lambda v: v.reply.error is not None),
)


def read_questions(file: Path) -> Iterator[Case]:
    """Each question as a session of one turn. Raises click.ClickException, which names the line."""
    for where, row in _rows(file):
        with _naming(where):
            yield Case(row["id"], row["world"], row["language"], (_turn(row, row["question"], "fact"),))


def read_conversations(file: Path) -> Iterator[Case]:
    """Each conversation. Raises click.ClickException, which names the line."""
    for where, row in _rows(file):
        with _naming(where):
            turns = tuple(_turn(turn, turn["message"], "opening" if n == 0 else "later") for n, turn in enumerate(row["turns"]))
            yield Case(row["id"], row["world"], row["language"], turns)


def _rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            with _naming(f"{file}, line {number}"):
                row = json.loads(line)
            yield f"{file}, line {number}", row


@contextmanager
def _naming(where: str) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise click.ClickException(f"{where}: not in the format ({type(error).__name__}: {error})") from error


def _turn(row: dict[str, Any], message: str, default_kind: str) -> Turn:
    doc_id, twin = row["doc_id"], row.get("twin_doc_id")
    kind = row.get("kind") or ("unanswerable" if doc_id is None else "twin" if twin else default_kind)
    answers, wrong = tuple(row.get("answers", ())), tuple(row.get("wrong", ()))
    if not all(phrase.strip() for phrase in answers + wrong):
        raise ValueError("an empty phrase stands in every answer")
    return Turn(kind, message, doc_id, answers, wrong, twin)


@contextmanager
def served(documents: Path, data: Path, profile: str, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """Indexes the folder into `data`, serves it with these variables, and gives the address.

    Raises click.ClickException when it is not ready.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("IBIDEM_")} | dict(settings)
    program = [sys.executable, "-m", "ibidem"]
    shared = ["--data", str(data), "--profile", profile]
    data.mkdir(parents=True, exist_ok=True)
    indexing = subprocess.run(
        [*program, "index", str(documents.resolve()), *shared],
        cwd=data,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if indexing.returncode != 0:  # a file that could not be read costs its questions, as it would cost them in use
        click.echo(f"ibidem index {documents}: exit code {indexing.returncode}\n{indexing.stdout}{indexing.stderr}", err=True)
    address = f"http://127.0.0.1:{(port := _free_port())}"
    with (data / "serve.log").open("wb") as log:
        server = subprocess.Popen(
            [*program, "serve", "--port", str(port), *shared], cwd=data, env=environment, stdout=log, stderr=log
        )
        try:
            _wait_until_ready(server, address, data / "serve.log")
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _wait_until_ready(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with DIRECT.open(f"{address}/readyz", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise click.ClickException(f"ibidem serve was not ready at {address}/readyz\n{log.read_text(errors='replace')[-2000:]}")


def asked(case: Case, address: str) -> Iterator[Verdict]:
    """Asks the turns one after the other in one session, and judges each."""
    session: str | None = None
    for number, turn in enumerate(case.turns, 1):
        try:
            body = post(f"{address}/v1/chat", {"message": turn.message} | ({"session_id": session} if session else {}))
        except urllib.error.HTTPError as error:
            reply = Reply(error=f"HTTP {error.code}: {error.read().decode(errors='replace')[:PROBLEM_WIDTH]}")
        except OSError as error:
            reply = Reply(error=f"{type(error).__name__}: {error}")
        else:
            session = body["session_id"]
            cited = tuple(source["doc_id"] for source in body["sources"])
            reply = Reply(body["answer"] or "", cited, refused=not cited or not body["meta"]["rag_used"])
        yield Verdict(case, number, turn, reply)


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """The JSON that answers this JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with DIRECT.open(request, timeout=REPLY_SECONDS) as response:
        return json.load(response)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: a group of verdicts, counted; and the length (characters) and sources of the answers given."""

    part: str
    group: str
    turns: int
    shares: dict[str, tuple[int, int]]
    median_length: float
    mean_sources: float

    @classmethod
    def of(cls, part: str, group: str, verdicts: Sequence[Verdict]) -> "Row":
        """The shares as (how many hold, of how many that count)."""
        counted = ((measure, [v for v in verdicts if measure.counts(v)]) for measure in MEASURES)
        shares = {measure.name: (sum(map(measure.holds, those)), len(those)) for measure, those in counted}
        replies = [v.reply for v in verdicts if v.answerable and not v.reply.refused]
        length = median(len(reply.answer) for reply in replies) if replies else 0.0
        sources = fmean(len(reply.cited) for reply in replies) if replies else 0.0
        return cls(part, group, len(verdicts), shares, length, sources)


def report(verdicts: Sequence[Verdict]) -> list[Row]:
    """Questions, then conversations: by world and language, by world, by language, by kind, and all together."""
    groupings: tuple[Callable[[Verdict], str], ...] = (
        lambda v: f"{v.case.world} {v.case.language}",
        lambda v: v.case.world,
        lambda v: v.case.language,
        lambda v: v.turn.kind,
        lambda _: "all",
    )
    parts = (
        ("questions", [v for v in verdicts if len(v.case.turns) == 1]),
        ("conversations", [v for v in verdicts if len(v.case.turns) > 1]),
    )
    return [
        Row.of(part, group, [v for v in those if key(v) == group])
        for part, those in parts
        for key in groupings
        for group in dict.fromkeys(map(key, those))
    ]


def show(rows: Iterable[Row]) -> None:
    """The report as a table for people."""
    part = ""
    for row in rows:
        if row.part != part:
            part = row.part
            names = "".join(f"{measure.name:>17}" for measure in MEASURES)
            click.echo(f"\n{part:<18}{'turns':>6}{names}{'median length':>15}{'mean sources':>14}")
        shares = "".join(f"{_share(*row.shares[measure.name]):>17}" for measure in MEASURES)
        click.echo(f"{row.group:<18}{row.turns:>6}{shares}{row.median_length:>15.0f}{row.mean_sources:>14.1f}")


def _share(held: int, counted: int) -> str:
    return f"{held}/{counted} {held / counted:4.0%}" if counted else "-"


def show_misses(verdicts: Sequence[Verdict]) -> None:
    """Every reply that is not good, by kind, with what was expected."""
    missed = [v for v in verdicts if not v.good]
    for kind in dict.fromkeys(v.turn.kind for v in missed):
        click.echo(f"\n{kind}")
        for v in (v for v in missed if v.turn.kind == kind):
            wanted = f"{v.turn.doc_id}: {' | '.join(v.turn.answers)}" if v.answerable else "no sources"
            told = v.reply.error or " ".join(v.reply.answer.split())[:PROBLEM_WIDTH]
            click.echo(f"  {v.case.id} turn {v.number}: {v.turn.message}\n    {_problem(v)}; wanted {wanted}")
            click.echo(f"    got {', '.join(v.reply.cited) or 'no sources'}: {told}")


def _problem(verdict: Verdict) -> str:
    if verdict.reply.error is not None:
        return "error"
    if not verdict.answerable:
        return "answered"
    if verdict.reply.refused:
        return "refused"
    found = (
        (not verdict.cited, "wrong document"),
        (not verdict.worded, "answer missing"),
        (verdict.twin_value, "twin's value"),
    )
    return ", ".join(name for holds, name in found if holds)


def as_json(rows: Sequence[Row], verdicts: Sequence[Verdict]) -> str:
    """The rows, and every verdict with its reply, as one JSON object."""
    details = [
        {"id": v.case.id, "turn": v.number, "good": v.good} | dataclasses.asdict(v.turn) | dataclasses.asdict(v.reply)
        for v in verdicts
    ]
    return json.dumps({"rows": [dataclasses.asdict(row) for row in rows], "turns": details}, ensure_ascii=False)


@click.command()
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--documents", type=click.Path(exists=True, file_okay=False, path_type=Path), default=HERE / "documents")
@click.option("--questions", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=HERE / "questions.jsonl")
@click.option(
    "--conversations", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=HERE / "conversations.jsonl"
)
@click.option("--misses", is_flag=True, help="Show every reply that is not good, by kind.")
@click.option("--json", "for_program", is_flag=True, help="Print one JSON object with the figures and every reply.")
def main(*, folder: Path | None, documents: Path, questions: Path, conversations: Path, misses: bool, for_program: bool) -> None:
    """Measure the answers in every world of the set.

    FOLDER keeps the data folder and the server's log of each world; without it they go when the measurement ends.
    """
    cases = [*read_questions(questions), *read_conversations(conversations)]
    verdicts: list[Verdict] = []
    with ExitStack() as stack:
        base = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for world in dict.fromkeys(case.world for case in cases):
            data = (base / world).resolve()
            if data.exists() and any(data.iterdir()):
                raise click.ClickException(f"{data}: not empty; a measurement begins with a fresh folder")
            click.echo(f"{world} ...", err=True)
            with served(documents / world, data, world) as address:
                for case in (case for case in cases if case.world == world):
                    verdicts.extend(asked(case, address))
    rows = report(verdicts)
    if for_program:
        click.echo(as_json(rows, verdicts))
        return
    show(rows)
    if misses:
        show_misses(verdicts)


if __name__ == "__main__":
    main()
