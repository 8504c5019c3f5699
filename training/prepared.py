"""Examples as arrays with the weights to begin with: one file, so that a machine to train on needs no texts."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.local.packed import PackedModel
from ibidem.domain.errors import InvalidInput
from training.pretrained import BEGIN, END, PAD, PASSAGE, QUERY, UNKNOWN, Base, numbers, packed_weights

MOST_POSITIVES, MOST_NEGATIVES = 6, 24
MOST_OF_A_QUESTION, MOST_OF_A_WINDOW = 64, 208  # pieces; together a multiple of 8
MOST_LINES = 24
_BASE = "base/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Windows and questions as pieces, filled up with PAD; -1 fills up the others.

    `windows` (windows, pieces) with, of each piece, the number of its line in `lines`; `questions` (questions, pieces);
    `positives` (questions, places, 2) are windows and lines that answer, `negatives` (questions, windows) near windows that do
    not. A question and its windows are of one group: 0 is JaQuAD, the others are worlds, of which `worlds` is the checksum.
    """

    windows: NDArray[np.int32]
    lines: NDArray[np.int8]
    window_groups: NDArray[np.int32]
    questions: NDArray[np.int32]
    positives: NDArray[np.int32]
    negatives: NDArray[np.int32]
    groups: NDArray[np.int32]
    worlds: NDArray[np.str_]

    def in_use(self) -> NDArray[np.int32]:
        """The pieces that occur, in the order of their ids; the first four are BEGIN, PAD, END and UNKNOWN."""
        always = [BEGIN, PAD, END, UNKNOWN, *QUERY, *PASSAGE]
        return np.unique(np.concatenate([always, self.windows.ravel(), self.questions.ravel()])).astype(np.int32)


def filled(rows: Sequence[Sequence[int]], length: int) -> NDArray[np.int32]:
    """Rows of pieces as one array, filled up with PAD."""
    found = np.full((len(rows), length), PAD, np.int32)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return found


def write_prepared(prepared: Prepared, model: PackedModel, into: Path) -> None:
    """Writes the file, with the weights of the pieces in use."""
    vocabulary = prepared.in_use()
    arrays = {part.name: getattr(prepared, part.name) for part in fields(Prepared)}
    base = {f"{_BASE}{name}": value for name, value in packed_weights(model, vocabulary).items()}
    np.savez_compressed(into, vocabulary=vocabulary, **arrays, **base)


def read_prepared(file: Path) -> tuple[Prepared, Base]:
    """What `write_prepared` wrote. Raises InvalidInput for another file."""
    try:
        with np.load(file) as stored:
            prepared = Prepared(**{part.name: stored[part.name] for part in fields(Prepared)})
            base = {name.removeprefix(_BASE): stored[name] for name in stored.files if name.startswith(_BASE)}
            return prepared, Base(numbers(base), stored["vocabulary"])
    except (OSError, ValueError, KeyError) as error:
        raise InvalidInput(str(file), "is no file of prepared examples", "`python -m training prepare` makes one") from error
