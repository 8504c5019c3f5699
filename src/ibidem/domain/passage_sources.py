"""Questions to a source of passages outside ibidem, and what it finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceQuery:
    """A question to a source: `text` is searched for in the datasets, of which the profile gives the names or ids.

    `role` and `department` are those of the caller, "" where the caller has none; `role_field` and `department_field` name the
    fields of a document's metadata that have to equal them, "" where none does. `limit` is the most passages wanted.
    """

    text: str
    datasets: tuple[str, ...]
    limit: int
    role: str = ""
    department: str = ""
    role_field: str = ""
    department_field: str = ""


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """A passage as a source found it. `page` counts from 1; `score` is 0 to 1, None where the source gives none; `uri` is where
    the document is, "" where the source does not say."""

    doc_id: str
    title: str
    text: str
    page: int | None = None
    score: float | None = None
    uri: str = ""


@dataclass(frozen=True, slots=True)
class SourceFound:
    """Passages, the best first, and how many rows of the answer could not be read."""

    passages: tuple[SourcePassage, ...]
    dropped: int = 0
