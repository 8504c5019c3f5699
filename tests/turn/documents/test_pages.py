"""Which of the passages found a model reads."""

from dataclasses import replace

import pytest

from ibidem.turn.documents.pages import worth_growing, worth_reading
from turn.documents.test_numbering import passages


@pytest.mark.parametrize(
    ("scores", "read", "grown"),
    [
        ((10.0, 9.0, 4.0, 3.9), 3, 2),
        ((10.0,), 1, 1),
        ((0.0, 0.0, 0.0), 3, 3),  # the beginnings of documents
        ((-1.0, -2.0), 2, 2),  # a reranker's
        ((), 0, 0),
    ],
)
def test_what_is_far_behind_the_best_is_not_read(scores: tuple[float, ...], read: int, grown: int) -> None:
    found = [replace(passages("en")[0], score=score) for score in scores]
    assert (len(worth_reading(found)), len(worth_growing(found))) == (read, grown)
