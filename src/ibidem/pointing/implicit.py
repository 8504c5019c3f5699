"""Documents pointed at without a number: that document, the document above, show it in full."""

import re
from itertools import pairwise

from ibidem.pointing.intent import intent_of, shown_at_last
from ibidem.pointing.others import seeks_others
from ibidem.pointing.pointer import AllSlots, Implicit, OnlyDocument, Pointer, Scope
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token
from ibidem.pointing.slots import AS_A_SOURCE, LOOSE, asks_what_it_says, only_points

_THAT = re.compile("D(?:[FPoDh]|G(?!o)){0,30}?([AKa])")
_ABOVE = re.compile("([AK])D")
# "Not that document but another" names what is not meant.
_EXCLUDED = re.compile("[Pt]*X")
# A number that is none of a document shown is still a number: not the first document then.
_NUMBERED = re.compile("[NB](?:o|lD|PD)?A")
# Words that go on a document's name, and make another thing of it: 그 문서 내용 asks, 그 문서 보안 does not.
_ELSEWHEN = re.compile(
    r"어제|그저께|그제|지난\s?주|저번\s?주|지난\s?달|작년|예전|yesterday|last (?:week|month|year|time)|the other day"
    r"|昨日|おととい|先週|先月|去年"
)
_PARTICIPLES = re.compile(
    r"(?:본|봤던|나온|나왔던|준|주신|줬던|사용한|쓴|말한|말했던|언급한|언급된|제시한|소개한|추천한|인용한|인용된|참고한|참조한|답변한|답한|있는)$"
)
_IN_IT = frozenset({"에서", "에서는", "에선", "에 따르면", "에따르면", "에 의하면", "에는", "상으로는"})
_OF_A_MEASURE = ("前", "以前", "先", "に", "で", "上の")
_ADNOMINAL = re.compile(r"(?:보낸|준|받은|만든|쓴|올린|가져온|남긴|건넨|맡긴|대한|관한|관련|있는|있던|적힌|쓰인|된|한|인|던)$")


def point_without_number(tokens: list[Token], scope: Scope, text: str, *, named: bool) -> Pointer | None:
    """The pointer of a message that says "that document", or None. `named` says that the message names the answer."""
    kinds = kinds_of(tokens)
    pure = only_points(kinds)
    if _NUMBERED.search(kinds) is not None and not pure:
        return None
    for pattern in (_THAT, _ABOVE):
        for match in pattern.finditer(kinds):
            noun = match.start(1)
            # "Should I document that": a verb and what it is done to.
            if pattern is _ABOVE and (not tokens[noun].text.isascii() or tokens[noun + 1].text in ("that", "this")):
                continue
            if re.match("(?:o[FD]*)?[nN](?![Hqco])", kinds[match.end() :]) is not None:
                continue  # what has a number is not the first document
            if re.search("[NB]P?$", kinds[: match.start()]) is not None and not tokens[match.start()].text.isascii():
                continue  # 두 번째로 나온 문서, where the number is not understood
            if kinds[: match.start()].endswith("q") and tokens[match.start()].text.startswith(_OF_A_MEASURE):
                continue  # 2年前の文書, 2階にある文書
            if _EXCLUDED.match(kinds, match.end()) or seeks_others(tokens, match.end()):
                continue
            if _ELSEWHEN.search(_clause(tokens, text, match.start(), match.end())):
                continue
            if _points(tokens, kinds, match.start(), noun, match.end(), pure=pure):
                intent = intent_of(kinds, match.start(), match.end())
                return Implicit(scope, "whole" if shown_at_last(tokens, match.end()) else intent, tokens[noun].doc_type)
    if _ELSEWHEN.search(text):
        return None
    at = kinds.find("A")
    if (
        named
        and at >= 0
        and kinds[at + 1 : at + 2] not in ("n", "N")
        and not _goes_on(tokens, at + 1)
        and not (at and (kinds[at - 1] in "Uu" or tokens[at - 1].text in _ANY))
    ):
        return Implicit(scope, intent_of(kinds, at, at + 1))
    if _sums_up(tokens, kinds, text):
        return AllSlots((), None, scope, "use", sure=False)
    if _asks_of_it(tokens, kinds):
        return OnlyDocument("use", sure=False)
    if pure:
        return _of_pointing_only(tokens, kinds, scope)
    if (colon := next((at for at, t in enumerate(tokens) if t.text == ":"), 0)) and _USED.fullmatch(kinds[:colon]):
        return OnlyDocument("use", sure=False)  # 그걸로 답해줘: 무게는?
    if (
        (match := re.search("hA", kinds)) is not None
        and not _goes_on(tokens, match.end())
        and not _about(tokens, kinds, match.end())
    ):
        return OnlyDocument(intent_of(kinds, match.start(), match.end()), sure=False)
    return None


def _clause(tokens: list[Token], text: str, first: int, last: int) -> str:
    """The words of the sentence that holds what stands at `first` up to `last` (exclusive), from the last reason given in it."""
    begun = next((at for at in range(first, 0, -1) if tokens[at - 1].kind == ";" or _gives_reason(tokens, at - 1)), 0)
    ended = next((at for at in range(last, len(tokens)) if tokens[at].kind == ";"), len(tokens))
    return text[tokens[begun].start : tokens[ended - 1].end]


def _gives_reason(tokens: list[Token], at: int) -> bool:
    return (
        tokens[at].text == "、"
        and at > 0
        and re.search("(?:ので|んで|から|けど|けれど|が|し|て|で)$", tokens[at - 1].text) is not None
    )


def _points(tokens: list[Token], kinds: str, first: int, noun: int, end: int, *, pure: bool) -> bool:
    if not tokens[noun].text.isascii() and re.match("[^lJo]*[lJo][^UO]*[UO][^A]*A", kinds[end:]) is not None:
        return False  # その文書に関連する文書
    if first and (tokens[first - 1].text in ("a", "an") or kinds[first - 1] == "R"):
        return False  # "an earlier document", これより前の文書
    if pure:
        return True
    if _goes_on(tokens, end) and not _does(tokens, kinds, first, noun, end):
        return False
    if tokens[noun].text in _OF_THE_WORLD and re.fullmatch("f[Fhf]*U[FJf;]*", kinds[end:]) and "f" not in kinds[:first]:
        return False  # "that source is contaminated"
    if (
        tokens[first].text in ("same", "同じ")
        and re.search("[fl]h?$|^[FJ]*f[Ff]*h?$", kinds[:first]) is None
        and kinds[end : end + 1] != "l"
    ):
        return False  # "the same document was rejected twice"
    if (
        tokens[first].text == "同じ"
        and tokens[end : end + 1]
        and tokens[end].text == "に"
        and not re.search("[kfc]", kinds[end:])
    ):
        return False  # 同じ文書に二回署名が必要ですか
    if tokens[first].text == "same" and tokens[noun].text in ("source", "reference"):
        return False
    if kinds[noun] == "a" and tokens[first].text in ("이", "그") and end < len(tokens) and tokens[end].text in _IN_IT:
        return True  # 이 규정에서 신청 기한은?
    if kinds[noun] == "a":
        return asks_what_it_says(tokens, kinds, first, end) or _asked_of_a_report(tokens, first, noun)
    if tokens[first].text in LOOSE:
        return tokens[first].text == "이전" and kinds[end : end + 1] == "l"
    before = tokens[first - 1] if first else None
    if before is not None and tokens[noun - 1].text.endswith(("た", "る")) and _by_others(tokens, kinds, first):
        return False  # 田中さんがくれた資料, 装置に付いていた文書
    if before is not None and before.kind in "UuH" and not tokens[first].text.isascii():
        participle = _PARTICIPLES.search(tokens[first].text) is not None
        return not participle and not (before.kind in "UH" and _ADNOMINAL.search(before.text))
    return not _about(tokens, kinds, end)


def _by_others(tokens: list[Token], kinds: str, at: int) -> bool:
    """Whether what was done with the document was done by somebody, or somewhere, else than in an answer."""
    particle = tokens[at - 1].text
    if particle.endswith(("が", "から")):
        return True
    return particle in ("に", "で", "と") and at > 1 and kinds[at - 2] in "UuHqK"


def _asked_of_a_report(tokens: list[Token], first: int, noun: int) -> bool:
    """ "その報告書だと", "according to that report": what is written may be somebody's own, but not what answers a question."""
    if tokens[noun].text not in _WRITTEN and tokens[noun].doc_type is None:
        return False
    if tokens[noun].text.isascii():
        return first > 0 and tokens[first - 1].text in _ACCORDING
    following = tokens[noun + 1].text if noun + 1 < len(tokens) else ""
    asked = following in AS_A_SOURCE or following in _ACCORDING
    return asked or (tokens[noun].doc_type is not None and re.match("l.*k", kinds_of(tokens[noun + 1 :])) is not None)


_WRITTEN = frozenset({"보고서", "리포트", "기사", "글", "도움말", "report", "article", "paper", "報告書", "レポート", "記事"})
_ACCORDING = frozenset(
    {
        "according to",
        "based on",
        "going by",
        "as per",
        "per",
        "에 따르면",
        "에따르면",
        "에 의하면",
        "에선",
        "에서는",
        "を見ると",
        "を見れば",
        "を読むと",
        "によると",
        "によれば",
        "では",
    }
)


# "How many signatures does that document ask for?", "explain what that document means"; not "does that document scanner leak?".
_DOING = re.compile("[Uu](?=[FDhgJ;lRnqQMb]|$)(?!.?[FD]*[fk][^;]*(?:;|$))")
_ASKED_OF_IT_TO_DO = frozenset({"does", "did", "do", "will", "would", "can", "should", "must", "what"})


def _does(tokens: list[Token], kinds: str, first: int, noun: int, end: int) -> bool:
    """Whether what follows the noun is what the document does, in an English question."""
    if end >= len(tokens) or not tokens[end].text.isascii():
        return False
    led = tokens[first - 1 - (first > 1 and kinds[first - 1] == "h")].text if first else ""
    if tokens[noun].text in _OF_THE_WORLD and not tokens[end - 1].text.startswith("you "):
        return False  # "what does that source feed?"
    asked = led in _ASKED_OF_IT_TO_DO if led != "what" else tokens[end].text.endswith("s")
    if end + 1 < len(tokens) and tokens[end + 1].text in _WITH_VERBS:
        return asked  # "lay down"
    return asked and _DOING.match(kinds, end) is not None


_WITH_VERBS = frozenset({"down", "out", "up", "off", "away", "back"})


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Whether the noun is the beginning of another one: 문서 보안, document control, 文書管理."""
    if at < len(tokens) and tokens[at].kind == "q":
        return not tokens[at].text.endswith(_PLACES)
    if at < len(tokens) and tokens[at].kind in "Uu" and re.match("[ぁ-ん]", tokens[at].text):
        return False  # この資料いいね
    return at < len(tokens) and (tokens[at].kind in "UuHKa" or tokens[at].text in ("of", "thing", "things"))


# Where in it: 그 문서 3페이지.
_PLACES = ("페이지", "쪽", "장", "절", "항", "조", "ページ", "頁", "章", "節")


_OF_THE_WORLD = frozenset({"source", "reference", "ref", "src"})
_ANY = frozenset({"a", "any", "another", "some"})


def _about(tokens: list[Token], kinds: str, at: int) -> bool:
    """ "The document about pump replacement" is described, not pointed at."""
    if at >= len(tokens) or tokens[at].text not in _DESCRIBING or re.match("[lJ][hFDM]*[UuHKq]", kinds[at:]) is None:
        return False
    # "Is there anything in that document about part-timers?" asks.
    return not any(one.text in _ANYTHING and other.text in ("in", "from") for one, other in pairwise(tokens[:at]))


_ANYTHING = frozenset({"anything", "something", "nothing", "a word", "any mention", "information", "info"})


_DESCRIBING = frozenset({"about", "on", "for", "regarding", "concerning", "with", "에대한", "に関する", "についての"})


def _of_pointing_only(tokens: list[Token], kinds: str, scope: Scope) -> Pointer | None:
    """A message that only asks to be shown something, and says no more of it than "it" or "all of it"."""
    intent = intent_of(kinds, len(kinds), len(kinds))
    if _USED.fullmatch(kinds) or (_IN_DETAIL.fullmatch(kinds) and any(t.text.startswith(_DETAIL) for t in tokens)):
        return OnlyDocument("use", sure=False)
    if re.search("[Nn2BXxO3M]", kinds):
        return None
    if "W" in kinds and "V" not in kinds:
        if "Y" in kinds or "K" in kinds:
            return None
        return Implicit(scope, "whole") if "Q" in kinds or "D" in kinds else OnlyDocument("whole")
    if (
        (re.search("[QE]", kinds) or any(t.text in _THING for t in tokens))
        and "S" in kinds
        and "V" not in kinds
        and "v" not in kinds
        and not re.search("[aKYp]", kinds)
    ):
        return OnlyDocument("whole")
    if "D" in kinds and "S" in kinds and not re.search("[aKYpVvl]", kinds) and any(t.text in ("that", "this") for t in tokens):
        return OnlyDocument("whole")
    bare = next((t for t in tokens if t.kind == "A" and t.text in _PLAIN_DOCUMENT), None)
    if bare is not None and re.search("[SWV]", kinds) and (not bare.text.isascii() or "h" in kinds):
        return OnlyDocument(intent)
    return None


# "Summarize it", "more details please", "tell me more about it", "what else does it say about leaks?".
_DONE_WITH_IT = re.compile("[FJ;]*V+[FQD;V]*|[FJ]*v[F]*lQ[F;]*")
_ASKED_OF_IT = re.compile("[fFJ;]*f(?:U(?=f))?[fFJ]*Q[F]*k")


def _sums_up(tokens: list[Token], kinds: str, text: str) -> bool:
    """Whether it asks for a summary, and names nothing to sum up: no document, answer or conversation (その会話を要約して)."""
    if _DONE.fullmatch(kinds) is None or text[: tokens[0].start].strip():
        return False
    return any(token.text.startswith(_SUMMED) for token in tokens if token.kind == "V")


def _asks_of_it(tokens: list[Token], kinds: str) -> bool:
    """Whether something is wanted of what is only called "it", and nothing else is named that this may be."""
    if not all(token.text.isascii() for token in tokens) or re.search("[NnBAYKTCMXx23O]|D[hF]*[UuH]", kinds) is not None:
        return False  # "what does it say on that, that slit valve manual?" tells what "it" is
    if _ASKED_OF_IT.match(kinds) is not None:
        return True
    wanted = _DONE_WITH_IT.fullmatch(kinds) is not None
    return wanted and ("v" not in kinds or any(token.text == "more" for token in tokens))


# 요약해줘, "briefly summarise", まとめて: what the answer before cited, whether one document or several.
_DONE = re.compile("[FJ;]*V[FV;]*")
_SUMMED = ("요약", "정리", "summar", "sum up", "要約", "まとめ")
# 그거 요약해줘, 그걸로 답해줘; 더 자세히 알려줘.
_USED = re.compile("[FJ]*Q[PltF]*V[VvF;]*|f?p[Pf]*Q[;F]*|Q[Pt]*fp[Pf;]*")
_IN_DETAIL = re.compile("F*V[vVF;]*")
_DETAIL = ("자세", "상세", "구체적")
_THING = frozenset({"거", "것", "꺼", "걸"})
_PLAIN_DOCUMENT = frozenset({"문서", "document", "doc", "文書", "ドキュメント"})
