"""What a Japanese message asks for, where it says other things before or names several documents to choose from."""

import re
from dataclasses import replace

from ibidem.pointing.groups import groups
from ibidem.pointing.japanese.clauses import speaks_of_a_document
from ibidem.pointing.pointer import MIDDLE, NO_SLOT, AllSlots, Either, Implicit, LatestCiting, OnlyDocument, Scope, Slots
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token
from ibidem.pointing.slots import only_points

# A clause that says why, or what there was before, ends so.
_REASON = re.compile(
    "(?:ので|んで|から|けど|けども|けれど|けれども|ですが|ますが|だが|ましたが|ため|ためか|もので|のに|さかい|のですが|んだが|んですが)$"
)
_GOES_ON = re.compile("(?:て|で|し|が|た|たら|ば|と|く|ず|り|ね|よ|わ|な|の)$")
_OR = re.compile("または|又は|もしくは|若しくは|あるいは|或いは|それとも|ないし|ないしは")
_WHICH = re.compile("(?:どっち|どちら|いずれ)(?!か)|どれ|何番|何が|どう違")
_OF_TEXTS = re.compile(
    "読|書い|書か|載っ|詳し|くわし|文書|資料|出典|記事|ドキュメント|内容|中身|説明|要約|引用|参考|見た|見まし|拝見|古い|新しい|関係|目を通|該当|近い|答え|回答"
)


def clause_starts(tokens: list[Token]) -> list[int]:
    """Where clauses begin: after a full stop, after a reason, after a comma that stands behind a verb."""
    starts = [0]
    for at in range(1, len(tokens)):
        before = tokens[at - 1]
        said = tokens[at - 2] if at > 1 else before
        reason = _REASON.search(before.text) is not None and before.end == said.end + len(before.text)
        paused = before.text in ("、", ",") and (
            _REASON.search(said.text) or (_GOES_ON.search(said.text) and said.kind in "UuVSF")
        )
        begins = tokens[at].kind in "NnBADMQ2"
        paused = paused or (before.text == "、" and said.text in ("ね", "よ") and said.kind == "P")
        if before.kind == ";" or paused or (reason and begins and said.kind not in "NnBAYKG"):
            starts.append(at)
    return starts


def asked_at_last(tokens: list[Token]) -> list[Token]:
    """The last clauses of the message, where they name a document by themselves; empty where what is before them asks, too.

    "1番より2番のほうが詳しそうだから、2番を開いて": a number without a noun has to be spoken of as only texts are.
    """
    for start in reversed(clause_starts(tokens)[1:]):
        last, before = tokens[start:], tokens[:start]
        kinds = kinds_of(last)
        if re.search("[NnBDAY2E]", kinds) is None or not only_points(kinds) or re.search("[SWVvk]", kinds) is None:
            continue
        if re.search("[SVW][FP]*[;J]*$", kinds_of(before)) or any(token.takes_back for token in before):
            return []
        # 出してもらった資料ね、あれの4番を開いて
        named = re.search("A|Y|K", kinds) is not None or (
            kinds.startswith("Qo") and re.search("DA", kinds_of(before)) is not None
        )
        spoken = any(speaks_of_a_document(last, first, end) for first, end in _pointing(last)) and _OF_TEXTS.search(_said(tokens))
        if not named and (not spoken or _things_numbered(before)):
            return []
        return last
    return []


def without_a_name(tokens: list[Token]) -> AllSlots | OnlyDocument | Implicit | None:
    """ "全部", "それを要約して", "もっと詳しく": nothing is named, and nothing is said beside it."""
    kinds = kinds_of(tokens)
    if re.fullmatch("[FJ;]*+Q?[oPFJ]*+E[FP;J]*", kinds):
        return AllSlots((), None, LatestCiting(), "whole")
    if re.fullmatch("[FJ;]*Q[PF]*l[FJ]*V[FPvJ;]*", kinds) and any(t.text in _USING for t in tokens):
        return Implicit(LatestCiting(), "use")
    if re.fullmatch("[FJ;]*+(?:Q|DG)?[PtolJF]*+(?:v?[FPo]*+V)+[FPvJ;]*|[FJ;]*Ql[FJ;]*", kinds):
        return OnlyDocument("use", sure=False)
    return None


def _pointing(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where numbers stand, and counts of all that were shown."""
    return [(g.first, g.last) for g in groups(tokens)] or [(at, at + 1) for at, t in enumerate(tokens) if t.kind in "23"]


_USING = frozenset(
    {
        "を使って",
        "を用いて",
        "に基づいて",
        "に基づき",
        "をもとに",
        "を元に",
        "を基に",
        "を参考に",
        "を参照して",
        "を根拠に",
        "を踏まえて",
    }
)
# What is said of a document that another is asked for instead of.
_OF_NO_USE = re.compile(
    "(?:な[いくかけ]|ませ|ず[、に]|にく[いか]|づら[いか]|難し|むずかし|古[いかく]|長[いすく]|短[いか]|だめ|ダメ|駄目|エラー|済み|微妙|いまいち|違[うっい]"
    "|英語|失敗|落ち|飽き|(?<!いただい)(?<!くれ)(?<!つい)[たん]だ?(?:けど|けれど|ので|んで|から|が|のに|。|、|し|もの)|ました)"
)
_AS_WELL = re.compile(
    "も(?=[^うらの])|と(?:一緒|いっしょ|合わせ|あわせ|併せ|比べ|比較|同じ|違)|両方|どちら|どっち|それぞれ|ともに|違い|差"
)


def after_another(tokens: list[Token]) -> list[Token]:
    """The last clause, where it alone asks, and what is said before it sets another document aside.

    "1番の文書は英語で読めないので、2番の文書を要約して". Empty where both may be meant.
    """
    for start in reversed(clause_starts(tokens)[1:]):
        last, before = tokens[start:], tokens[:start]
        if re.search("[NnB]", kinds_of(last)) is None:
            continue
        named = [group for group in groups(before) if group.numbers]
        asks = re.search("[SVWvkf]", kinds_of(last)) is not None or _said(last).endswith(("?", "か", "か。"))
        aside = named and all(_OF_NO_USE.search(_said(before[group.last :])) for group in named)
        wished = re.search("[SVWv][FPt]*[J;]*$", kinds_of(before)) is not None or "?" in _said(before)
        if not asks or not aside or wished or _AS_WELL.search(_said(tokens[named[0].last :])):
            return []
        return last
    return []


_BESIDE = re.compile(
    "(?:すぐ|もう?[1一]つ|[1一]つ|ひとつ)?(?:あと|後ろ?|うしろ|次|つぎ|[手直]?前|上|下)(?:の|に?(?:[出あ来続並挙載].*)?)"
)
_BEFORE = re.compile("[^にの]*[前上]")


_BETWEEN = re.compile("(N)(?:o?[AG])?J(N)(?:o?[AG])?o(U)(?=[oDl]+[AG])")


def with_the_one_between(tokens: list[Token]) -> list[Token]:
    """ "1番と3番の間の文書" is the second."""
    found = _BETWEEN.search(kinds_of(tokens))
    if found is None or tokens[found.start(3)].text not in ("間", "あいだ", "中間"):
        return tokens
    one, other = tokens[found.start(1)], tokens[found.start(2)]
    value = one.value + 1 if other.value == one.value + 2 else MIDDLE if (one.value, other.value) == (1, -1) else NO_SLOT
    return [*tokens[: found.start()], one._replace(value=value, text=tokens[found.start(3)].text), *tokens[found.end() :]]


def with_the_next(tokens: list[Token]) -> list[Token]:
    """ "2番の文書の次の文書", "最初の文書ではなくその次の文書", "2番の前に出た文書": the one beside it, by its number."""
    at = next((i for i, token in enumerate(tokens) if i > 1 and _BESIDE.fullmatch(token.text) is not None), None)
    if at is None:
        return tokens
    step = -1 if _BEFORE.match(tokens[at].text) else 1
    before, after = kinds_of(tokens[:at]), kinds_of(tokens[at + 1 :])
    if tokens[at - 1].kind == "X" and before.startswith("N") and after[:2] in ("oA", "oG"):
        return [_stepped(tokens[0], tokens[at], step), *tokens[at + 1 :]] if tokens[0].value + step > 0 else tokens
    beside, instead = re.search("(?:N|(?<=A)n)(?:o?[AG])?o$", before), re.search("(N)o?[AG]?[Pt]*XJ?D$", before)
    named = re.match("oF?[AG]|[AG]", after) is not None
    found = beside if beside is not None and named else instead
    if found is None or tokens[found.start()].value in (0, -1 if step > 0 else 0):
        return tokens
    kept = tokens[: found.start()] if found is beside else tokens[: at - 1]
    return [*kept, _stepped(tokens[found.start()], tokens[at], step), *tokens[at + 1 :]]


def _stepped(number: Token, place: Token, step: int) -> Token:
    return place._replace(kind="N", value=number.value + step or NO_SLOT)  # nothing is before the first


_ONE = "1一ひ両"
_ALL_CONTENTS = frozenset({"全部の内容", "すべての内容"})
_LEFT_OUT = re.compile(
    "(?:だけ|のみ)?[はをが]?、?(?:抜[いかけ]|除い|外し|はず[しせ]|省い|飛ば|とば|のけ|よけ|いらん|いらない|要ら)"
)


def with_those_left_out(tokens: list[Token]) -> list[Token]:
    """ "全部開いて、でも2番だけは抜いといて": what is left out of all is said last; 2番以外の2つの文書 are 2番以外の文書."""
    kinds = kinds_of(tokens)
    if (every := re.search("(?:X|DA|[23]A)(W)", kinds)) is not None and tokens[every.start(1)].text in _ALL_CONTENTS:
        whole = tokens[every.start(1)]  # 引用した文書全部の内容: of all of them
        apart = [
            whole._replace(kind="E", text="全部"),
            whole._replace(kind="o", text="の"),
            whole._replace(kind="p", text="内容"),
        ]
        return [*tokens[: every.start(1)], *apart, *tokens[every.end(1) :]]
    if (both := re.search("(?<=JN)o?2(?=[PltSVWF;]|o[pVWS])", kinds)) is not None:
        return [*tokens[: both.start()], *tokens[both.end() :]]  # 1番と2番の両方を開いて
    if (counted := re.search("(?<=X)o?([23qn]o?)(?=A)", kinds)) is not None and tokens[counted.start(1)].text[0] not in _ONE:
        return [*tokens[: counted.start()], *tokens[counted.end() :]]
    named = re.match("[^E]*E[^SV]*+[SV].*[NB](?:o?[AG])?(?=[^NBAYKSVWvfk]*$)", kinds)
    if named is None or _LEFT_OUT.match(_said(tokens[named.end() :])) is None:
        return tokens
    last = tokens[named.end()] if named.end() < len(tokens) else tokens[-1]
    return [*tokens[: named.end()], last._replace(kind="X", text="を除いて")]


def all_but_that(tokens: list[Token], scope: Scope) -> AllSlots | None:
    """ "3番は古いので、それ以外の2つを要約して": all that were shown but the one that was named."""
    at = next(
        (i for i, token in enumerate(tokens) if token.kind == "O" and token.text[:2] in ("それ", "これ", "そい", "あれ")), None
    )
    following = tokens[at + 1 : at + 2] if at is not None else []
    if at is None or (following and following[0].kind in "UuHqD" and following[0].start == tokens[at].end):
        return None
    named = groups(tokens[:at])
    asked = re.search("[SVWvkf]", kinds_of(tokens[at:]))
    if len(named) != 1 or not named[0].numbers or asked is None or re.search("[NnBA]o?H", kinds_of(tokens)):
        return None
    if named[0].anchor not in ("A", "Y") and not only_points(kinds_of(tokens[at:])):
        return None
    intent = "use" if re.search("[Vvk]|l", kinds_of(tokens[at:])) else "whole"
    return AllSlots(named[0].numbers, None, scope, intent)


def after_the_reason(tokens: list[Token]) -> list[Token]:
    """ "1番より2番のほうが詳しそうなので、2番を要約して": the last clause, where what is before it only weighs two of them."""
    weighed = next((at for at, token in enumerate(tokens) if token.text.startswith("より")), None)
    numbered = (at for at in reversed(clause_starts(tokens)) if re.search("[NB]", kinds_of(tokens[at:])) is not None)
    start = next(numbered, 0)
    if weighed is None or start <= weighed or re.search("[SVW]", kinds_of(tokens[:start])) is not None:
        return []
    return tokens[start:] if re.search("[SVWvk]", kinds_of(tokens[start:])) is not None else []


def with_ranges(tokens: list[Token]) -> list[Token]:
    """ "2番目以降の文書" is all but the first, "2番目までの文書" the first two."""
    at = next((i for i, token in enumerate(tokens) if token.text in ("以降", "まで") and i), None)
    if at is None or tokens[at - 1].kind != "N" or not 0 < tokens[at - 1].value < 10:
        return tokens
    alone = tokens[at].text == "以降" and only_points(kinds_of([*tokens[:at], *tokens[at + 1 :]]))
    if kinds_of(tokens[at + 1 : at + 3]) != "oA" and not alone:
        return tokens
    last = tokens[at - 1]
    if tokens[at].text == "まで":
        if at > 1 and (tokens[at - 2].kind in "RN" or re.search("[NnBAG]J$", kinds_of(tokens[: at - 1]))):
            return tokens
        return [*tokens[: at - 1], *_listed(last, last.value), *tokens[at + 1 :]]
    if last.value == 1:
        return [*tokens[: at - 1], last._replace(kind="E", text="全部"), *tokens[at + 1 :]]
    return [*tokens[: at - 1], *_listed(last, last.value - 1), tokens[at]._replace(kind="X", text="以外"), *tokens[at + 1 :]]


def _listed(last: Token, count: int) -> list[Token]:
    numbers = [last._replace(value=n) for n in range(1, count + 1)]
    comma = last._replace(kind="J", text="、", value=0)
    return [token for number in numbers for token in (comma, number)][1:]


def pointing_alone(tokens: list[Token]) -> list[Token]:
    """The last clauses, where these name what is pointed at and do nothing but point: what is said before them is why."""
    for start in reversed(clause_starts(tokens)[1:]):
        last, before = kinds_of(tokens[start:]), kinds_of(tokens[:start])
        if re.search("[NnBAKYM]", last) is not None:
            asked = re.search("[SWVv]", last) is not None or re.search("[SWVvfk]", before) is None
            return tokens[start:] if asked and only_points(last) and re.search("[NnBAKYM]", before) is None else []
    return []


_WHY = re.compile(
    "(?:ので|から|んで|ため|ためです|んです|のです|もんで|んですよ|んだ|たい|たいです|けど|けども|です|ます|ました|ません|ないです)[ねよな]?$"
)


def before_the_reason(tokens: list[Token]) -> list[Token]:
    """What is said before the last clause, where this names nothing, asks nothing and says why: "2番の全文、会議で使うので"."""
    end = len(tokens)
    while end and tokens[end - 1].kind in ";F":
        end -= 1
    at = next((i for i in range(end - 1, 0, -1) if tokens[i].kind == ";" or tokens[i].text in ("、", ",")), 0)
    if not at or _WHY.search(_said(tokens[at:end])) is None:
        return []
    said, before = kinds_of(tokens[at:end]), kinds_of(tokens[:at])
    asks = re.search("[NnBAYKMQDESWVvkfXO]", said) is not None or any(token.takes_back for token in tokens[at:])
    return [] if asks or re.search("[NnBAYK]", before) is None else tokens[:at]


_HELD_AGAINST = re.compile(
    "比べ|比較|対比|(?:と|と?何が|どう|どこが)違[いうっ]|違い[はをが]|異な|(?:どちら|どっち)(?!か)|矛盾|一致|食い違|整合"
)


def held_against(tokens: list[Token], either: Either) -> Slots | None:
    """ "1番の文書を2番の文書と比較して": both of two that are held against each other, in their order."""
    one, other = either.readings
    if (
        not isinstance(one, Slots)
        or not isinstance(other, Slots)
        or one.scope != other.scope
        or {*one.numbers} & {*other.numbers}
    ):
        return None
    wished = re.search("[SW]", kinds_of(tokens)) is not None
    if wished or _HELD_AGAINST.search(_said(tokens)) is None or any(t.takes_back and t.text[0] != "違" for t in tokens):
        return None
    named = [n for group in groups(tokens) for n in group.numbers if n in (*one.numbers, *other.numbers)]
    return replace(one, numbers=tuple(dict.fromkeys(named)), intent="use")


# 全部の文書に共通する注意点は?
_IN_COMMON = re.compile("(?:に|で)(?:は|も)?共通")


def shown_together(tokens: list[Token], scope: Scope) -> AllSlots | None:
    """ "挙げてもらった3件をまとめて", "全部の文書から期限だけ抜き出して": all that were shown."""
    kinds = kinds_of(tokens)
    common = re.search("EA(?=l)", kinds)
    if common is not None and _IN_COMMON.match(_said(tokens[common.end() :])) is not None:
        return AllSlots((), None, scope, "use")
    if re.search("[VSv][F;]*$", kinds) is None:
        return None
    intent = "use" if re.search("[Vv]", kinds) else "whole"
    several = re.search("(D)o?([q23])(?=[PltJFSVE;]|o[AVW])", kinds)
    if several is not None and tokens[several.start(1)].text.endswith("た") and tokens[several.start(2)].text.endswith(_COUNTED):
        count = tokens[several.start(2)].value
        return AllSlots((), count, scope, intent) if 1 < count < 10 else None
    every = re.search("EA(?!o?[UuHqDNn])", kinds)
    if every is None or tokens[every.start()].text[0] not in "全ぜすみ":
        return None
    spoken = only_points(kinds) or speaks_of_a_document(tokens, every.start(), every.end())
    return AllSlots((), None, scope, intent) if spoken else None


# "文書2、文書3じゃないよ": both are none that is meant, or the last alone.
_NOT_THE_LAST = re.compile(
    "[0-9]番?(?:目)?の?(?:文書|資料)?、(?:文書|資料)?[0-9][^、。0-9]{0,6}(?:じゃ|では)な(?:い(?!ほう|方|や)|く)"
)


def perhaps_one(tokens: list[Token], pointer: AllSlots) -> Either | None:
    """Two readings of what is set aside at the end of a list: all of the list, or the last of it."""
    if len(pointer.excluded) != 2 or _NOT_THE_LAST.search(_said(tokens)) is None:
        return None
    return Either((pointer, Slots(pointer.excluded[:1], pointer.scope, pointer.intent)))


_COUNTED = ("つ", "件", "点", "個", "本")


def asked_before(tokens: list[Token]) -> bool:
    """ "どんな内容なの?2番の文書": what is wanted of it is said first."""
    kinds = kinds_of(tokens)
    before, _, last = kinds.rstrip(";").rpartition(";")
    return (
        re.search("[NnBSVW]|^$", before) is None
        and re.search("[SVWv]", last) is None
        and re.search("f[^;]*[pk]|k.*f", before) is not None
    )


def alternatives(tokens: list[Token]) -> tuple[int, int] | None:
    """ "2番か3番の文書": one of the two is meant, and it is not said which. None where it is asked which of them it is."""
    found = [group for group in groups(tokens) if group.numbers]
    if _WHICH.search(_said(tokens)):
        return None
    for at, token in enumerate(tokens):
        either = _OR.fullmatch(token.text) is not None or (token.text == "か" and token.kind == "P")
        if not either:
            continue
        before = re.search("[NnB](?:o?[AG])?$", kinds_of(tokens[:at]))
        after = re.match("J?(?:A(?=[Nn]))?[NnB]", kinds_of(tokens[at + 1 :]))
        if before is None or after is None:
            continue
        one = tokens[before.start()].value
        other = tokens[at + after.end()].value
        if one != other and found:
            return one, other
    return None


def _things_numbered(tokens: list[Token]) -> bool:
    """Whether what is numbered there is none of what was shown: 2番のポンプを止めたから, 2号機."""
    kinds = kinds_of(tokens)
    return re.search("H|q", kinds) is not None or re.search("[NnB]o?U(?![PF]*k)", kinds) is not None


def _said(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens)
