"""`ibidem eval`: retrieval and answers, measured on a data set in BEIR's format, memory on conversations, references on cases."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import click

from ibidem.cli.main import FAILED
from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say, say_table
from ibidem.cli.progress import Progress
from ibidem.evaluation.answers import evaluate_answers
from ibidem.evaluation.lookback_set import made_set
from ibidem.evaluation.lookbacks import Read, by_kind, evaluate_lookbacks, read_lookbacks
from ibidem.evaluation.memory import evaluate_memory
from ibidem.evaluation.references import ReferenceScores, evaluate_references, read_cases
from ibidem.evaluation.retrieval import evaluate_retrieval
from ibidem.settings import Settings

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


@evaluation.command(help="How often the answer without a model holds what answers, and how often a question is refused.")
@data_set
@json_option
@configured
def answers(_settings: Settings, *, folder: Path, as_json: bool) -> None:
    with Progress() as progress:
        scores = asyncio.run(evaluate_answers(folder, progress.show))
    print_scores(scores.as_json(), as_json=as_json)


@evaluation.command(help="How well the turns of a long conversation are found that answer a question about it.")
@data_set
@json_option
@configured
def memory(settings: Settings, *, folder: Path, as_json: bool) -> None:
    with Progress() as progress:
        scores = asyncio.run(evaluate_memory(folder, settings.embedder, progress.show))
    rows = [{"policy": policy, "category": category, **found.as_json()} for (policy, category), found in scores.items()]
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        shown = ([f"{value:.3f}" if isinstance(value, float) else f"{value}" for value in row.values()] for row in rows)
        say_table([tuple(rows[0]), *map(tuple, shown)])


@evaluation.command(
    help="How exactly questions about earlier questions, by time and order, are read. Without a folder: on a set made here."
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--now", type=click.DateTime(), help="When the messages of the folder were written. [default: the time of its last turn]"
)
@json_option
@configured
def lookbacks(_settings: Settings, *, folder: Path | None, now: datetime | None, as_json: bool) -> None:
    read = evaluate_lookbacks(made_set() if folder is None else read_lookbacks(folder, now))
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
    shown = ([f"{value:.3f}" if isinstance(value, float) else f"{value}" for value in row.values()] for row in rows)
    say_table([tuple(rows[0]), *map(tuple, shown)])


def print_scores(scores: Mapping[str, float | int], *, as_json: bool) -> None:
    """Prints figures by their names."""
    if as_json:
        click.echo(json.dumps(scores, indent=2))
    else:
        say_table([(name, f"{value:,}" if isinstance(value, int) else f"{value:.4g}") for name, value in scores.items()])
