"""Trains the network that reads what messages point at, on the rows of tests/references.

    python -m training label   # labels for rows that have none that fit: minutes for a thousand
    python -m training train   # twenty minutes on two processors; needs JAX (pip install jax)
    python -m training graphs  # the graphs of encoder and reader, without weights: when training/graphs.py changed

What to do to teach it a new way of saying something: docs/howto/point-back.md.
"""

import argparse
from pathlib import Path

from training.labels import label_rows
from training.weights import write_weights

ROWS = Path(__file__).parents[1] / "tests" / "references"
WEIGHTS = Path(__file__).parents[1] / "src" / "ibidem" / "pointing" / "weights.npz"

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("label", help="labels for rows that have none that fit")
    commands.add_parser("graphs", help="the graphs of encoder and reader")
    training = commands.add_parser("train", help="weights from the labelled rows")
    training.add_argument("--epochs", type=int, default=12)
    training.add_argument("--seeds", type=int, nargs="+", default=[5, 7, 11, 13], help="of each, a network is trained")
    training.add_argument("--without", default="", help="leave out rows whose ids begin so, parted by commas")
    training.add_argument("--into", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
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
