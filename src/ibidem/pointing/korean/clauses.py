"""The clauses of a Korean message, and what is left of it without those that only say why, for whom, when or in what mood."""

import re

from ibidem.language.scripts import syllables_ending_in
from ibidem.pointing.own import speaks_of_own
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What a Korean clause ends with that leads up to another: 봐야 해서, 찾으시는데, 보고하려고요.
_LEADS_ON = re.compile(
    r"(?:[는은던텐한인른운큰긴픈쁜린진된킨간난온본떤]데[요용]?|니까요?|니깐|으니|테니|[하되]니"
    r"|[아어여해라와워려져셔돼춰혀켜겨러빠바파봐줘둬놔커떠꺼]서요?|서요|느라고?|길래|거든요?|지만요?|더니"
    r"|[으하되가오보쓰주들드]려[고구]요?|려면|려니까?|[하보되주]게요?|[이하되가오있없았었했겠]고요?|구요|면서|[으이]며"
    r"|[으하되가오보쓰]러|다가|므로|김에|기 전에|[는을]지라|[아어]야\s?[하되돼][는여니서][가-힣]{0,2}|[가-힣]{2} 전에"
    r"|(?:^|\s)거(?:라서?|거든요?|니까요?)|(?:^|^건 )데요?"
    r"|때문에요?|(?:지시|요청|부탁|호출|성화|독촉|명령)(?:으?로)|래서|대서|중이라|이라|회의라|발표라|[다라냐]고요?|달라[고셔]|자고)$"
)
# What a Korean sentence ends with, where no mark says so.
_PAST = syllables_ending_in(20)
_SAID = re.compile(
    rf"(?:니다|{_PAST}(?:어|음|슴|네|다|지|죠|군|구나|더라|잖아|거든)요?|(?<![필중개주수소강])요|죠|[하되이있없]네|네요?"
    r"|더라고?요?|잖아|싶[어다음]|같[아음다]|[해돼]야\s?[돼되해하][다요지]?|야?[됨함임]|없[다음네]|있음|구나|한다|된다|왔대|했대"
    r"|[래대]요|싶대|[가-힣]셔|야지|[랍]니다|말이[야에]요?|말인데|[ㅋㅎㅠㅜ]+|중임?|[길렵좋많크겠하있없같]다|[끼꺼거]다|급함|걸요?|듯|텐데"
    r"|[안못] (?:가|와|돼|되|됨|감))$"
)
_QUESTION = re.compile("(?:[있없되하]냐|[있없]니|[었았]나요?)$")
_NOUNS_OF_DOING = frozenset({"요약", "번역", "설명", "정리", "비교", "분석", "원문", "전문", "전체", "본문"})
# What asks for something is done with it: 띄워주세요, 요약 부탁드려요.
_ASKED_FOR = re.compile(
    r"(?:줘[요용]?|주세[요용여염]|주십시오|주시겠어요|주실래요|[주볼]\s?수\s?있[가-힣]*|줄래요?|주라|주삼|주셈|부탁[가-힣]*|바랍니다|바라요"
    r"|ㄱㄱ|봐[요라]?|달라니까요?|볼게요?|볼래요?|보자|[있될할을]까요?|되나요|가능[한할해][가-힣]{0,2})$"
)


def leads_on(token: Token) -> bool:
    """Whether a word ends a clause that leads up to another: 써야 하니까."""
    return _LEADS_ON.search(token.text) is not None


def clauses(tokens: list[Token]) -> list[list[Token]]:
    """The tokens in clauses, each with the mark or the ending that ends it."""
    found: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        found[-1].append(token)
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        before = tokens[at - 1].text if at else ""
        if following is not None and following.kind != ";" and _ends(token, following, before):
            found.append([])
    return [clause for clause in found if clause]


def _ends(token: Token, following: Token, before: str) -> bool:
    if token.kind == ";":
        return True
    if token.text == "전에" and token.kind == "F":
        return True  # 회의 들어가기 전에
    if token.text == "좀" and before in _NOUNS_OF_DOING and following.kind in "Uu":
        return True  # 요약 좀 내일 발표라서
    if before in ("안", "못") and token.text in ("가", "와", "돼", "되", "됨") and not following.attached:
        return True
    if (following.attached and following.kind != "J") or token.kind in "JlPtoXARYaKGDNnBQ" or not "ㄱ" <= token.text[-1] <= "힣":
        return False
    if any(ending.search(token.text) is not None for ending in (_LEADS_ON, _SAID, _QUESTION)):
        return True
    return token.kind in "SVvF" and _ASKED_FOR.search(token.text) is not None


def without_context(tokens: list[Token]) -> list[Token]:
    """The tokens without the clauses that only tell something: "팀장님이 찾으셔서 그런데 2번 열어줘" asks for number 2.

    The same list where there is nothing to leave out, or where nothing would be asked for any more.
    """
    parts = clauses(tokens)
    kept = [part for part in parts if not tells(part)]
    if len([part for part in kept if re.search("[NB]", kinds_of(part))]) > 1 and "O" not in kinds_of(tokens):
        kept = [part for part in kept if not _puts_off(part)] or kept
    if len(parts) == len(kept):
        return tokens
    rest = [token for part in kept for token in part]
    kinds = kinds_of(rest)
    if re.search("[INBAYKDMQG23]", kinds) is None or not (
        re.search("[SVWkpvXf]", kinds) or _NAMED_ALONE.fullmatch(kinds) or any(_ASKED_FOR.search(token.text) for token in rest)
    ):
        return tokens
    if re.search("[AYKI]", kinds) is None:  # 열어도 되나요, or one of the three valves that are spoken of
        told = [
            "".join("U" if token.text.endswith(_NAMED_BY_NUMBER) else token.kind for token in part)
            for part in parts
            if part not in kept
        ]
        counted = any(re.search("H[P]?[FU]?q|q[Po]?H", part) is not None for part in told)
        if counted or any(t.kind in "SVv" and _MAY.search(t.text) for t in rest):
            return tokens
    return rest


# 3호기 알람: a number that is its name, and says nothing of how many there are.
_NAMED_BY_NUMBER = ("호기", "라인", "호", "교대")
# 손님이 기다리셔서요 2번 문서 빨리요: nothing but the document is named.
_NAMED_ALONE = re.compile("[FDJ;]*(?:[NB][oP]?[AYK]|I)[PtF;]*")
# 열어도 되나요, 열면 되나요, 열어야 하나요: whether one may or must, of what is numbered in the world.
_MAY = re.compile("(?:도|면|야|기|때|는)$")
# 보내야 돼, 넣어야 합니다: what has to be done with it, and no wish.
_HAS_TO = re.compile(r"야\s?(?:돼|되|해|함|됨|한다|된다|합니다|됩니다)[요서고네]{0,2}$")
# 확인했습니다, 봤어요: what has been done with it.
_DONE = re.compile(rf"{_PAST}(?:습니다|어요?|네요?|음|다)$")
_ON_PURPOSE = re.compile("[SVvk]")


def _puts_off(clause: list[Token]) -> bool:
    """2번은 됐어, 3번은 나중에 볼게: a clause of its own that says what is not to be shown now."""
    return _LATER.fullmatch(_text(clause)) is not None


_LATER = re.compile(
    r"\S+번(?:째)?(?:\s\S+번(?:째)?)*\s?(?:거|것|건|꺼|문서|자료)?\s?(?:은|는|도)?\s?(?:(?:이제|일단|그냥)\s)?(?:됐[가-힣]{0,3}|필요\s?없[가-힣]{0,4}"
    r"|(?:나중에|이따가?|천천히|다음에)\s(?:볼|보|열|읽)[가-힣]{0,4}|안\s?봐도\s[가-힣]{1,4})[\s,.!]*"
)


# 교육 자료 만들려고 하는데, 보고서 새로 작성해야 해서: what something is wanted for.
_PURPOSE = re.compile(r"(?:려고|려는데|려면|야\s?(?:하|해|돼|되)|준비|중[이인])")


def without_own_purpose(tokens: list[Token]) -> list[Token]:
    """The tokens without what is to be made of the document: "교육 자료 만들려고 하는데 2번 열어줘".

    Empty where a message that speaks of somebody's own documents says more of them than that.
    """
    parts = clauses(tokens)
    own = [part for part in parts if speaks_of_own(_text(part)) or _is_purpose(part)]
    kept = [part for part in parts if part not in own]
    purpose = all(re.search("[NnBX]", kinds_of(part)) is None and _LEADS_ON.search(_text(part).rstrip(" ,.")) for part in own)
    rest = [token for part in kept for token in part]
    if not own or not purpose or re.search("[NBny23I1Lz]|D[FDGP]*[AK]", kinds_of(rest)) is None:
        return []
    return [] if speaks_of_own(" ".join(_text(part) for part in kept)) else rest


def _is_purpose(clause: list[Token]) -> bool:
    return _PURPOSE.search(_text(clause)) is not None and _POINTED_AT.search(kinds_of(clause)) is None


def _text(clause: list[Token]) -> str:
    return "".join(t.text if t.attached or not place else f" {t.text}" for place, t in enumerate(clause))


def asks(tokens: list[Token]) -> bool:
    """Whether something is asked, or asked for."""
    parts = clauses(tokens)
    return any(token.text in "?？" for token in tokens) or any(_ASKED_FOR.search(part[-1].text) is not None for part in parts)


def tells(clause: list[Token]) -> bool:
    """Whether a clause only tells something: it points at nothing, and asks for nothing."""
    kinds = kinds_of(clause)
    if _POINTED_AT.search(kinds) is not None or any(token.takes_back for token in clause):
        return False
    words = [token for token in clause if token.kind not in ";FJ"]
    if not words or re.search("[UuHqcmSVvkf]", kinds) is None or clause[-1].text in ("?", "？"):
        return False
    last = " ".join(token.text for token in [token for token in clause if token.kind not in ";J"][-2:])
    if _LEADS_ON.search(last) is not None or _HAS_TO.search(last) is not None or _DONE.search(last) is not None:
        return True
    if _ON_PURPOSE.search(kinds) is not None or _ASKED_FOR.search(last) is not None:
        return False
    return "f" not in kinds and _SAID.search(last) is not None


_POINTED_AT = re.compile("[INnBMXx23TCZz]|[DQh][FPhG]*[AYKa]|[AYKa][Nn]|[DO]G")
