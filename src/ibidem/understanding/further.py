"""What asks for another page of a document that was shown: the rest, the one before, page 3; 나머지 보여줘, 前のページ."""

import re
from typing import Literal

from ibidem.language.normal import normalise

# The page after or before the one shown last, or that of a number; -1 is the last.
PageWanted = Literal["next", "previous"] | int

# Korean and Japanese as they are written without spaces.
_PLEASE_KO = (
    r"(?:좀|더|다|마저|도|계속|이어서|보여(?:줘요?|줘라|줘봐|주세요|주실래요|주시겠어요|주십시오|주라|줄래요?)|보고싶(?:어요?|습니다)"
    r"|볼래요?|볼게요?|보자|봐|(?:읽어|열어|띄워)(?:줘요?|주세요)|부탁(?:해요?|합니다|드립니다|드려요)|해?(?:줘요?|주세요)|하자|해"
    r"|넘겨(?:줘요?|주세요)|(?:넘어|돌아)?가(?:자|줘요?|주세요)?|이동(?:해(?:줘요?|주세요))?|요)"
)
# "두 페이지" counts pages; "두 번째 페이지" is one.
_NUMBER_KO = (
    r"(?:제?(?P<digits>\d{1,3})(?:번째)?"
    r"|(?P<word>첫(?=번째|페이지|쪽)|(?:두|세|네|다섯|여섯|일곱|여덟|아홉|열)(?=번째))(?:번째)?)"
)
_KOREAN = (
    r"(?:네|예|응|아니|그럼|그러면|자|이제|좋아요?|오케이)?(?:[그이]?문서(?:의|를|에서)?)?(?:다시)?(?:"
    r"(?P<next>(?:나머지|남은|다음|이어지는)(?:부분|내용|페이지|쪽)?|다음장|뒷?부분|뒤쪽|그뒤|그다음|계속(?:해서)?|이어서|더(?=보여))"
    r"|(?P<previous>(?:바로)?(?:이전|앞|전)(?:의)?(?:페이지|쪽|장)|뒤로(?=가|돌아)|이전으로)"
    r"|(?P<last>(?:맨|제일|가장)?(?:마지막|끝)(?:페이지|쪽|장))"
    rf"|(?P<number>{_NUMBER_KO}(?:페이지|쪽)|페이지(?P<after>\d{{1,3}}))"
    rf")(?:도|를|을|은|는|으로|로|만)?{_PLEASE_KO}*"
)
# The words for each number, in English, Korean and Japanese.
_ORDINALS = (
    *("first|첫|一|最初", "second|두|二", "third|세|三", "fourth|네|四", "fifth|다섯|五"),
    *("sixth|여섯|六", "seventh|일곱|七", "eighth|여덟|八", "ninth|아홉|九", "tenth|열|十"),
)
_VALUES = {word: value for value, words in enumerate(_ORDINALS, 1) for word in words.split("|")}
_CARDINALS = {
    word: value for value, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_NTH = "|".join(word.split("|")[0] for word in _ORDINALS)
_ENGLISH = (
    r"(?:(?:ok|okay|yes|yeah|and|now|no|please|then|so|great|thanks|thank you|good)\s)*"
    r"(?:(?:can|could|may|will|would) (?:you|i|we) )?(?:please )?(?:"
    r"(?:(?:(?:show|give|read|print|display|let)(?: me| us)?(?: (?:see|read|have))?|see|(?:i want|i'd like)(?: to (?:see|read))?"
    r"|(?:go|jump|skip|turn|move|flip)(?: back)? to|back to|open|what's(?: on)?|how about|what about) )?"
    r"(?:on )?(?:the |its )?(?:"
    r"(?P<next>rest|remainder|remaining (?:pages?|text|parts?|content)|next(?: (?:pages?|parts?|bit))?"
    r"|following (?:page|part)|continuation|more"
    r"|continue(?: (?:reading|showing|please))?|keep (?:going|reading)|go on|carry on|read on|what comes next|what follows)"
    r"|(?P<previous>(?:previous|preceding|prior) page|page before(?: (?:that|this|it))?)"
    r"|(?P<last>(?:last|final) page)"
    rf"|(?P<number>page (?:number |no |# ?)?(?:(?P<digits>\d{{1,3}})|(?P<cardinal>{'|'.join(_CARDINALS)}))"
    rf"|(?:(?P<nth>\d{{1,3}})(?:st|nd|rd|th)|(?P<word>{_NTH})) page))"
    r"|(?P<back>(?:go|turn|page|flip|move)(?: (?:a|one) page)? back(?: (?:a|one|1) page)?))"
    r"(?: (?:of|in|from|with) (?:it|that|this|(?:that|the|this) (?:document|doc|page|text|manual)))?"
    r"(?: (?:please|again|now|too|as well|then))*"
)
_JAPANESE = (
    r"(?:はい|いや|では|じゃあ|それでは|うん|ええ)?(?:[そこ]?の?文書の)?(?:もう一度)?(?:"
    r"(?P<next>続き|つづき|残り|のこり|残りの(?:部分|ページ|内容)|次|次の?(?:ページ|頁|部分)|[そこ]の(?:先|続き)|続けて|つづけて"
    r"|もっと(?=見せ|表示|読))"
    r"|(?P<previous>(?:一つ|ひとつ|1つ)?前の?(?:ページ|頁)|前に(?=戻)|(?=戻(?:って|る|り)))"
    r"|(?P<last>(?:一番)?(?:最後の|最終)(?:ページ|頁))"
    r"|(?P<number>(?:(?P<digits>\d{1,3})|(?P<word>[一二三四五六七八九十]))(?:ページ|頁)目?"
    r"|(?P<word2>最初)のページ|(?:ページ|頁)(?P<after>\d{1,3}))"
    r")(?:も|を|は|へ|に|だけ)?(?:もっと|全部|すべて)?"
    r"(?:(?:お?見せ|みせ|表示し|読ませ|読み上げ|出し|開い|進め|めくっ|移動し)(?:て)?|(?:見|読み)たい(?:です)?|進んで|戻って|戻る|戻りたい(?:です)?"
    r"|お願い(?:します|いたします|できますか)?|どうぞ)?"
    r"(?:ください(?:ませ)?|下さい|くれますか|くれる|もらえますか|いただけますか|ほしい(?:です)?|欲しい(?:です)?)?"
)
_SPACED = re.compile(_ENGLISH, re.IGNORECASE)
_UNSPACED = (re.compile(_KOREAN), re.compile(_JAPANESE))
_MARKS = re.compile(r"[\s,.!?~。、！？…·]+")
_THAT_DOCUMENT = ("that document", "그 문서", "その文書")
_LONGEST = 60  # characters: who asks for a page says little else


def page_wanted(message: str) -> PageWanted | None:
    """The page that the message asks for, when it asks for nothing else; None when it does not."""
    text = _MARKS.sub(" ", normalise(message).replace("’", "'")).strip().lower()
    if not text or len(text) > _LONGEST:
        return None
    unspaced = text.replace(" ", "")
    found = _SPACED.fullmatch(text) or next((m for p in _UNSPACED if (m := p.fullmatch(unspaced)) is not None), None)
    if found is None:
        return None
    said = {name: value for name, value in found.groupdict().items() if value is not None}
    if "next" in said:
        return "next"
    if "last" in said:
        return -1
    digits = next((said[name] for name in ("digits", "nth", "after") if name in said), None)
    if digits is not None:
        return int(digits)
    if (cardinal := said.get("cardinal")) is not None:
        return _CARDINALS[cardinal]
    word = said.get("word") or said.get("word2")
    if word is None:
        return "previous"
    return _VALUES[word]


def page_wanted_of(message: str, doc_id: str) -> PageWanted | None:
    """The page that the message asks for of the document with this id: "show me the rest of precia_manual"."""
    spelled = r"[\s_-]*".join(re.escape(part) for part in re.split(r"[\s_-]+", doc_id))
    named = re.compile(rf"(?<![A-Za-z0-9_-]){spelled}(?![A-Za-z0-9_-])", re.IGNORECASE)
    if len(message) > _LONGEST + len(doc_id) or named.search(message) is None:
        return None
    for name in _THAT_DOCUMENT:
        if (wanted := page_wanted(named.sub(name, message, count=1))) is not None:
            return wanted
    return None
