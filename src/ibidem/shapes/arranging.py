"""A list of documents in the order of a column, and in some languages alone."""

from collections.abc import Sequence
from typing import Literal

from ibidem.domain.documents import Document
from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.shapes.documents import field_value

Order = Literal["ascending", "descending"]
COLUMNS = ("doc_id", "title", "doc_type", "devices", "owner", "language", "effective", "indexed_at")
MOST_ARRANGED = 2_000  # documents, each of which is read: stores keep them by their ids


def require_column(column: str, profile: Profile) -> None:
    """Raises InvalidInput for a column that documents do not have."""
    declared = [field.name for field in profile.fields]
    if column not in COLUMNS and column not in declared:
        raise InvalidInput("sort", "is no column of documents", f"one of {', '.join([*COLUMNS, *declared])}")


def arranged(documents: Sequence[Document], column: str, order: Order, languages: Sequence[Language]) -> Sequence[Document]:
    """Those in the languages, by the column; in either order those without a value come last."""
    spoken = [one for one in documents if not languages or one.language in languages]
    valued = [(value, one) for one in spoken if (value := _value(one, column)) is not None]
    valued.sort(key=lambda pair: pair[0], reverse=order == "descending")
    return [*(one for _, one in valued), *(one for one in spoken if _value(one, column) is None)]


def _value(document: Document, column: str) -> tuple[float, str] | None:
    """Numbers by their size, before texts; times and dates as they are written are in their order."""
    if column == "devices":
        written = ", ".join(document.devices)
    elif column in COLUMNS:
        written = str(getattr(document, column) or "")
    else:
        value = next((field_value(field) for field in document.fields if field.name == column), "")
        if isinstance(value, int | float):
            return (float(value), "")
        written = value if isinstance(value, str) else ", ".join(value)
    return (0.0, normalise(written).casefold()) if written else None
