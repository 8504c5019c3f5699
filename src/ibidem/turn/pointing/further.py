"""What asks for more of a document that was just shown: the rest, 나머지 보여줘, 続きを見せて."""

import re

from ibidem.language.normal import normalise

# Korean and Japanese as they are written without spaces.
_PLEASE_KO = (
    r"(?:좀|더|다|마저|도|계속|이어서|보여(?:줘요?|줘라|줘봐|주세요|주실래요|주시겠어요|주십시오|주라|줄래요?)|보고싶(?:어요?|습니다)"
    r"|볼래요?|볼게요?|보자|봐|(?:읽어|열어|띄워)(?:줘요?|주세요)|부탁(?:해요?|합니다|드립니다|드려요)|해?(?:줘요?|주세요)|하자|해"
    r"|넘겨(?:줘요?|주세요)|넘어가(?:자|줘)?|요)"
)
_KOREAN = (
    r"(?:네|예|응|그럼|그러면|자|이제|좋아요?|오케이)?(?:[그이]?문서(?:의|를)?)?"
    r"(?:(?:나머지|남은|다음|이어지는)(?:부분|내용|페이지|쪽)?|다음장|뒷?부분|뒤쪽|그뒤|그다음|계속(?:해서)?|이어서|더(?=보여))"
    rf"(?:도|를|을|은|는|으로|로)?{_PLEASE_KO}*"
)
_ENGLISH = (
    r"(?:(?:ok|okay|yes|yeah|and|now|please|then|so|great|thanks|thank you|good)\s)*"
    r"(?:(?:can|could|may|will|would) (?:you|i) )?(?:please )?"
    r"(?:(?:(?:show|give|read|print|display|let)(?: me| us)?(?: (?:see|read|have))?|see|(?:i want|i'd like)(?: to (?:see|read))?"
    r"|go to|turn to|what's|how about|what about) )?"
    r"(?:on )?(?:the |its )?"
    r"(?:rest|remainder|remaining (?:pages?|text|parts?|content)|next(?: (?:pages?|parts?|bit))?"
    r"|following (?:page|part)|continuation|more"
    r"|continue(?: (?:reading|showing|please))?|keep (?:going|reading)|go on|carry on|read on|what comes next|what follows)"
    r"(?: (?:of|in|from|with) (?:it|that|this|(?:that|the|this) (?:document|doc|page|text|manual)))?"
    r"(?: (?:please|now|too|as well|then))*"
)
_JAPANESE = (
    r"(?:はい|では|じゃあ|それでは|うん|ええ)?(?:[そこ]?の?文書の)?"
    r"(?:続き|つづき|残り|のこり|残りの(?:部分|ページ|内容)|次|次の?(?:ページ|頁|部分)|[そこ]の(?:先|続き)|続けて|つづけて|もっと(?=見せ|表示|読))"
    r"(?:も|を|は|へ|に)?(?:もっと|全部|すべて)?"
    r"(?:(?:お?見せ|みせ|表示し|読ませ|読み上げ|出し|進め|めくっ)(?:て)?|(?:見|読み)たい(?:です)?|進んで|お願い(?:します|いたします|できますか)?|どうぞ)?"
    r"(?:ください(?:ませ)?|下さい|くれますか|くれる|もらえますか|いただけますか|ほしい(?:です)?|欲しい(?:です)?)?"
)
_SPACED = re.compile(_ENGLISH, re.IGNORECASE)
_UNSPACED = re.compile(f"{_KOREAN}|{_JAPANESE}")
_MARKS = re.compile(r"[\s,.!?~。、！？…·]+")
_LONGEST = 60  # characters: who asks for more says little else


def asks_for_more(message: str) -> bool:
    """Whether the message asks for nothing but what comes after what was just shown."""
    text = _MARKS.sub(" ", normalise(message).replace("’", "'")).strip()
    if not text or len(text) > _LONGEST:
        return False
    return _SPACED.fullmatch(text) is not None or _UNSPACED.fullmatch(text.replace(" ", "")) is not None
