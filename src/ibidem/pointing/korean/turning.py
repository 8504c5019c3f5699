"""Where a Korean message is done with what was shown and turns to something else: 그 문서는 됐고요, 다른 질문인데 …."""

import re

from ibidem.language.scripts import scripts_of
from ibidem.pointing.lexicon import Lexicon
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import scan

_QUESTION = r"(?:질문|문의|얘기|이야기|주제|화제)"
_ENDED = r"(?=[\s,.!:…])"
# That another thing is asked about is said outright.
_TURN = re.compile(
    rf"(?:다른|딴|별개의|새로운|다음)\s{_QUESTION}"
    r"(?:(?:이?지만|이?고요?|인데요?|입니다만?|이?에요|예요|이?야|이?요)|(?:을|를|도|로|으로|하나|드릴|드립|할|하겠|이\s있|있)[가-힣\s]{0,10}?(?:요|다|게|데|죠))?"
    r"[,.!:…]*(?=\s)(?<=[만고요데다야게죠,.!:…])"
    rf"|다른\s?(?:거|것|걸|건)(?:을|도)?\s?(?:하나\s?)?(?:좀\s?|더\s?)?(?:물어|여쭤|여쭙|질문|궁금)[가-힣]*(?:\s(?:볼게요?|보겠[가-힣]+|싶[가-힣]+|될까요|되나요|있[가-힣]+))?{_ENDED}"
    rf"|(?:그나저나|그건\s그렇고|각설하고|(?:화제|주제|말|얘기)(?:를|을)?\s?(?:바꿔서|돌려서)){_ENDED}"
    rf"|(?:(?<=[과와랑]\s)|(?<=[과와랑]는\s)|(?<=하고\s)|(?<=[.!,]\s))(?:별개로|별도로){_ENDED}"
    rf"|(?:(?<=[과와랑]\s)|(?<=하고\s))(?:전혀\s)?(?:무관|상관\s?없|관계\s?없|관련\s?없|별개)(?:하게|이|는|은|한|인)\s?(?:다른\s)?(?:{_QUESTION}|건|거|말)?(?:이?지만|인데요?|입니다만)?{_ENDED}"
)
# 그 문서에 대해 다른 질문이 있어요: it is put to the document.
_PUT_TO_IT = re.compile(
    r"(?:에|에서|관련(?:해서|하여|된|해)?|대(?:한|해|해서)|관(?:한|해|해서)|보고|읽고)\s+(?:[가-힣]{1,3}\s+)?$"
)
_REQUEST = re.compile(r"(?:줘요?|주세[요용여염]|주십시오|주실래요|줄래요?|부탁[가-힣]*|바랍니다|까요|나요|[?？])(?=[\s.!?~,]|$)")
_SAID_OF_IT = (
    r"(?:(?:문서|자료|출처)(?:\s?\d{1,2}(?!\s?번))?|거|것|건|번|째|내용)(?:들)?(?:은|는|을|를|만|으로|로|이|가|도|면)?\s"
    r"(?:(?:이제|이미|그만|일단|그냥|이만하면|이만|이쯤이면|여기까지|얘기(?:는)?|이야기(?:는)?|다|더|더는|별로|우리랑|저희랑|지금|당장)\s){0,2}"
)
_SO = r"(?:고|고요|구요|어|어요|습니다|네|네요|으니|으니까|음|다|는데|는데요|거든요)"
# What was shown is put away: 됐고, 필요 없어요, 제쳐두고, 그만 보고, 내일 볼게요.
_PUT_AWAY = (
    r"(?:닫|덮|치우|제끼|건너뛰|넘기|넘어가|덮어두|접어두|미뤄두|놔두|냅두|내버려두|제쳐두|제쳐\s두|잊|잊어버리)고"
    r"|닫아\s?(?:줘|주세요|줘요|도\s돼|두고)|패스|(?:(?<=얘기 )|(?<=얘기는 )|(?<=이야기 ))말고"
    r"|그만\s?(?:하고|보고|볼게요?|봐도\s\S+|열어)|(?:그만|치워|꺼)\s?(?:보고|줘|주세요|두고)"
)
_CLOSED = re.compile(
    rf"{_SAID_OF_IT}(?:됐{_SO}|충분(?:해|해요|하고|하고요|합니다|하네요|하니까|함)|{_PUT_AWAY}"
    rf"|(?:필요|관련|상관|관계)(?:이|가|은|는|도)?\s?없{_SO}"
    r"|(?:이따가?|나중에|내일|다음에|천천히)\s?(?:다시\s)?(?:볼게요?|보겠습니다|볼래요?|보고|볼\s?거고|볼테니|보죠))"
    r"[,.!~…]*(?=\s)"
    # 다 읽었어. 이제 …
    rf"|{_SAID_OF_IT}(?:잘\s)?(?:(?:읽었|봤|확인했|이해했|숙지했|알겠)[가-힣]*|고마[가-힣]*|고맙[가-힣]*|감사[가-힣]*)[,.!~…]*"
    r"\s(?:이제는?|이번에는|이번엔|다음으로|다음은)(?=[\s,])"
)
_OF_ITS_OWN = re.compile("[UuHqc]")
_ASKED = re.compile("[fvVS;]")  # or it is a noun and a mark: 펌프 오일 교체 주기는?
_MENTIONED = re.compile("[NBAYKQI]|DG")
_POINTS = re.compile("[INnBYQMO23TCXxZzW]|D[FDP]*[AKG]|^[AK]")


def after_turning(lowered: str, lexicon: Lexicon) -> int:
    """Where what is asked begins, after what was shown is put away or another topic is named; 0 where neither is so."""
    if not scripts_of(lowered).hangul:
        return 0
    turns = list(_TURN.finditer(lowered))
    turn = turns[-1] if turns else None
    if turn is not None and _PUT_TO_IT.search(lowered[: turn.start()]) is None and not _asked(lowered[: turn.start()]):
        kinds = kinds_of(list(scan(lowered[turn.end() :], lexicon, {}).tokens))
        if _MENTIONED.search(kinds) is not None or _is_asked(kinds):
            return turn.end()
    closed = _CLOSED.search(lowered)
    if closed is None or _asked(lowered[: closed.start()]):
        return 0
    rest = lowered[closed.end() :]
    kinds = kinds_of(list(scan(rest, lexicon, {}).tokens))
    return closed.end() if "다시" not in rest and _POINTS.search(kinds) is None and _is_asked(kinds) else 0


def _is_asked(kinds: str) -> bool:
    """Whether what follows is a wish of its own, and no more than thanks or what is to be done with the document."""
    return _OF_ITS_OWN.search(kinds) is not None and _ASKED.search(kinds) is not None


def _asked(before: str) -> bool:
    """Whether something was asked for before, other than that what was shown be put away."""
    return _REQUEST.search(_CLOSED.sub(" ", f"{before} ")) is not None
