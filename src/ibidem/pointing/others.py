"""Documents that are asked for by way of one that was shown: those that are like it, and those that it cites."""

import re

from ibidem.pointing.groups import Group, groups
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token


def seeks_others(tokens: list[Token], at: int) -> bool:
    """ "2번 문서랑 비슷한 사례 있어?" wants what is like the document, not the document."""
    like = tokens[at + 1 : at + 2]
    return kinds_of(tokens[at : at + 1]) == "J" and any(t.text.startswith(_LIKE) for t in like) and "V" not in kinds_of(tokens)


_LIKE = ("비슷한", "유사한", "관련된", "관련한", "관련 ", "연관된")


def cites_another(tokens: list[Token]) -> bool:
    """Whether the message asks for a document that one of those shown speaks of."""
    return any(cites(tokens, kinds_of(tokens), group) for group in groups(tokens))


def cites(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "1번 문서에 인용된 문서", "the source cited in document 1": a document, but not the one with the number."""
    if re.match("[lo][PDoF]*D[oP]*[AYK]", kinds[group.last :]) is not None and not tokens[group.last].text.isascii():
        return True
    before = re.search("[AY](?:(D)lh?|([Df])h?)$", kinds[: group.first])
    if before is None:
        return False
    word = tokens[before.start() + 1].text
    return word in _CITED if before.group(1) else word in ("that", "which")


_CITED = frozenset({"cited", "referenced", "quoted", "mentioned", "listed"})
