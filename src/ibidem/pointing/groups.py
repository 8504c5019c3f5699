"""The numbers of a message in groups: which belong together, which noun they go with, which are taken away."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What may stand between two numbers that belong together: and, to, but not; nothing; or the noun again (문서 1 문서 2).
_BETWEEN = re.compile("(?:o?[GAYKa])*+[oPt]*+[E;F]*+[JRXxb][JRXxbE;F]*+[hDFM]*+(?:[AYKa]F?)?")
_SIDE_BY_SIDE = re.compile("[AYK]?|G")
_ANCHOR_AFTER = re.compile(
    "(?:G?[oP]?[PF]?h?|Ro?)([AYKa])|P?D+([AYK])|[oF]*[hDM]*([AY])|of([AY])|lD([AYK])|[oP]*XJ?F*[OE][oPF]*([AYKa])"
)
_ANCHOR_BEFORE = re.compile("([AYKa])F?$|([AY])(?:[oP]h?|oJ)$|([AY])o[DhF]$")
_NAMED_BEFORE = re.compile("[NB][AYKa]F$")
_ONE = re.compile("(?:o|[Pl]?D+)?G")
# What begins something else that is to be done, or said: "I have read document 1, so put the second up".
_PARTING = frozenset({"put", "putting", "stick", "chuck", "throw", "slap", "so", "just", "already"})
# 1번 문서는 됐고, 2번 문서
_ENOUGH = frozenset({"됐고", "됐으니", "됐으니까", "고마워", "고맙습니다", "감사합니다", "감사해요", "땡큐"})
# What may join or part numbers otherwise than its kind says.
_LOOKED_AT = _PARTING | _ENOUGH | {",", "에서", "then", "and then", "か", "이나", "나", "도"}
# What is told off by itself: "skip number 2, the first one is what I need".
_TOLD_OFF = frozenset(
    {"skip", "ignore", "forget", "drop", "never mind", "nevermind", "forget about", "no need for", "i don't need", "don't need"}
)
_SLIPPED = frozenset({"typed", "wrote", "said", "clicked", "hit", "entered", "pressed"})
_STATES = frozenset({"is", "was", "isn't", "wasn't", "are", "were", "has", "doesn't", "didn't"})
_ANCHOR_BEYOND = re.compile("(?:o?G)?[oP]*XG?o?([AYKa])(?![Nn])")
_LEFT_OUT = ("以外", "いがい", "を除", "除", "じゃない", "ではない", "のほか", "の他")
_MORE = frozenset({"more", "additional", "extra"})
# 2번 문서요, 1번 말고: a sentence of its own.
_SENTENCE_ENDS = frozenset({"요", "이요", "이에요", "예요", "입니다", "이야", "야", "만"})
COUNTED = {"두", "세", "네", "two", "three", "four", "five"}


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers that belong together, `first` to `last` (exclusive) in the tokens, and the noun that anchors them, if any."""

    first: int
    last: int
    numbers: tuple[int, ...]
    excluded: tuple[int, ...]
    anchor: str
    doc_type: str | None


def groups(tokens: list[Token]) -> list[Group]:
    """The numbers of the message in groups, each with its anchor; no group reaches over a word that takes back."""
    return list(_groups(tuple(tokens))) if any(token.kind in "NnB" for token in tokens) else []


@lru_cache(maxsize=8)  # several steps ask for those of the same tokens
def _groups(message: tuple[Token, ...]) -> list[Group]:
    tokens = list(message)
    kinds = "".join([_kind(tokens, at) for at in range(len(tokens))])
    places = [i for i, kind in enumerate(kinds) if kind in "NnB" and not _is_count(tokens, kinds, i)]
    runs: list[list[int]] = []
    for place in places:
        if runs and _belongs(kinds, runs[-1][-1], place):
            runs[-1].append(place)
        else:
            runs.append([place])
    return _without_those_chosen_from(tokens, [_group(tokens, kinds, run) for run in runs])


_OF_THESE = re.compile("중|중에|중에서|가운데|가운데서|のうち|のうちの?|の中(?:で|から|の|では)?|うち")
_OUT_OF = frozenset({"of", "out of", "among", "from among", "from"})


def _without_those_chosen_from(tokens: list[Token], found: list[Group]) -> list[Group]:
    """The groups without those of which the next names some: 1번부터 3번 중에 2번만, "of documents 1 to 3, only 2"."""
    kept: list[Group] = []
    for group in found:
        if kept and len(kept[-1].numbers) > 1 and group.numbers == (-1,) and not group.excluded:
            former = tokens[group.first].text == "전자"  # 1번, 2번, 3번 중 마지막 거
            group = replace(group, numbers=kept[-1].numbers[:1] if former else kept[-1].numbers[-1:])
        if kept and _chosen_from(tokens, kept[-1], group):
            those = kept.pop()
            left = group.numbers or tuple(n for n in those.numbers if n not in group.excluded)
            group = replace(those, last=group.last, numbers=left, excluded=group.excluded, anchor=those.anchor or group.anchor)
        elif kept and tokens[kept[-1].last].text in _OUT_OF and group.first - kept[-1].last <= 2:
            few = kept[-1]
            if len(group.numbers) > 1 and not few.excluded and {*few.numbers} < {*group.numbers}:
                group = replace(kept.pop(), last=group.last, anchor=few.anchor or group.anchor)  # "2 of documents 1 to 3"
        kept.append(group)
    return kept


def _chosen_from(tokens: list[Token], those: Group, group: Group) -> bool:
    named = {*group.numbers, *group.excluded}
    if len(those.numbers) < 2 or those.excluded or not named < {*those.numbers}:
        return False
    after = those.last + (tokens[those.last].kind == "R")  # 1번부터 3번까지 중에
    return tokens[max(0, those.first - 1)].text in _OUT_OF or _OF_THESE.fullmatch(tokens[after].text) is not None


def _kind(tokens: list[Token], at: int) -> str:
    """The kind of a token as numbers are joined by it: what takes back parts them, and 1번도 2번도 is a list."""
    if tokens[at].takes_back:
        return "!"
    if tokens[at].kind == "D" and at and tokens[at - 1].text == "," and tokens[at].text.startswith("you "):
        return "!"  # "I asked for document 2, you gave me document 1"
    if tokens[at].text not in _LOOKED_AT and not tokens[at].text.startswith("より"):
        return tokens[at].kind
    if tokens[at].text in _PARTING and at and tokens[at - 1].kind in "AYKNnBJF":
        return "!"
    if tokens[at].text in _ENOUGH:
        return "!"
    if tokens[at].text == "," and (_tells_of_the_next(tokens, at) or (at and tokens[at - 1].text in _SENTENCE_ENDS)):
        return "!"
    if tokens[at].text == "에서" and kinds_of(tokens[at + 1 : at + 3]) in ("NR", "nR", "No"):
        return "R"  # 1번에서 3번까지, 1번에서 3번 중
    if (
        tokens[at].text in ("then", "and then")
        and re.match("h?[NnBA]", kinds_of(tokens[at + 1 : at + 3]))
        and at
        and tokens[at - 1].kind in "AYKNnB"
    ):
        return "J"  # "the third document, then the first"
    if tokens[at].text.startswith("より") and "まで" not in [t.text for t in tokens[at:]]:
        if any(t.text.startswith("先") for t in tokens[at : at + 2]) or tokens[at].text == "より先に":
            return "X"  # 1番より先に2番を要約して
        return "X" if re.search("[SW]", kinds_of(tokens[at:])) is not None else "J"  # 1番より2番を見せて, 1番より2番が新しい?
    if tokens[at].text == "か" and at and tokens[at - 1].kind in "NnBA" and kinds_of(tokens[at + 1 : at + 2]) in tuple("NnB"):
        return "J"  # 1番か2番
    if tokens[at].text in ("이나", "나") and kinds_of(tokens[at + 1 : at + 2]) in tuple("NB"):
        return "J"  # 1번이나 2번
    also = tokens[at].text == "도" and at + 1 < len(tokens) and tokens[at + 1].kind in "NnB"
    return "J" if also else tokens[at].kind


def _tells_of_the_next(tokens: list[Token], at: int) -> bool:
    """Whether after a comma the next number is the subject of something that is said, where the one before it is told off."""
    named = re.match("h?[NnB][AYKG](?=F+[Uvl])", kinds_of(tokens[at + 1 :]))
    if named is not None and tokens[at + 1 + named.end()].text.partition(" ")[0] in ("i", "we", "i've", "we've", "my", "our"):
        return True  # "open the second document, the first one I know by heart"
    states = re.match("(?:A[nN]|h?N[AG])(?=f)", kinds_of(tokens[at + 1 :]))
    if states is not None and tokens[at + 1 + states.end()].text in _STATES:
        return True  # "go by document 2, document 1 is superseded"
    told_off = any(t.text in _TOLD_OFF for t in tokens[:at])
    return told_off and re.match("h?[NnB][AYKG]?[fU]", kinds_of(tokens[at + 1 :])) is not None


def _belongs(kinds: str, one: int, other: int) -> bool:
    """Whether two numbers are of one list; "2번 문서와 3번 밸브" and "2번 문서의 3번 항목" are not."""
    gap, after = kinds[one + 1 : other], kinds[other + 1 : other + 2]
    own = re.search("J[hFDM]*[AY]$", gap) is not None  # 文書1と文書2の差分: each has its noun
    if not own and re.match("o?[UuHq]", kinds[other + 1 :]) is not None and ("A" in gap or "Y" in gap):
        return False
    if _BETWEEN.fullmatch(gap):
        return True
    again = gap in ("", "G") or kinds[one - 1 : one] == gap or after == gap
    return _SIDE_BY_SIDE.fullmatch(gap) is not None and again and after != "a"


_BESIDE_A_MEASURE = re.compile("q[FJ]*x[hF]*$")


def _is_count(tokens: list[Token], kinds: str, at: int) -> bool:
    """ "Two documents" and "문서 두 개" count; they name none of them."""
    if kinds[at] == "n" and kinds[at - 1 : at] == "o" and tokens[at - 1].text == "of" and re.search("[Nn].?o$", kinds[:at]):
        return True  # "document 1 of 3"
    if kinds[at] == "n" and (_BESIDE_A_MEASURE.search(kinds[:at]) or re.match("[FJ]*b[FJ]*q", kinds[at + 1 :])):
        return True  # "the pressure was 2 Torr, not 1"
    if kinds[at] == "N" and kinds[at + 1 : at + 2] == "p" and re.search("[NB][AYK][Pol]?[FD]*$", kinds[:at]) is not None:
        return True  # 2번 문서 마지막 부분
    if kinds[at] == "n" and kinds[at - 1 : at] not in tuple("AYK") and any(t.text in _MORE for t in tokens[at + 1 : at + 2]):
        return True
    return (tokens[at].text in COUNTED and re.match("(?:Jn)?[AY]", kinds[at + 1 :]) is not None) or (
        kinds[at] == "n" and kinds[at + 1 : at + 2] == "Y"
    )


def _group(tokens: list[Token], kinds: str, run: list[int]) -> Group:
    first, last = run[0], run[-1] + 1
    after = _ANCHOR_AFTER.match(kinds, last) or _all_but(tokens, kinds, last)
    if after is not None and run[0] and kinds[run[0] - 1] in "AYK" and re.match("[NnB]", kinds[after.end() :]) is not None:
        after = None  # "document 2 since document 1 doesn't cover it": each has a noun of its own
    anchors: list[tuple[str, int]] = []
    for place in run:
        if (match := _ANCHOR_AFTER.match(kinds, place + 1)) is not None:
            anchors.append((kinds[match.end() - 1], match.end() - 1))
        before = kinds[:place]
        if place and tokens[place - 1].text.startswith("you "):
            before = f"{kinds[: place - 1]}F"  # "the ticket you listed second"
        match = _ANCHOR_BEFORE.search(before)
        if match is not None and _NAMED_BEFORE.search(before) is None:  # 1번 자료라고 했는데 2번: the noun is the other's
            letter = match.group(1) or match.group(2) or match.group(3)
            anchors.append((letter, match.start()))
            first = min(first, match.start())
    anchors.sort(key=lambda a: "AYKa".index(a[0]))
    anchor, noun = anchors[0] if anchors else ("G" if _ONE.match(kinds, last) is not None else "", -1)
    if after is not None:
        if anchor in ("", "G"):
            anchor, noun = kinds[after.end() - 1], after.end() - 1
        last = after.end()
    elif anchor == "G":
        last = kinds.index("G", last) + 1
    if not anchor and all(kinds[place] == "B" for place in run):
        anchor = "B"
    numbers, excluded = _signs(tokens, kinds, run)
    return Group(first, last, numbers, excluded, anchor, tokens[noun].doc_type if noun >= 0 else None)


def _only_of_the_first(negation: Token, gap: str) -> bool:
    """ "Not 1, 2"; of "none of the first two, the third" a comma parts what is meant."""
    return negation.text in ("not", "but not") or (negation.text in ("none of", "neither of", "neither") and gap.startswith("J"))


def _all_but(tokens: list[Token], kinds: str, at: int) -> re.Match[str] | None:
    """ "3番以外の資料", "1番じゃないほうの文書": the noun is that of those that are left."""
    match = _ANCHOR_BEYOND.match(kinds, at)
    left = match is not None and any(t.text.startswith(_LEFT_OUT) for t in tokens[at : match.start(1)])
    return match if left else None


def _signs(tokens: list[Token], kinds: str, run: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which numbers of a run are meant and which are taken away; ranges are filled in."""
    wanted: list[int] = []
    excluded: list[int] = []
    pending: list[int] = []
    negation = re.search("xl?[hFDAYaK]*$", kinds[: run[0]])
    negated = negation is not None
    for i, place in enumerate(run):
        gap = kinds[run[i - 1] + 1 : place] if i else ""
        if i:
            if "X" in gap:
                excluded += pending
                pending = []
                negated = False
            elif "b" in gap and any(t.text in _SLIPPED for t in tokens[run[i - 1] + 1 : place]):
                wanted += pending  # "I meant to ask for 1 but typed 2"
                pending, negated = [], True
            elif "x" in gap or "b" in gap:
                slip = "x" not in gap  # "I said 2 but meant 3", "not 2 but 3"
                (excluded if negated or slip else wanted).extend(pending)
                pending = []
                negated = "x" in gap
            elif "R" in gap and pending and 0 < pending[-1] < tokens[place].value <= pending[-1] + 20:
                pending += range(pending[-1] + 1, tokens[place].value)
            elif (
                negation is not None
                and negated
                and ("J" not in gap or any(t.text in (",", "、") for t in tokens[run[i - 1] + 1 : place]))
                and _only_of_the_first(tokens[negation.start()], gap)
            ):
                excluded += pending
                pending = []
                negated = False
        pending.append(tokens[place].value)
    tail = re.match("(?:o?[GAYKa]|o)?[Pt]*X", kinds[run[-1] + 1 :])
    again = [] if negated else [n for at, n in enumerate(pending) if n in pending[:at]]
    if tail and again:  # 1番から3番まで、2番以外
        wanted += pending
        pending = again
    (excluded if negated or tail else wanted).extend(pending)
    left = [n for n in wanted if n not in excluded] or wanted  # "documents 1 to 3 without document 2"
    return tuple(dict.fromkeys(left)), tuple(dict.fromkeys(excluded))
