"""Distinguishes a courtesy, which asks for nothing, from a question."""

import re
from typing import Literal

from ibidem.language.normal import normalise
from ibidem.language.phrases import ends, reached

Courtesy = Literal["greeting", "thanks", "farewell", "declined", "acknowledged", "mistaken", "none of these"]

# A courtesy is a message made of nothing but these, so that "감사 절차" (an audit's steps) or "hello world 예제" stay questions.
COURTESIES: tuple[tuple[Courtesy, str], ...] = (
    (
        "thanks",
        r"(?:정말|너무|대단히|진짜|매우)?\s*(?:감사(?:합니다|해요|드립니다|드려요|했습니다|용)|고마워요?|고맙(?:습니다|네요?|다)|땡큐|ㄱㅅ|ㄳ)"
        r"|(?:도움이?\s*(?:많이\s*)?(?:됐|되었)(?:어요?|습니다|네요))|수고(?:하셨습니다|했어요?|하세요|많으셨습니다)"
        r"|(?:ok(?:ay)?|great|perfect|got\s*it|cool|nice)?[\s,.!]*(?:many\s*)?(?:thanks?(?:\s*(?:you|u|a\s*lot|so\s*much|very\s*much|again|a\s*bunch|for\s*(?:your|the)\s*help"
        r"|for\s*that))*|thx|ty|cheers|much\s*appreciated|that(?:'s|\s*is|\s*was)?\s*(?:very\s*)?helpful|that\s*helps|appreciate\s*it)"
        r"|(?:どうも|本当に)?\s*(?:ありがと(?:う|ー)?(?:ございま(?:す|した))?|有難う(?:ございま(?:す|した))?|感謝します|助かり(?:ます|ました)|助かった|サンキュー)"
        r"|お疲れ(?:様|さま)(?:です|でした)?",
    ),
    (
        "greeting",
        r"안녕(?:하세요|하십니까|하신가요)?|하이|헬로|반가(?:워요?|습니다)|반갑습니다|좋은\s*(?:아침|저녁|오후)(?:이에요|입니다|이요)?|여보세요"
        r"|hi(?:\s*there)?|hello(?:\s*there)?|hey(?:\s*there)?|howdy|good\s*(?:morning|afternoon|evening)|nice\s*to\s*meet\s*you|how\s*are\s*you"
        r"|こんにち(?:は|わ)|こんばん(?:は|わ)|おはよう(?:ございます)?|はじめまして|初めまして|どうも|もしもし|よろしく(?:お願い(?:し|いたし)ます)?|ハロー",
    ),
    (
        "farewell",
        r"안녕히\s*(?:계세요|가세요)|잘\s*(?:가요?|있어요?)|다음에\s*(?:봐요?|뵙겠습니다|또\s*봐요?)|또\s*(?:봐요?|뵐게요)|바이(?:바이)?"
        r"|(?:good\s*)?bye(?:\s*bye)?|see\s*(?:you|ya)(?:\s*(?:later|soon|tomorrow))?|have\s*a\s*(?:good|nice|great)\s*(?:day|one|evening|weekend)"
        r"|さようなら|さよなら|また(?:ね|明日|今度)|では(?:また)?|じゃあ?(?:ね|また)|失礼します|バイバイ",
    ),
    # What people say to an answer, for good or for ill.
    (
        "acknowledged",
        r"아하+|음{1,9}|흠{1,9}|오호|헐|우와|와우|대박|그렇(?:구나|군요?|네요?|구만|습니까)|그랬(?:구나|군요?)|글쿤요?|이해(?:했어요?|했습니다|됐어요?|됐습니다)"
        r"|알겠(?:어요?|습니다|네요)|[ㅋㅎㅠㅜ]{1,30}"
        r"|a+ha+|h+m+|(?:ha){1,9}|lol|wow|cool|nice|got\s*(?:it|that)|i\s*(?:see|understand)|understood|good\s*to\s*know|makes\s*sense|interesting|fair\s*enough"
        r"|なるほど(?:です)?|へ[えぇー]+|ふーん|ふむ(?:ふむ)?|う[ーう~]*ん|ほう+|おお+|わぁ?|笑|w{1,9}|草|そう(?:なんだ|なんですね?|ですか|か)|そっか|分かった|わかった|分かりました|わかりました|すごい",
    ),
    (
        "mistaken",
        r"(?:아니(?:요|야|에요)?\s*,?\s*)?(?:그게?|그거|그건|이게?|이거|이건|저거)\s*(?:말고요?|아니(?:야|에요|라(?:고요?)?|잖아요?|고)?|아닌데요?)"
        r"|(?:그건\s*|그거\s*|답이\s*)?(?:틀렸(?:어요?|습니다|는데요?|네요?)|틀린\s*(?:거\s*같아요?|답(?:이야|이에요|입니다)))|엉뚱한\s*(?:답|소리|대답)(?:이야|이네요?|이에요|입니다)?"
        r"|(?:no\s*,?\s*)?(?:that(?:'s|\s*is|s|\s*was)?|it(?:'s|\s*is)?|this(?:\s*is)?|you(?:'re|\s*are)?)\s*"
        r"(?:not\s*(?:it|right|correct|true|what\s*i\s*(?:meant?|asked(?:\s*for)?|want(?:ed)?|said))|wrong|incorrect|(?:the\s*)?wrong\s*(?:one|answer|document))"
        r"|no\s*,?\s*not\s*that(?:\s*one)?|wrong(?:\s*answer)?"
        r"|(?:いや|いえ|いいえ)?、?(?:そう|それ|これ)(?:じゃ|では)(?:なくて|ない(?:です|よ|んです)?|ありません)|(?:それは)?違(?:う(?:よ|って|んです(?:けど)?|んだけど)?|います(?:よ)?)"
        r"|(?:それは)?間違(?:って(?:る|ます|います)(?:よ)?|い(?:です|だよ)?)",
    ),
)
_MARKS = re.compile(r"[\W_]+")
_FILLER = (
    r"[\s!?.,~…!?。、♪:)(^_-]|ㅎ|ㅋ|ㅠ|네|넵|예|아|오|음|요"
    r"|yes|ok(?:ay)?|oh|well|all|everyone|team|はい|あ|ね|よ|です|皆さん|여러분"
)
_BEFORE = re.compile(_FILLER, re.IGNORECASE)
_FIRST: tuple[tuple[Courtesy, re.Pattern[str]], ...] = tuple(
    (courtesy, re.compile(words, re.IGNORECASE)) for courtesy, words in COURTESIES
)
_THEN = re.compile("|".join([_FILLER, *(words for _, words in COURTESIES)]), re.IGNORECASE)
LONGEST_COURTESY = 80  # characters; keeps the patterns away from long texts


def courtesy_of(message: str) -> Courtesy | None:
    """The courtesy that the whole message consists of, or None; marks and pictures alone are a nod."""
    text = normalise(message)
    if len(text) > LONGEST_COURTESY:
        return None
    if _MARKS.fullmatch(text):
        return "acknowledged"
    begins = reached(_BEFORE, text, {0})
    return next((courtesy for courtesy, words in _FIRST if len(text) in reached(_THEN, text, ends(words, text, begins))), None)
