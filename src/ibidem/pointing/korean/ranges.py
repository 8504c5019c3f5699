"""Korean ranges of which only one end is a number: 2번부터 끝까지, 3번까지만."""

import re

from ibidem.pointing.intent import intent_of
from ibidem.pointing.pointer import AllSlots, LatestCiting, NamedTurn, Scope
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

_TO_THE_END = re.compile("(?:^|[FDPJ;])([NB])[AG]?(R)(W)[FEPWl]*[SVFv]")
_UP_TO = re.compile("(?:^|[FDJ;CE])(?:A)?([NB])([AG]?)(R)P?(?:[FEWl]*[SV]|W+F)")
_MOST = 20


def from_one_on(tokens: list[Token], scope: Scope) -> AllSlots | None:
    """ "2번부터 끝까지 보여줘": all but those before it."""
    kinds = kinds_of(tokens)
    match = _TO_THE_END.search(kinds)
    if match is None or len(re.findall("[NnB]", kinds)) != 1 or not isinstance(scope, LatestCiting | NamedTurn):
        return None
    number, at = tokens[match.start(1)].value, match.start(2)
    if tokens[at].text not in ("부터", "에서부터") or tokens[at + 1].text not in ("끝까지", "마지막까지"):
        return None
    if not 1 < number <= _MOST:
        return None
    return AllSlots(tuple(range(1, number)), None, scope, intent_of(re.sub("W", "F", kinds), match.start(1), match.end(3)))


def with_those_before(tokens: list[Token]) -> list[Token]:
    """The tokens with "3번까지만 요약해줘" as the first three of them."""
    kinds = kinds_of(tokens)
    match = _UP_TO.search(kinds)
    if match is None or len(re.findall("[NnB]", kinds)) != 1 or tokens[match.start(3)].text != "까지":
        return tokens
    last, at = tokens[match.start(1)], match.start(3)
    if not 1 < last.value <= _MOST:
        return tokens
    each = [last._replace(value=value) for value in range(1, last.value + 1)]
    return [*tokens[: match.start(1)], *each, *tokens[match.end(1) : at], *tokens[at + 1 :]]
