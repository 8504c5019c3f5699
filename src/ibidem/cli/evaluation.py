"""`ibidem eval`: retrieval and answers, measured on a data set in BEIR's format."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import click

from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say_table
from ibidem.cli.progress import Progress
from ibidem.evaluation.answers import evaluate_answers
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


def print_scores(scores: Mapping[str, float | int], *, as_json: bool) -> None:
    """Prints figures by their names."""
    if as_json:
        click.echo(json.dumps(scores, indent=2))
    else:
        say_table([(name, f"{value:,}" if isinstance(value, int) else f"{value:.4g}") for name, value in scores.items()])
