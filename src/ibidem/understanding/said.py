"""What the words of a message do beside what they point at."""

from dataclasses import dataclass
from itertools import pairwise

from ibidem.language.normal import normalise
from ibidem.language.numbers import find_numbers
from ibidem.profile import Profile
from ibidem.understanding.long_messages import both_ends
from ibidem.understanding.vocabulary import Word, words_of


@dataclass(frozen=True, slots=True)
class Said:
    """`shows`: it has a word for showing, or for the whole of something. `asks`: it has a question word, or words beyond those
    that point. `requests`: it has a question word, or one for showing or summing up. `only_names`: no question word, nothing
    wanted. `beside_a_document`: the words beside a word for a document that are no part of any reference ("the O-ring document",
    "that travel one"); none where no such word stands there.
    """

    shows: bool
    asks: bool
    requests: bool
    only_names: bool
    beside_a_document: tuple[str, ...]


def said(message: str, profile: Profile) -> Said:
    """What the words of the message do."""
    words = _words(both_ends(normalise(message)), profile)
    does = {word.does for word in words}
    names = "document" in does or any(one.does == "points" and other.does == "one" for one, other in pairwise(words))
    return Said(
        shows=not does.isdisjoint({"shows", "whole"}),
        asks=not does.isdisjoint({"asks", "content"}),
        requests=not does.isdisjoint({"asks", "sums", "shows", "whole"}),
        only_names=does.isdisjoint({"asks", "sums", "tells", "shows", "whole"}),
        beside_a_document=tuple(word.text for word in words if word.does in ("content", "numbered")) if names else (),
    )


def content_of(message: str, profile: Profile) -> tuple[str, ...]:
    """The words of the message that no reference is made of."""
    return tuple(word.text for word in _words(both_ends(normalise(message)), profile) if word.does == "content")


def names_what_is_numbered(text: str, profile: Profile) -> bool:
    """Whether a word of the text (normalised) is for something that has numbers in the world: a step, 밸브, ページ."""
    return any(word.does == "numbered" for word in _words(text, profile))


def _words(text: str, profile: Profile) -> list[Word]:
    lowered = text.lower()
    return words_of(lowered, profile, tuple((number.start, number.end) for number in find_numbers(lowered)))
