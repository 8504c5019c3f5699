"""Numbers with a noun for a document that are said of the world: "our second source", "the first ticket this week"."""

import re
from itertools import pairwise

from ibidem.pointing.groups import Group
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

_OWN = frozenset({"my", "our", "their", "his", "her", "another"})
_PHYSICAL = frozenset({"source", "sources", "src", "reference", "ref", "references"})
_OF_A_MACHINE = frozenset(
    {
        *("bias", "light", "power", "ion", "rf", "microwave", "gas", "heat", "voltage", "current", "water"),
        *("energy", "laser", "electron", "vacuum", "noise", "leak"),
    }
)
_SOMEBODY = frozenset({"a", "an", "any", "each", "every", "my", "our", "your", "their", "new", "all"})


def of_the_world(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "Our second source", "the first ticket this week", "the last document in my notebook", "first document the leak"."""
    before, after = tokens[max(0, group.first - 1) : group.first], tokens[group.last : group.last + 2]
    if not tokens[group.first].text.isascii() or not (before or after):
        return False
    if before and (
        before[0].text in _OWN or (before[0].kind == "U" and before[0].text.endswith(("'s", "’s"))) or before[0].text == "a"
    ):
        return True
    if before and before[0].kind == "U" and any(t.text in _OWN for t in tokens[max(0, group.first - 3) : group.first - 1]):
        return True  # "my colleagues second document", written without an apostrophe
    noun = next((t.text for t in tokens[group.first : group.last] if t.kind in "AY"), "")
    if noun in _PHYSICAL and any(one.text in _OF_A_MACHINE and other.text in _PHYSICAL for one, other in pairwise(tokens)):
        return True  # "is source 2 the plasma source or the bias source?"
    if noun in _PHYSICAL and any(_drifts(tokens, kinds, match) for match in _OF_ITS_OWN.finditer(kinds)):
        return True
    if noun in _PHYSICAL and re.search("[^FhDJ;b]", kinds[: group.first]) is None:
        rest = kinds[group.last :]
        asks = any(t.text == "?" for t in tokens)
        if re.match("lh?[UuHf]", rest) or (not asks and re.match("f[Fhf]*U(?!U)[^k]*$", rest)):
            return True  # "source 1 on the implanter was replaced"
    if after and after[0].text == "things":
        return True  # "document 2 things we learned"
    if kinds[group.first] == "n" and tokens[group.first + 1].text.isascii() and tokens[group.first + 1].kind == "A":
        return True  # "1 source, 2 matchers" counts
    if re.match("D[UuHq]", kinds[group.last :]) and after[0].text == "this":
        return True
    if after and after[0].text == "from" and re.match("l[hF]*U", kinds[group.last :]) is not None:
        return True  # "document 2 from the customer's package"
    if len(after) == 2 and after[0].text in _SOMEBODY and after[1].kind in "UuH" and tokens[group.last - 1].kind in "AK":
        return True  # "the first document a new hire has to hand in"
    if kinds[group.last : group.last + 1] == "h":
        return (
            re.search("[^FJ;b]", kinds[: group.first]) is None
            and tokens[group.first].text.isalpha()
            and tokens[group.first].kind == "N"
        )
    return len(after) == 2 and after[0].kind == "l" and after[1].text in _OWN


_OF_ITS_OWN = re.compile("(?:^|(?<=[J;]))h?AnU[UfF]*[lqn]")


def _drifts(tokens: list[Token], kinds: str, match: re.Match[str]) -> bool:
    """ "Reference 1 voltage drifts by 20 mV": something is told of what belongs to it."""
    asked = kinds.find(";", match.end())
    return tokens[kinds.index("A", match.start())].text in _PHYSICAL and tokens[asked].text != "?"


# 서류 중에 마지막 문서, 메일로 받은 두 번째 자료: of other things, not of what was shown.
_AMONG = re.compile("(?:의|중|가운데)(?:에|에서|에서는|에선|의)?")
_HAD = ("받은", "보낸", "올린", "작성한", "만든", "저장한", "제출한", "등록한", "첨부한")


_INSIDE = frozenset({"最初に", "最初", "最後", "はじめ", "先頭", "末尾", "冒頭"})
# 共有ドライブにある2番の資料
_KEPT = frozenset({"にある", "にあった", "にあります", "にございます"})


def of_another(tokens: list[Token], group: Group) -> bool:
    """ "会議の2番目の資料" is of the meeting, "その資料の2番目の図" is a figure, and so are "[2]のバルブ" and "②を押す"."""
    kinds = kinds_of(tokens)
    before, whose = (tokens[group.first - 1].text, kinds[group.first - 2]) if group.first > 1 else ("", "")
    owned = (
        before.endswith(_HAD)
        or _by_somebody(tokens, group)
        or _given_by_somebody(tokens, group)
        or (before in _KEPT and whose in "UH" and not tokens[group.first - 2].text.endswith(("欄", "表", "ここ")))
        or (before.endswith("の") and whose in "UHq" and kinds[group.first - 1] != "D")
        or (_AMONG.fullmatch(before) and whose in "UuHq")
    )
    if _AS_THE_NTH.match(kinds, group.last) is not None and _OF_THESE.search(kinds[: group.last]) is not None:
        return True  # 제출하는 문서 중에 두 번째로 준비할 게
    if group.anchor == "B":
        worked_on = "V" not in kinds and re.match("P[UuH]", kinds[group.last :]) is not None
        worked_on = worked_on or re.match("oUPU", kinds[group.last :]) is not None
        return owned or worked_on or re.match("oH", kinds[group.last :]) is not None
    if re.match("NA", kinds[group.first :]) is not None and tokens[group.first].text.endswith(("初に", "後に")):
        return True  # 最初に文書で報告する
    inside = re.match("Ao[N1]$", kinds[group.first : group.last]) is not None and tokens[group.last - 1].text in _INSIDE
    if inside and tokens[group.last - 1].text == "最初に":
        return True
    if inside and group.last < len(tokens) and tokens[group.last].text in ("に", "で", "には", "では"):
        return True  # 資料の最初に目次を入れたい
    if group.last - group.first > 2 and _AMONG.fullmatch(tokens[group.first + 1].text) and tokens[group.first + 1].text != "의":
        return bool(owned)  # 문서 중 두 번째의 적용 대상
    return owned or re.search("[AY]oJ?N:o?[UuHqc]", f"{kinds[: group.last]}:{kinds[group.last :]}") is not None


_AS_THE_NTH, _OF_THESE = re.compile("P[Uu]"), re.compile("(?:^|[JF;Uu])[Uu][AY]o[N]$")
_GIVEN = re.compile("(?:준|주신|줬던|주셨던|보낸|보내신|말한|말씀하신|쓴|쓰신)$")


def _given_by_somebody(tokens: list[Token], group: Group) -> bool:
    """ "팀장님이 주신 2번 문서"."""
    if group.first < 2 or tokens[group.first - 1].kind != "D" or _GIVEN.search(tokens[group.first - 1].text) is None:
        return False
    who = tokens[group.first - 2]
    return who.kind in "Uu" and len(who.text) > 2 and who.text.endswith(("이", "가", "께서", "한테", "에게"))


def _by_somebody(tokens: list[Token], group: Group) -> bool:
    """ "동료의 두 번째 문서"."""
    before = tokens[group.first - 1] if group.first else None
    return before is not None and len(before.text) > 1 and before.text.endswith("의") and before.kind in "Uu"
