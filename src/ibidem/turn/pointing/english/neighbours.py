"""The document beside one that has been named: "not the last document, the one before it"."""

import re
from dataclasses import replace

from ibidem.turn.pointing.scanning import Token

_BESIDE = {"before": -1, "preceding": -1, "above": -1, "after": 1, "following": 1, "below": 1}
_NAMED = re.compile("([NnB])[AYKG]?[FJhb;]*$")
_IT = re.compile("[FP]*(?:QG?|DG|D(?=[FJ;]*$|[JF;])|[hFD]+[NnB]?[AG])")
# "The one before document 2".
_OTHER = re.compile("F*h?(?:A[nN]|[NB][AG]?)(?!J?[hF]*[NnBA])")
# A number that no document has.
NONE = 100_000


def with_neighbours(tokens: list[Token]) -> list[Token]:
    """The tokens, what is called by its place beside another document with the number that it has."""
    for at in range(1, len(tokens)):
        if (step := _BESIDE.get(tokens[at].text)) is None:
            continue
        kinds = "".join(token.kind for token in tokens)
        one = re.search("h?[GA]F*$", kinds[:at])
        if one is not None and one.group()[0] == "h" and (other := _OTHER.match(kinds, at + 1)) is not None:
            number = next(token for token in tokens[at + 1 : other.end()] if token.kind in "NnB")
            noun = next(token for token in tokens[one.start() :] if token.kind in "GA")
            value = number.value + step or NONE  # none stands before the first
            return [
                *tokens[: one.start()],
                replace(tokens[at], kind="N", value=value, text="beside"),
                noun,
                *tokens[other.end() :],
            ]
        it = _IT.match(kinds, at + 1)
        named = None if one is None else _NAMED.search(kinds[: one.start()])
        if one is None or it is None or named is None:
            continue
        value = tokens[named.start()].value + step
        if value == 0:
            continue  # none stands before the first, and none after the last
        noun = next(token for token in tokens[one.start() :] if token.kind in "GA")
        number = replace(tokens[at], kind="N", value=value, text="beside")
        return [*tokens[: one.start()], number, noun, *tokens[it.end() :]]
    return tokens
