"""A small network in the place of the rules that read what a message points at: decision 12 says what came of it.

    python bench/learned_pointing.py label      # what the rules read in every row, mention by mention: a minute
    python bench/learned_pointing.py train --without r24,r25,r26,r27,own24 --into var/pointing/a.npz  # five minutes
    python bench/learned_pointing.py score --only r24,r25,r26,r27 --weights var/pointing/a.npz
    python bench/learned_pointing.py score --rows FILE --weights var/pointing/a.npz --weights var/pointing/b.npz

Training needs JAX (`pip install jax`). `score` prints the rules, the mean of the networks, and that with thresholds
below which it asks.
"""

import argparse
from pathlib import Path

from ibidem.evaluation.references import read_cases
from ibidem.pointing.reading import read_pointer
from learned.labelling import ROWS, write_labels
from learned.scoring import line_of, network_of, reader, score

LABELS = Path("var/pointing/labels.jsonl")
# Below which share of the likeliest pointer the next one is offered, and above which share of all pointers it is one at all.
THRESHOLDS = ((0.0, 0.0), (0.5, 0.8), (0.8, 0.8))


def label() -> None:
    """Writes the labels of all rows."""
    count, without = write_labels(LABELS)
    print(f"{count} rows labelled, {len(without)} not: {' '.join(without)}")


def train(asked: argparse.Namespace) -> None:
    """Trains on the labelled rows but those of the rounds left out."""
    from learned.training import examples, train  # JAX is needed only here

    train(examples(LABELS, starts(asked.without)), asked.into, epochs=asked.epochs, seed=asked.seed)


def compare(asked: argparse.Namespace) -> None:
    """Prints how well the rules and the network read the rows."""
    cases = [case for file in asked.rows for case in read_cases(file) if case.id.startswith(starts(asked.only) or "")]
    print(f"{len(cases)} messages")
    print(line_of("rules", score(cases, read_pointer)))
    networks = [network_of(file) for file in asked.weights]
    for asks_below, points_above in THRESHOLDS:
        read = reader(networks, asks_below=asks_below, points_above=points_above)
        print(line_of(f"network, asks below {asks_below}, points above {points_above}", score(cases, read)))


def starts(listed: str) -> tuple[str, ...]:
    """The beginnings of ids in a list with commas."""
    return tuple(one for one in listed.split(",") if one)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("label")
    training = commands.add_parser("train")
    training.add_argument("--without", default="")
    training.add_argument("--into", type=Path, default=Path("var/pointing/network.npz"))
    training.add_argument("--epochs", type=int, default=18)
    training.add_argument("--seed", type=int, default=2)
    scoring = commands.add_parser("score")
    scoring.add_argument("--rows", type=Path, action="append")
    scoring.add_argument("--only", default="")
    scoring.add_argument("--weights", type=Path, action="append", required=True)
    asked = parser.parse_args()
    if asked.command == "label":
        label()
    elif asked.command == "train":
        train(asked)
    else:
        asked.rows = asked.rows or [ROWS]
        compare(asked)
