"""Reads what a message points at: language only, nothing is looked up."""

from collections.abc import Sequence
from itertools import pairwise

from ibidem.profile import Profile
from ibidem.understanding.acts import read_acts
from ibidem.understanding.composing import IDS, Labels, Role, compose
from ibidem.understanding.excluding import excluded, withdrawn
from ibidem.understanding.learned import Reading, readings, ways_in_a_line
from ibidem.understanding.mentions import Masked, mask
from ibidem.understanding.pointer import DocumentIds, Either, Pointer, Titled
from ibidem.understanding.stored_names import name_alone
from ibidem.understanding.titles import Title
from ibidem.understanding.vocabulary import words_of

# From which share of all its ways to be read on a message points, and from which share of those that point on one of them is
# meant and need not be asked about (decision 14).
POINTS_ABOVE, ASKS_BELOW = 0.9, 0.7
# The same for a message that the other network is so sure to want a document, shown or used (decision 16).
WANTED_FROM, POINTS_ABOVE_WANTED, ASKS_BELOW_WANTED = 0.95, 0.6, 0.66


def read_pointer(message: str, profile: Profile, titles: Sequence[Title] = ()) -> Pointer | None:
    """What the message points at, or None for a question like any other; `titles` are those of the documents cited lately."""
    masked = mask(message, profile, titles)
    pointer = settled(readings(masked), *bounds(message))
    if all(one.form in ("title", "kind") for one in masked.mentions):
        named = name_alone(masked.text, profile)
        return pointer if named is None else DocumentIds((named,), "whole", pointer, (named,))
    return ids_alone(masked, profile) or pointer


def explained(message: str, profile: Profile, titles: Sequence[Title] = ()) -> str:
    """The likeliest ways to read a message, each with its share."""
    masked = mask(message, profile, titles)
    return ways_in_a_line(masked, readings(masked))


def ids_alone(masked: Masked, profile: Profile) -> Pointer | None:
    """ "Show me 30500", "sop 1203 말고 gcb 8841 보여줘": the ids of a message that asks nothing else, without those that it
    excludes or withdraws."""
    words = words_of(masked.text, profile, tuple((one.start, one.end) for one in masked.mentions if one.form != "kind"))
    others = any(one.form not in (*IDS, "kind", "place", "title") for one in masked.mentions)
    if others or any(word.does in ("content", "part", "numbered", "asks") for word in words):
        return None
    ids = [one for one in masked.mentions if one.form in IDS]
    away = [one for one in ids if excluded(masked.text, one.start, one.end) is not None]
    away += [one for one, other in pairwise(ids) if withdrawn(masked.text[one.end : other.start])]
    roles = tuple[Role, ...]("meant" if one in ids and one not in away else "none" for one in masked.mentions)
    intent = "use" if any(word.does in ("sums", "tells") for word in words) else "whole"
    labels = Labels(shape="none", scope="latest", intent=intent, id_intent=intent, place=(), roles=roles)
    return compose(labels, masked.mentions)


def bounds(message: str) -> tuple[float, float]:
    """From which share on it points, and from which share of these one way is meant."""
    shares = read_acts(message).shares
    wanted = shares.get("show", 0.0) + shares.get("use", 0.0) >= WANTED_FROM
    return (POINTS_ABOVE_WANTED, ASKS_BELOW_WANTED) if wanted else (POINTS_ABOVE, ASKS_BELOW)


def settled(ways: Sequence[Reading], points_above: float, asks_below: float) -> Pointer | None:
    """What of the ways to read a message counts: the likeliest, or either of two."""
    pointing = [(one.pointer, one.share) for one in ways if one.pointer is not None]
    share = sum(share for _, share in pointing)
    if share < points_above:
        return None
    likeliest, its_share = pointing[0]
    if len(pointing) == 1 or its_share >= asks_below * share:
        return likeliest
    other = pointing[1][0]
    alike = isinstance(likeliest, Titled) and isinstance(other, Titled) and likeliest.names == other.names
    return likeliest if alike else Either((likeliest, other))
