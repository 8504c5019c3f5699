"""Which answers of the conversation a message names: the latest, one or more by their numbers, or the whole session."""

import re
from dataclasses import dataclass
from itertools import pairwise

from ibidem.pointing.korean.clauses import leads_on
from ibidem.pointing.pointer import LatestCiting, NamedTurn, Scope, WholeSession
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

_BEFORE_LAST = frozenset({"전전", "지지난", "前の前の", "前々回の", "ひとつ前の前の", "before last"})
_EARLIER = ("before", "prior", "preceding", "그 전", "그전", "その前の")
_TIES = frozenset(
    {"in", "of", "from", "the", "your", "ur", "that", "to", "under", "with", "my", "this", "across", "over", "at", "back", "for"}
)

# What comes first is the more telling. The number is that of the answer, -1 for the latest; None where the words hold it.
_NAMED_TURNS: tuple[tuple[re.Pattern[str], int | None], ...] = (
    (re.compile("Tl?Dh?[NDQ][GT]?(?![AYaK])|(?:(?<=h)|(?<=F))GDh?N?T"), -2),
    (re.compile("0l?D[Ap]?o?(?=[NnB])"), 1),
    (re.compile("[nq]o?Tg|g[nq]T"), None),
    (re.compile("(?<![AYK])[nq]DT"), None),
    (re.compile("Z[Nn]o?T|[Nn]TZ|zT"), None),
    (re.compile("ZT"), -1),
    (re.compile("(?<![AYK])[Nnm](?:P|lD)?T(?:[lP]?T)?|mlT|(?<![AYK])[Nnm]oP?TT?(?!n)|[Nnm]oP?TT?(?![nN])"), None),
    (re.compile("[10][oDlP]?T(?:[lP]?T)?"), 1),
    (re.compile("[10N][PlF]*[Uu]{1,3}T"), None),
    (re.compile("(?:Tn|(?<!D)TN)(?![AYaGK])|Tn(?=An)"), None),
    (re.compile("D[FhD]*T(?!n(?![AYaGK]))"), -1),
    (re.compile("TD"), -1),
)


@dataclass(frozen=True, slots=True)
class AnswerNamed:
    """Words that name an answer, `first` to `last` (exclusive) in the tokens, and its number; -1 is the latest that cited."""

    first: int
    last: int
    number: int


def take_scopes(tokens: list[Token]) -> list[tuple[Scope, list[Token]]]:
    """The tokens by the answer that they go with, without the words that name it. Empty where an answer is not understood.

    One part, unless several answers are named: "document 2 of the first answer and document 1 of the second answer".
    """
    said = len(tokens)
    tokens, away = _without_those_taken_away(_with_the_latest(tokens))
    elsewhere = any(token.text == "elsewhere" for token in tokens)
    tokens = _with_the_answer_instead(tokens) if len(tokens) < said or elsewhere else tokens
    away = away or elsewhere  # only the latest is called "this one" so
    kinds = kinds_of(tokens)
    named = _answers_named(tokens, kinds)
    if any(one.number == 0 for one in named):
        return []
    if away and len(named) == 1 and named[0].number == -1:
        named = [AnswerNamed(named[0].first, named[0].last, -2)]  # 이번 답변 말고 그 전 답변
    if away and not named and (before := re.search("GF*(D)[QD]?", kinds)) and tokens[before.start(1)].text in _EARLIER:
        named = [AnswerNamed(before.start(), before.end(), -2)]  # "not this answer, the one before it"
    if away and not named and (before := re.search("(D)G", kinds)) and tokens[before.start(1)].text in _EARLIER:
        named = [AnswerNamed(before.start(), before.end(), -2)]  # 지난번 답변 말고 그 전 거에서
    if len(named) > 1 and any(token.takes_back for token in tokens[named[-2].last : named[-1].first]):
        for one in reversed(named[:-1]):  # "of the second answer, sorry, of the first"
            tokens = _without(tokens, one.first, one.last)
        kinds = kinds_of(tokens)
        named = _answers_named(tokens, kinds)[-1:]
    if len({one.number for one in named}) > 1:
        if all(re.fullmatch("o?J[oJF]*", kinds[one.last : other.first]) for one, other in pairwise(named)):
            rest = tokens[: named[0].first] + _without(tokens, named[0].first, named[-1].last)[named[0].first :]
            # 1回目と2回目の回答の、それぞれ1番目の文書: one reference, in each of them
            return [(NamedTurn(one.number), rest) for one in named] if _settled(rest) else []
        return _parts(tokens, kinds, named)
    if named:
        rest = tokens
        for one in reversed(named):
            rest = _without(rest, one.first, one.last)
        return [(NamedTurn(named[0].number), rest)] if _settled(rest) else []
    if not named and (answer := re.search("(?:^P?|[FJ;Uuf])(T)[ol](?=D*[NnB])", kinds)) and _latest(tokens, answer.start(1)):
        tokens = _without(tokens, answer.start(1), answer.end(1))  # 답변에서 2번
        kinds = kinds_of(tokens)
    if "C" in kinds:
        return [(WholeSession(), _without_session(tokens))]
    return [(LatestCiting(), tokens)] if _settled(tokens) else []


def _latest(tokens: list[Token], at: int) -> bool:
    """Whether an answer is named of which nothing says that it is another than the latest."""
    before = tokens[at - 1] if at else None
    return tokens[at].text in _ANSWER and (before is None or before.kind in "FJ;P" or leads_on(before))


def _with_the_latest(tokens: list[Token]) -> list[Token]:
    """ "The latest answer" is that answer; the latest document may be any."""
    if not any(token.text in _LATEST or token.text in _ORIGINAL for token in tokens):
        return tokens
    found: list[Token] = []
    for at in range(len(tokens)):
        token = tokens[at]
        of_an_answer = re.match("o?T", kinds_of(tokens[at + 1 : at + 3])) is not None
        if token.text in _LATEST and kinds_of(tokens[at + 1 : at + 2]) == "G" and _tied_beside_another(tokens, at):
            found.append(token._replace(kind="D"))
            tokens = [*tokens[: at + 1], tokens[at + 1]._replace(kind="T"), *tokens[at + 2 :]]
            continue
        if of_an_answer and token.text in _LATEST:
            found.append(token._replace(kind="D"))
        elif of_an_answer and token.text in _ORIGINAL:
            found.append(token._replace(kind="1"))
        elif not (token.kind == "o" and found and found[-1].kind == "D" and found[-1].text in _LATEST):
            found.append(token)
    return found


def _tied_beside_another(tokens: list[Token], at: int) -> bool:
    """ "Not from your first answer. Source 2 from the latest one": one of the answers."""
    return "T" in kinds_of(tokens[:at]) and re.search("[lo]h?$", kinds_of(tokens[:at])) is not None


def _with_the_answer_instead(tokens: list[Token]) -> list[Token]:
    """ "Not the latest answer, the first one: open its document 2": the one that is named instead is an answer, too."""
    kinds = kinds_of(tokens)
    for instead in (*_INSTEAD.finditer(kinds), *re.finditer("^[FJhb;]*(N)G?(?=[;J])", kinds)):
        at, rest = instead.start(1), kinds[: instead.start()] + "J" + kinds[instead.end() :]
        tied = kinds[instead.start()] != "l" or tokens[instead.start()].text in ("from", "of", "in")
        if tied and re.search("[NnB]o?[AYKG]|[AYK][NnB]", rest) is not None:
            number = tokens[at]._replace(kind="1", text="first") if tokens[at].value == 1 else tokens[at]
            answer = Token("T", number.end, number.end, text="answer")
            return [*tokens[:at], number, answer, *tokens[instead.end() :]]
    return tokens


# "Not from your last answer, document 2 from the first one", "... from your second one, open document 1".
_INSTEAD = re.compile("l[hF](N)G?(?=[FJ;xb]|$)")
# 처음에 오링 물어봤을 때: what was asked about stands between.
_WHEN_ASKED = ("물어", "여쭤", "여쭈", "질문", "문의", "검색")
_ANSWER = frozenset({"답변", "대답", "응답", "답"})
_THIS_TIME = frozenset({"今回の", "今の", "いまの"})
_TIME_BEFORE = frozenset({"前回の", "前の", "ひとつ前の", "一つ前の", "1つ前の"})
# 説明したいので、回答にあった2番の文書
_CLAUSE_ENDS = re.compile("[いただるすうくむぶ](?:ので|から|けど)$")
_ORIGINAL = frozenset({"original", "initial", "원래", "애초", "当初", "当初の", "元の"})
_LATEST = frozenset(
    {
        "latest",
        "newest",
        "most recent",
        "recent",
        "current",
        "최근",
        "최신",
        "가장 최근",
        "제일 최근",
        "最新",
        "最新の",
        "直近の",
        "最近の",
        "直近",
    }
)


def _answers_named(tokens: list[Token], kinds: str) -> list[AnswerNamed]:
    found: list[AnswerNamed] = []
    for pattern, number in _NAMED_TURNS:
        for match in pattern.finditer(kinds):
            among = tokens[match.start() : match.end()]
            if match.group() == "TD" and not among[1].text.startswith("you "):
                continue
            if re.search("[Uu]", match.group()) and not among[-1].text.startswith(_WHEN_ASKED):
                continue
            if match.group() == "nT" and among[1].text.isascii() and among[1].text.endswith("s"):
                continue  # "I have two questions"
            if number == -2 and not any(t.text in _EARLIER or t.text in _BEFORE_LAST for t in among):
                continue
            if not any(one.first < match.end() and match.start() < one.last for one in found):
                found.append(AnswerNamed(match.start(), match.end(), _number(among, match.group(), number)))
    if found and re.search("[NnB]|A", kinds[: min(one.first for one in found)]):
        for match in re.finditer("(?<=[ol]h)NG?(?=[FJ;]|$)", kinds):  # "... of the first answer and document 1 of the second"
            if not any(one.first < match.end() and match.start() < one.last for one in found):
                found.append(AnswerNamed(match.start(), match.end(), tokens[match.start()].value))
    for match in re.finditer("D(?=[ANnB])", kinds if found else ""):
        if tokens[match.start()].text in _THIS_TIME:  # 最初の回答の文書1と、今回の文書2
            found.append(AnswerNamed(match.start(), match.end(), -1))
    if not found and (two := re.search("(D)N.*J(D)N", kinds)) is not None:
        former, latter = tokens[two.start(1)], tokens[two.start(2)]
        if former.text in _TIME_BEFORE and latter.text in _THIS_TIME:  # 前回の1番の文書と今回の1番の文書
            found = [AnswerNamed(two.start(1), two.end(1), -2), AnswerNamed(two.start(2), two.end(2), -1)]
    for one in found[:]:
        if (match := re.search("(m)J$", kinds[: one.first])) is not None and kinds[one.first] == "m":
            found.append(AnswerNamed(match.start(), match.end(1), tokens[match.start()].value))  # 1回目と2回目の回答
    return sorted(found, key=lambda one: one.first)


def _number(among: list[Token], kinds: str, number: int | None) -> int:
    if any(t.text in _BEFORE_LAST for t in among) or "z" in kinds:
        return -2
    if number == -1 and "D" in kinds and any(t.text in _EARLIER for t in among):
        return -2
    if number is not None:
        return number
    value = next((t.value for t in among if t.kind in "Nnmq1"), 1)
    return -value if re.search("[gDZ]", kinds) and value > 0 else value


def _without_those_taken_away(tokens: list[Token]) -> tuple[list[Token], bool]:
    """Leaves out answers that are named only to say that they are not meant: "not the second answer", 두 번째 답변 말고.

    The flag says whether one of them was the latest.
    """
    latest = False
    while True:
        kinds = kinds_of(tokens)
        match = re.search(
            "(?:[Nnm1i]o?|D+)T(?:[Ptl]?|[ol]?[NB](?:o?[AYG])?[Pt]?(?=X.*T))X|D+T[Pt]?J+(?=C)|xl?[hFD]*[Nnm1i]?T", kinds
        )
        if match is None:
            return tokens, latest
        among = tokens[match.start() : match.end()]
        latest = latest or any(t.kind in "Di" or t.value == -1 for t in among)
        tokens = tokens[: match.start()] + tokens[match.end() :]


def _parts(tokens: list[Token], kinds: str, named: list[AnswerNamed]) -> list[tuple[Scope, list[Token]]]:
    """Each answer with its tokens: before it in "document 2 of the first answer", after it in 첫 답변의 2번 문서."""
    trailing = re.search("[NnB]|A", kinds[: named[0].first]) is not None
    ends = [one.last for one in named[:-1]] if trailing else [one.first for one in named[1:]]
    parts: list[tuple[Scope, list[Token]]] = []
    for one, begin, end in zip(named, [0, *ends], [*ends, len(tokens)], strict=True):
        part = _without(tokens[begin:end], one.first - begin, one.last - begin)
        if re.search("[NnBAYK]", kinds_of(part)) is not None:
            parts.append((NamedTurn(one.number), part))
    return parts if all(_settled(part) for _, part in parts) else []


def _settled(rest: list[Token]) -> bool:
    """Whether no answer is left beside a number or a document, where it would be one that was not understood."""
    kinds = "".join("F" if _CLAUSE_ENDS.search(token.text) else token.kind for token in rest)
    if any(rest[m.end() - 1].text in ("where", "when") and rest[m.start() + 1].text.isascii() for m in re.finditer("hTf", kinds)):
        return False  # "in the answer where you listed three documents, what does the second say?"
    if re.search("[2E3][oh]*T", kinds) is not None:
        return False  # "document 2 from both answers"
    if any(one.text == "from" and other.text == "when" for one, other in pairwise(rest)):
        return False
    if re.search("DhN", kinds) is not None and any(t.text == "time" for t in rest):
        return False  # "document 3 that you gave me the first time"
    if re.search("[UuHqnN]o?T[ol]?[hFD]*(?:[NnB][oP]?[AYKaG]|[AY][Nn])|[UuH]o?T[ol]", kinds) is not None:
        return False
    # "Document 1 from the answer about pumps"; 文書1について質問です asks.
    return not any(rest[m.start() + 1].text.isascii() for m in re.finditer("(?:[NnB]|A)[ol][hFDUGNnq]*T", kinds))


def _without_session(tokens: list[Token]) -> list[Token]:
    while (at := kinds_of(tokens).find("C")) >= 0:
        end = at + 1
        while kinds_of(tokens)[end : end + 1] in ("o", "l", "P", "t", "C"):
            end += 1
        tokens = _without(tokens, at, end)
    return tokens


def _without(tokens: list[Token], first: int, last: int) -> list[Token]:
    """The tokens without those of the scope, and without what ties it to the rest: 답변의, in your answer."""
    if last < len(tokens) and tokens[last].kind in "olP" and re.match("[a-z]", tokens[last].text) is None:
        last += 1
        if last < len(tokens) and tokens[last].kind in "Uu" and re.search("[린은온된한던인힌]$", tokens[last].text):
            last += 1  # 답변에 달린
    elif tokens[first].text.isascii():
        while first and tokens[first - 1].kind in "olhDFgR" and tokens[first - 1].text in _TIES:
            first -= 1
    return tokens[:first] + tokens[last:]
