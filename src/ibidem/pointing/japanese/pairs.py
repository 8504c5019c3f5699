"""前者, 後者 and もう片方: one of two that were shown, and nobody knows which of three."""

import re
from dataclasses import replace

from ibidem.pointing.intent import intent_of
from ibidem.pointing.pointer import AllSlots, Either, Pointer, Scope, Slots
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# The places that each may be: counted from the first, and from the last.
_PLACES = {"前者": (1, -2), "後者": (2, -1)}
# "銅とアルミでは、後者の": the message has two of its own. A document is called so by its noun.
_OWN_TWO = re.compile("[UuHqcp][^;]*$|[UuHqcp].*J")
_NAMED = re.compile("o?[AK]")


def of_a_pair(tokens: list[Token]) -> list[Token]:
    """The tokens with 前者 and 後者 as numbers; the same list where none of them is of what was shown."""
    kinds = kinds_of(tokens)
    at = next((i for i, token in enumerate(tokens) if token.text in _PLACES), None)
    if at is None or (_OWN_TWO.search(kinds[:at]) is not None and _NAMED.match(kinds, at + 1) is None):
        return tokens
    return [
        t._replace(kind="N", value=_PLACES[t.text][0], text=f"{_PLACES[t.text][0]}番") if t.text in _PLACES else t for t in tokens
    ]


_OTHER_ONE = ("もう一方", "もう片方", "もう一つ", "もう1つ", "もうひとつ")
_ASKS_FOR_IT = re.compile(
    "[FJ;]*(?P<that>(?:(?:Q|DA)[Pt]*)?XJ?)?F*(?P<other>O)(?P<noun>o?[AG])?[PtF]*[PtSVWvpoEFfk;]*[SVWv][FP;]*"
)


def other_one(tokens: list[Token], scope: Scope) -> Pointer | None:
    """ "もう片方の文書を見せて": one of two, and it does not say which; "その文書ではなくもう片方" leaves the first."""
    asked = _ASKS_FOR_IT.fullmatch(kinds_of(tokens))
    if asked is None or not tokens[asked.start("other")].text.startswith(_OTHER_ONE if asked["noun"] else _OTHER_ONE[:2]):
        return None
    intent = intent_of(kinds_of(tokens), asked.start("other"), asked.end("other"))
    if asked["that"] is not None:
        return AllSlots((1,), 1, scope, intent)
    return Either((Slots((1,), scope, intent), Slots((2,), scope, intent)))


def either_place(pointer: Pointer | None) -> Pointer | None:
    """What the places point at where they are counted from either end; nothing where they are read as less than a number."""
    match pointer:
        case Slots(numbers=(1 | 2 as number,)):
            others = dict(_PLACES.values())
            return Either((pointer, replace(pointer, numbers=(others[number],))))
        case Slots(numbers=(1, 2) | (2, 1)):
            return AllSlots((), 2, pointer.scope, pointer.intent)
        case _:
            return None
