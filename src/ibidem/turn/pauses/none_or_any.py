"""What people say to a list of choices without picking one by name or number: that it is none of them, or any."""

import re

from ibidem.language.normal import normalise
from ibidem.language.phrases import made_of

# Written for re.VERBOSE: a space in a message is \s here.
_FLAGS = re.IGNORECASE | re.VERBOSE
_NONE = re.compile(
    r"""
    (?:(?:여기|거기|이\s*중|그\s*중|이\s*가운데|목록|리스트|보기|선택지)(?:에는?|엔|에서는?|에선)?\s*)?
      없(?:어요?|습니다|네요?|는데요?|음|다|는\s*(?:것|거)\s*같(?:아요?|습니다|은데요?))
    | (?:제가|내가)\s*(?:찾는|원하는|말한)\s*(?:게|것이|건|문서가|문서는)
    | 둘\s*중에?는? | 둘\s*다\s*(?:아니(?:요|야|에요|예요)?|아닙니다)
    | (?:전혀\s*)?다른\s*(?:거|것|걸|문서|자료)(?:요|이요|로|예요|이에요|입니다)?
    | (?:그것?들?\s*|이것?들?\s*|그거\s*|이거\s*)?말고\s*다른\s*(?:거|것|걸|문서|자료)(?:요|이요|로)?

    | neither(?:\s+(?:one|of\s+(?:them|these|those|the\s+two)))? | none(?:\s+of\s+(?:them|these|those|the\s+above))?
    | (?:sorry|well|no)
    | (?:(?:it|that|mine|the\s+one(?:\s+i\s+\w+)?|what\s+i\s+\w+)(?:\s+is|['’]s)?\s+)?(?:not|isn['’]?t)\s+
      (?:(?:in|on|among|any\s+of|one\s+of)\s+(?:the\s+list|this\s+list|that\s+list|your\s+list|these|those|them|there)|listed|there|here)
    | (?:i\s+(?:want|need|mean|meant)\s+)?(?:something|some\s+other\s+one|another\s+one|a\s+different\s+one)(?:\s+else)?
    | (?:i\s+(?:want|need|mean|meant)\s+)?(?:another|a\s+different)\s+(?:document|doc|one)

    | (?:どれ|どちら|どっち|いずれ)でも(?:ない|ありません|無い)(?:です)?
    | (?:この中|その中|ここ|リスト|一覧|選択肢)(?:の中)?に(?:は)?(?:ない|ありません|無い)(?:です|みたいです|ようです)?
    | (?:ない|ありません|無い)(?:です)?
    | (?:別|他|ほか)の(?:もの|文書|資料|やつ|の)?(?:です|をお願いします|がいいです)?
    """,
    _FLAGS,
)
_ANY = re.compile(
    r"""
    아무(?:거|것)(?:이?나|든지?)
      (?:요|\s*(?:상관\s*없(?:어요?|습니다)|괜찮(?:아요?|습니다)|보여\s*(?:줘요?|주세요)|(?:해|골라)\s*(?:줘요?|주세요)))?
    | (?:어느|어떤)\s*(?:것|거|쪽|문서)(?:이?든지?|이?나|이라도)
      (?:요|\s*(?:상관\s*없(?:어요?|습니다)|좋아요?|괜찮(?:아요?|습니다)))?
    | 상관\s*없(?:어요?|습니다)

    | any(?:\s*one)?(?:\s+of\s+(?:them|these|those))?(?:\s+(?:is\s+fine|will\s+do|works))?
    | either(?:\s+(?:one|of\s+(?:them|these|those|the\s+two)))?(?:\s+(?:is\s+fine|will\s+do|works))?
    | whichever(?:\s+(?:one|you\s+(?:like|want|prefer)))? | (?:it\s+)?(?:doesn['’]?t|does\s+not)\s+matter
    | (?:i\s+)?(?:don['’]?t|do\s+not)\s+(?:care|mind) | please

    | (?:どれ|どちら|どっち|いずれ|なん|何)でも(?:いい|良い|よい|構いません|かまいません|大丈夫|結構)?(?:です)?(?:よ)?
    """,
    _FLAGS,
)
_NOT_THAT = re.compile(
    r"""(?:그거|그것|이거|이것|그건|이건|그\s*문서)\s*말고(?:요)? | not\s+(?:that|this|it)(?:\s+(?:one|document|doc))?
    | (?:それ|これ|その文書)(?:じゃ|では)(?:ない|なく|ありません)(?:て|です)?""",
    _FLAGS,
)
_PLEASE_ONLY = re.compile(r"[\s.!,]*(?:please|sorry|well|no)[\s.!,]*", re.IGNORECASE)
_LONGEST = 60  # characters; such a reply is short, and the patterns need not run over long texts


def none_of_them(message: str, choices: int) -> bool:
    """Whether the whole message says that it is none of so many choices; "not that one" says so of a single one alone."""
    text = _short(message)
    return made_of(_NONE, text) or (choices == 1 and made_of(_NOT_THAT, text))


def any_of_them(message: str) -> bool:
    """Whether the whole message leaves it open which: 아무거나, "either one", どれでもいいです."""
    return made_of(_ANY, _short(message))


def _short(message: str) -> str:
    """The message, normalised; nothing where it is too long for such a reply, or only a courteous word of one."""
    text = normalise(message).strip()
    return "" if len(text) > _LONGEST or _PLEASE_ONLY.fullmatch(text) else text
