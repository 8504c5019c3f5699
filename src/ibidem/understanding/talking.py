"""What a message about the conversation is about: its words beside those that show, ask, point, or say that somebody talked."""

import re

from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.understanding.vocabulary import Does, words_of

_SAYS = frozenset[Does]({"content", "numbered", "part"})
# Words of talking that the vocabulary does not have; a verb with its endings.
_OF_TALK = re.compile(
    r"(?:ask|said|say|mention|discuss|decid|talk|sp[eo]k|chat|agree|answer|recommend|suggest|t[eo]l[dl]|wr[io]te|typ|remind"
    r"|remember|recall|recap|repeat|histor|topic|record|log|mine|go|gone|went|put|sen[dt]|messag|exchang|earlier|before|previously"
    r"|again|ur?|s)(?:s|d|ed|e|ing|ies|y)?|[a-z]+['’](?:ve|t|d|ll|re|m)"
    r"|(?:물[어었]|물은|묻|여[쭤쭌쭈]|답[해했변]|대답|말[해했한하씀]|했|하[셨신던]|알려|가르쳐|기억|질문|문의|얘기|이야기|논의|상의|상담|대화)[가-힣]*"
    r"|(?:답|말|결정|안내|주제|목록|리스트|내역|기록|처음|초반|[거것건]들|너|저|그때|드[린렸])[을를은는이도만에의로한랑던한테]*"
    r"|제|뭘|한|할|보고|볼|안|나눈|주고받은|아까|방금|전에|앞서|더라"
    r"|[ぁ-ん]+|[振見返届照会談議論決確認知出度合始話覚再]+[ぁ-ん]*|[ろ私俺僕前]+|自分|一覧|履歴|最初|前回|先程|以前|冒頭|チャット|ログ|リスト",
    re.IGNORECASE,
)
# In Japanese no space parts them from the word that follows: 聞いたポンプ.
_TALKED = re.compile(
    r"(?:(?<![一-龥])|(?<=何))回?(?:問い合わせ|やり取り|(?:[聞訊尋伺話言答返教思覚]|質問|相談)[ぁ-ん])[ぁ-ん]*"
    r"|(?<![ぁ-ん])した(?=[一-龥])"
)
_MARKS = re.compile(r"(?<!\w)[^\w\s]+|[^\w\s]+(?!\w)")


def topic(message: str, profile: Profile) -> str:
    """The words of the message that say what was talked about; "" where none does."""
    text = _TALKED.sub(" ", normalise(message))
    lowered = text.lower()
    left = list(text if len(text) == len(lowered) else lowered)
    for word in words_of(lowered, profile):
        if word.does not in _SAYS or _OF_TALK.fullmatch(word.text):
            left[word.start : word.end] = " " * (word.end - word.start)
    return " ".join(_MARKS.sub(" ", "".join(left)).split())
