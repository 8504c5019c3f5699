"""What the words of a message do beside what they point at, for whoever has no business with the kinds of words."""

import re
from dataclasses import dataclass

from ibidem.language.normal import normalise
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.long_messages import both_ends
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token, scan
from ibidem.profile import Profile


@dataclass(frozen=True, slots=True)
class Said:
    """`shows`: it has a word for showing, or for the whole of something. `asks`: it has a question word, or words beyond those
    that point. `only_names`: no question word, nothing wanted. `beside_a_document`: the words beside a word for a document that
    are no part of any reference ("the O-ring document", "that travel one"); none where no such word
    stands there.
    """

    shows: bool
    asks: bool
    only_names: bool
    beside_a_document: tuple[str, ...]


def said(message: str, profile: Profile) -> Said:
    """What the words of the message do."""
    tokens = _tokens(both_ends(normalise(message)), profile)
    kinds = kinds_of(tokens)
    names = re.search("[AaK]|[DMh].*G", kinds) is not None
    return Said(
        shows=re.search("[SW]", kinds) is not None,
        asks=re.search("[fUu]", kinds) is not None,
        only_names=re.search("[fVvSW]", kinds) is None,
        beside_a_document=tuple(token.text for token in tokens if token.kind in "UuH") if names else (),
    )


def names_what_is_numbered(text: str, profile: Profile) -> bool:
    """Whether a word of the text (normalised) is for something that has numbers in the world: a step, 밸브, ページ."""
    return "H" in kinds_of(_tokens(text, profile))


def _tokens(text: str, profile: Profile) -> list[Token]:
    return list(scan(text.lower(), lexicon_of(profile), {}).tokens)
