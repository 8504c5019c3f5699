"""Which words of a query are searched for: in a large corpus not those that bring next to nothing."""

from math import log

from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.narrowing import FREQUENT, LEAST_SHARE, informative_terms
from ibidem.domain.documents import WeightedTerm

CHUNKS = 1_000_000


def worth(term: WeightedTerm, held: int) -> float:
    return term.weight * log(1 + (CHUNKS - held + 0.5) / (held + 0.5)) if held else 0.0


def test_of_a_long_query_the_commonest_words_are_left_out() -> None:
    frequencies = {f"w{n}": 50 for n in range(20)} | {"w있": 800_000, "w하": 600_000, "w되": 500_000}
    terms = [WeightedTerm(token, 1.0) for token in frequencies]
    assert [term.token for term in informative_terms(terms, frequencies, CHUNKS)] == [f"w{n}" for n in range(20)]


def test_a_short_query_keeps_its_words() -> None:
    terms = [WeightedTerm("w펌프", 1.0), WeightedTerm("w압력", 1.0)]
    assert informative_terms(terms, {"w펌프": 60_000, "w압력": 40_000}, CHUNKS) == terms


@given(st.dictionaries(st.text(max_size=3), st.tuples(st.integers(0, CHUNKS), st.floats(0.01, 1)), max_size=40))
def test_what_is_left_out_is_frequent_and_worth_little(query: dict[str, tuple[int, float]]) -> None:
    frequencies = {token: held for token, (held, _) in query.items()}
    terms = [WeightedTerm(token, weight) for token, (_, weight) in query.items()]
    kept = informative_terms(terms, frequencies, CHUNKS)
    untold = [term for term in terms if term not in kept]
    assert [term for term in terms if term in kept] == kept
    assert all(frequencies[term.token] > FREQUENT for term in untold)
    whole = sum(worth(term, frequencies[term.token]) for term in terms)
    assert sum(worth(term, frequencies[term.token]) for term in untold) <= LEAST_SHARE * whole * (1 + 1e-9)
    assert kept or not terms
