"""Replies to the offer of a newer version: acceptance in words or by number, or a question about it."""

import re

from ibidem.language.normal import normalise
from ibidem.language.phrases import made_of
from ibidem.understanding.replies import POLITE, THANKS, YES

# Written for re.VERBOSE: a space in a message is \s here. The first names the new version, the second asks for it.
_NEW_VERSION = r"""
    (?:그\s*)?(?:새로?|새로운|최신|최근|바뀐|변경된|수정된|개정(?:된)?|업데이트된|현재)\s*(?:판본?|버[전젼]|문서|내용|거|것|걸)
    | (?:the\s+|its\s+|that\s+)?(?:new(?:er|est)?|latest|updated|changed|revised|current)\s+
      (?:ones?|versions?|editions?|revisions?|documents?|docs?|text)
    | (?:その)?(?:新しい(?:ほう|方|版|バージョン|文書|もの|やつ|の)
      |(?:最新|現在|改訂後|更新後)の?(?:版|バージョン|文書|もの)|最新版|新版|改訂版|更新版)
"""
_HAVING = r"""
    (?:으로|로|을|를|은|는|도|이?요|좀|한번|다|둘\s*다|모두|전부|전체|전문|그럼|그러면|그걸로|그거|그것)
    | (?:보여|띄워|열어|알려|답해|찾아|해|봐)\s*(?:줘요?|주세요|줄래요?|주실래요|주십시오)?
    | (?:답변?|답을)\s*해\s*(?:줘요?|주세요) | 볼게요?|볼래요?|보자|보죠|보겠습니다|보고\s*싶어요?|부탁

    | (?:can|could|would|will|may)\s+(?:you|i)
    | (?:please\s+)?(?:let\s+(?:me|us)\s+)?(?:show|give|open|display|see|read|have|get|view)(?:\s+(?:me|us))?
    | (?:i(?:'d|\s+would)?\s+)?(?:like|want|love|prefer)(?:\s+to\s+(?:see|read|have))? | i'll\s+take | take | use | go\s+with
    | (?:answer|reply)(?:\s+(?:me|it))?(?:\s+(?:from|with|using|based\s+on))? | (?:with|from|using)
    | it | that(?:\s+one)? | this | them | both(?:\s+of\s+them)? | all(?:\s+of\s+them)?
    | then | instead | now | too | so | please | whole | full | entire

    | を|で|が|も|の|は|なら|から|全部|両方|どちらも|では|じゃあ?|それ|全文
    | (?:見せて|見たい|見ます|表示して|出して|開いて|教えて|答えて|回答して|使って)
      (?:ください|下さい|もらえますか|くれますか|くれる|ほしい|欲しい)?
    | (?:お願い|おねがい)(?:します)? | です | ください | いい
"""
_FLAGS = re.IGNORECASE | re.VERBOSE
_NAMED = re.compile(_NEW_VERSION, _FLAGS)
_TAKES = re.compile(f"{YES}|{_NEW_VERSION}|{_HAVING}", _FLAGS)
# Without naming the new version, only a request to show it: "use it" may mean the one on the screen.
_SHOWS = re.compile(
    rf"""{YES}|{THANKS}|그럼|그걸로\s*(?:답|보여|알려|해)\S*(?:\s*(?:줘요?|주세요))?|그거\s*보여\s*(?:줘요?|주세요)|둘\s*다|모두|전부
    |(?:please\s+|then\s+)?(?:show|open|display)(?:\s+(?:me|us))?(?:\s+(?:it|that(?:\s+one)?|them|both(?:\s+of\s+them)?))?
    |let\s+me\s+see(?:\s+(?:it|that|them))?|answer\s+(?:from|with)\s+(?:it|that|them)|both(?:\s+of\s+them)?|then
    |(?:それ|両方)を?(?:見せて|表示して)(?:ください|下さい)?|それで(?:お願いします|答えて(?:ください)?)?|両方|では|じゃあ?""",
    _FLAGS,
)
_OF_NEW_VERSION = re.compile(
    r"(?:새로?|새로운|최신|바뀐|변경된|수정된|개정(?:된)?)\s*(?:판|버[전젼])(?:에서는?|에선|에는?|은|는|의|으로는)"
    r"|\bthe\s+(?:new(?:er|est)?|latest|updated|revised|current)\s+(?:one|version|edition|revision)\b"
    r"|(?:新しい(?:版|バージョン|ほう|方)|最新版|新版|改訂版|更新版)(?:では|には|に|は|の|だと)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"{POLITE}(?:(?:number|no\.?|option|choice|#|옵션|선택지|選択肢)\s*)?(\d{{1,4}})\s*+(?:번째|번|番目|番|つ目)?"
    rf"(?:으로|요|이요|을|를|で|を|です)?(?:\s*+(?:please|부탁해요|お願いします))?{POLITE}",
    re.IGNORECASE,
)
_LONGEST = 80  # characters; such a reply is short, and the patterns need not run over long texts


def takes_offer(message: str) -> bool:
    """Whether the whole message accepts the offer: yes, "show it", 새 판으로 보여줘, 新しい版で."""
    text = normalise(message).strip().rstrip("?？")
    if not text or len(text) > _LONGEST:
        return False
    return made_of(_SHOWS, text) or (_NAMED.search(text) is not None and made_of(_TAKES, text))


def asks_of_newer(message: str) -> bool:
    """Whether the message asks about the new version: 새 판에서는 토크가 얼마야?"""
    return _OF_NEW_VERSION.search(normalise(message)) is not None and not takes_offer(message)


def number_alone(message: str) -> int | None:
    """The number that the whole message is: "1", 1번, 1番; with a noun, it is a slot."""
    text = normalise(message).strip()
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    return None if found is None else int(found[1])
