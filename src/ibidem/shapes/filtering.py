"""What clients and people filter by that the profile declares, checked against it."""

from collections.abc import Mapping, Sequence

from ibidem.domain.errors import InvalidInput, UnknownField
from ibidem.domain.fields import ALLOWED, MOST_VALUES, DocumentField, FieldFilter, FieldKind, WrongType, written
from ibidem.language.normal import normalise
from ibidem.profile import DeclaredField, Profile

ORDERED: frozenset[FieldKind] = frozenset({"number", "date"})
BETWEEN = ".."  # in a word of a command line or an address: 2020..2024, 2020.., ..2024


def equal(name: str, values: Sequence[str], profile: Profile, place: str) -> FieldFilter:
    """Lets through what has one of the values. `place` names the input in errors. Raises InvalidInput."""
    kind = declared(name, profile, place).type
    return FieldFilter(name=name, kind=kind, values=tuple(_written(name, kind, value, place) for value in values))


def between(name: str, least: str | None, most: str | None, profile: Profile, place: str) -> FieldFilter:
    """Lets through what lies from `least` to `most`, both included. Raises InvalidInput."""
    kind = declared(name, profile, place).type
    if kind not in ORDERED:
        raise InvalidInput(place, f"{name} is declared as {kind}, which has no range", "name values of it")
    if least is None and most is None:
        raise InvalidInput(place, f"the range of {name} has no end", "give where it begins, where it ends, or both")
    first, last = (None if end is None else _written(name, kind, end, place) for end in (least, most))
    found = FieldFilter(name=name, kind=kind, least=first, most=last)
    if any(start > end for start, end in found.spans):
        raise InvalidInput(place, f"the range of {name} ends before it begins", "the smaller value comes first")
    return found


def from_words(words: Sequence[str], profile: Profile, place: str) -> tuple[FieldFilter, ...]:
    """Filters from words of the form NAME=VALUE; for numbers and dates also NAME=FIRST..LAST, of which one may be left out. Of
    one field, any of its values passes. Raises InvalidInput."""
    values: dict[str, list[str]] = {}
    ranges: dict[str, FieldFilter] = {}
    for word in words:
        name, given, value = word.partition("=")
        name = normalise(name).strip()
        if not given or not name or not value.strip():
            raise InvalidInput(
                place, f"{word!r} is no filter", "NAME=VALUE is allowed, for numbers and dates NAME=FIRST..LAST too"
            )
        if BETWEEN in value and declared(name, profile, place).type in ORDERED:
            if name in ranges:
                raise InvalidInput(place, f"{name} has two ranges", "one range of a field is allowed")
            least, _, most = value.partition(BETWEEN)
            ranges[name] = between(name, least.strip() or None, most.strip() or None, profile, place)
        else:
            values.setdefault(name, []).append(value)
    filters: Mapping[str, FieldFilter] = {name: equal(name, given, profile, place) for name, given in values.items()}
    return tuple(_either(filters.get(name), ranges.get(name)) for name in dict.fromkeys((*values, *ranges)))


def stated(name: str, values: Sequence[str], profile: Profile, place: str) -> DocumentField:
    """What documents are to say under the name; without values nothing. Raises InvalidInput."""
    kind = declared(name, profile, "field").type
    if len(values) > (MOST_VALUES if kind == "list" else 1):
        raise InvalidInput(place, f"{name}: holds {len(values):,} values", ALLOWED[kind])
    return DocumentField(name, kind, tuple(dict.fromkeys(_written(name, kind, value, place) for value in values)))


def declared(name: str, profile: Profile, place: str) -> DeclaredField:
    """The field of that name. Raises UnknownField, which lists those that there are."""
    found = next((field for field in profile.fields if field.name == name), None)
    if found is None:
        known = ", ".join(f"{field.name} ({field.type})" for field in profile.fields)
        allowed = f"declared are: {known}" if known else f"the profile {profile.name} declares no fields"
        raise UnknownField(place, f"{name[:80]!r} is not a field of the profile", allowed)
    return found


def _either(equal: FieldFilter | None, ranged: FieldFilter | None) -> FieldFilter:
    if equal is None or ranged is None:
        found = equal or ranged
        assert found is not None, "each name has one of them"
        return found
    return FieldFilter(name=equal.name, kind=equal.kind, values=equal.values, least=ranged.least, most=ranged.most)


def _written(name: str, kind: FieldKind, value: str, place: str) -> str:
    text = " ".join(normalise(value).split())
    try:
        if not text:
            raise WrongType("is empty")
        return written(kind, text)
    except WrongType as error:
        allowed = ALLOWED["text" if kind == "list" else kind]
        raise InvalidInput(place, f"{name}: {error}", allowed) from None
