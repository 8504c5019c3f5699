"""How well encoder and reader find what answers in worlds, and which weights of their scores are best there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from ibidem.backends.local.loaded import packed
from ibidem.evaluation.worlds import World
from training.encoder import as_passages, as_queries, under_head, vectors
from training.examples import Examples, Place, examples_of
from training.prepared import MOST_LINES, Prepared
from training.pretrained import PAD, Base
from training.reader import IMPOSSIBLE, as_parameters, read
from training.transformer import frozen, read_adapter
from training.windows import question_text
from training.words import Bm25

READ = 8  # windows of a question
OF_WORDS = 0.15  # how much nearness by words counts beside nearness of vectors, both as standard scores
WINDOW_WEIGHTS, LINE_WEIGHTS, RELEVANCE_WEIGHTS, READER_WEIGHTS = (1, 2, 4), (1, 2, 4), (0.3, 0.6, 1), (0.3, 0.6, 1)


@dataclass(frozen=True, slots=True)
class Weighting:
    """How much of a line's score each part is: of its window, of its own vector (both as standard scores), of the reader's
    relevance and of the reader's score of the line."""

    window: float
    line: float
    relevance: float
    reader: float


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the answerable questions: the right document first, the right line first, and a right line among the first three."""

    document: float
    line: float
    three_lines: float

    @property
    def worth(self) -> float:
        """What weights are chosen by."""
        return self.line + 0.5 * self.document + 0.3 * self.three_lines


@dataclass(frozen=True, slots=True)
class Found:
    """The windows that are read for one question, best first, with the scores of their lines (READ, MOST_LINES): by vectors as
    standard scores, -inf where there is no line, and by the reader at one exit."""

    windows: NDArray[np.int64]
    window_scores: NDArray[np.float64]
    line_scores: NDArray[np.float64]
    relevance: NDArray[np.float32]
    reader_scores: NDArray[np.float32]


def evaluate(worlds: Sequence[World], encoder: Path, reader: Path | None, limit: int | None) -> None:
    """Prints how well the windows and lines of all worlds together are found, for the answerable questions or every n-th, so that
    `limit` are left. Raises InvalidInput."""
    examples = examples_of(worlds, iter(()))
    prepared = examples.prepared()
    answered = [row for row, one in enumerate(examples.examples) if one.places]
    chosen = answered[:: max(1, -(-len(answered) // (limit or len(answered))))]
    base = Base.of(packed("training")[0], prepared.in_use())
    scores, nearness = _nearness(examples, prepared, base, encoder, chosen)
    right = [{window for window, _ in examples.examples[row].places} for row in chosen]
    order = np.argsort(-scores, 1)
    document = np.mean(
        [examples.windows[ranked[0]].document in documents(examples, held) for ranked, held in zip(order, right, strict=True)]
    )
    within = {
        depth: np.mean([not held.isdisjoint(ranked[:depth]) for ranked, held in zip(order, right, strict=True)])
        for depth in (1, 5, 10)
    }
    print(f"{len(chosen)} questions, {len(examples.windows)} windows")
    print(
        f"windows: right document first {document:.3f}; right window in the first 1, 5, 10: "
        + ", ".join(f"{v:.3f}" for v in within.values())
    )
    if reader is not None:
        for at, found in _read(examples, prepared, base, reader, chosen, scores, nearness):
            best = max(_weightings(), key=lambda weights: _shares(found, examples, chosen, weights).worth)
            shares = _shares(found, examples, chosen, best)
            print(f"read after layer {at}: right document first {shares.document:.3f}", end="; ")
            print(f"right line first {shares.line:.3f}, in three lines {shares.three_lines:.3f}", end="; ")
            print(f"with window {best.window:g}, line {best.line:g}, relevance {best.relevance:g}, reader {best.reader:g}")


def documents(examples: Examples, windows: set[int]) -> set[str]:
    """The documents of windows."""
    return {examples.windows[window].document for window in windows}


def _weightings() -> Iterator[Weighting]:
    yield from (Weighting(*one) for one in product(WINDOW_WEIGHTS, LINE_WEIGHTS, RELEVANCE_WEIGHTS, READER_WEIGHTS))


def _nearness(
    examples: Examples, prepared: Prepared, base: Base, encoder: Path, chosen: Sequence[int]
) -> tuple[NDArray[np.float64], dict[Place, NDArray[np.float64]]]:
    """The scores of the windows, (questions, windows), and of each line the standard scores for the questions."""
    adapter, _ = read_adapter(encoder)
    questions = vectors(base, adapter, prepared.questions[list(chosen)], as_queries)
    near = questions @ vectors(base, adapter, prepared.windows, as_passages).T
    words = Bm25([" ".join(window.lines) for window in examples.windows])
    asked = [question_text(one.question, one.history) for one in (examples.examples[row] for row in chosen)]
    scores = standard(near) + OF_WORDS * standard(np.stack([words.scores(text) for text in asked]))
    places = [(window, line) for window, of in enumerate(prepared.lines) for line in np.unique(of[of > 0]).tolist()]
    alone = np.stack([under_head(prepared.windows[window], prepared.lines[window], line) for window, line in places])
    longest = int((alone != PAD).sum(1).max())
    lines = standard(questions @ vectors(base, adapter, alone[:, :longest], as_passages).T)
    return scores, dict(zip(places, lines.T, strict=True))


def standard(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Standard scores within each row."""
    return (scores - scores.mean(1, keepdims=True)) / (scores.std(1, keepdims=True) + 1e-6)


def _read(
    examples: Examples,
    prepared: Prepared,
    base: Base,
    reader: Path,
    chosen: Sequence[int],
    scores: NDArray[np.float64],
    nearness: dict[Place, NDArray[np.float64]],
) -> Iterator[tuple[int, list[Found]]]:
    """For each exit of the reader what is found for each question."""
    parameters = as_parameters(*read_adapter(reader))
    weights, reading = frozen(base), jax.jit(read)
    found: dict[int, list[Found]] = {int(at): [] for at in parameters["heads"]}
    for at, row in enumerate(chosen):
        windows = np.argsort(-scores[at])[:READ]
        asked = base.rows(np.repeat(prepared.questions[row : row + 1], len(windows), 0))
        outcome = reading(
            weights, parameters, asked, base.rows(prepared.windows[windows]), jnp.asarray(prepared.lines[windows], jnp.int32)
        )
        lines = np.full((len(windows), MOST_LINES), -np.inf)
        for place, line in (
            (n, k) for n, window in enumerate(windows) for k in range(1, MOST_LINES + 1) if (int(window), k) in nearness
        ):
            lines[place, line - 1] = nearness[int(windows[place]), line][at]
        for exit_, (relevance, read_lines) in outcome.items():
            of_reader = np.where(np.asarray(read_lines) > IMPOSSIBLE / 2, read_lines, -np.inf)
            found[exit_].append(Found(windows, scores[at, windows], lines, np.asarray(relevance), of_reader))
    yield from sorted(found.items())


def _shares(found: Sequence[Found], examples: Examples, chosen: Sequence[int], weights: Weighting) -> Shares:
    """How well the lines are ranked with these weights."""
    verdicts: list[tuple[bool, bool, bool]] = []
    for one, row in zip(found, chosen, strict=True):
        of_window = weights.window * one.window_scores + weights.relevance * one.relevance
        lines = of_window[:, None] + weights.line * one.line_scores + weights.reader * one.reader_scores
        best = np.argsort(-lines, axis=None)[:3]
        ranked = [(int(one.windows[at // MOST_LINES]), int(at % MOST_LINES) + 1) for at in best]
        right = set(examples.examples[row].places)
        held = documents(examples, {window for window, _ in right})
        verdicts.append((examples.windows[ranked[0][0]].document in held, ranked[0] in right, not right.isdisjoint(ranked)))
    return Shares(*np.mean(verdicts, 0).tolist())
