"""What of a message asks, and what only tells why, for whom and when: an English message in clauses."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# A clause that holds one of these may hold what the message points at.
_MENTION = re.compile("[NnBAYKTCMI23OXx0-1LzZy]|DG|E[oG]|G[D]|D[hF]*Q")
# What begins a clause that says why or when, where whoever does something comes next.
_WHY_WORDS = (
    "because cause cos coz cuz bc since while whilst as so when whenever until till if before after though although "
    "unless otherwise once else whereas and but"
)
_WHY = frozenset(word.replace("_", " ") for word in _WHY_WORDS.split())
_WHY_ALONE = frozenset({"because", "cos", "coz", "cuz", "bc", "while", "whilst", "otherwise", "though", "although", "unless"})
_BECAUSE = frozenset({"because", "cos", "coz", "cuz"})
_OF_WHAT = frozenset({"since", "because", "if", "whereas", "although"})
# Who, or what, a clause is of that tells something.
_SOMEBODY_WORDS = (
    "i i'm im i've ive i'll i'd we we're we've we'll he he's she she's they they're it it's its my our his her their the "
    "a an there some somebody someone nobody everyone everybody people one that's thats this didn't didnt haven't hope "
    "sorry thanks thank good too not no just honestly no_one i_know i've_got i_was i_have_read i've_read"
)
_SOMEBODY = frozenset(word.replace("_", " ") for word in _SOMEBODY_WORDS.split())
_WANTS = re.compile(
    r"^(?:(?:so|and|but|because|as|since|please|now|then|ok|well|actually) )*(?:i|we)(?:'d| would|'m| am| was)?(?: (?:just"
    r"|really|only|still|actually))*"
    r" (?:want(?:ed)?|need(?:ed)?|like|love|prefer|meant?|looking for|after|asked)\b"
    r"(?! (?:(?:it|this|that|them|one|some)(?! on | open| in full| up| printed)|to (?!see|read|know|look|have|view|find"
    r"|understand"
    r"|get|open))\b)"
)
_SUBJECT = re.compile("(?:(?:i|we|he|she|they|it)(?:'(?:ll|d|m|s|ve|re))?|my|our|his|her|their|the)$")
_POLITELY = frozenset({"just", "please", "pls", "put", "can", "could", "would", "kindly", "let's", "maybe"})
_NOBODY = frozenset({"just", "too", "not", "no", "good", "sorry", "thanks", "thank", "hope", "honestly"})
_PERSON = re.compile("(?:(?:i|we|he|she|they)(?:'(?:ll|m|s|ve|re|d))?|it's)$")
_POINTED_AT = re.compile("[NnB][AYKG]?|[DM][FhD]*[AYG]|E[oh]*Y|[23](?:[oh]*Y)?")
# Whom and what it is for, at the end of what is asked.
_FOR_WHOM = frozenset({"for", "to", "so that", "so i can", "before"})
_WHOM = frozenset({"my", "our", "his", "her", "their", "the", "a", "an", "some", "another", "anyone", "everyone"})
_OTHER_SCRIPT = re.compile("[ㄱ-ㆎ가-힣ぁ-ヿ一-鿿]")


def asking(tokens: list[Token], lowered: str) -> list[Token]:
    """The tokens without the clauses that only tell why; all of them where none is left out, or the message is not English."""
    if not tokens or _OTHER_SCRIPT.search(lowered) is not None:
        return tokens
    parts = list(_clauses(tokens, lowered))
    if not any(_MENTION.search(kinds_of(part)) for part in parts):
        return tokens
    kept: list[Token] = []
    measured = False
    for part in parts:
        told = _only_tells(part, lowered)
        # "The pressure was 2 Torr, not 1"
        if not told and not (measured and _NOT_SO_MANY.fullmatch(kinds_of(part)) is not None):
            kept += _without_whom(part)
        measured = told and "q" in kinds_of(part)
    return kept


_NOT_SO_MANY = re.compile("[JF]*x[hF]*n[FJ;]*")


def names_things(tokens: list[Token], kept: list[Token]) -> bool:
    """Whether what is left out names what is numbered or counted, so that "the second one" may be one of these."""
    starts = {(token.start, token.kind) for token in kept}
    told = [token for token in tokens if (token.start, token.kind) not in starts]
    return counts_things(told) or says_what_it_is(told)


def says_what_it_is(tokens: list[Token]) -> bool:
    """ "Could you open number 3? It's the door to the gas cabinet.": a thing that is no document."""
    return _IS_A_THING.search(" ".join(t.text if t.kind not in "UH" else "thing" for t in tokens)) is not None


_IS_A_THING = re.compile(r"\b(?:it's|its|it is|that's|that is|they're) (?:the|a|an|my|our) thing\b(?! (?:called|named))")


def counts_things(tokens: list[Token]) -> bool:
    """ "Valve 2 leaks", "there are two pumps", "we tried two fixes"."""
    kinds = kinds_of(tokens)
    counted = re.search("[2n3]U|q|[2n]F?H", kinds)
    numbered = any(t.kind == "H" and t.text not in _NOT_NUMBERED and _with_number(kinds, at, t) for at, t in enumerate(tokens))
    return numbered or (counted is not None and not _of_time(tokens, kinds))


def _of_time(tokens: list[Token], kinds: str) -> bool:
    return (
        all(_TIME.search(tokens[match.start()].text) for match in re.finditer("q", kinds)) and re.search("[2n3]U", kinds) is None
    )


def _with_number(kinds: str, at: int, token: Token) -> bool:
    """Whether a number goes with the noun; "the torque table" is a part of a text like any other where none stands beside it."""
    return token.text not in _PARTS or re.search("[nNq]", kinds[max(0, at - 1) : at + 2]) is not None


_PARTS = frozenset({"table", "figure", "section", "chapter", "page", "appendix", "paragraph"})
# What a person has, rather than numbers.
_NOT_NUMBERED = frozenset({"shift", "line", "tab", "button", "phase", "switch"})
_TIME = re.compile(
    "(?:minute|min|second|sec|hour|hr|day|week|month|year|time|page|people|person|nm|mm|cm|bar|psi|pa|torr|sccm|kg|percent|degree|volt|amp|watt)s?$|%$"
)


def clause_at(tokens: list[Token], at: int) -> tuple[int, int]:
    """From where to where (exclusive) the clause goes on that holds the token at `at`."""
    first = next((i for i in range(at, 0, -1) if tokens[i - 1].kind == ";" or _parts_here(tokens, i)), 0)
    last = next((i for i in range(at + 1, len(tokens)) if tokens[i].kind == ";" or _parts_here(tokens, i)), len(tokens))
    return first, last


def _parts_here(tokens: list[Token], at: int) -> bool:
    return _begins(tokens, at, "")


def _clauses(tokens: list[Token], lowered: str) -> Iterator[list[Token]]:
    begun = 0
    for at in range(1, len(tokens)):
        if _begins(tokens, at, lowered):
            yield tokens[begun:at]
            begun = at
    yield tokens[begun:]


_DASH = re.compile(r"[()—–\n]|\s-\s|\.\.")
_MARKS = frozenset("()—–\n")


def _begins(tokens: list[Token], at: int, lowered: str) -> bool:
    """Whether a clause begins at a token: after a full stop, a comma that is in no list, a dash, or with a word for why."""
    before, token = tokens[at - 1], tokens[at]
    if token.kind == ";":
        return False
    between = lowered[before.end : token.start]
    if before.kind == ";" or (len(between) > 1 and _DASH.search(between) is not None) or between in _MARKS:
        return True
    if before.text == ",":
        return (
            re.match("[hF]?[NnB]", kinds_of(tokens[at:])) is None
            or re.search("[NnB][AYKG]?$", kinds_of(tokens[: at - 1])) is None
        )
    if token.text.partition(" ")[0] not in _WHY:
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text in ("so", "and", "but") and following is not None and (following.kind in "SVv" or following.text in _POLITELY):
        return True
    if token.text in _OF_WHAT and re.match("h?(?:[AYK][nNB]|[NB][AYKG])", kinds_of(tokens[at + 1 : at + 4])) is not None:
        return True
    return token.text in _WHY_ALONE or token.text.startswith("so ") or (at + 1 < len(tokens) and tokens[at + 1].text in _SOMEBODY)


def _only_tells(part: list[Token], lowered: str) -> bool:
    """Whether the clause says something of the person or the world, and neither points nor asks."""
    kinds = "".join("Q" if t.text == "them" and t.kind == "M" else t.kind for t in part)
    if _MENTION.search(kinds) is not None or any(token.takes_back for token in part):
        return False
    if any(one.text == "next" and other.kind == "G" for one, other in pairwise(part)):
        return False  # "document 1 is fine. The next one, please"
    return _tells(part, lowered[part[0].start : part[-1].end])


_STANDS = frozenset({"is", "are", "was", "were", "has", "have"})


def _tells(part: list[Token], said: str) -> bool:
    kinds = kinds_of(part)
    first = part[0].text.partition(" ")[0]
    second = part[1].text if len(part) > 1 else ""
    # "Could you put it up and we'll follow it?" asks what comes before.
    tied = first in _BECAUSE or (
        first in _WHY and (_PERSON.match(second) is not None or (second in _WHOM and re.search("[fkvVSW]", kinds) is None))
    )
    if _WANTS.search(said) or (said.rstrip().endswith("?") and not tied):
        return False
    if first in ("and", "but"):
        states = re.search("[Uuf]", kinds) is not None  # "but the one before it" states nothing
        return states and _SUBJECT.match(second) is not None and re.search("[pkVvW]", kinds) is None
    if first in _WHY:
        return first in _WHY_ALONE or second in _SOMEBODY or part[0].text.startswith("so ")
    if part[0].kind == "U" and part[0].text not in _SOMEBODY:
        stands = re.match("U+f", kinds) is not None and part[kinds.index("f")].text in _STANDS  # "hands are dirty"
        return re.search("[pkVvW]" if stands else "[pkVvWf]", kinds) is None
    if first == "for":
        return re.search("[pkVvWfSq]", kinds) is None
    if first in _NOBODY:
        return "U" in kinds and re.search("[VvkpfSW]", kinds) is None
    return first in _SOMEBODY and ("U" in kinds or _PERSON.match(first) is not None)


def without_refused_deeds(tokens: list[Token]) -> list[Token]:
    """ "Don't show me document 2, just tell me what it says": the deed is refused, and not the document."""
    kinds = kinds_of(tokens)
    if len(re.findall("[NnB]", kinds)) != 1 or re.match("[^x]*x[^NnB]*[NnB][^J]*J[^Vvkf]*[Vvkf][^Q]*Q", kinds) is None:
        return tokens
    return [t._replace(kind="F") if t.kind == "x" and t.text in _DEEDS else t for t in tokens]


_DEEDS = frozenset({"don't open", "don't show", "do not open", "do not show"})


def told_from(tokens: list[Token], at: int, lowered: str = "") -> int:
    """Where, after the token at `at`, what is asked ends and only telling follows: "..., my colleague has the first"."""
    begun = clause_at(tokens, at)[1]
    ended = len(tokens)
    for part in reversed(list(_clauses(tokens[begun:], lowered)) if begun < len(tokens) else []):
        if not _tells([t for t in part if t.kind not in "J;"] or part, " ".join(t.text for t in part)):
            break
        ended -= len(part)
    return ended


def _without_whom(part: list[Token]) -> list[Token]:
    """ "Translate the second one for the guys on nights": without those whom, and what, it is for."""
    kinds = kinds_of([t._replace(kind="U") if t.text in _NOT_NUMBERED else t for t in part])
    pointed = list(_POINTED_AT.finditer(kinds))
    mention = pointed[-1].end() if pointed else None
    if mention is None and (asked := re.match("[JF]*[VW]+", kinds)) is not None:
        mention = asked.end()
    if mention is None or not (re.search("[SVWv]", kinds) or any(t.text in _PLEASE for t in part)):
        return part
    named = re.search("[AY]", kinds[:mention]) is not None
    for at in range(mention, len(part) - 1):
        following = part[at + 1]
        whom = following.text in _WHOM or (named and following.kind == "U" and part[at].text == "for")
        if part[at].text in _FOR_WHOM and whom and re.search("[UuA-Z]", kinds[at + 1 :]):
            tail = part[-1:] if kinds.endswith(("J", ";")) else []
            if re.search("[NnBHqSVvkf]", kinds[at + 1 :]) is None and "U" in kinds[at + 1 :]:
                return [*part[:at], *tail]
    return part


_PLEASE = frozenset({"please", "pls", "plz"})
