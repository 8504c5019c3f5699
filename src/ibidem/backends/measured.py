"""How right answers were in the evaluation sets that an operator kept: a file of the data folder, for every reader of figures.

    {"sets": {"plant": [[0.83, true], [0.41, false]]}}

Each pair is the probability of an answer and whether it was right: no question, answer or document is in it.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ValidationError

from ibidem.backends.embedded.plain_files import LINKS, NO_LINK, opened, read
from ibidem.domain.errors import StoreUnavailable

FILE = "measured.json"


class MeasuredSets(BaseModel):
    """Pairs of the probability of an answer and whether it was right, by the names of the sets."""

    sets: Mapping[str, Sequence[tuple[float, bool]]] = {}


def measured_sets(folder: Path) -> MeasuredSets:
    """The sets that are kept in a data folder. Raises StoreUnavailable."""
    path = folder / FILE
    try:
        return MeasuredSets.model_validate_json(read(path))
    except FileNotFoundError:
        return MeasuredSets()
    except ValidationError as error:
        raise StoreUnavailable("holds no measured answers; remove it, and measure the sets again", path) from error
    except OSError as error:
        raise StoreUnavailable(NO_LINK if error.errno in LINKS else f"cannot be read: {error.strerror}", path) from error


def keep_measured(folder: Path, name: str, answers: Sequence[tuple[float, bool]]) -> None:
    """Keeps the answers to a set in the place of those that it was measured with before. Raises StoreUnavailable.

    Written whole under another name first: a reader finds the sets before or after, and a kill loses none.
    """
    kept = MeasuredSets(sets={**measured_sets(folder).sets, name: answers})
    path = folder / FILE
    fresh = path.with_name(f"{FILE}.{os.getpid()}.new")
    try:
        with os.fdopen(opened(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w", encoding="utf-8") as file:
            file.write(kept.model_dump_json())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StoreUnavailable(f"cannot be written: {error.strerror}", path) from error
