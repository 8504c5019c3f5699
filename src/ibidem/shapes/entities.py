"""What a client that has read a question itself says of it: the names in it, as filters."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, cast

from pydantic import BeforeValidator

from ibidem.domain.documents import SearchFilters
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.shapes.given import Name
from ibidem.turn.question.devices import device_key

MOST_NAMES = 100


def few_enough(given: object) -> object:
    """What was sent. Raises ValueError for more names than are read, before each of them is checked."""
    kinds = cast("Mapping[str, object]", given).values() if isinstance(given, Mapping) else [given]
    if sum(len(cast("list[object]", names)) if isinstance(names, list) else 1 for names in kinds) > MOST_NAMES:
        raise ValueError(f"has more than {MOST_NAMES} names")
    return cast("object", given)


Entities = Annotated[list[Name] | dict[Name, Name | list[Name]], BeforeValidator(few_enough)]


@dataclass(frozen=True, slots=True)
class ReadEntities:
    """The devices, document types and ids among the entities, and the places of the names that are none of these: "devices.0"."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def narrowing(self, filters: SearchFilters) -> SearchFilters:
        """The filters; what they leave out is narrowed to the entities."""
        return SearchFilters(
            filters.devices or self.devices,
            filters.doc_types or self.doc_types,
            filters.doc_ids or self.doc_ids,
            filters.owners,
            filters.fields,
        )


def read_entities(given: Entities, profile: Profile) -> ReadEntities:
    """The entities, each by what the profile knows under its name: a device by any of its aliases, a type or group of documents,
    an id in any of its spellings."""
    devices = {device_key(name): device.name for device in profile.devices for name in (device.name, *device.aliases)}
    types = {name.casefold(): name for one in profile.doc_types for name in (one.name, one.group)}
    found: dict[str, list[str]] = {"devices": [], "doc_types": [], "doc_ids": [], "unknown": []}
    for place, name in names_in(given):
        folded = normalise(name).strip()
        ids = [pattern.normalise(at[1]) for pattern in profile.ids if (at := pattern.matcher.fullmatch(folded)) is not None]
        if (device := devices.get(device_key(folded))) is not None:
            found["devices"].append(device)
        elif (kind := types.get(folded.casefold())) is not None:
            found["doc_types"].append(kind)
        else:
            found["doc_ids" if ids else "unknown"].append(ids[0] if ids else place)
    return ReadEntities(*(tuple(dict.fromkeys(found[key])) for key in ("devices", "doc_types", "doc_ids", "unknown")))


def names_in(given: Entities) -> Iterator[tuple[str, str]]:
    """All names, whatever kind they are sent under, each after its place among those."""
    kinds = given.items() if isinstance(given, Mapping) else [("", given)]
    for kind, names in kinds:
        for number, name in enumerate(names if isinstance(names, list) else [names]):
            yield f"{kind}.{number}".lstrip("."), name
