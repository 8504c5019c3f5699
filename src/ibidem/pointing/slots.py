"""Documents pointed at by their numbers, all together, or by what is left when others are taken away."""

import re
from dataclasses import replace
from itertools import pairwise

from ibidem.pointing.anchored import anchored, bare
from ibidem.pointing.contrast import adds, after_refusal, all_refused, corrects, meant, one_of_them
from ibidem.pointing.english.clauses import clause_at, told_from
from ibidem.pointing.english.of_a_document import evident
from ibidem.pointing.english.told import only_told_of, without_what_is_told_of_others
from ibidem.pointing.groups import COUNTED, Group, groups
from ibidem.pointing.intent import intent_of, shown_at_last
from ibidem.pointing.japanese.clauses import asks_of_a_report, speaks_of_a_document
from ibidem.pointing.korean.clauses import leads_on
from ibidem.pointing.korean.of_a_document import a_sign, asked_of_a_document
from ibidem.pointing.korean.shown import clause_of, counted_in_korean, shown_in_korean
from ibidem.pointing.of_the_world import of_another, of_the_world
from ibidem.pointing.others import cites, seeks_others
from ibidem.pointing.pointer import (
    NO_SLOT,
    AllSlots,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    Pointer,
    Scope,
    Slots,
    Together,
    WholeSession,
)
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token
from ibidem.pointing.unsettled import left_open, unsettled, without_other_things, without_what_is_liked_less

# A message made of nothing else only points, so that a number needs no noun beside it.
_POINTING_ONLY = re.compile("[NnBGAYKaDMJRPoltXxbOE23WSvVFphQ;]*")
# With a number and what documents do ("what does number 2 say?") it may hold the words of a question.
_ASKS_WHAT_IT_SAYS = re.compile("(?=.*k)[NBJRPoltXxhFfkvV;]*")
# In a question of its own "the same document" is any that two people have before them, and an earlier one any of the user's.
_ACCORDING = frozenset(
    {"에 따르면", "에따르면", "에 의하면", "기준으로", "기준", "상으로", "을 보면", "를 보면", "중에", "에서는", "에선"}
)
AS_A_SOURCE = frozenset({"だと", "だったら", "から", "ですが", "ですけど", "なんですが", "なんだけど"})
LOOSE = frozenset({"같은", "동일한", "이전", "지난", "저번"})


# "The second source of contamination", "the first document I need": said of the world, not of what was shown.
_DEFINING = frozenset({"of", "i", "we", "ever"})


def only_points(kinds: str) -> bool:
    """Whether the message is made of nothing but pointing, showing and politeness."""
    return _POINTING_ONLY.fullmatch(kinds) is not None


def point_at_slots(tokens: list[Token], scope: Scope) -> Pointer | None:
    """The pointer of a message that names documents by number, or None."""
    tokens = without_other_things(without_what_is_liked_less(tokens))
    kinds = kinds_of(tokens)
    pure = only_points(kinds)
    if not pure and "A" in kinds:
        for mark in (match.start() for match in re.finditer(";", kinds[::-1])):
            last = tokens[len(tokens) - mark :]
            if re.search("[NnB]", kinds_of(last)) is None:
                continue
            if any(token.takes_back for token in last) or adds(tokens[: len(tokens) - mark], last):
                break
            before = kinds_of(tokens[: len(tokens) - mark])
            if re.search("[NB]", before) is not None and all(g.excluded and not g.numbers for g in groups(last)):
                break  # 1番と3番の文書だけを根拠に答えて。2番は使わないで
            if only_points(kinds_of(last)) and (pointer := point_at_slots(last, scope)) is not None:
                return pointer  # "I have read document 1. Now show me number 3."
            break
    numbered = groups(tokens)
    asked = without_what_is_told_of_others(tokens, numbered)
    if len(asked) < len(tokens) and (pointer := point_at_slots(asked, scope)) is not None:
        return pointer
    rest = [] if pure else after_refusal(tokens, numbered)
    if rest and only_points(kinds_of(rest)) and (pointer := point_at_slots(rest, scope)) is not None:
        return pointer  # 1번은 읽었고 3번 보여줘
    if (left := _what_is_left(tokens, numbered, scope)) is not None:
        return left
    shown = [g for g in numbered if _may_be_shown(g, scope)]
    found = [g for g in shown if _accepted(tokens, kinds, g, pure=pure)]
    strong = [g for g in found if g.anchor in ("A", "Y")]
    weak = [g for g in shown if g not in strong and _evident(tokens, kinds, g, scope, strong)]
    found = [g for g in shown if g in found or g in weak]
    if strong and all(g in strong or g in weak for g in found):
        strong = found
    found, strong = _named_once(found), _named_once(strong)
    chosen = meant(tokens, found, strong) or sorted([g for g in strong if g.numbers] or found, key=lambda g: not g.numbers)[:1]
    if not chosen:
        return None
    group = chosen[0]
    begun = max((other.last for other in found if other.last <= group.first), default=0)
    begun = max(begun, begun and max(kinds.rfind(mark, begun, group.first) for mark in "Jb;") + 1)
    ended = told_from(tokens, group.last - 1) if tokens[group.first].text.isascii() else len(tokens)
    if tokens[group.first].text.isascii():
        at = clause_at(tokens, group.first)[0]
        if re.search("[SW]", kinds[at:ended]) is not None or _only_named(tokens, at, group, ended):
            begun = at
        elif any(t.text in ("asked for", "i wanted") for t in tokens[at : group.first]) and not re.search("[fVvpk]", kinds[:at]):
            begun = at  # "you misread me, I asked for the second document"
        elif ";" in kinds[begun:at]:  # "OK. Which is newer, document 1 or document 2?"
            sentence = kinds.rindex(";", begun, at) + 1
            begun = sentence if kinds[sentence:].startswith("f") else at
    elif begun and _HANGUL.search("".join(t.text for t in tokens[group.first :])) is not None:
        begun = max(begun, clause_of(tokens, group)[0])
    intent = intent_of(kinds[begun:ended], group.first - begun, group.last - begun)
    intent = "whole" if shown_at_last(tokens, group.last) else intent
    first = next((other for other in found if other.last <= group.first), None)
    wished_before = _WISH.search(kinds[group.last :]) is None and tokens[0].text != "why"
    if first is not None and wished_before and corrects(tokens[first.last : group.first]):
        wished = next(at for at in range(first.last, group.first) if tokens[at].takes_back)
        if (
            _WISH.search(kinds[wished : group.first]) is None
        ):  # "summarise document 2, no, document 1": what is wanted still holds
            intent = intent_of(kinds[:wished], first.first, first.last)
    if not group.numbers:
        rest = kinds[group.first :]
        taking = any(t.text.startswith(_TAKING_AWAY) for t in tokens)
        one_left = re.search("O[oP]*[GA]", rest) is not None or not taking
        many = (
            any(t.text.startswith(_REST) or (taking and t.text.startswith(_THE_OTHERS)) for t in tokens)
            or re.search("O(?![oP]*[GA])", rest) is not None
        )
        many = many or _SEVERAL_BUT.search(kinds) is not None  # "apart from the second one, explain these documents"
        left = 1 if one_left and "E" not in kinds and not many else None
        return AllSlots(group.excluded, left, scope, intent)
    numbers = group.numbers
    pointer = Slots(
        numbers,
        scope,
        intent,
        group.doc_type,
        sure=pure
        or group.doc_type is None
        or ("K" in kinds[group.first : group.last] and speaks_of_a_document(tokens, group.first, group.last))
        or _evident(tokens, kinds, group, scope, [])
        or _asked_of(tokens, kinds, group),
    )
    if len(numbers) > 1 and one_of_them(tokens, kinds, group):
        return Either((replace(pointer, numbers=numbers[:1]), replace(pointer, numbers=numbers[1:])))
    # Of two that nothing sets against each other neither is taken: better asked about than answered from the wrong one.
    corrected = [
        g for g in shown if g not in found and g.numbers and g.first >= group.last and corrects(tokens[group.last : g.first])
    ]
    if corrected:  # what was put right is not understood
        return Either((pointer, replace(pointer, numbers=corrected[-1].numbers)))
    others = [g for g in (strong or found) if g is not group and g.numbers and set(g.numbers) - set(group.numbers)]
    if others and not meant(tokens, found, strong):
        return Either((pointer, replace(pointer, numbers=others[-1].numbers)))
    if unsettled(tokens, numbered, numbers) or left_open(tokens, numbered, numbers):
        return Either((pointer, replace(pointer, numbers=numbers[-1:])))
    if numbers == (1,) and scope == LatestCiting() and any(t.kind == "N" and t.text.startswith(_VERY_FIRST) for t in tokens):
        return Either((pointer, replace(pointer, scope=WholeSession())))
    return _with_that(tokens, kinds, group, pointer)


def _named_once(found: list[Group]) -> list[Group]:
    """The groups, each of those that is named again right after only as it is named last: 2번이네요. 2번 보여줘."""
    again = [one.numbers == other.numbers and not other.excluded for one, other in pairwise(found)]
    return [group for place, group in enumerate(found) if place == 0 or place == len(found) - 1 or not again[place]]


def _what_is_left(tokens: list[Token], numbered: list[Group], scope: Scope) -> AllSlots | None:
    """ "I've seen 1, show me the rest": what is refused and nothing else is named, and then the rest is asked for."""
    if not numbered or not all(group.numbers and not group.excluded for group in numbered) or not _all_left(tokens, numbered):
        return None
    before, after = tokens[: numbered[0].first], tokens[numbered[-1].last :]
    said = after
    if "O" not in kinds_of(after) and "O" in kinds_of(before):  # "print the rest, I've seen document 1"
        said = before[: max(0, *(kinds_of(before).rfind(mark) for mark in "J;"))]
    at = max(0, kinds_of(said).find("O"))
    rest = said[at:]
    kinds = kinds_of(rest)
    asked = re.match("O[FDho]*+[n23E]?[AYG]?[PltF]*+(?:f++[PltF]*+)?k", kinds) is not None
    if not kinds.startswith("O") or not (asked or only_points(kinds)):
        return None
    excluded = tuple(dict.fromkeys(n for group in numbered for n in group.numbers))
    return AllSlots(excluded, None if rest[0].text.startswith(_REST) else 1, scope, intent_of(kinds_of(said), at, at + 1))


def _all_left(tokens: list[Token], numbered: list[Group]) -> bool:
    """Whether each of the groups is refused, or something is only told of the one."""
    if all_refused(tokens, numbered):
        return True
    rest = "O" in kinds_of(tokens[: numbered[0].first]) or "O" in kinds_of(tokens[numbered[0].last :])
    return rest and len(numbered) == 1 and only_told_of(tokens, numbered[0])


def _with_that(tokens: list[Token], kinds: str, group: Group, pointer: Slots) -> Pointer:
    """ "그 문서와 2번 문서", "document 2 and that document": both."""
    that = Implicit(pointer.scope, pointer.intent)
    before = re.search("D[FDhPo]*Ao?J[hF]*$", kinds[: group.first])
    if before is not None and re.search("x[hF]*$", kinds[: before.start()]) is not None:
        return pointer  # "not that document, the third"
    if before is not None and tokens[before.start()].text not in LOOSE:
        return Together((that, pointer), pointer.intent)
    after = re.match("[Po]?J[hF]*(D)[FDhPo]*A", kinds[group.last :])
    named_again = after is not None and tokens[group.last + after.start(1) - 1].text == "," and kinds[group.last] != "P"
    if after is not None and not named_again and tokens[group.last + after.start(1)].text not in LOOSE:
        return Together((pointer, that), pointer.intent)
    return pointer


def _only_named(tokens: list[Token], first: int, group: Group, last: int) -> bool:
    """ "I'm on the phone: document 2 please": a clause that names the document, and says please."""
    said = tokens[first : group.first] + tokens[group.last : last]
    asked = any(t.text in ("please", "pls", "plz") for t in said) and not any(t.text == "?" for t in tokens[:first])
    return asked and re.fullmatch("[FhDMJ;]*", kinds_of(said)) is not None


_HANGUL = re.compile("[가-힣]")
_WISH = re.compile("[SVWvpfkUuHqc]")
# "These documents apart from the second one", "compare the two documents other than number 2".
_OWNED = frozenset({"my", "our"})
_SEVERAL_BUT = re.compile("M[FDhPo]*[YAG]|EY|[SV][FDh]*[23n][FDho]*Y[FD]*x")


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
    "いがい",
    "のほかの",
    "の他の",
    "except",
    "excluding",
    "without",
    "all but",
    "everything but",
    "anything but",
    "minus",
    "skip",
    *("쓰지", "사용하지", "참고하지", "참조하지", "포함", "넣지", "활용하지", "없이"),
)
# With "all but" the rest, with "not" the other one: ほかの文書.
_THE_OTHERS = ("ほか", "他", "その他")
_REST = ("あと", "나머지", "남은", "rest", "remain", "others", "残り")
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


def _asked_of(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "2번 규정에 따르면", "2番の規程だと": what is asked is asked of what the number names."""
    listed = kinds[group.first] == "K" or "n" not in kinds[group.first : group.last]
    if (len(group.numbers) > 1 and listed) or "k" in kinds[group.last :]:
        return True
    at = group.last + (2 if kinds[group.last : group.last + 2] == "oG" else 0)
    following = tokens[at] if at < len(tokens) else None
    if tokens[group.first].text.isascii():
        asked_of = re.search("l[hFD]*$", kinds[: group.first]) is not None
        return asked_of or (following is not None and following.text == "," and "f" in kinds[group.last :])
    return following is not None and (following.kind == "l" or following.text in AS_A_SOURCE)


# 引用2: what has a number and is called so was shown.
_CITED_AS = frozenset({"引用", "参照", "参考", "リンク", "ソース"})
# No answer shows more documents than the first of these; a session may have cited as many as the second.
_MOST_OF_AN_ANSWER, _MOST_OF_A_SESSION = 99, 999


def _may_be_shown(group: Group, scope: Scope) -> bool:
    """Whether the numbers may be those of documents. "Document 0" is asked about."""
    most = _MOST_OF_A_SESSION if scope == WholeSession() else _MOST_OF_AN_ANSWER
    numbers = (*group.numbers, *group.excluded)
    return all(group.anchor == "A" if n == NO_SLOT else abs(n) <= most for n in numbers)


def _accepted(tokens: list[Token], kinds: str, group: Group, *, pure: bool) -> bool:
    if seeks_others(tokens, group.last) or cites(tokens, kinds, group):
        return False
    members = [t for t in tokens[group.first : group.last] if t.kind in "NnB"]
    following = tokens[group.last] if group.last < len(tokens) else None
    before = tokens[group.first - 1] if group.first else None
    before = None if before is not None and leads_on(before) else before  # 아는 내용이라 2번 문서 볼게요
    follows_noun = following is not None and following.kind in "UuHq"
    weak = group.anchor == "B" or (
        group.anchor in ("a", "G", "")
        and (members[-1].kind == "N" or tokens[group.first].text in _CITED_AS)
        and bare(members, kinds, group)
    )
    reported = group.anchor == "a" and asks_of_a_report(tokens, group.last)
    if weak and (reported or speaks_of_a_document(tokens, group.first, group.last)):
        return True
    match group.anchor:
        case "A" | "Y":
            defined = (
                following is not None
                and following.kind != "D"
                and not following.takes_back
                and following.text.partition(" ")[0] in _DEFINING
            )
            if re.search("lh?$", kinds[: group.first]) is not None or tokens[max(0, group.first - 2)].text == "it is":
                defined = False  # "following document 1 I vented the chamber"
            defined = defined and not (members[-1].kind == "n" and following is not None and following.text in ("i", "we"))
            defined = defined and re.match("o[hF]*[QDM]", kinds[group.last :]) is None
            defined = defined and not (following is not None and following.kind == "S" and members[-1].kind == "n")
            by_itself = anchored(tokens, group, members, before, following) and not of_the_world(tokens, kinds, group)
            owned = before is not None and before.text in _OWNED
            return not defined and not owned and (pure or by_itself)
        case "K":
            described = re.match("[lo][hDF]*[UuHq]", kinds[group.last :]) is not None and tokens[group.last].text.isascii()
            taken = follows_noun or described or of_the_world(tokens, kinds, group)
            return pure or (not taken and (before is None or before.kind not in "UH"))
        case "B":
            joined = len(group.numbers) > 1 and following is not None and following.kind in "Uu"
            return pure or (
                (joined or not follows_noun)
                and (before is None or before.kind not in "UH" or (before.text.isascii() is False and before.kind == "u"))
                and not of_another(tokens, group)
                and not a_sign(following)
            )
        case "a" if group.doc_type is not None:
            return pure or (
                following is not None
                and (
                    following.text in _ACCORDING
                    or (following.text == "에서" and re.fullmatch("[^NBfH]*v[FP;]*", kinds[group.last :]) is not None)
                )
                and members[-1].kind == "N"
                and (before is None or before.kind in "FJD;")
            )
        case "a" | "G":
            if (
                following is not None
                and following.kind == "D"
                and following.text.startswith(("you ", "we "))
                and before is not None
            ):
                return before.kind in "hDlF"  # "does the third one you listed apply?"
            says = members[-1].kind == "N" and asks_what_it_says(tokens, kinds, group.first, group.last)
            return pure or says or asked_of_a_document(tokens, kinds, group)
        case _:
            if before is not None and before.kind == "p" and before.text.isascii():
                return False  # "translate version 2"
            wanted = pure and re.search("[KaC]", kinds) is None and ("p" not in kinds or re.search("[SVv]", kinds) is not None)
            asks = _ASKS_WHAT_IT_SAYS.fullmatch(kinds) is not None or (
                members[-1].kind == "N" and asks_what_it_says(tokens, kinds, group.first, group.last)
            )
            counted = len(group.numbers) > 1 and _counted_later(tokens, group)
            written = members[-1].kind == "N" and re.search("[^FDhJ;]", kinds[: group.first]) is None
            written = written and re.fullmatch("l.*k[F;]*", kinds[group.last :]) is not None  # 2番に部品番号は載ってますか
            of_a_document = members[-1].kind == "N" and asked_of_a_document(tokens, kinds, group)
            return (wanted or asks or counted or written or of_a_document) and bare(members, kinds, group)


def _evident(tokens: list[Token], kinds: str, group: Group, scope: Scope, beside: list[Group]) -> bool:
    """Whether what the message says beside a number without a document's noun shows that it is one's."""
    if group.anchor in ("A", "Y") and isinstance(scope, NamedTurn) and group.first and tokens[group.first - 1].text == "a":
        return True  # "two answers ago you cited a second document"
    weak = group.anchor not in ("A", "Y") and not seeks_others(tokens, group.last) and not cites(tokens, kinds, group)
    return weak and (
        evident(tokens, kinds, group, scope, beside)
        or shown_in_korean(tokens, kinds, group, beside)
        or counted_in_korean(tokens, kinds, group, scope)
    )


def _counted_later(tokens: list[Token], group: Group) -> bool:
    """ "Compare 1 and 3: where do the two documents differ?"."""
    pairs = pairwise(tokens[group.last :])
    counts = [(one.value or {"2": 2, "3": 3}.get(one.kind, 0), one, other) for one, other in pairs]
    return any(
        n == len(group.numbers) and (one.text in COUNTED or one.kind in "23") and other.kind in "AY" for n, one, other in counts
    )


def asks_what_it_says(tokens: list[Token], kinds: str, first: int, last: int) -> bool:
    """ "What does the second one say about it?": what is asked for its words was written, whatever it is called."""
    asked = re.search("f[hFD]*$", kinds[:first])
    return asked is not None and tokens[asked.start()].text in _ASKED and re.match("F*k", kinds[last:]) is not None


_ASKED = frozenset({"does", "do", "did"})
