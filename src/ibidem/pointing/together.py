"""Documents pointed at all together: both, those documents, 문서 둘 다."""

import re

from ibidem.domain.conversation import Intent
from ibidem.pointing.groups import COUNTED
from ibidem.pointing.intent import intent_of, shown_at_last
from ibidem.pointing.japanese.clauses import speaks_of_a_document
from ibidem.pointing.pointer import AllSlots, Either, Implicit, NamedTurn, Pointer, Scope, Slots, WholeSession
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token
from ibidem.pointing.slots import LOOSE, asks_what_it_says, only_points


def point_at_all(tokens: list[Token], scope: Scope) -> Pointer | None:
    """ "Both", "those documents", "문서 둘 다": the pointer to all documents of an answer, or None."""
    kinds = kinds_of(tokens)
    pure = only_points(kinds)
    for pattern, count in _COUNTS:
        match = pattern.search(kinds)
        left = (
            count
            if match is None
            else next((t.value for t in tokens[match.start() : match.end()] if t.kind == "3" and t.value), count)
        )
        end = match.end() if match is not None else 0
        if match is not None and not pure and _only_counts(tokens, kinds, match.start()):
            continue
        following = tokens[end].text if match is not None and end < len(tokens) else ""
        if following == "씩" or (not pure and following in _NOT_THESE):
            continue
        said = match is not None and kinds[end : end + 1] == "a" and asks_what_it_says(tokens, kinds, match.start(), end + 1)
        used = match is not None and (
            (kinds[end : end + 1] == "V" and tokens[end].text.startswith(_AS_SOURCES))
            or (kinds[end : end + 1] == "l" and tokens[end].text in _BASED_ON)
            or (match.start() > 0 and tokens[match.start() - 1].text in _BASED_ON and not _runs_on(tokens, end))
            or asks_what_it_says(tokens, kinds, match.start(), end)
        )
        spoken = match is not None and speaks_of_a_document(tokens, match.start(), end)
        if match is not None and (
            pure or spoken or said or used or (_named(match.group()) and not _runs_on(tokens, match.end()))
        ):
            return AllSlots((), left, scope, _intent(tokens, match.start(), match.end()))
    if _THEM.fullmatch(kinds) is not None:
        return AllSlots((), None, scope, "use" if "V" in kinds else "whole", sure=False)
    if pure and re.fullmatch("[FJP;]*E{1,2}[FP;]*", kinds) and any(t.text in _ALL for t in tokens):
        return AllSlots((), None, scope, "whole")
    if (match := re.search("EF*A(D)", kinds)) is not None and tokens[match.start(1)].text.startswith("you "):
        return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))  # "every document you cited"
    shown = re.search("E[Fo]*D", kinds) if pure else None
    if shown is not None and tokens[shown.end() - 1].text.startswith(("you ", "on your list")):
        return AllSlots((), None, scope, _intent(tokens, shown.start(), shown.end()))  # "everything you have shown me"
    for i, token in enumerate(tokens):
        counts = token.text in COUNTED or (token.kind == "q" and token.value in (2, 3, 4) and token.text.endswith(_ONES))
        others = only_points(kinds[:i] + kinds[i + 1 :])
        if others and token.kind == "q" and counts and re.match("[PoJ]?E", kinds[i + 1 :]) is not None:
            return AllSlots((), token.value, scope, intent_of(kinds, i, i + 2))  # 세 개 전부 원문으로 보여줘
        if others and token.kind == "q" and counts and re.fullmatch("[FDh]*A", kinds[:i]) and re.match("[Po]?V", kinds[i + 1 :]):
            return AllSlots((), token.value, scope, "use")  # 문서 세 개 비교해줘
        if counts and kinds[i + 1 : i + 2] in ("A", "Y"):
            definite = (kinds[max(0, i - 1) : i] in ("h", "D", "M") and not _told(tokens[i - 1])) or (
                not token.text.isascii() and re.search("V|^[E2lo]", kinds[i + 2 :])
            )
            asked = pure and (len(tokens) < 4 or re.search("[SVW]", kinds))
            if (asked or definite) and not _runs_on(tokens, i + 2):
                return AllSlots((), token.value, scope, _intent(tokens, i, i + 2))
    if (
        isinstance(scope, NamedTurn | WholeSession)
        and (match := re.search("A[Po]*E|EA|Y", kinds)) is not None
        and not _runs_on(tokens, match.end())
    ):
        return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))  # 첫 답변 문서 전부
    if (match := re.search("D[FDPh]*[AG][PoF]*E[E]*(?![PoF]*G)", kinds)) is not None and pure:
        among = tokens[match.start() : match.end()]
        if any(token.kind == "D" and _SHOWN.search(token.text) for token in among):
            return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))  # 알려준 문서 싹 다 열어줘
    if (match := re.search("(D)(A)[PJl]*E", kinds)) is not None and tokens[match.start()].text.endswith(("た", "る")):
        return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))  # 挙げてくれた資料、全部開いて
    if pure and re.fullmatch("[FD]*A[Po]*E+P?F*V[VFP;]*", kinds) and any(t.text in _CITED_FROM for t in tokens):
        return AllSlots((), None, scope, "use")  # 출처 전부 요약해줘
    if pure and "E" in kinds and "W" not in kinds and any(t.text in _PUT_TOGETHER for t in tokens):
        return AllSlots((), None, scope, intent_of(kinds, 0, 1))
    several = re.search("(A)(?:oA)?PE", kinds) if pure else None
    if (match := several) is not None and (
        tokens[match.start()].text in _SEVERAL
        or (tokens[match.start()].text in _NAMED_ALONE and re.search("[DQTG]", kinds) is None)
    ):
        return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))
    match = re.search("[MDE][FDhPo]*Y|M[FDhPo]*A|Y[Po]?E|M[PoGE]*E|E[oP]*M(?:[FDhP]*Y)?|(?:^|(?<=[FJ]))EA(?=.*V)", kinds)
    if (
        match is not None
        and re.match("[Pt]*X", kinds[match.end() :]) is None
        and not any(t.text in ("my", "our", "his", "her", "their") for t in tokens[match.end() :])
        and (
            pure
            or (isinstance(scope, NamedTurn) and match.group()[0] == "E" and not _runs_on(tokens, match.end()))
            or (match.group()[0] == "E" and tokens[match.end() : match.end() + 1] and _told(tokens[match.end()]))
            or (match.group()[0] == "E" and re.search("M.*Y", match.group()) is not None and not _runs_on(tokens, match.end()))
            or (match.group()[0] in "MD" and match.group()[-1] in "YA" and not _runs_on(tokens, match.end()))
        )
    ):
        if not pure and tokens[match.start()].text in LOOSE:
            return None
        if kinds[match.start()] == "D" and tokens[match.start()].text in ("that", "this"):
            return None
        return AllSlots((), None, scope, _intent(tokens, match.start(), match.end()))
    return None


# "Compare them", 그것들 보여줘: nothing is named, and nothing else is said.
_THEM = re.compile("[FJ;]*(?:[SV]F*M|M[PE]*[FE]*[SV])[FP;]*")
_ALL = frozenset(
    {
        *("all", "everything", "모조리", "싹다", "전부", "모두", "전부 다", "모두 다", "전부다", "모두다"),
        *("全部", "ぜんぶ", "すべて", "全て"),
    }
)
# 세 개, 3件, 三つ.
_ONES = ("개", "件", "個", "つ", "点")
# 전부 합쳐서 요약해줘.
_CITED_FROM = frozenset({"출처", "참고문헌", "참고자료", "레퍼런스", "근거문서", "인용문서", "출처문서"})
_PUT_TOGETHER = frozenset({"합쳐서", "묶어서", "모아서", "엮어서", "통합해서", "종합해서", "취합해서"})


def _told(token: Token) -> bool:
    """ "You listed three documents", "your answer cited two": told of, and not pointed at."""
    return token.kind == "D" and token.text.startswith(("you ", "cited", "listed", "mentioned", "quoted", "referenced", "shown"))


# An answer has several of these, where 文書を全部 may be all of one document.
_SEVERAL = frozenset({"出典", "引用元", "参照元", "参考文献", "参考資料"})
# 文書を全部見せて; その文書を全部 is all of that one.
_NAMED_ALONE = frozenset({"文書", "資料", "ドキュメント"})


def _intent(tokens: list[Token], first: int, last: int) -> Intent:
    return "whole" if shown_at_last(tokens, last) else intent_of(kinds_of(tokens), first, last)


# 둘 다 문서로 남겨야, 문서가 두 개인데: what they are to become, and how many there are.
_NOT_THESE = ("로", "으로", "인데", "인데요", "이고", "이라", "이라서")
_COUNTS = ((re.compile("2[PohFD]*[AYG]|2[Pol]*f[AY]|[AYM][PoD]*2|2"), 2), (re.compile("3[PohFD]*[AYG]|[AYM][PoD]*3|3"), 3))


# What was shown, and not "that": 알려준 문서 다 is all of them, 그 문서 다 is all of it.
_SHOWN = re.compile("(?:준|신|던|나온|언급된|인용된|제시된|표시된|나열된)$")


def _only_counts(tokens: list[Token], kinds: str, at: int) -> bool:
    """ "申請には2つの資料が必要": how many, and not which; "両方の資料" and "その2つの資料" say which."""
    count = tokens[at].text
    if "가" <= count[0] <= "힣" and at and kinds[at - 1] in "Uu":
        return True  # 제 문서 두 개가: two of somebody's
    if count not in _COUNTING or "V" in kinds or re.match("o?[AY][Po]?E", kinds[at + 1 :]):
        return False
    return re.search("[DMhE]$", kinds[:at]) is None


# 둘 다 참고해서: what is to be used was shown.
_AS_SOURCES = ("참고", "참조", "근거", "바탕", "기반", "토대", "활용")
_BASED_ON = frozenset(
    {
        "based on",
        "according to",
        "going by",
        "using",
        "per",
        "as per",
        "기준으로",
        "을바탕으로",
        "에 따르면",
        "に基づいて",
        "に基づき",
        "をもとに",
        "を元に",
        "を参考に",
        "を根拠に",
        "を踏まえて",
        "によると",
    }
)
_COUNTING = frozenset(
    {"二つ", "2つ", "二つの", "2つの", "2つを", "2つは", "三つ", "3つ", "3つの", "三つの", "三つを", "みっつの"}
)


def _named(kinds: str) -> bool:
    return "A" in kinds or "Y" in kinds


def _runs_on(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].kind in "UuHq" and tokens[at].text not in _READING


_READING = frozenset({"보고", "보고서", "보면서", "봐서", "훑어보고", "참고로", "가지고"})


_FORMER = ("former", "전자")
_OF_TWO = ("latter", "후자", *_FORMER)


def of_two(tokens: list[Token], scope: Scope) -> Pointer | None:
    """ "The latter", 둘 중 후자: the second of two, and nobody knows which of three."""
    at = next((i for i, token in enumerate(tokens) if token.kind == "G" and token.text.endswith(_OF_TWO)), None)
    kinds = kinds_of(tokens)
    if at is None or not (only_points(kinds) or asks_what_it_says(tokens, kinds, at, at + 1)) or re.search("[NnB]", kinds):
        return None
    intent = intent_of(kinds, at, at + 1)
    first, last = (1, -2) if tokens[at].text.endswith(_FORMER) else (2, -1)
    return Either((Slots((first,), scope, intent), Slots((last,), scope, intent)))


def one_beside(tokens: list[Token], scope: Scope) -> Pointer | None:
    """ "Show me the next one", "the other document": beside one that the message does not name."""
    kinds = "".join("~" if token.text in _BESIDE else token.kind for token in tokens)
    at = _ONE_BESIDE.fullmatch(kinds)
    if at is None or (re.search("[Sx]", kinds) is None and at.group(1) != "A"):
        return None
    intent = intent_of(kinds.replace("~", "F"), at.start(1), at.end(1))
    return Either((Slots((1,), scope, intent), Slots((2,), scope, intent)))


_BESIDE = frozenset({"next", "other"})
_ONE_BESIDE = re.compile("[FJS;W]*(?:x[DQ][AG]?J)?[FJS;W]*h~([AG])D?[FJ;W]*")


def this_time(tokens: list[Token], scope: Scope) -> Pointer | None:
    """ "이번 문서": number two as it is heard, or this document."""
    kinds = kinds_of(tokens)
    at = kinds.find("iA")
    if at < 0 or not only_points(kinds.replace("i", "F")):
        return None
    intent = intent_of(kinds, at, at + 2)
    return Either((Slots((2,), scope, intent), Implicit(scope, intent)))
