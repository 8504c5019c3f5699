"""Which answer of the conversation a message names: the latest, one by its number, or the whole session."""

import re

from ibidem.turn.pointing.pointer import LatestCiting, NamedTurn, Scope, WholeSession
from ibidem.turn.pointing.positions import kinds_of
from ibidem.turn.pointing.scanning import Token

_BEFORE_LAST = frozenset({"전전", "지지난", "前の前の", "前々回の", "before last"})
_TIES = frozenset({"in", "of", "from", "the", "your", "that", "to", "under", "with", "my", "this", "across", "over"})


_NAMED_TURNS: tuple[tuple[re.Pattern[str], int | None], ...] = (
    (re.compile("[nq]o?Tg"), None),
    (re.compile("[nq]DT"), None),
    (re.compile("[Nnm](?:P|lD)?T|[Nnm]oP?T(?!n)"), None),
    (re.compile("[10](?:o|D)?T"), 1),
    (re.compile("T[nN](?![AYaGK])|Tn(?=An)"), None),
    (re.compile("D[FhD]*T(?![nN])"), -1),
)


def take_scope(tokens: list[Token]) -> tuple[Scope | None, list[Token]]:
    """The scope that the message names, None for one that is not understood, and the tokens without the words for it."""
    kinds = kinds_of(tokens)
    if re.search("Z[Nn]o?T", kinds):
        return None, tokens  # answers are counted from the first, or back from the latest
    for pattern, number in _NAMED_TURNS:
        match = pattern.search(kinds)
        if match is not None and (away := _taken_away(kinds, match)) is not None:
            return LatestCiting(), tokens[: away[0]] + tokens[away[1] :]
        if match is not None:
            values = [t.value for t in tokens[match.start() : match.end()] if t.kind in "Nnmq1"]
            back = "g" in match.group() or "D" in match.group()
            if any(t.text in _BEFORE_LAST for t in tokens[match.start() : match.end()]):
                number = -2
            value = number if number is not None else _signed(values[0] if values else 1, ago=back)
            return NamedTurn(value), _without(tokens, match.start(), match.end())
    if (at := kinds.find("C")) >= 0:
        end = at + 1
        while kinds[end : end + 1] in ("o", "l", "P", "t", "C"):
            end += 1
        return WholeSession(), _without(tokens, at, end)
    if re.search("[UuH]o?T[ol]", kinds):
        return None, tokens  # some answer, but which one is not understood
    return LatestCiting(), tokens


def _taken_away(kinds: str, turn: re.Match[str]) -> tuple[int, int] | None:
    """Where a turn is named only to say that it is not meant: "not the second answer", 두 번째 답변 말고."""
    after = re.match("P?X", kinds[turn.end() :])
    before = re.search("xh?$", kinds[: turn.start()])
    if after is None and before is None:
        return None
    return before.start() if before else turn.start(), turn.end() + (after.end() if after else 0)


def _without(tokens: list[Token], first: int, last: int) -> list[Token]:
    """The tokens without those of the scope, and without what ties it to the rest: 답변의, in your answer."""
    if last < len(tokens) and tokens[last].kind in "olP" and re.match("[a-z]", tokens[last].text) is None:
        last += 1
    elif tokens[first].text.isascii():
        while first and tokens[first - 1].kind in "olhDF" and tokens[first - 1].text in _TIES:
            first -= 1
    return tokens[:first] + tokens[last:]


def _signed(value: int, *, ago: bool) -> int:
    return -value if ago and value > 0 else value
