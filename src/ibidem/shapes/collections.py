"""The JSON of saved filters."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from ibidem.domain.collections import Collection
from ibidem.domain.documents import SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.domain.languages import Language
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.shapes.given import RequestShape, well_formed
from ibidem.shapes.requests import FiltersShape

# One name for what looks the same, so that it is found again.
CollectionName = Annotated[
    str, StringConstraints(min_length=1, max_length=60, pattern=r"\S"), AfterValidator(well_formed), AfterValidator(normalise)
]


class CollectionRequest(RequestShape):
    """The filters of a collection."""

    filters: FiltersShape = FiltersShape()
    languages: list[Language] = Field(
        default=[], max_length=10, description="Of a list of documents alone: a question is asked in any language."
    )

    def to_domain(self, name: str, profile: Profile) -> Collection:
        """The collection, once the profile declares its fields. Raises InvalidInput."""
        return Collection(name, self.filters.to_domain(profile), tuple(dict.fromkeys(self.languages)))


FieldValues = list[str] | dict[str, str]


class CollectionFilters(BaseModel):
    """Filters as a request takes them."""

    devices: list[str]
    doc_types: list[str]
    doc_ids: list[str]
    owners: list[str]
    fields: dict[str, FieldValues]

    @classmethod
    def of(cls, filters: SearchFilters) -> "CollectionFilters":
        return cls(
            devices=list(filters.devices),
            doc_types=list(filters.doc_types),
            doc_ids=list(filters.doc_ids),
            owners=list(filters.owners),
            fields={one.name: _given(one) for one in filters.fields},
        )


def _given(one: FieldFilter) -> FieldValues:
    if one.values:
        return list(one.values)
    ends: Mapping[str, str | None] = {"from": one.least, "to": one.most}
    return {name: end for name, end in ends.items() if end is not None}


class CollectionShape(BaseModel):
    """Filters under a name; what is added later belongs to it."""

    name: str = Field(examples=["Safety rules"])
    filters: CollectionFilters = Field(description="As `filters` of `POST /v1/chat` and `/v1/search` take them.")
    languages: list[Language]

    @classmethod
    def of(cls, one: Collection) -> "CollectionShape":
        return cls(name=one.name, filters=CollectionFilters.of(one.filters), languages=list(one.languages))


class CollectionList(BaseModel):
    """Your collections, by their names."""

    collections: list[CollectionShape]

    @classmethod
    def of(cls, found: Sequence[Collection]) -> "CollectionList":
        return cls(collections=[CollectionShape.of(one) for one in found])
