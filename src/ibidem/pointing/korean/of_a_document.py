"""What shows in Korean that a number without a noun is that of a document: what is asked of it is asked of nothing else."""

import re

from ibidem.pointing.groups import Group, groups
from ibidem.pointing.korean.clauses import asks, clauses, tells
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What only what is written has; a place, an address or a version is of many things.
_PARTS = (
    "내용",
    "요지",
    "골자",
    "줄거리",
    "제목",
    "결론",
    "개요",
    "요점",
    "주제",
    "목차",
    "핵심",
    "서론",
    "본문",
    "요약본",
    "작성자",
    "저자",
    "작성일",
    "개정일",
)
_SOME = ("부분", "파트", "대목", "내용")
_APART = ("차이", "공통", "비교", "대조", "다르", "달라", "다른", "뭐가달라")
_WHICH = (
    "뭐",
    "무슨",
    "무엇",
    "뭔",
    "어떤",
    "다르",
    "달라",
    "어떻게 다",
    "몇 년",
    "언제",
    "누구",
    "누가",
    "있어",
    "있나",
    "나와",
    "나오",
)
_TAKEN_OUT = ("뽑", "추려", "발췌", "골라", "요약", "정리", "번역", "간추")
_IN_WRITING = ("나와", "나오", "나왔", "적힌", "쓰인")
_READ = ("보면", "을 보면", "를 보면", "에 따르면", "에따르면", "에 의하면", "에의하면")


def asked_of_a_document(tokens: list[Token], kinds: str, group: Group) -> bool:
    """Whether what follows a number (with 거 or without) is asked of something written: its conclusion, what it says."""
    if tokens[group.first].text.isascii() and group.last == len(tokens):
        return False
    before = re.sub("[23]P?o$", "", kinds[: group.first])  # 셋 중에 두 번째 거
    if re.search("[^FDhPJ;CtE]", before) is not None:
        return False
    rest = tokens[group.last :]
    after = kinds_of(rest)
    return (
        _a_part_is_asked(rest, after, group)
        or _apart(rest, after, group)
        or _taken_out(rest, after, group)
        or _written(rest, after, group)
    )


# 두 번째 거는 뭐에 관한 거야, 2번은 무엇을 다루나요.
_OF_WHAT = re.compile(
    r"(?:은|는|이|가)?\s?(?:도대체\s|대체\s|대충\s)?"
    r"(?:뭐|무엇|뭘|무얼|어떤\s?(?:거|것|내용|주제|걸)|무슨\s?(?:내용|주제|얘기|이야기|소리|말|글))\s?(?:에|을|를)?\s?"
    r"(?:관한|관해|대한|대해|다루|다룬|담[고은긴]|설명하|말하|얘기하|이야기하|적힌|적혀|쓰인|쓰여|써)"
    r"|(?:은|는|이|가)?\s?(?:총\s|전부\s|다\s)?몇\s?(?:페이지|쪽|장)"
    r"|에(?:서|는|서는)?\s?(?:혹시\s)?(?:(?:제일|가장)\s)?(?:중요한|빠진|누락된|강조하는|강조한)\s?(?:내용|부분|항목|게|거|건|것)"
)


def _a_part_is_asked(rest: list[Token], after: str, group: Group) -> bool:
    said = "".join(token.text if token.attached or not place else f" {token.text}" for place, token in enumerate(rest))
    if _OF_WHAT.match(said) and re.search("[NBH]", after) is None:
        return True
    if re.match("[GPt]*[Ff]*fP?[pAa]", after) is not None and re.search("[NBH]", after) is None:
        return any(token.text.startswith(("무슨", "어떤", "뭔")) for token in rest)  # 2번은 무슨 문서예요?
    own = re.match("[Po]?(p)(?![^;]*[NBH])", after)
    if own is not None and rest[own.start(1)].text.startswith(_PARTS):
        return True
    match = re.match("[Po]?[fP]*(p)[PtFfkVSvWJpEG;]*$", after)
    if match is None:
        return False
    which = all(token.text.startswith(_WHICH) for token in rest if token.kind == "f")
    return which and (group.anchor == "G" or rest[match.start(1)].text.startswith(_PARTS))


def _apart(rest: list[Token], after: str, group: Group) -> bool:
    """ "1번이랑 2번 차이가 뭐예요?"."""
    apart = any(token.text.startswith(_APART) for token in rest)
    which = all(token.text.startswith(_WHICH) for token in rest if token.kind == "f")
    if len(group.numbers) < 2 or not which:
        return False
    among = re.fullmatch("[PG]*o[F]*f[PFuUV]+[F;]*", after) is not None  # 1번이랑 2번 중에 뭐가 더 최신이야?
    if after.startswith("l") and any(token.text.startswith("공통") for token in rest[1:2]):
        return True  # 1번이랑 3번에 공통으로 나오는 주의사항
    better = among and all(_OF_WRITING.search(token.text) for token in rest if token.kind in "Uu")
    return better or (apart and re.fullmatch("o?[PtFfkVvSlGOp;]*", after) is not None)


def _taken_out(rest: list[Token], after: str, group: Group) -> bool:
    """ "첫 번째 거에서 조치 순서만 뽑아줘"."""
    if group.anchor != "" and re.match("l[^NBHnD;f]*?P?v[FP;]*$", after) is not None:
        return True  # 두 번째 거에서 예외 조건만 알려줘
    match = re.match("l[^NBHnD;]*?([VS])[FPS;]*$", after)
    return match is not None and rest[match.start(1)].text.startswith(_TAKEN_OUT)


_AS_WRITTEN = ("적힌", "적혀", "쓰인", "쓰여", "써 있", "써있", "말한", "말하는", "언급", "설명된", "설명하는", "다루는", "실린")
_DATED = (
    "작성된",
    "작성했",
    "작성한",
    "개정된",
    "개정했",
    "발행된",
    "제정된",
    "배포된",
    "집필",
    "개정됐",
    "작성됐",
    "발행됐",
    "만들어",
    "수정됐",
    "수정된",
    "업데이트",
)


_IN_TEXTS = re.compile("(?:그림|도표|삽화|사진|목차|약어|문구|문장|도면)(?:이나|은|이|을|를|도|가|만)?|표|부분만|대목")


def _written(rest: list[Token], after: str, group: Group) -> bool:
    """ "두 번째 거에는 얼마라고 되어 있나요", "2번 보면 교체 주기 나와?"."""
    if any(token.text.startswith(_DATED) for token in rest) and "f" in after and re.search("[NBHlq]", after) is None:
        return True  # 2번 언제 작성된 거야?
    if (
        after.startswith("l")
        and re.search("[NBnX]", after) is None
        and any(_IN_TEXTS.fullmatch(token.text) for token in rest[1:])
    ):
        return True  # 2번에 그림이나 표가 있어?
    if rest and rest[0].text.startswith(("보고", "읽고", "참고")) and re.fullmatch(".[FVv;]+", after) is not None:
        return True  # 2번 보고 알려줘
    if re.fullmatch("[PltF]*[fkF]*k[fkFP;]*", after) is not None:
        return True
    if re.match("l", after) is None or re.search("[NB]", after) is not None:
        return False
    said = rest[1].text if len(rest) > 1 else ""
    by_it = rest[0].text == "에" and said.startswith(("나온", "나오는", "실린"))
    if by_it or said.startswith(_AS_WRITTEN) or (group.anchor == "G" and said.startswith(("나온", "나오는"))):
        return "H" not in after or group.anchor == "G"  # 2번에 나온 절차 알려줘, 2번에서 말한 주의사항
    if re.match("l(?:D|f)[^B]*V", after) is not None and rest[1].text.startswith((*_IN_WRITING, "있는", "실린")):
        return True  # 세 번째 거에 있는 표 설명해줘
    if "H" in after:
        return False
    read = rest[0].text in _READ and any(token.text.startswith(_IN_WRITING) for token in rest)
    return read or (group.anchor == "G" and "k" in after)


# What is said of something to read: 너무 긴데, 어려워서, 제일 비슷해 보이네요.
_OF_WRITING = re.compile(
    r"길[어고다지네]|긴데|기네|어려|어렵|이해|복잡|궁금|비슷|맞는|맞을|맞네|맞겠|낫|나을|좋[을겠]|괜찮|적절|적당|관련|해당|원하|찾던|찾는|중요"
    r"|정확|최신|자세|상세|구체적|헷갈|영어|영문|일본어|일어"
    r"|중국어|한글|글[씨자]|글이|도움|유용|다른 ?것? 같|말이 다|필요한|링크|클릭|이거네|그거네|같[은네아]"
)
_READING = re.compile("(?:다 )?(?:읽|훑|너무|좀|꽤|되게|진짜|넘 |열어 ?봤)")
_HAS_READ = re.compile(r"(?:은|는|을|를|도)?\s?(?:다\s|대충\s|방금\s|한번\s|잘\s)?(?:읽|훑)")
_OPERATION = re.compile("[FDPhQGJWEfpVvSktol;MO]*")


def commented(tokens: list[Token]) -> list[Token]:
    """The tokens without what is said of the document before something is asked of it; empty where that is not how it goes.

    "두 번째 거 너무 길어서 그런데 요약해줘" is "두 번째 거 요약해줘".
    """
    parts = clauses(tokens)
    if len(parts) < 2:
        return []
    pointing = [part for part in parts if re.search("[NB]|D[FPDh]*A", kinds_of(part)) is not None]
    following = [part for part in parts[parts.index(pointing[0]) + 1 :] if not tells(part)] if pointing else []
    operation = _without_its_noun([token for part in following for token in part])
    if len(pointing) != 1 or not _only_asks(operation):
        return []
    mention = _mention(pointing[0])
    return [*mention, *(token for token in operation if token.kind not in "Uuc")] if mention else []


def said_last(tokens: list[Token]) -> list[Token]:
    """The last clause, where it points at a number of its own and those before it only tell of numbers; empty otherwise."""
    parts = clauses(tokens)
    pointing = [at for at, part in enumerate(parts) if re.search("[NB]", kinds_of(part)) is not None]
    if len(pointing) < 2:
        return []
    last, before = [t for part in parts[pointing[-1] :] for t in part], [t for part in parts[: pointing[-1]] for t in part]
    kinds = kinds_of(last)
    tells = re.search("[HXxK?]|[NBGA][PtGoA]*[JR][hF]*$", kinds_of(before)) is None and not asks(before)
    only = _OPERATION.fullmatch(re.sub("[NB]", "G", kinds)) is not None and re.search("[SVW]", kinds) is not None
    asked = only and "f" not in kinds
    if not asked and (numbered := groups(last)):
        asked = asked_of_a_document(last, kinds, numbered[0])
    return last if tells and asked and "O" not in kinds and not any(t.takes_back for t in tokens) else []


def only_sentence(tokens: list[Token]) -> list[Token]:
    """The one sentence with numbers, where it asks of them what only documents are asked for: 뭐가 맞아? 1번이랑 2번 비교해줘."""
    sentences: list[list[Token]] = [[]]
    for token in tokens:
        sentences[-1].append(token)
        if token.kind == ";":
            sentences.append([])
    pointing = [sentence for sentence in sentences if re.search("[NB]", kinds_of(sentence)) is not None]
    kinds = kinds_of(tokens)
    if len(sentences) < 2 or len(pointing) != 1 or re.search("[HqnXx]", kinds) is not None:
        return []
    asked = kinds_of(pointing[0])
    only = _OPERATION.fullmatch(re.sub("[NB]", "G", asked)) is not None
    return pointing[0] if only and re.search("[VW]", asked) is not None else []


def _mention(clause: list[Token]) -> list[Token]:
    """The beginning of the clause, which points, where the rest of it only speaks of that."""
    kinds = kinds_of(clause)
    numbered = groups(clause)
    if len(numbered) > 1 or "X" in kinds:
        return []
    if numbered:
        end, weak = numbered[0].last, numbered[0].anchor not in ("A", "Y", "G", "K")
        first = numbered[0].first
    else:
        that = re.search("D[FPDh]*A", kinds)
        if that is None:
            return []
        first, end, weak = that.start(), that.end(), False
    if re.search("[^FDhPJ;CtoG23]", kinds[:first]) is not None or re.match("[Uu]?[HqN]", kinds[end:]) is not None:
        return []
    said = " ".join(token.text for token in clause[end:])
    led = re.match("[PtGp]", kinds[end:]) is not None or _READING.match(said) is not None
    read = _HAS_READ.match(said) is not None or clause[end - 1].text.startswith(("링크", "주소"))
    if weak and not read and not (led and _OF_WRITING.search(said)):
        return []
    return clause[:end]


def _only_asks(operation: list[Token]) -> bool:
    kinds = kinds_of(operation)
    if re.fullmatch("[FDJ;]*[Uuc]{1,3}P?V[F;]*", kinds) is not None:
        return any(token.text.startswith(_TAKEN_OUT) for token in operation)  # 해결 방법만 정리해줘
    if _OPERATION.fullmatch(kinds) is None or re.search("[SVWp]", kinds) is None:
        return False
    if any(token.kind == "O" and not token.text.startswith("다른") for token in operation):
        return False
    return all(token.text.startswith(_WHICH) for token in operation if token.kind == "f")


def _without_its_noun(tokens: list[Token]) -> list[Token]:
    """조치 부분만 is a part of the document, whatever it is about."""
    kept: list[Token] = []
    for token in tokens:
        if token.kind == "p" and token.text.startswith(_SOME):
            while kept and kept[-1].kind in "UuHqcPo":
                kept.pop()
        kept.append(token)
    return kept


# [1] 같은 말머리: the sign itself.
_SUCH_AS = ("같은", "처럼", "이라는", "라는", "이라고", "라고", "표시", "형식", "식으로", "번호를")
# 2번 문서 스캐너: what documents are kept in, and what is done with them by.
_MACHINE = re.compile(
    r"^(?:문서)?(?:(?:세단|파쇄|복합|복사|단말|제본|분쇄|기)기|(?:보관|수거|결재|수신|문서)?함|(?:보관|자료|문서|수발|전산)실|[금창서]고|캐비[닛넷]|스캐너|프린터|서버|창고|폴더|봉투|철|보관소|코너|창구|양식|템플릿|서랍|선반|박스|상자|바인더)"
    r"(?:을|를|이|가|은|는|에|에서|의|로|도|만|랑|이랑)?$"
)


def a_sign(following: Token | None) -> bool:
    """Whether what precedes is only written somewhere: [1] 같은 말머리."""
    return following is not None and following.text.startswith(_SUCH_AS)


def a_machine(following: Token | None) -> bool:
    """Whether a noun for a document goes on as what documents are put into."""
    return following is not None and following.kind in "UuH" and _MACHINE.match(following.text) is not None
