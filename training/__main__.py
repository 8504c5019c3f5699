"""Trains the networks that ship with ibidem. What each command needs and how long it takes: training/README.md.

python -m training check WORLD         # a world of documents and questions, or a folder of them: its form
python -m training label               # what messages point at: labels for rows of tests/references that have none
python -m training train               # what messages point at: weights from the labelled rows
python -m training graphs              # the graphs of encoder and reader, without weights: when training/graphs.py changed
"""

import argparse
import sys
from pathlib import Path

from ibidem.domain.errors import IbidemError
from training.checking import check
from training.labels import label_rows
from training.weights import write_weights

ROWS = Path(__file__).parents[1] / "tests" / "references"
WEIGHTS = Path(__file__).parents[1] / "src" / "ibidem" / "pointing" / "weights.npz"


def arguments() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = argparse.ArgumentParser(
        prog="python -m training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="the form of a world, or of the worlds in a folder")
    checking.add_argument("folder", type=Path, metavar="WORLD")
    commands.add_parser("label", help="labels for rows that have none that fit")
    commands.add_parser("graphs", help="the graphs of encoder and reader")
    training = commands.add_parser("train", help="weights from the labelled rows")
    training.add_argument("--epochs", type=int, default=12)
    training.add_argument("--seeds", type=int, nargs="+", default=[5, 7, 11, 13], help="of each, a network is trained")
    training.add_argument("--without", default="", help="leave out rows whose ids begin so, parted by commas")
    training.add_argument("--into", type=Path, default=WEIGHTS)
    return parser


def perform(asked: argparse.Namespace) -> bool:
    """Does what was asked. False where a check failed."""
    if asked.command == "check":
        return check(asked.folder)
    if asked.command == "label":
        label_rows(ROWS)
    elif asked.command == "graphs":
        from training.graphs import write_graphs  # onnx is needed only here

        write_graphs()
    else:
        from training.optimising import train  # JAX is needed only here

        without = tuple(start for start in asked.without.split(",") if start)
        trained = [train(ROWS, without, epochs=asked.epochs, seed=seed) for seed in asked.seeds]
        write_weights(trained, ROWS, asked.into)
    return True


if __name__ == "__main__":
    try:
        sys.exit(0 if perform(arguments().parse_args()) else 1)
    except IbidemError as error:
        sys.exit(f"error: {error}")
