"""Which numbered choices a reply picks, in three languages: 1번이랑 3번만, "all but 2", 1と3だけ."""

import re

from ibidem.language.courtesy import courtesy_of
from ibidem.pointing.groups import groups
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.positions import kinds_of, settle_words
from ibidem.pointing.replies import StillUnclear
from ibidem.pointing.scanning import scan
from ibidem.pointing.slots import only_points
from ibidem.profile import Profile

LONGEST_PICKING = 200  # characters; a choice of sources is short, and the patterns need not run over long texts
ONLY = re.compile(r"만(?:요|으로)?|\bonly\b|\bjust\b|だけ|のみ", re.IGNORECASE)


def picked_by_number(text: str, count: int, profile: Profile) -> tuple[int, ...] | StillUnclear | None:
    """The indexes of the choices that the text picks by number, or keeps by excluding others."""
    if len(text) > LONGEST_PICKING:
        return None
    tokens = settle_words(list(scan(text.lower(), lexicon_of(profile), {}).tokens))
    kinds = kinds_of(tokens)
    if courtesy_of(text) is not None or not tokens or not only_points(kinds.replace("f", "")):
        return None
    if re.search("[SvVk]", kinds) and not ONLY.search(text):
        return None  # a request to show or describe a source is no choice
    found = groups(tokens)
    if not found:
        wanted = 2 if "2" in kinds else 3 if "3" in kinds else count if "E" in kinds else 0
        return tuple(range(count)) if wanted == count else StillUnclear()
    wanted_numbers = [number for group in found for number in group.numbers]
    away = {_place(number, count) for group in found for number in group.excluded}
    places = [_place(number, count) for number in wanted_numbers] or [place for place in range(count) if place not in away]
    known = tuple(dict.fromkeys(place for place in places if place is not None))
    return known if known and None not in places and None not in away else StillUnclear()


def _place(number: int, count: int) -> int | None:
    place = number - 1 if number > 0 else number + count
    return place if 0 <= place < count else None
