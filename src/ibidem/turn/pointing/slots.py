"""Documents pointed at by their numbers, all together, or by what is left when others are taken away."""

import re
from dataclasses import dataclass, replace

from ibidem.turn.pointing.intent import intent_of
from ibidem.turn.pointing.pointer import AllSlots, Either, LatestCiting, Pointer, Scope, Slots, WholeSession
from ibidem.turn.pointing.positions import ENDS, kinds_of
from ibidem.turn.pointing.scanning import Token

# A message made of nothing else only points, so that a number needs no noun beside it.
_POINTING_ONLY = re.compile("[NnBGAYKaDMJRPoltXxbOE23WSvVFphQ;]*")
# With a number and what documents do ("what does number 2 say?") it may hold the words of a question.
_ASKS_WHAT_IT_SAYS = re.compile("(?=.*k)[NBJRPoltXxhFfkvV;]*")
# What may stand between two numbers that belong together: and, to, but not; nothing; or the noun again (문서 1 문서 2).
_BETWEEN = re.compile("(?:G|o?[AYKa])*[oPt]*[JRXxbE;F]*[JRXxb][JRXxbE;F]*[hDFM]*(?:[AYKa]F?)?")
_SIDE_BY_SIDE = re.compile("[AYK]?|G")
_ANCHOR_AFTER = re.compile("(?:G?[oP]?[PF]?h?)([AYKa])|[oF]*D?([AY])|of([AY])|lD([AY])")
_ANCHOR_BEFORE = re.compile("([AYKa])F?$|([AY])[oP]h?$|([AY])o[DhF]$")
# In a question of its own "the same document" is any that two people have before them, and an earlier one any of the user's.
LOOSE = frozenset({"같은", "동일한", "이전", "지난", "저번"})
COUNTED = {"두", "세", "네", "two", "three", "four", "five"}


# "The second source of contamination", "the first document I need": said of the world, not of what was shown.
_DEFINING = frozenset({"of", "i", "we", "ever"})
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
    }
)
_OWN = frozenset({"my", "our", "their", "his", "her", "another"})


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers that belong together, `first` to `last` (exclusive) in the tokens, and the noun that anchors them, if any."""

    first: int
    last: int
    numbers: tuple[int, ...]
    excluded: tuple[int, ...]
    anchor: str
    doc_type: str | None


def only_points(kinds: str) -> bool:
    """Whether the message is made of nothing but pointing, showing and politeness."""
    return _POINTING_ONLY.fullmatch(kinds) is not None


def groups(tokens: list[Token]) -> list[Group]:
    """The numbers of the message in groups, each with its anchor; no group reaches over a word that takes back."""
    kinds = "".join("!" if token.text in _CORRECTING else token.kind for token in tokens)
    places = [i for i, kind in enumerate(kinds) if kind in "NnB" and not _is_count(tokens, kinds, i)]
    runs: list[list[int]] = []
    for place in places:
        if runs and _belongs(kinds, runs[-1][-1], place):
            runs[-1].append(place)
        else:
            runs.append([place])
    return [_group(tokens, kinds, run) for run in runs]


def _belongs(kinds: str, one: int, other: int) -> bool:
    """Whether two numbers are of one list; "2번 문서와 3번 밸브" and "2번 문서의 3번 항목" are not."""
    gap, after = kinds[one + 1 : other], kinds[other + 1 : other + 2]
    if re.match("o?[UuHq]", kinds[other + 1 :]) is not None and ("A" in gap or "Y" in gap):
        return False
    if _BETWEEN.fullmatch(gap):
        return True
    again = gap in ("", "G") or kinds[one - 1 : one] == gap or after == gap
    return _SIDE_BY_SIDE.fullmatch(gap) is not None and again and after != "a"


def _is_count(tokens: list[Token], kinds: str, at: int) -> bool:
    """ "Two documents" and "문서 두 개" count; they name none of them."""
    return (tokens[at].text in COUNTED and kinds[at + 1 : at + 2] in ("A", "Y")) or (
        kinds[at] == "n" and kinds[at + 1 : at + 2] == "Y"
    )


def _group(tokens: list[Token], kinds: str, run: list[int]) -> Group:
    first, last = run[0], run[-1] + 1
    after = _ANCHOR_AFTER.match(kinds, last)
    anchors: list[tuple[str, int]] = []
    for place in run:
        if (match := _ANCHOR_AFTER.match(kinds, place + 1)) is not None:
            anchors.append((kinds[match.end() - 1], match.end() - 1))
        if (match := _ANCHOR_BEFORE.search(kinds[:place])) is not None:
            letter = match.group(1) or match.group(2) or match.group(3)
            anchors.append((letter, match.start()))
            first = min(first, match.start())
    anchors.sort(key=lambda a: "AYKa".index(a[0]))
    anchor, noun = anchors[0] if anchors else ("G" if kinds[last : last + 1] == "G" or kinds[last : last + 2] == "oG" else "", -1)
    if after is not None:
        last = after.end()
    elif anchor == "G":
        last += 1 if kinds[last] == "G" else 2
    if not anchor and all(kinds[place] == "B" for place in run):
        anchor = "B"
    numbers, excluded = _signs(tokens, kinds, run)
    return Group(first, last, numbers, excluded, anchor, tokens[noun].doc_type if noun >= 0 else None)


def _signs(tokens: list[Token], kinds: str, run: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which numbers of a run are meant and which are taken away; ranges are filled in."""
    wanted: list[int] = []
    excluded: list[int] = []
    pending: list[int] = []
    negation = re.search("x[hFDAYaK]*$", kinds[: run[0]])
    negated = negation is not None
    for i, place in enumerate(run):
        gap = kinds[run[i - 1] + 1 : place] if i else ""
        if i:
            if "X" in gap:
                excluded += pending
                pending = []
                negated = False
            elif "x" in gap or "b" in gap:
                (excluded if negated else wanted).extend(pending)
                pending = []
                negated = "x" in gap
            elif "R" in gap and pending and 0 < pending[-1] < tokens[place].value <= pending[-1] + 20:
                pending += range(pending[-1] + 1, tokens[place].value)
            elif (
                negation is not None
                and negated
                and any(t.text in (",", "、") for t in tokens[run[i - 1] + 1 : place])
                and tokens[negation.start()].text == "not"
            ):
                excluded += pending
                pending = []
                negated = False
        pending.append(tokens[place].value)
    tail = re.match("(?:G|o?[AYKa])?[Pt]*X", kinds[run[-1] + 1 :])
    (excluded if negated or tail else wanted).extend(pending)
    return tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(excluded))


def point_at_slots(tokens: list[Token], scope: Scope) -> Pointer | None:
    """The pointer of a message that names documents by number, or None."""
    kinds = kinds_of(tokens)
    pure = only_points(kinds)
    last = tokens[kinds.rstrip(";").rfind(";") + 1 :]
    sentence = not pure and "A" in kinds and len(last) < len(tokens) and only_points(kinds_of(last))
    if sentence and (pointer := point_at_slots(last, scope)) is not None:
        return pointer  # "I have read document 1. Now show me number 3."
    found = [g for g in groups(tokens) if _accepted(tokens, kinds, g, pure=pure)]
    strong = [g for g in found if g.anchor in ("A", "Y")]
    chosen = _corrected(tokens, found) or _contrasted(tokens, strong) or sorted(strong or found, key=lambda g: not g.numbers)[:1]
    if not chosen:
        return None
    group = chosen[0]
    intent = intent_of(kinds, group.first, group.last)
    if not group.numbers:
        rest = kinds[group.last :]
        one_left = re.search("O[oP]*[GA]", rest) is not None or not any(t.text.startswith(_TAKING_AWAY) for t in tokens)
        left = 1 if one_left and "E" not in kinds and not re.search("O(?![oP]*[GA])", rest) else None
        return AllSlots(group.excluded, left, scope, intent)
    numbers = group.numbers
    pointer = Slots(numbers, scope, intent, group.doc_type, sure=pure or group.doc_type is None)
    if numbers == (1,) and scope == LatestCiting() and any(t.kind == "N" and t.text.startswith(_VERY_FIRST) for t in tokens):
        return Either((pointer, replace(pointer, scope=WholeSession())))
    return pointer


def _corrected(tokens: list[Token], found: list[Group]) -> list[Group]:
    """What is said last, where it takes back what was said before: "4번 보여줘, 아니 5번"."""
    return found[-1:] if any(t.text in _CORRECTING for t in _between(tokens, found)) else []


def _contrasted(tokens: list[Token], found: list[Group]) -> list[Group]:
    """ "1번 문서는 봤고 2번 문서 보여줘" is of the last alone, "1번 문서 보여줘, 3번 문서도" of both."""
    if len(found) < 2:
        return []
    first, last = found[-2:]
    one, other = _what_follows(tokens, first), _what_follows(tokens, last)
    if any(t.text.startswith(_DONE_WITH) for t in _between(tokens, found)):
        return [last]
    contrast = one.endswith(_AS_FOR)
    if contrast and not other.endswith(_AS_FOR):
        return [last]
    if contrast or other in _ALSO:
        return [
            replace(last, first=first.first, numbers=(*first.numbers, *last.numbers), excluded=(*first.excluded, *last.excluded))
        ]
    return []


def _between(tokens: list[Token], found: list[Group]) -> list[Token]:
    """What is said between the last two groups; the noun of the first may have been taken for the other's."""
    if len(found) < 2:
        return []
    at = found[-2].last
    return tokens[at : next((i for i in range(at, len(tokens)) if tokens[i].kind in "NnB"), at)]


def _what_follows(tokens: list[Token], group: Group) -> str:
    at = group.last + (1 if kinds_of(tokens[group.last : group.last + 1]) == "p" else 0)
    return tokens[at].text if at < len(tokens) else ""


_AS_FOR = ("은", "는", "에선", "에는")
_ALSO = frozenset({"도", "에도", "에서도", "랑", "이랑", "하고", "와", "과"})
# What has been read, or did not help, is not asked about again.
_DONE_WITH = ("봤", "읽", "됐", "없", "틀렸")
_CORRECTING = frozenset(
    {
        "아니",
        "아니다",
        "아니야",
        "아니아니",
        "아뇨",
        "아니요",
        "아닌데",
        "노노",
        "no",
        "nope",
        "wait",
        "sorry",
        "oops",
        "i mean",
        "i meant",
        "いや",
        "いえ",
        "違う",
    }
)
# "All but": what is left is all of the rest, where "not" and 말고 leave the other one.
_TAKING_AWAY = (
    "빼",
    "뺀",
    "제외",
    "除",
    "を除",
    "をのぞ",
    "抜き",
    "を抜",
    "以外",
    "except",
    "excluding",
    "without",
    "all but",
    "minus",
    "skip",
)
_VERY_FIRST = (
    "맨처음",
    "맨 처음",
    "제일 처음",
    "제일처음",
    "가장 처음",
    "최초",
    "처음에",
    "very first",
    "earliest",
    "一番最初",
    "いちばん最初",
    "最初に",
)


def seeks_others(tokens: list[Token], at: int) -> bool:
    """ "2번 문서랑 비슷한 사례 있어?" wants what is like the document, not the document."""
    like = tokens[at + 1 : at + 2]
    return kinds_of(tokens[at : at + 1]) == "J" and any(t.text.startswith(_LIKE) for t in like) and "V" not in kinds_of(tokens)


_LIKE = ("비슷한", "유사한", "관련된", "관련한", "관련 ", "연관된")


def _accepted(tokens: list[Token], kinds: str, group: Group, *, pure: bool) -> bool:
    if seeks_others(tokens, group.last):
        return False
    if any(abs(n) > 99 or (n == 0 and group.anchor != "A") for n in (*group.numbers, *group.excluded)):
        return False
    members = [t for t in tokens[group.first : group.last] if t.kind in "NnB"]
    following = tokens[group.last] if group.last < len(tokens) else None
    before = tokens[group.first - 1] if group.first else None
    follows_noun = following is not None and following.kind in "UuHq"
    match group.anchor:
        case "A" | "Y":
            defined = following is not None and following.kind != "D" and following.text.partition(" ")[0] in _DEFINING
            by_itself = _anchored(tokens, group, members, before, following) and not _of_the_world(tokens, kinds, group)
            return not defined and (pure or by_itself)
        case "K":
            described = re.match("[lo][hDF]*[UuHq]", kinds[group.last :]) is not None and tokens[group.last].text.isascii()
            taken = follows_noun or described or _of_the_world(tokens, kinds, group)
            return pure or (not taken and (before is None or before.kind not in "UH"))
        case "B":
            return pure or (
                not follows_noun
                and (before is None or before.kind not in "UH" or (before.text.isascii() is False and before.kind == "u"))
                and not _of_another(tokens, group)
            )
        case "a" | "G":
            return pure or (members[-1].kind == "N" and asks_what_it_says(tokens, kinds, group.first, group.last))
        case _:
            wanted = pure and re.search("[KaC]", kinds) is None and ("p" not in kinds or re.search("[SVv]", kinds) is not None)
            return (wanted or _ASKS_WHAT_IT_SAYS.fullmatch(kinds) is not None) and _bare(members, kinds, group)


def asks_what_it_says(tokens: list[Token], kinds: str, first: int, last: int) -> bool:
    """ "What does the second one say about it?": what is asked for its words was written, whatever it is called."""
    asked = re.search("f[hFD]*$", kinds[:first])
    return asked is not None and tokens[asked.start()].text in _ASKED and re.match("F*k", kinds[last:]) is not None


_ASKED = frozenset({"does", "do", "did"})


def _anchored(tokens: list[Token], group: Group, members: list[Token], before: Token | None, following: Token | None) -> bool:
    """Whether the noun and its number stand by themselves, not as a part of what is before them or after them."""
    noun_last = tokens[group.last - 1].kind in "AY"
    latin = any(t.kind in "AY" and t.text.isascii() for t in tokens[group.first : group.last])
    # "챔버 2번 문서", "power source 2": the number or the noun belongs to the word before.
    before = None if before is not None and before.text in _DONE_WITH_IT else before
    taken = before is not None and before.kind in "UH" and not (latin and members and members[0].kind == "N" and noun_last)
    taken = taken or _of_another(tokens, group)
    if taken or following is None or following.kind not in "UuHqI":
        return not taken
    if latin or not noun_last:
        return False
    return not following.attached and following.kind != "H"


def _of_the_world(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "Our second source", "the first ticket this week", "the last document in my notebook", "first document the leak"."""
    before, after = tokens[max(0, group.first - 1) : group.first], tokens[group.last : group.last + 2]
    if not tokens[group.first].text.isascii() or not (before or after):
        return False
    if before and (before[0].text in _OWN or before[0].text == "a"):
        return True
    if kinds[group.first] == "n" and tokens[group.first + 1].text.isascii() and tokens[group.first + 1].kind == "A":
        return True  # "1 source, 2 matchers" counts
    if re.match("D[UuHq]", kinds[group.last :]) and after[0].text == "this":
        return True
    if kinds[group.last : group.last + 1] == "h":
        return not before and tokens[group.first].text.isalpha() and tokens[group.first].kind == "N"
    return len(after) == 2 and after[0].kind == "l" and after[1].text in _OWN


# 서류 중에 마지막 문서, 메일로 받은 두 번째 자료: of other things, not of what was shown.
_AMONG = ("의", "중", "가운데")
_HAD = ("받은", "보낸", "올린", "작성한", "만든", "저장한", "제출한", "등록한", "첨부한")


def _of_another(tokens: list[Token], group: Group) -> bool:
    """ "会議の2番目の資料" is of the meeting, "その資料の2番目の図" is a figure, and so are "[2]のバルブ" and "②を押す"."""
    kinds = kinds_of(tokens)
    before, whose = (tokens[group.first - 1].text, kinds[group.first - 2]) if group.first > 1 else ("", "")
    owned = before.endswith(_HAD) or (before.endswith("の") and whose in "UHq") or (before.startswith(_AMONG) and whose in "UuHq")
    if group.anchor == "B":
        worked_on = tokens[group.last - 1].text > "[" and re.match("P[UuH]", kinds[group.last :]) is not None
        return owned or worked_on or re.match("oH", kinds[group.last :]) is not None
    return owned or re.search("[AY]oN:o?[UuHqc]", f"{kinds[: group.last]}:{kinds[group.last :]}") is not None


def _bare(members: list[Token], kinds: str, group: Group) -> bool:
    """Whether numbers without a noun may point: not the word "one", nor "first," and "마지막으로", which order what is said."""
    for token in members:
        if token.kind == "n" and not token.text.isdigit():
            return False
        if token.text in ("一番", "いちばん") and kinds[group.last : group.last + 1] == "o":
            return False  # the most of something: 一番のポイント
        if (
            token.text.removesuffix("に").endswith(ENDS)
            and len(members) == 1
            and not (kinds[: group.first].endswith("h") or (kinds[group.last :] == "" and not kinds[: group.first]))
        ):
            return False
    return True
