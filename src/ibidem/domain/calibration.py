"""How often answers were right that were given with a probability, as people rated them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 1.0)
# With fewer, a share says little: of 30 ratings 27 right, the true share lies between 74 and 97 of 100 (Wilson, 95 %).
LEAST_RATED = 30


@dataclass(frozen=True, slots=True)
class RatedBand:
    """The rated answers whose probability lay from `least` to `most`, and how many of them were right."""

    least: float
    most: float
    rated: int
    right: int


def calibration(rated: Iterable[tuple[float, bool]]) -> tuple[RatedBand, ...]:
    """The bands with enough ratings, from pairs of the probability of an answer and whether it was right."""
    known = list(rated)
    bands: list[RatedBand] = []
    for least, most in pairwise(EDGES):
        inside = [right for probability, right in known if least <= probability < most or probability == most == EDGES[-1]]
        if len(inside) >= LEAST_RATED:
            bands.append(RatedBand(least, most, len(inside), sum(inside)))
    return tuple(bands)
