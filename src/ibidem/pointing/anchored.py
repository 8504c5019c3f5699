"""Whether a number, with its noun or without one, stands by itself, and is no part of what stands beside it."""

import re

from ibidem.pointing.groups import Group
from ibidem.pointing.japanese.clauses import begins_a_clause
from ibidem.pointing.korean.of_a_document import a_machine
from ibidem.pointing.of_the_world import of_another
from ibidem.pointing.positions import ENDS, kinds_of
from ibidem.pointing.scanning import Token

# Who does something with a document: "the man who wrote document 3".
_DONE_WITH_IT = frozenset(
    {
        "wrote",
        "made",
        "issued",
        "approved",
        "followed",
        "tried",
        "signed",
        "updated",
        "published",
        "check",
        "follow",
        "try",
        "wanted",
        "search",
        *("override", "overrides", "supersede", "supersedes", "replace", "replaces", "cancel", "cancels", "amend", "amends"),
        *("extend", "extends", "complement", "complements", "confirm", "confirms", "repeat", "repeats", "mirror", "mirrors"),
    }
)


def anchored(tokens: list[Token], group: Group, members: list[Token], before: Token | None, following: Token | None) -> bool:
    """Whether the noun and its number stand by themselves, not as a part of what is before them or after them."""
    noun_last = tokens[group.last - 1].kind in "AY"
    latin = any(t.kind in "AY" and t.text.isascii() for t in tokens[group.first : group.last])
    # "챔버 2번 문서", "power source 2": the number or the noun belongs to the word before.
    if before is not None and before.text in _LISTS:  # 목록 두 번째 문서: of the list that was shown
        before = tokens[group.first - 2] if group.first > 1 else None
    before = None if before is not None and before.text in _DONE_WITH_IT else before
    taken = before is not None and before.kind in "UH" and not (latin and members and members[0].kind == "N" and noun_last)
    taken = taken or of_another(tokens, group)
    if following is not None and _READ_FOR_IT.fullmatch(following.text) and _THEN_TOLD.match(kinds_of(tokens[group.last :])):
        return noun_last or not taken
    if noun_last and a_machine(following):
        return False
    if taken or following is None or following.kind not in "UuHqI":
        return not taken
    if latin and following.text.endswith("er") and any(t.text == "than" for t in tokens[group.last :]):
        return True  # "is document 2 newer than document 1"
    if latin and following.kind == "U":  # "does document 3 supersede it", and not "document 2 valves"
        named = before is None or before.text not in _PERSONS  # "do we document 2 failures?"
        return named and any(t.text in _AUXILIARY for t in tokens[: group.first])
    if latin:
        return False
    if following.kind in "Uu" and begins_a_clause(following):
        return True
    if following.attached or following.kind == "H":
        return following.attached and noun_last and _ASKS_RIGHT_ON.search(following.text) is not None
    if not noun_last and _SO_OFTEN.match(following.text):
        return False
    # 문서 2 적용 대상이 누구야, and not 문서 2 관리대장에 적어야 해
    return noun_last or (following.kind in "Uu" and re.search("[fVk]", kinds_of(tokens[group.last :])) is not None)


# 2번문서적용대상알려줘, written without spaces.
_ASKS_RIGHT_ON = re.compile("(?:알려|보여|요약|번역|설명|정리|뭐|누구|얼마|언제|어디|무엇)[가-힣]{0,6}$")
# 문서 2번 반려됐는데: as often as that.
_SO_OFTEN = re.compile(
    "[가-힣]{0,4}?(?:됐|되[어었고는니던]|된|했|하[였고는니던]|당했|당하|시켰|시도|받았|눌렀|돌렸|보냈|실패|왔|갔|썼)"
)
# 필요한 공구 1번 문서 보고 알려줘: what is asked for, and where it is to be looked up.
_THEN_TOLD = re.compile("u[^NBHX;]*[vV]")
_READ_FOR_IT = re.compile("보고|읽고")
_LISTS = frozenset({"목록", "리스트", "list", "リスト", "一覧"})
# Who documents something: "did anybody document 3 failures".
_PERSONS = frozenset(
    {
        *("i", "we", "you", "they", "he", "she", "it", "to", "who", "never", "always", "not", "people", "ever"),
        *("anybody", "anyone", "somebody", "someone", "everybody", "everyone", "nobody", "guys"),
    }
)
_AUXILIARY = frozenset({"does", "do", "did", "can", "could", "will", "would", "should", "may", "might", "must"})


def bare(members: list[Token], kinds: str, group: Group) -> bool:
    """Whether numbers without a noun may point: not the word "one", nor "first," and "마지막으로", which order what is said."""
    for token in members:
        if token.kind == "n" and not token.text.isdigit():
            return False
        if token.text in ("一番", "いちばん") and kinds[group.last : group.last + 1] == "o":
            return False  # the most of something: 一番のポイント
        if (
            token.text.removesuffix("に").endswith(ENDS)
            and len(members) == 1
            and re.match("o?[PtG]*X|o[Pt]", kinds[group.last :]) is None  # 最後のを見せて
            and not (kinds[: group.first].endswith("h") or (kinds[group.last :] == "" and not kinds[: group.first]))
        ):
            return False
    return True
