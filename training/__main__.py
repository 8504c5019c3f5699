"""Trains the networks that ship with ibidem. What each command needs and how long it takes: training/README.md.

    python -m training check WORLD                   # a world of documents and questions, or a folder of them: its form
    python -m training prepare INTO WORLD...         # what the next two are trained on, as one file
    python -m training encoder PREPARED INTO         # meaning: the adapter that finds windows and lines
    python -m training reader PREPARED ENCODER INTO  # reading: the adapter that says which of them answer
    python -m training evaluate WORLD ENCODER        # how well they find what answers
    python -m training graphs                        # the graphs of both without weights: when training/graphs.py changed
    python -m training acts                          # what messages do: weights from training/messages
    python -m training label                         # what messages point at: labels for rows of tests/references without any
    python -m training train                         # what messages point at: weights from the labelled rows

`encoder` and `reader` run on a machine that has JAX and nothing else of ibidem's dependencies.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ibidem.domain.errors import IbidemError

ROWS = Path(__file__).parents[1] / "tests" / "references"
WEIGHTS = Path(__file__).parents[1] / "src" / "ibidem" / "understanding" / "weights.npz"
MESSAGES, WORLDS = (Path(__file__).parent / name for name in ("messages", "worlds"))
ACT_WEIGHTS = WEIGHTS.with_name("acts.npz")
ENCODER_SECONDS, READER_SECONDS = 140.0, 85.0  # on one H200; what the adapters that ship were trained with


def arguments() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = argparse.ArgumentParser(
        prog="python -m training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, act: Callable[[argparse.Namespace], bool], help: str, *files: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help)
        made.set_defaults(act=act)
        for file in files:
            made.add_argument(file.lower(), metavar=file, type=Path)
        return made

    command("check", check, "the form of a world, or of the worlds in a folder", "WORLD")
    preparing = command("prepare", prepare, "worlds, and JaQuAD, as one file to train on", "INTO")
    preparing.add_argument("worlds", metavar="WORLD", type=Path, nargs="+", help="a world, or a folder of worlds")
    preparing.add_argument("--jaquad", type=Path, metavar="DIR", help="the folder data/train of JaQuAD")
    finding = command("encoder", encoder, "the adapter of the encoder", "PREPARED", "INTO")
    _timed(finding, ENCODER_SECONDS, questions=192, negatives=3)
    reading = command("reader", reader, "the adapter of the reader", "PREPARED", "ENCODER", "INTO")
    _timed(reading, READER_SECONDS, questions=48, negatives=7)
    reading.add_argument("--layers", type=_count, nargs="+", default=[6, 12], help="after which it has heads [%(default)s]")
    evaluating = command("evaluate", evaluate, "how well both find what answers in worlds", "WORLD", "ENCODER")
    evaluating.add_argument("--reader", type=Path, metavar="READER")
    evaluating.add_argument("--limit", type=_count, metavar="N", help="ask only so many questions")
    command("graphs", graphs, "the graphs of encoder and reader, without weights")
    command("label", label, "labels for rows that have none that fit")
    of_messages = command("acts", acts, "what messages do: weights from training/messages")
    of_messages.add_argument("--into", type=Path, default=ACT_WEIGHTS)
    training = command("train", train, "weights from the labelled rows")
    training.add_argument("--epochs", type=int, default=12)
    training.add_argument("--seeds", type=int, nargs="+", default=[5, 7, 11], help="of each, a network is trained")
    training.add_argument("--without", default="", help="leave out rows whose ids begin so, parted by commas")
    training.add_argument("--into", type=Path, default=WEIGHTS)
    return parser


def _timed(command: argparse.ArgumentParser, seconds: float, **sizes: int) -> None:
    """Adds how long it is trained, and with batches of which size."""
    command.add_argument("--seconds", type=float, default=seconds, help="of training, compiling not counted [%(default)s]")
    for name, size in sizes.items():
        command.add_argument(f"--{name}", type=_count, default=size, help=f"{name} in a batch [%(default)s]")
    command.add_argument("--seed", type=int, default=5)


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def check(given: argparse.Namespace) -> bool:
    """Checks worlds. False where one has faults."""
    from training.checking import check

    return check(given.world)


def prepare(given: argparse.Namespace) -> bool:
    """Reads worlds and writes what is trained on."""
    from ibidem.backends.local.loaded import packed
    from ibidem.evaluation.worlds import read_worlds
    from training.examples import examples_of
    from training.prepared import write_prepared
    from training.squad import read_paragraphs

    worlds = [world for folder in given.worlds for world in read_worlds(folder)]
    examples = examples_of(worlds, read_paragraphs(given.jaquad) if given.jaquad else iter(()))
    write_prepared(examples.prepared(), packed("training")[0], given.into)
    print(f"{len(examples.examples)} questions, {len(examples.windows)} windows")
    return True


def encoder(given: argparse.Namespace) -> bool:
    """Trains the encoder."""
    from training.encoder import Sizes, train_encoder, write_encoder
    from training.prepared import read_prepared

    sizes = Sizes(given.questions, given.negatives)
    prepared, base = read_prepared(given.prepared)
    write_encoder(train_encoder(prepared, base, given.seconds, sizes, given.seed), str(prepared.worlds), given.into)
    return True


def reader(given: argparse.Namespace) -> bool:
    """Trains the reader on what the encoder finds near."""
    from training.encoder import mined_anew
    from training.prepared import read_prepared
    from training.reader import Sizes, train_reader, write_reader
    from training.transformer import read_adapter

    prepared, base = read_prepared(given.prepared)
    adapter, _ = read_adapter(given.encoder)
    sizes = Sizes(given.questions, given.negatives)
    mined = mined_anew(prepared, base, adapter)
    trained = train_reader(mined, base, adapter, given.layers, given.seconds, sizes, given.seed)
    write_reader(trained, str(prepared.worlds), given.into)
    return True


def evaluate(given: argparse.Namespace) -> bool:
    """Measures both."""
    from ibidem.evaluation.worlds import read_worlds
    from training.evaluating import evaluate

    evaluate(read_worlds(given.world), given.encoder, given.reader, given.limit)
    return True


def graphs(_given: Any) -> bool:
    """Writes the graphs, for which it needs the package onnx."""
    from training.graphs import write_graphs

    write_graphs()
    return True


def acts(given: argparse.Namespace) -> bool:
    """Trains the network that reads what messages do."""
    from ibidem.evaluation.worlds import read_worlds
    from training.acts import train_acts

    train_acts(MESSAGES, read_worlds(WORLDS), given.into)
    return True


def label(_given: Any) -> bool:
    """Labels the rows."""
    from training.labels import label_rows

    label_rows(ROWS)
    return True


def train(given: argparse.Namespace) -> bool:
    """Trains the network that reads what messages point at."""
    from training.optimising import train
    from training.weights import write_weights

    without = tuple(start for start in given.without.split(",") if start)
    trained = [train(ROWS, without, epochs=given.epochs, seed=seed) for seed in given.seeds]
    write_weights(trained, ROWS, given.into)
    return True


if __name__ == "__main__":
    given = arguments().parse_args()
    try:
        sys.exit(0 if given.act(given) else 1)
    except IbidemError as error:
        sys.exit(f"error: {error}")
