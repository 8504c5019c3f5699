"""The language that a client says it speaks, by `Accept-Language` (RFC 9110, section 12.5.4)."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Header

from ibidem.domain.languages import LANGUAGES, Language

_OURS: Mapping[str, Language] = {language: language for language in LANGUAGES}
LONGEST = 500  # characters that are read: browsers send fewer than 100


async def spoken(
    accept_language: Annotated[
        str, Header(description="The languages that you speak: a message that shows none is answered in the first one of ours.")
    ] = "",
) -> Language | None:
    """The one of ours that the client prefers; None where it names none."""
    return preferred(accept_language)


Spoken = Annotated[Language | None, Depends(spoken)]


def preferred(header: str) -> Language | None:
    """The language of ours with the greatest weight in such a header, the first of several; None without one."""
    best: Language | None = None
    most = 0.0
    for one in header[:LONGEST].split(","):
        tag, _, parameter = one.partition(";")
        name = tag.strip().lower().partition("-")[0]
        language = _OURS.get(name)
        if language is not None and (weight := _weight(parameter)) > most:
            best, most = language, weight
    return best


def _weight(parameter: str) -> float:
    """Of `q=0.8`; 1 where it is left out, 0 where it cannot be read."""
    name, _, value = parameter.strip().partition("=")
    try:
        weight = float(value) if name.strip().lower() == "q" else 1.0
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0
