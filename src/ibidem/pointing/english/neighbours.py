"""The document beside one that has been named: "not the last document, the one before it"."""

import re

from ibidem.pointing.pointer import MIDDLE
from ibidem.pointing.scanning import Token

_BESIDE = {"before": -1, "preceding": -1, "above": -1, "after": 1, "following": 1, "below": 1}
_NAMED = re.compile("([NnB])[AYKG]?[FJhb;]*$")
_SPOKEN_OF = re.compile("([NnB])[AYK]?[FhJb;fUkulQoSEx]*;[^NnBAYKGHqIa]*$|([NnB])[AYK]?[^NnBAYKGHqIa;x]*J[FhS;]*$")
_IT = re.compile("[FP]*(?:QG?|DG|D(?=[FJ;]*$|[JF;])|[hFD]+[NnB]?[AG])")
# "The one before document 2".
_OTHER = re.compile("F*h?(?:A[nN]|[NB][AG]?)(?!J?[hF]*[NnBA])")
# A number that no document has.
NONE = 100_000


# "Of those three, the middle one", "the first of the two documents": what is chosen from, and not what is wanted.
_THOSE = re.compile("o(?:[23]|M?n(?!k)|hn|M|h2)F*[AY]?(?![UuHqAYnNk])")
_CHOSEN = re.compile("(?:[NyL1z0][AG]?|G)$")
_BEGUN, _CHOICE = re.compile("[FJb;]*"), re.compile("J.*(?:[NyL1z0]|hG(?!f))")
_NEXT = re.compile("h(?=U[AG][FJ;D]*$)")


def with_neighbours(tokens: list[Token]) -> list[Token]:
    """The tokens, what is called by its place beside another document with the number that it has."""
    said = {token.text for token in tokens}
    if not _PARTITIVE.isdisjoint(said):
        tokens = _out_of_those(tokens)
    if not _SAY_A_PLACE.isdisjoint(said):
        tokens = _placed(tokens)
    if "between" in said:
        tokens = _between(tokens)
    for at in range(1, len(tokens)):
        if tokens[at].text == "next" and (following := _the_next(tokens, at)) is not None:
            return following
        if (step := _BESIDE.get(tokens[at].text)) is None:
            continue
        kinds = "".join(token.kind for token in tokens)
        one = re.search("h?[GA](?:F|D[fU]?|f)*$", kinds[:at])
        if one is not None and any(t.text not in _STANDS for t in tokens[one.start() : at] if t.kind in "DfU"):
            one = None
        if one is not None and one.group()[0] == "h" and (other := _OTHER.match(kinds, at + 1)) is not None:
            number = next(token for token in tokens[at + 1 : other.end()] if token.kind in "NnB")
            noun = next(token for token in tokens[one.start() :] if token.kind in "GA")
            value = number.value + step or NONE  # none stands before the first
            return [
                *tokens[: one.start()],
                tokens[at]._replace(kind="N", value=value, text="beside"),
                noun,
                *tokens[other.end() :],
            ]
        it = _IT.match(kinds, at + 1)
        named = None if one is None else _NAMED.search(kinds[: one.start()]) or _SPOKEN_OF.search(kinds[: one.start()])
        if one is None or it is None or named is None:
            continue
        value = tokens[named.start()].value + step
        if value == 0:
            continue  # none stands before the first, and none after the last
        noun = next(token for token in tokens[one.start() :] if token.kind in "GA")
        number = tokens[at]._replace(kind="N", value=value, text="beside")
        return [*tokens[: one.start()], number, noun, *tokens[it.end() :]]
    return tokens


def _out_of_those(tokens: list[Token]) -> list[Token]:
    """The tokens, with those that one is chosen from as what was shown, so that they are not taken for all that is wanted."""
    kinds = "".join(token.kind for token in tokens)
    for match in _THOSE.finditer(kinds):
        first, last = match.span()
        if tokens[first].text not in _PARTITIVE:
            continue
        shown = tokens[first]._replace(kind="D", text="on your list")
        if _CHOSEN.search(kinds[:first]) is not None and tokens[first - 1].text != "one":
            noun = [tokens[last - 1]._replace(kind="A")] if kinds[last - 1] in "AY" and kinds[first - 1] not in "AG" else []
            return [*tokens[:first], *noun, shown, *tokens[last:]]
        if _BEGUN.fullmatch(kinds[:first]) is not None and _CHOICE.match(kinds, last) is not None:
            return [*tokens[:first], shown._replace(kind="F"), *tokens[last:]]
    return tokens


_PARTITIVE = frozenset({"of", "out of", "among", "amongst", "from among"})


def _the_next(tokens: list[Token], at: int) -> list[Token] | None:
    """ "I've read document 1, show me the next one"."""
    kinds = "".join(token.kind for token in tokens)
    if _NEXT.match(kinds, at - 1) is None:
        return None
    named = _SPOKEN_OF.search(kinds[: at - 1])
    if named is None or re.search("[SV]|;[FJhb]*U?[FJhb]*$", kinds[named.start() : at - 1]) is None:
        return None
    value = tokens[named.start()].value + 1
    number = tokens[at]._replace(kind="N", value=value, text="beside")
    kept = tokens[: at - 1] if re.search("[SVWvpk]", kinds[: at - 1]) else []  # "document 1 isn't it; try the next one"
    return [*kept, number, *tokens[at + 1 :]]


# "The document in second place", "the one that comes second", "the source at position 2", "item 2 on your list".
_PLACED = re.compile("(?P<noun>[AG])(?P<how>(?:D[fU]|f)?l?h?)(?P<number>N)(?P<place>U?)|A(?P<at>lh?)U(?P<last>[nN])(?![UuHqA])")
_PLACES = frozenset({"place", "position", "spot", "line", "places"})
_STANDS = frozenset(
    {"that", "which", "is", "comes", "came", "stands", "sits", "was", "right", "directly", "immediately", "listed"}
)


def _placed(tokens: list[Token]) -> list[Token]:
    kinds = "".join(token.kind for token in tokens)
    for match in _PLACED.finditer(kinds):
        first, last = match.span()
        between = tokens[first + 1 : last - 1]
        if match.group("last") is not None:
            if between[-1].text in _PLACES:
                return [*tokens[: first + 1], tokens[last - 1]._replace(kind="N"), *tokens[last:]]
            continue
        placed = match.group("place") == "U" and tokens[last - 1].text in _PLACES
        if match.group("place") and not placed:
            continue
        how = tokens[first + 1 : match.start("number")]
        stands = [t.text for t in how if t.kind in "DfU"]
        if (
            stands == ["is"]
            or kinds[max(0, first - 1) : first] == "f"
            or not how
            or not all(text in _STANDS for text in stands)
            or ("l" in match.group("how") and not placed)
        ):
            continue
        return [*tokens[: first + 1], tokens[match.start("number")], *tokens[last:]]
    return tokens


_SAY_A_PLACE = _PLACES | {"is", "comes", "came", "stands", "sits", "was"}
_TWO_ENDS = re.compile("h?([GA])f[hFA]*([nN])[AG]?J[hFA]*([nN])[AG]?")


def _between(tokens: list[Token]) -> list[Token]:
    """ "The one between document 1 and document 3" is neither of them."""
    match = _TWO_ENDS.search("".join(token.kind for token in tokens))
    if match is None or tokens[match.start(1) + 1].text != "between":
        return tokens
    one, other = (tokens[match.start(place)].value for place in (2, 3))
    following = one + 1 if other - one == 2 and one > 0 else NONE
    middle = MIDDLE if (one, other) == (1, -1) else following
    number = tokens[match.start(2)]._replace(kind="N", value=middle, text="beside")
    return [*tokens[: match.start(1)], number, tokens[match.start(1)], *tokens[match.end() :]]
