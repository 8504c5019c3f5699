"""Korean numbers set against each other: one of them is refused or put off, and the message says other things as well."""

import re
from itertools import pairwise

from ibidem.pointing.contrast import refusals, said_of_each
from ibidem.pointing.groups import Group, groups
from ibidem.pointing.korean.clauses import asks, clauses
from ibidem.pointing.pointer import AllSlots, Either, Scope, Slots
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# 1번보다는 2번이 나을 것 같아: what is preferred is meant.
_THAN = re.compile(r"\s?(?:거|것|꺼|문서|자료|쪽)?\s?보다(?:는|도|야)?(?:\s|$)")
_PREFERRED = re.compile(
    r"\s?(?:이|가|을|를|쪽이|게|거가|문서가|자료가)?\s?(?:좀\s|더\s|훨씬\s|차라리\s)?(?:나을|낫|나아|나은|좋|맞|괜찮|적절|적합|필요|궁금|급)"
)
# 3번은 우리 장비가 아니네요: what is said of it ends in that it is not wanted.
_NOT_OURS = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?(?:은|는|이|가|도)\s[^?]{1,28}?"
    r"(?:아니(?:네|에|예|고|라|니|지만)|아닌|아닙|됐고|됐으|됐어|패스|건너뛰|넘어가|넘기|빼고|치우|제끼|(?:필요|상관|관련|관계|쓸모|소용)(?:이|은|도|가)?\s?없|안\s?맞|안\s?돼|안\s?되)"
    r"[가-힣\s,.!]{0,12}"
)
_IS_ASKED = re.compile(r"(?:나|냐|니|까|나요|까요|가요|은가|을까요?|\?|？)\s*$")
# 2번을 열어달라니까 왜 1번을 열어: what was asked for before.
_ASKED_BEFORE = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?\s?(?:을|를|만|로)?\s?(?:(?:다시|좀|그냥|먼저|분명|분명히)\s)?(?:(?:열어|보여|띄워|보내|꺼내|요약해|번역해|설명해|출력해|펼쳐|찾아)\s?)?"
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
    if (asked := _asked_before(tokens, found)) is not None:
        return tokens[asked.first : asked.last]
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
        if _THAN.match(after) and _PREFERRED.match(following) and _IS_ASKED.search(following) is None:
            refused[place] = True
    for place, (_, after) in enumerate(said):
        refused[place] = refused[place] or _NOT_OURS.fullmatch(after) is not None
    return refused


def _asked_before(tokens: list[Token], found: list[Group]) -> Group | None:
    """2번을 열어달라니까 왜 1번을 열어: the one that was asked for, where another was given."""
    asked = [_ASKED_BEFORE.match(after) is not None for _, after in said_of_each(tokens, found)]
    return found[asked.index(True)] if len(found) == 2 and asked.count(True) == 1 else None


def _ends(tokens: list[Token]) -> list[int]:
    """Where the clauses end, the places in the tokens."""
    ends: list[int] = []
    for clause in clauses(tokens):
        ends.append((ends[-1] if ends else 0) + len(clause))
    return ends


# What two are asked about for together: 1번이 2번이랑 다른 점이 뭐야.
_APART = re.compile(
    "다른 ?점|다른 ?게|다른 ?건|다른 ?부분|차이|뭐가 ?달라|뭐가 ?다르|어떻게 ?다르|어떻게 ?달라|공통점|겹치는|모순|상충|비교|대조"
)
# What each of two says is told, and then it is asked which holds: 1번에는 5분이라는데 2번에는 10분이라네, 뭐가 맞아?
_SAYS = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?\s?(?:에는|에서는|에선|엔|은|는|에|에서)\s?.{1,24}?(?:라는데|다는데|라네|다네|라고|다고|[이라]래|대$|대\s|대요|나오|나와|있고|있는데|인데)"
)
_RELATED = re.compile(
    "대체|대신하|이전 ?버전|구버전|최신|개정|상위|하위|포함|같은 ?(?:문서|내용|거|건)|참조|인용|모순|반영|보다|똑같|동일|우선"
)
_AMONG_ALL = re.compile("[FD]*Y[PFo]*(?:[Ou]|c)?[uPvfFV;]*$")
_WHICH_HOLDS = re.compile("(?:뭐가|뭘|무엇이|어느|어떤|누가|둘 중|어디).{0,8}(?:맞|옳|믿|따라|따르|정확|기준)")


def held_together(tokens: list[Token], scope: Scope) -> Slots | AllSlots | None:
    """Two numbers that something is asked about that only both together answer."""
    kinds = kinds_of(tokens)
    found = [group for group in groups(tokens) if group.numbers and not group.excluded]
    if (
        not found
        and _AMONG_ALL.match(kinds)
        and any(_APART.search(f"{one.text} {other.text}") for one, other in pairwise(tokens))
    ):
        return AllSlots((), None, scope, "use")  # 문서들끼리 다른 점이 뭐야
    if len(found) != 2 or "H" in kinds:
        return None
    said = said_of_each(tokens, found)
    last = said[-1][1]
    anchored = any(group.anchor in ("A", "Y", "G") for group in found)
    apart = _APART.search(last) is not None and (anchored or "U" not in kinds)
    holds = all(_SAYS.match(after) for _, after in said) and _WHICH_HOLDS.search(last) is not None
    compared = all(group.anchor in ("A", "Y", "K") for group in found) and _RELATED.search(last) is not None
    if not apart and not holds and not (compared and asks(tokens)):
        return None
    return Slots(tuple(dict.fromkeys(n for group in found for n in group.numbers)), scope, "use")


def in_doubt(tokens: list[Token], scope: Scope) -> Either | None:
    """Two numbers that are spoken of as documents are, where the message does not say which is meant: better asked about."""
    kinds = kinds_of(tokens)
    found = [group for group in groups(tokens) if group.numbers and not group.excluded]
    if len(found) != 2 or found[0].numbers == found[1].numbers or _MAY.search(kinds) or re.search("[SW]", kinds) is None:
        return None
    first, second = (Slots(group.numbers, scope, "whole") for group in found)
    return Either((first, second))
