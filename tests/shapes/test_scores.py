"""Scores as a door shows them."""

from ibidem.shapes.scores import at_place, by_place


def test_a_score_is_a_place() -> None:
    assert by_place([3.27, None, 11.5, 3.27, -2.0]) == [0.5, None, 1.0, 0.5, 0.3333]
    assert by_place([]) == [] and by_place([None]) == [None]
    assert [at_place(place) for place in (1, 2, 3)] == [1.0, 0.5, 0.3333]


def test_what_is_shown_depends_on_the_order_alone() -> None:
    assert by_place([3.27, 2.5, 0.1]) == by_place([2.09, 1.9, 1.8])
