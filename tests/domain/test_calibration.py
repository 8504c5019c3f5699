"""How often answers of a probability were right."""

from ibidem.domain.calibration import LEAST_RATED, RatedBand, calibration


def test_a_band_counts_the_ratings_in_it_and_is_left_out_with_too_few() -> None:
    many = [(0.85, number % 10 > 0) for number in range(100)]
    few = [(0.6, True)] * (LEAST_RATED - 1)
    certain = [(1.0, True)] * LEAST_RATED
    assert calibration([*many, *few, *certain]) == (RatedBand(0.8, 0.9, 100, 90), RatedBand(0.9, 1.0, LEAST_RATED, LEAST_RATED))
    assert calibration([*few, (0.5, False)]) == (RatedBand(0.5, 0.7, LEAST_RATED, LEAST_RATED - 1),)
    assert calibration([]) == ()


def test_the_edge_between_two_bands_belongs_to_the_upper_one() -> None:
    assert calibration([(0.7, True)] * LEAST_RATED) == (RatedBand(0.7, 0.8, LEAST_RATED, LEAST_RATED),)
