"""What shows in Korean that a number without a noun is a document's, by what is said around it."""

import re

from ibidem.pointing.groups import Group
from ibidem.pointing.korean.clauses import clauses
from ibidem.pointing.pointer import LatestCiting, Scope, WholeSession
from ibidem.pointing.positions import ENDS
from ibidem.pointing.scanning import Token

# What is said before a number in its clause, and is no noun that it belongs to.
_LEAD = re.compile("[FDhPJ;CtGolE23b]*")
# 알려준 것 중에, 방금 보여준 거에서.
_AMONG_THOSE = re.compile("D[FD]*(?:GP?[ol]|o)$")
# 목록에 있는 2번, 알려준 2번
_LISTED = re.compile("목록|리스트|(?:알려|보여|찾아|띄워|추천해|인용해|제시해)[ ]?(?:준|주신|줬던|주셨던)")
_SHOWN = re.compile("(?:준|신|던|나온|된|한)$")
_ACCORDING = re.compile("에 ?(?:따르면|의하면|의거)")
# What is done with texts, or asked of them; a thing of the world is opened, too.
_ASKED_FOR = re.compile("[VWkp]")
_ON_SCREEN = re.compile("보여|띄워|볼|보고|보자|출력|인쇄")


def shown_in_korean(tokens: list[Token], kinds: str, group: Group, beside: list[Group]) -> bool:
    """Whether the message shows that the number of a weak `group` is a document's; `beside` are groups of documents in it."""
    members = [t for t in tokens[group.first : group.last] if t.kind in "NnB"]
    if (
        not "가" <= _hangul(tokens) <= "힣"
        or not members
        or any(t.kind == "n" for t in members)
        or not _stands_alone(tokens, group)
    ):
        return False
    if members[-1].text.endswith(ENDS) and group.anchor != "G":
        return False
    first, last = clause_of(tokens, group)
    lead, after = kinds[first : group.first], kinds[group.last : last]
    if _LEAD.fullmatch(lead) is None:
        return False
    following = tokens[group.last].text if group.last < len(tokens) else ""
    if _ACCORDING.match(following):
        return True
    if re.search("[Hq]", kinds) is None and any(other is not group for other in beside):
        told = following in ("은", "는") and re.search("[SVWkpvfX]", kinds[group.last :]) is None
        return not told and following not in ("이나", "나", "로", "으로")  # 2번 문서로 할게요 1번은 예전 거라; 세 번째로 묻는데
    if lead.endswith("D") and _LISTED.match(tokens[group.first - 1].text):
        return True
    among = _AMONG_THOSE.search(lead)
    if among is not None and any(t.kind == "D" and _SHOWN.search(t.text) for t in tokens[first : group.first]):
        return True
    rest = kinds[:first] + kinds[last:]
    only = re.fullmatch("[FDPtolGhEJ;SVWvkpf]*", after) is not None and re.search("[HNBnqX]", rest) is None
    shown = any(t.kind == "S" and _ON_SCREEN.match(t.text) for t in tokens[group.last : last])
    return only and rest != "" and "f" not in after and (_ASKED_FOR.search(after) is not None or shown)


# 두 번째 답변에서 2번에서 토크값 찾아줘; over a whole session other things have numbers, too.
_OF_AN_ANSWER = re.compile("[PtFGolE]*(?:[SVWpkvf]|l[^NBHnX]*[SVvkfF]|u[^NBHnX]*[vV])")
_OF_A_SESSION = re.compile(
    "[PtFGolE]*(?:[SVWpkv]|[cf]+[PFVvfk])|l[PtFGolEpcVWf]*[vSVFk]|u[^NBHnX]*[vV]|l(?=.*f$)[^NBHnX;]*f[F;]*$"
)


def counted_in_korean(tokens: list[Token], kinds: str, group: Group, scope: Scope) -> bool:
    """Whether an answer or the whole session is named in which a number stands alone, and something is asked of it."""
    if scope == LatestCiting() or _hangul(tokens) == "" or any(t.kind == "n" for t in tokens[group.first : group.last]):
        return False
    first, last = clause_of(tokens, group)
    following = tokens[group.last].text if group.last < len(tokens) else ""
    alone = following in _READ or _stands_alone(tokens, group)
    if not alone or _LEAD.fullmatch(kinds[first : group.first]) is None or following in _SO_MANY_TIMES:
        return False
    after = kinds[group.last : last]
    if scope == WholeSession():
        return _OF_A_SESSION.match(after) is not None and (
            "U" not in after or "p" in after or following in _IN_IT or following in _READ
        )
    return _OF_AN_ANSWER.match(after) is not None


_READ, _IN_IT, _SO_MANY_TIMES = frozenset({"보고", "읽고"}), frozenset({"에", "에는", "에도"}), frozenset({"이나", "나", "만에"})


def _hangul(tokens: list[Token]) -> str:
    """The first letter of Hangul in the message, or nothing."""
    found = re.search("[가-힣]", " ".join(t.text for t in tokens))
    return found.group() if found else ""


def _stands_alone(tokens: list[Token], group: Group) -> bool:
    """Whether no noun follows the number that it would be of: 2번 챔버, 2번 선반."""
    return group.last == len(tokens) or tokens[group.last].kind not in "UuHqcnNBI"


def clause_of(tokens: list[Token], group: Group) -> tuple[int, int]:
    """Where the clause begins and ends that holds the group, the places in the tokens."""
    begun = 0
    for clause in clauses(tokens):
        if begun + len(clause) > group.first:
            return begun, max(begun + len(clause), group.last)
        begun += len(clause)
    return begun, len(tokens)
