"""Training goes downhill, stops in time, and passes on what goes wrong; where JAX is installed."""

import itertools

import numpy as np
import pytest

pytest.importorskip("jax")

from training.descent import Clock, ahead, descend, rate_at
from training.encoder import answers, as_passages, as_queries, under_head
from training.pretrained import BEGIN, END, PAD, PASSAGE, QUERY
from training.reader import cut_out


def test_parameters_go_downhill() -> None:
    seen: list[float] = []

    def loss(parameters, goal, key):
        return ((parameters["x"] - goal) ** 2).sum(), goal.mean()

    found = descend(
        loss, {"x": np.zeros(2, np.float32)}, itertools.repeat((np.array([1.0, -1.0], np.float32),)), Clock(1.0), 0.1,
        lambda parameters: seen.append(float(parameters["x"][0])),
    )  # fmt: skip
    assert seen[0] == 0 and np.abs(np.asarray(found["x"]) - [1, -1]).max() < 0.1


def test_the_rate_warms_up_and_fades() -> None:
    assert rate_at(0, 2.0) == 0 and rate_at(0.025, 2.0) < rate_at(0.05, 2.0) > rate_at(0.5, 2.0) > rate_at(1, 2.0) == 0.04


def test_what_goes_wrong_in_making_a_batch_is_raised() -> None:
    def made(_rng: np.random.Generator) -> int:
        raise ValueError("no such row")

    with pytest.raises(ValueError, match="no such row"):
        next(ahead(made, 1))


def test_texts_are_marked_as_e5_expects_them() -> None:
    questions = np.array([[BEGIN, 7, END, END, PAD]], np.int32)
    assert [piece for piece in as_queries(questions)[0].tolist() if piece != PAD] == [BEGIN, *QUERY, 7, END, END]
    windows = np.array([[7, 8, 9], [7, PAD, PAD]], np.int32)
    assert [[p for p in row if p != PAD] for row in as_passages(windows).tolist()] == [
        [BEGIN, *PASSAGE, 7, 8, 9, END],
        [BEGIN, *PASSAGE, 7, END],
    ]
    assert as_queries(questions).shape[1] % 8 == as_passages(windows).shape[1] % 8 == 0


def test_a_line_is_taken_alone_under_the_head_of_its_window() -> None:
    window, lines = np.array([7, 8, 20, 21, 30, PAD], np.int32), np.array([0, 0, 1, 1, 2, 0], np.int8)
    assert under_head(window, lines, 2).tolist() == [7, 8, 30, PAD, PAD, PAD]
    assert under_head(window, lines, 0).tolist() == window.tolist()


def test_a_window_and_a_line_that_answer_are_known() -> None:
    places = np.array([[3, 2], [5, 1]], np.int32)
    windows, lines = np.array([3, 3, 3, 5, 5, 4]), np.array([0, 2, 1, 1, 2, 2])
    assert answers(places, windows, lines).tolist() == [True, True, False, True, False, False]


def test_a_window_is_cut_of_what_answers() -> None:
    pieces = np.full((2, 40), PAD)
    lines = np.zeros((2, 40), np.int64)
    pieces[0, :30], lines[0, :30] = np.arange(10, 40), [0] * 2 + [1] * 14 + [2] * 14
    pieces[1, :3] = 5
    gold = np.zeros(24, np.float32)
    gold[0] = 1
    cut_out(pieces, lines, gold)
    assert pieces[1, :16].tolist() == [10, 11, *range(26, 40)] and set(pieces[1, 16:]) == {PAD}
    assert lines[1, :16].tolist() == [0, 0] + [2] * 14 and pieces[0, 2] == 12
    gold[1] = 1
    before = pieces.copy()
    cut_out(pieces, lines, gold)  # nothing would be left
    assert (pieces == before).all()
