"""`ibidem eval`: retrieval and answers, measured on a data set in BEIR's format or on worlds, memory on conversations, references
on cases."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ibidem.backends.measured import keep_measured
from ibidem.backends.registry import open_embedder
from ibidem.cli.main import FAILED
from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say, say_table
from ibidem.cli.progress import Progress
from ibidem.evaluation.answers import evaluate_answers
from ibidem.evaluation.beir import CORPUS
from ibidem.evaluation.lookbacks import Read, by_kind, evaluate_lookbacks, read_lookbacks
from ibidem.evaluation.memory import evaluate_memory
from ibidem.evaluation.messages import act_scores, evaluate_acts, holds_acts, pointer_scores, read_act_rows
from ibidem.evaluation.references import ReferenceScores, evaluate_references, read_cases
from ibidem.evaluation.retrieval import evaluate_retrieval
from ibidem.evaluation.worlds import read_worlds
from ibidem.settings import Settings

if TYPE_CHECKING:
    from ibidem.evaluation.world_answers import WorldReply

SHOWN = 300  # characters of an answer among the misses

data_set = click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))


@click.group(
    "eval", help="Measure retrieval and answers on a data set. It is indexed beside your own documents, and removed again."
)
def evaluation() -> None:
    pass


@evaluation.command(help="How well the search finds what is known to answer: nDCG, recall and MRR.")
@data_set
@json_option
@configured
def retrieval(_settings: Settings, *, folder: Path, as_json: bool) -> None:
    with Progress() as progress:
        scores = asyncio.run(evaluate_retrieval(folder, progress.show))
    print_scores(scores.as_json(), as_json=as_json)


@evaluation.command(
    help="""How often the answer without a model holds what answers, and how often a question is refused.

    DIR is a data set in BEIR's format, a world (docs/ and questions.jsonl) or a folder of worlds, which are answered together,
    from one store.
    """
)
@data_set
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Ask only N questions of the worlds, the same ones every time."
)
@click.option("--misses", is_flag=True, help="Show every answer to a question of the worlds that falls short.")
@click.option(
    "--keep", is_flag=True, help="Keep how right answers of each probability were; the page says it beside answers like them."
)
@json_option
@configured
def answers(settings: Settings, *, folder: Path, limit: int | None, misses: bool, keep: bool, as_json: bool) -> None:
    if (folder / CORPUS).exists():
        if limit is not None or misses or keep:
            raise click.UsageError(f"--limit, --misses and --keep are for worlds; {folder} is a data set with {CORPUS}")
        with Progress() as progress:
            scores = asyncio.run(evaluate_answers(folder, progress.show))
        print_scores(scores.as_json(), as_json=as_json)
        return
    if keep:
        require_room_for_figures(settings)
    worlds = read_worlds(folder)
    # A second of imports, for whole turns.
    from ibidem.evaluation.world_answers import calibrating, evaluate_worlds, world_scores

    with Progress() as progress:
        replies = asyncio.run(evaluate_worlds(worlds, settings, limit, progress.show))
    if misses:
        print_misses(replies)
    for name, measured in calibrating(replies).items() if keep else ():
        keep_measured(settings.data, name, measured)
    print_rows([scores.as_json() for scores in world_scores(replies)], as_json=as_json)


def require_room_for_figures(settings: Settings) -> None:
    if not settings.data.is_dir():
        raise click.UsageError(f"--keep keeps figures beside your store, and {settings.data} is none; name its folder by --data")
    if settings.reranker is None:
        raise click.UsageError("--keep keeps probabilities, and without a reader (IBIDEM_RERANKER) no answer has one")


@evaluation.command(help="How well the turns of a long conversation are found that answer a question about it.")
@data_set
@json_option
@configured
def memory(settings: Settings, *, folder: Path, as_json: bool) -> None:
    with Progress() as progress:
        scores = asyncio.run(evaluate_memory(folder, settings.embedder, progress.show))
    rows = [{"policy": policy, "category": category, **found.as_json()} for (policy, category), found in scores.items()]
    print_rows(rows, as_json=as_json)


@evaluation.command(help="How exactly questions about earlier questions, by time and order, are read.")
@data_set
@click.option(
    "--now", type=click.DateTime(), help="When the messages of the folder were written. [default: the time of its last turn]"
)
@json_option
@configured
def lookbacks(_settings: Settings, *, folder: Path, now: datetime | None, as_json: bool) -> None:
    read = evaluate_lookbacks(read_lookbacks(folder, now))
    groups = sorted(by_kind(read).items())
    rows = [
        {"language": language, "kind": kind, "messages": len(group), "exact": sum(one.right for one in group) / len(group)}
        for (language, kind), group in groups
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        print_lookbacks(rows, read)


@evaluation.command(
    help="How well messages that point back are understood. Fails when one would be answered from a wrong document."
)
@click.argument("place", metavar="FILE-OR-DIR", type=click.Path(exists=True, path_type=Path))
@click.option("--explain", is_flag=True, help="Say for every message what decided.")
@json_option
@configured
def references(_settings: Settings, *, place: Path, as_json: bool, explain: bool) -> None:
    scores = asyncio.run(evaluate_references(read_cases(place)))
    if as_json:
        click.echo(json.dumps(scores.as_json(), indent=2, ensure_ascii=False))
    else:
        if explain:
            print_readings(scores)
        print_references(scores)
    if scores.wrong_documents():
        raise click.exceptions.Exit(FAILED)


@evaluation.command(
    help="""How well messages are read: what they do, or what they point at.

    FILE holds rows with lang, act and text, or rows as `ibidem eval references` reads them.
    """
)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--explain", is_flag=True, help="Show what is read of every message that is read wrong, and how likely it is.")
@json_option
@configured
def messages(settings: Settings, *, file: Path, as_json: bool, explain: bool) -> None:
    if not holds_acts(file):
        scores = asyncio.run(evaluate_references(read_cases(file)))
        if explain:
            print_readings(replace(scores, outcomes=tuple(scores.misses())))
        print_read({"pointers": pointer_scores(scores)}, as_json=as_json)
        return
    name = settings.embedder
    encoder = open_embedder(name) if name is not None and name.startswith("local:") else None
    read = asyncio.run(evaluate_acts(read_act_rows(file), encoder))
    for one in read if explain else ():
        if not one.right:
            say(f"{one.row.lang}  {one.row.text}\n    {one.ways()}; meant {one.row.act}")
    print_read({"acts": act_scores(read)}, as_json=as_json)


def print_read(scores: Mapping[str, Mapping[str, Any]], *, as_json: bool) -> None:
    """Prints how many messages there are, and how many are read right, by language and act."""
    if as_json:
        click.echo(json.dumps(scores, indent=2))
        return
    for kind, counted in scores.items():
        groups = {kind: counted, **counted.get("languages", {}), **counted.get("kinds", {})}
        say_table([("", "rows", "right", "share"), *(_counted(name, one["rows"], one["right"]) for name, one in groups.items())])
        others = {name: value for name, value in counted.items() if name not in ("rows", "right", "languages", "kinds")}
        say_table([(name.replace("_", " "), f"{value:,}") for name, value in others.items()])


def _counted(name: str, rows: int, right: int) -> tuple[str, str, str, str]:
    return name, f"{rows:,}", f"{right:,}", f"{right / rows:.3f}"


def print_readings(scores: ReferenceScores) -> None:
    """Prints how each message was read."""
    for outcome in scores.outcomes:
        say(f"{outcome.case.id}  {outcome.case.message}\n    {outcome.got()}: {outcome.reading()}")


def print_references(scores: ReferenceScores) -> None:
    """Prints accuracy by kind and language, and every miss."""
    languages = sorted({outcome.case.language for outcome in scores.outcomes})
    kinds = sorted({outcome.case.kind for outcome in scores.outcomes})
    there = set(scores.groups())
    rows = [("kind", *languages)]
    for kind in kinds:
        shares = (f"{scores.accuracy(kind=kind, language=name):.3f}" if (kind, name) in there else "" for name in languages)
        rows.append((kind, *shares))
    rows.append(("all", *(f"{scores.accuracy(language=name):.3f}" for name in languages)))
    say_table(rows)
    for outcome in scores.misses():
        say(f"{outcome.verdict}  {outcome.case.id}  {outcome.case.message}\n    got {outcome.got()}")
    say_table(
        [
            ("cases", f"{len(scores.outcomes):,}"),
            ("accuracy", f"{scores.accuracy():.4f}"),
            ("wrong documents", f"{scores.wrong_documents():,}"),
            ("milliseconds, p99", f"{scores.milliseconds(0.99):.3f}"),
        ]
    )


def print_lookbacks(rows: Sequence[Mapping[str, str | int | float]], read: Sequence[Read]) -> None:
    """Prints every miss, and the share of messages that were read exactly by language and kind."""
    for one in read:
        if not one.right:
            got = "no turn" if one.turns is None else list(one.turns)
            say(f"{one.message.kind}  {one.message.text}\n    got {got}, meant {list(one.message.turns)}")
    print_rows(rows, as_json=False)


def print_misses(replies: "Sequence[WorldReply]") -> None:
    """Prints every reply that falls short, with what was wanted."""
    for one in replies:
        if one.shortcomings:
            wanted = " | ".join(f"{answer.document}: {answer.lead}" for answer in one.question.answers) or "nothing answers"
            asked = " / ".join((*one.question.history, one.question.question))
            say(f"{one.question.id}  {one.question.kind}  {asked}\n    {', '.join(one.shortcomings)}; wanted {wanted}")
            text = " ".join((one.reply.problem or one.reply.text).split())[:SHOWN]
            say(f"    got {', '.join(one.reply.cited) or 'no sources'}: {text}")


def print_rows(rows: Sequence[Mapping[str, str | int | float | None]], *, as_json: bool) -> None:
    """Prints rows of figures under their names; a share of nothing is empty."""
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        say_table([tuple(rows[0]), *(tuple(map(_cell, row.values())) for row in rows)])


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else f"{value}"


def print_scores(scores: Mapping[str, float | int], *, as_json: bool) -> None:
    """Prints figures by their names."""
    if as_json:
        click.echo(json.dumps(scores, indent=2))
    else:
        say_table([(name, f"{value:,}" if isinstance(value, int) else f"{value:.4g}") for name, value in scores.items()])
