"""What documents say of themselves under names that the profile declares, and what they say beside that.

Unlike the metadata that ibidem knows itself, values are read as they were written: `1.10`, `0042` and `yes` stay what they are.
What is a number or a date is said by the profile.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from ibidem.corpus.metadata import GivenMetadata, parsed_as_written
from ibidem.corpus.reading.blocks import one_line, tidy
from ibidem.domain.errors import UnreadableDocument
from ibidem.domain.fields import ALLOWED, MOST_VALUES, DocumentField, WrongType, written
from ibidem.language.normal import normalise
from ibidem.profile import DeclaredField, Profile, folded_key

# What is kept for people to see where nothing is declared: keys, values of one, characters of a value. Ten keys are usual.
MOST_KEYS, MOST_KEPT, LONGEST_KEPT = 200, 100, 1_000
# A few lines of YAML that refer to each other make a billion values: so many are looked at under one key, and in one place.
_MOST_UNDER_KEY, _MOST_IN_PLACE = 1_000, 50_000
_KNOWN = frozenset(GivenMetadata.model_fields)


@dataclass(frozen=True, slots=True)
class GivenFields:
    """What a document gives besides the metadata that ibidem knows: under the names of its profile, and under others."""

    fields: tuple[DocumentField, ...] = ()
    metadata: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def masked(self, safe: Callable[[str], str]) -> "GivenFields":
        """The same with every text safe; numbers and dates are what they are."""
        fields = tuple(
            one if one.kind in ("number", "date") else replace(one, values=tuple(map(safe, one.values))) for one in self.fields
        )
        return GivenFields(fields, tuple((key, tuple(map(safe, values))) for key, values in self.metadata))


@dataclass(slots=True)
class _Given:
    """What stands under one key, in one place: its texts, and whether it has keys of its own."""

    key: str
    origin: str
    nearness: int
    texts: list[str] = field(default_factory=list[str])
    has_keys: bool = False


def given_fields(name: str, front_matter: str, sidecar: bytes, above: Sequence[bytes], profile: Profile) -> GivenFields:
    """What front matter, sidecar and the sidecars of the folders above, the outermost first, give; of several that give one, the
    nearest to the document counts. Raises UnreadableDocument, naming the field and where it stands."""
    given: dict[str, _Given] = {}
    for nearness, (origin, mapping) in enumerate(parsed_as_written(name, front_matter, sidecar, above)):
        for one in _found(mapping, origin, nearness):
            if one.texts or one.has_keys:
                given[folded_key(one.key)] = one
    fields: list[DocumentField] = []
    for declared in profile.fields:
        own = folded_key(declared.name)
        under = [given[key] for key in (own, *sorted(declared.folded - {own})) if key in given]
        if under:
            fields.append(_field(name, declared, max(under, key=lambda one: one.nearness)))
    taken = {key for declared in profile.fields for key in declared.folded}
    rest = [one for key, one in given.items() if key not in taken and one.texts and one.key.split(".")[0] not in _KNOWN]
    return GivenFields(tuple(fields), tuple((one.key, _kept(one.texts)) for one in rest[:MOST_KEYS]))


def _kept(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(text[:LONGEST_KEPT] for text in texts[:MOST_KEPT])


def _field(name: str, declared: DeclaredField, given: _Given) -> DocumentField:
    try:
        values = tuple(dict.fromkeys(written(declared.type, text) for text in _texts_of(declared, given)))
    except WrongType as error:
        under = "" if given.key == declared.name else f", written there as {given.key!r}"
        problem = f"metadata field {declared.name} of its {given.origin}{under}: {error}"
        raise UnreadableDocument(name, problem, f"{ALLOWED[declared.type]}; correct it and index again") from None
    return DocumentField(declared.name, declared.type, values)


def _texts_of(declared: DeclaredField, given: _Given) -> Sequence[str]:
    """Its texts, where there are no more than its type allows. Raises WrongType."""
    if given.has_keys:
        raise WrongType("holds keys of its own")
    if len(given.texts) > (MOST_VALUES if declared.type == "list" else 1):
        raise WrongType(f"holds {len(given.texts):,} values")
    return given.texts


def _found(mapping: Mapping[str, object], origin: str, nearness: int) -> Iterator[_Given]:
    """What stands under each key, and under each path of keys below it, `author.name`; a list counts as its values."""
    room = _MOST_IN_PLACE
    for key, value in mapping.items():
        found: dict[str, _Given] = {}
        waiting: list[tuple[str, object]] = [(one_line(tidy(key)), value)]
        looked_at = 0
        while waiting:
            path, one = waiting.pop()
            below = _below(path, one)
            looked_at += len(below)
            if looked_at > min(_MOST_UNDER_KEY, max(room, 0)):
                break
            at = found.setdefault(path, _Given(path, origin, nearness))
            at.has_keys = at.has_keys or isinstance(one, dict)
            if isinstance(one, str) and (text := one_line(normalise(tidy(one)))):
                at.texts.append(text)
            waiting += reversed(below)
        room -= looked_at
        yield from found.values()


def _below(path: str, value: object) -> list[tuple[str, object]]:
    match value:
        case dict():
            mapping = cast("dict[object, object]", value)
            return [(f"{path}.{one_line(tidy(str(key)))}", one) for key, one in mapping.items()]
        case list():
            return [(path, one) for one in cast("list[object]", value)]
        case _:
            return []
