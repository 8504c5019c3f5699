"""Scores as a door shows them: places, or what a retriever or a reader says of a passage alone.

What ranks a passage depends on how often words stand in all documents, those of other tenants and groups too, and so does its
share of the best one, wherever a query has two words. A place holds nothing but the order.
"""

from collections.abc import Sequence


def at_place(place: int) -> float:
    """What is shown for the first (1), the second (0.5), and so on."""
    return round(1 / place, 4)


def by_place(scores: Sequence[float | None]) -> list[float | None]:
    """What is shown for each of these, the highest first; equal ones share a place. What has no score keeps none."""
    places = {score: at_place(n) for n, score in enumerate(sorted({s for s in scores if s is not None}, reverse=True), 1)}
    return [None if score is None else places[score] for score in scores]


def as_shown(scores: Sequence[float | None], relevances: Sequence[float | None]) -> list[float | None]:
    """How relevant each is, where that is known of any of them, and depends on nothing but it and the question; else places."""
    return by_place(scores) if all(one is None for one in relevances) else list(relevances)
