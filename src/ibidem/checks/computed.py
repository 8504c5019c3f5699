"""Values that an answer computes from others and shows with their terms: 60 - 20 = 40, 50 plus 20 % are 60."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from ibidem.checks.source_values import Source
from ibidem.checks.values import Quantity, Value

_TIME = frozenset({"second", "month"})
_MOST_TERMS = 5  # values of a sentence: with more of them, something comes out by chance


def with_computed(held: Sequence[Value], values: Sequence[Value], question: Source) -> Sequence[Value]:
    """The values of a sentence that stand in its documents, and those that are computed from these and from what the question
    gave."""
    founded = [one for one in values if one in held or _is_named_again(one, values, held, question)]
    given = [value for value in values if value not in held and isinstance(value, Quantity) and question.holds_exactly(value)]
    for value in values:
        terms = [one for one in (*founded, *given) if isinstance(one, Quantity)]
        if value not in founded and isinstance(value, Quantity) and is_computed(value, [one for one in terms if one != value]):
            founded.append(value)
    return founded


def _is_named_again(value: Value, values: Sequence[Value], held: Sequence[Value], question: Source) -> bool:
    """Whether a number without a unit repeats, as a term, one of its sentence that stands in the documents or in the question."""
    if not isinstance(value, Quantity) or value.unit is not None:
        return False
    alike = [one for one in values if isinstance(one, Quantity) and one is not value and one.value == value.value]
    return any(one in held or question.holds_exactly(one) for one in alike)


def is_computed(value: Quantity, terms: Sequence[Quantity]) -> bool:
    """Whether a value is the sum, the difference, the product or the quotient of terms of its sentence, or one of them and a
    share of it in percent. The terms are values that the documents hold, or that the question gave."""
    used = terms if len(terms) <= _MOST_TERMS else ()
    wanted = _size(value)
    return any(wanted == result for result in (*_of_one_kind(value, used), *_shares(value, used), *_products(value, used)))


def _of_one_kind(value: Quantity, terms: Sequence[Quantity]) -> Iterator[Fraction]:
    alike = [_size(term) for term in terms if _alike(value, term)]
    for count in range(2, len(alike) + 1):
        yield from (sum(chosen, Fraction()) for chosen in combinations(alike, count))
    for one, other in combinations(alike, 2):
        yield abs(one - other)
    if len(alike) > 2:
        yield max(alike) - (sum(alike, Fraction()) - max(alike))


def _shares(value: Quantity, terms: Sequence[Quantity]) -> Iterator[Fraction]:
    shares = [Fraction(term.value) * _factor(term) / 100 for term in terms if _is_share(term)]
    for whole in (_size(term) for term in terms if _alike(value, term) and not _is_share(term)):
        for share in shares:
            yield from (whole * (1 + share), whole * (1 - share), whole * share)


def _products(value: Quantity, terms: Sequence[Quantity]) -> Iterator[Fraction]:
    """Of two terms one may count something else: 5 shelves of 8 boxes are 40 boxes."""
    for one, other in combinations(terms, 2):
        if _is_share(one) or _is_share(other):
            continue
        for whole, times in ((one, other), (other, one)):
            if _alike(value, whole) and _multiplies(times):
                yield _size(whole) * Fraction(times.value)
                if Fraction(times.value):
                    yield _size(whole) / Fraction(times.value)


def _alike(one: Quantity, other: Quantity) -> bool:
    """Whether both measure the same; a number of a formula often has no unit."""
    return one.unit is None or other.unit is None or one.unit.unit.agrees(other.unit.unit)


def _multiplies(value: Quantity) -> bool:
    """Whether a value says how many times: things, days, people."""
    return value.unit is None or not value.unit.unit.is_measure or not _TIME.isdisjoint(value.unit.unit.kinds)


def _is_share(value: Quantity) -> bool:
    return value.unit is not None and "percent" in value.unit.unit.kinds


def _factor(value: Quantity) -> Fraction:
    return value.unit.unit.factor if value.unit is not None else Fraction(1)


def _size(value: Quantity) -> Fraction:
    return Fraction(value.value) * _factor(value) * (-1 if value.negative else 1)
