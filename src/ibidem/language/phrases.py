"""Whether a short text is made of nothing but phrases of a list.

Goes from place to place, each once: a pattern that repeats phrases which can be read in two ways takes for ever to fail.
"""

import re
from collections.abc import Iterable

# Separators between two phrases.
_BETWEEN = re.compile(r"[\s!.,~…。、！♪^)/&+・ㅎㅋㅠ-]")


def made_of(phrase: re.Pattern[str], text: str) -> bool:
    """Whether the text is one or more of these phrases with nothing but spaces and signs between them."""
    places = {0}
    said = False
    for place in range(len(text)):
        if place not in places:
            continue
        if _BETWEEN.match(text, place):
            places.add(place + 1)
        if found := _ends(phrase, text, (place,)):
            places |= found
            said = True
    return said and len(text) in places


def _ends(phrase: re.Pattern[str], text: str, places: Iterable[int]) -> set[int]:
    """Where a phrase that begins at one of the places may end."""
    return {
        end
        for place in places
        if phrase.match(text, place) is not None
        for end in range(place + 1, len(text) + 1)
        if phrase.fullmatch(text, place, end) is not None
    }
