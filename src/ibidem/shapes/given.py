"""What every request shares: how texts and names are checked, and what a key that is null or unknown means."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, model_validator

from ibidem.domain.text import flaw

ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"


MOST_KEYS = 100  # of one object in a request


def well_formed(text: str) -> str:
    """The text. Raises ValueError when it cannot be kept."""
    found = flaw(text)
    if found is not None:
        raise ValueError(str(found))
    return text


def the_last(most: int) -> Callable[[object], object]:
    """What shortens a list to its last entries before they are checked: who sends a whole conversation is not refused once it is
    long."""
    return lambda given: cast("list[object]", given)[-most:] if isinstance(given, list) else given


Text = Annotated[str, AfterValidator(well_formed)]
# What a check of ours has seen is any value to the library, and its length that of a list: the length is checked first.
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(well_formed)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=1000), AfterValidator(well_formed)]
Identifier = Annotated[str, StringConstraints(pattern=ID_PATTERN)]


def described_with_nulls(schema: dict[str, Any]) -> None:
    """Says in the description of a shape that each of its optional keys may be null."""
    for name, field in schema.get("properties", {}).items():
        if name in schema.get("required", ()) or {"type": "null"} in field.get("anyOf", ()):
            continue
        described = {key: field.pop(key) for key in ("title", "description", "default", "examples") if key in field}
        schema["properties"][name] = {"anyOf": [field, {"type": "null"}], **described}


class RequestShape(BaseModel):
    """What a client sends: no unknown field, and no value of one type taken for another. An optional key that is null is one left
    out, as clients write it that print every field of a model."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, json_schema_extra=described_with_nulls)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        if len(cast("Mapping[str, object]", given)) > MOST_KEYS:  # each unknown one would be a problem of its own
            raise ValueError(f"has more than {MOST_KEYS} keys")
        return without_nulls(cast("Mapping[str, object]", given), cls)


def without_nulls(given: Mapping[str, object], shape: type[BaseModel]) -> dict[str, object]:
    """What was sent, without the optional keys that are null."""
    required = {name for name, field in shape.model_fields.items() if field.is_required()}
    return {key: value for key, value in given.items() if value is not None or key in required}
