"""Korean numbers set against each other: one of them is refused or put off, and the message says other things as well."""

import re
from itertools import pairwise

from ibidem.turn.pointing.contrast import refusals, said_of_each
from ibidem.turn.pointing.groups import Group, groups
from ibidem.turn.pointing.korean_clauses import clauses
from ibidem.turn.pointing.pointer import Either, Scope, Slots
from ibidem.turn.pointing.positions import kinds_of
from ibidem.turn.pointing.scanning import Token

# 1번보다는 2번이 나을 것 같아: what is preferred is meant.
_THAN = re.compile(r"\s?(?:거|것|꺼|문서|자료|쪽)?\s?보다(?:는|도|야)?\s")
_PREFERRED = re.compile(
    r"\s?(?:이|가|을|를|쪽이|게|거가|문서가|자료가)?\s?(?:좀\s|더\s|훨씬\s|차라리\s)?(?:나을|낫|나아|나은|좋|맞|괜찮|적절|적합|필요|궁금|급)"
)
# 2번을 열어달라니까 왜 1번을 열어: what was asked for before.
_ASKED_BEFORE = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?\s?(?:을|를|만|로)?\s?(?:[가-힣]{1,4}\s?)?"
    r"(?:달라니|달랬|달라고\s?(?:했|그랬|했었|몇)|달라\s?(?:했|그랬)|라니까|라고\s?(?:했|그랬)|주랬|시켰|부탁했|부탁드렸|요청했|요청드렸)"
)
_MAY = re.compile("[HUuqc]")


def without_refused(tokens: list[Token]) -> list[Token]:
    """The tokens without the clauses of numbers that are not meant; the same list where none or all are.

    "1번은 이해했는데 2번이 이해가 안 가 설명해줘" leaves "2번이 이해가 안 가 설명해줘".
    """
    found = groups(tokens)
    if len(found) < 2 or any(group.excluded for group in found):
        return tokens
    refused = _refused(tokens, found)
    if not any(refused) or all(refused):
        return tokens
    ends = _ends(tokens)
    left = list(tokens)
    for place in reversed(range(len(found))):
        if refused[place]:
            first = found[place].first
            following = found[place + 1].first if place + 1 < len(found) else len(tokens)
            end = min(following, next(end for end in ends if end > first))
            left = left[:first] + left[end:]
    return left


def _refused(tokens: list[Token], found: list[Group]) -> list[bool]:
    said = said_of_each(tokens, found)
    refused = refusals(said)
    for place, ((_, after), (_, following)) in enumerate(pairwise(said)):
        if _THAN.match(after) and _PREFERRED.match(following) and not any(token.text in "?？" for token in tokens):
            refused[place] = True
    if len(found) == 2 and not any(refused):
        before = [_ASKED_BEFORE.match(after) is not None for _, after in said]
        if any(before) and not all(before):
            refused = [not asked for asked in before]
    return refused


def _ends(tokens: list[Token]) -> list[int]:
    """Where the clauses end, the places in the tokens."""
    ends: list[int] = []
    for clause in clauses(tokens):
        ends.append((ends[-1] if ends else 0) + len(clause))
    return ends


def in_doubt(tokens: list[Token], scope: Scope) -> Either | None:
    """Two numbers that are spoken of as documents are, where the message does not say which is meant: better asked about."""
    kinds = kinds_of(tokens)
    found = [group for group in groups(tokens) if group.numbers and not group.excluded]
    if len(found) != 2 or found[0].numbers == found[1].numbers or _MAY.search(kinds) or re.search("[SW]", kinds) is None:
        return None
    first, second = (Slots(group.numbers, scope, "whole") for group in found)
    return Either((first, second))
