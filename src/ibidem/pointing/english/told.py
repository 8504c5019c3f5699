"""Clauses that tell something of a document, beside one that asks for another: "document 1 is old, open document 2"."""

import re

from ibidem.pointing.english.clauses import clause_at
from ibidem.pointing.groups import Group
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What documents are held against each other by, and what adds one to another.
_TOGETHER = re.compile(
    r"\b(?:differ\w*|compar\w*|same|contradict\w*|agree\w*|match\w*|than|which|both|also|too"
    r"|as well|either|conflict\w*|consistent|or)\b"
)
# "Document 1 doesn't cover it", "the first one I know by heart", "1 and 2 were no help", "if document 1 is outdated".
_LED = "[FJb;fhx]*"
_TOLD = re.compile("F*(?:f|U|k(?!.*[fvV].*$))")
_TELLING_FIRST = frozenset({"since", "because", "if", "as", "while", "though", "although", "when", "after", "once"})
_LEFT = frozenset({"leave", "keep", "save", "park", "skip"})
_ALONE = re.compile("[FJb;h]*:[FJb;PDSWE]*")
_THIS_IS = re.compile(
    r"^(?:(?:no|but|hey|hm+|oh|great|now|well|ok|sorry|wait)[ ,]*)*(?:that|this|it)(?:'s| is| was|s)(?: just| only)?$"
)
_OF_MINE = ("i ", "we ", "i've", "we've")
_WISH = re.compile("[SVWv]|f[hFD]*$")


def without_what_is_told_of_others(tokens: list[Token], numbered: list[Group]) -> list[Token]:
    """The tokens without the clauses that only tell of a document, where another clause asks for another one."""
    if len(numbered) < 2 or not all(t.text.isascii() for t in tokens):
        return tokens
    kinds = kinds_of(tokens)
    if re.search("[Hq]", kinds) is not None or _TOGETHER.search(" ".join(t.text for t in tokens)) is not None:
        return tokens
    told: list[tuple[int, int]] = []
    asked = 0
    for group in numbered:
        first, last = clause_at(tokens, group.first)
        if last < group.last:
            return tokens
        comma = group.first - 1 - (tokens[group.first - 1].kind == "h")
        if comma > first and tokens[comma].text == "," and _tells_of(tokens, kinds, group, comma + 1, last):
            first = comma  # "open the second document, the first one I know by heart"
        if _tells_of(tokens, kinds, group, first, last):
            told.append((first, last))
        elif _WISH.search(kinds[first : group.first]) or _ALONE.fullmatch(
            f"{kinds[first : group.first]}:{kinds[group.last : last]}"
        ):
            asked += 1
    if not told or asked + len(told) < len(numbered) or not asked:
        return tokens
    if any(t.kind == "Q" for at, t in enumerate(tokens) if not any(a <= at < b for a, b in told)):
        return tokens  # "document 2 looks good, show it and document 3"
    return [t for at, t in enumerate(tokens) if not any(a <= at < b for a, b in told)]


def only_told_of(tokens: list[Token], group: Group) -> bool:
    """ "Open the other two, document 1 is outdated"."""
    first, last = clause_at(tokens, group.first)
    comma = group.first - 1 - (tokens[group.first - 1].kind == "h")
    if comma > first and tokens[comma].text == ",":
        first = comma + 1
    return tokens[group.first].text.isascii() and _tells_of(tokens, kinds_of(tokens), group, first, last)


def _tells_of(tokens: list[Token], kinds: str, group: Group, first: int, last: int) -> bool:
    led = tokens[first : group.first]
    if any(t.text in _LEFT for t in led):
        return kinds[group.last : group.last + 1] in ("l", "F") and re.search("[SVvk]", kinds[first : group.first]) is None
    if any(t.kind == "f" and t.text not in _TELLING_FIRST for t in led) or re.fullmatch(_LED, kinds_of(led)) is None:
        return False
    if tokens[last - 1].text == "?" or re.search("[SVW]", kinds[group.last : last]) is not None:
        return False
    if _THIS_IS.search(" ".join(t.text for t in led)) and re.fullmatch("[F;]*", kinds[group.last : last]):
        return True  # "that's document 1"
    known = re.match("F*[vUfl]", kinds[group.last : last]) is not None and tokens[group.last].text.startswith(_OF_MINE)
    return known or _TOLD.match(kinds[group.last : last]) is not None
