"""Numbers written as words: "three months", "세 번", "二人", "twice", and what says a number without naming it ("monthly")."""

import re
from collections.abc import Iterator

from ibidem.checks.numbers import Number
from ibidem.checks.units import Unit
from ibidem.language.moments import matches
from ibidem.language.spelt import ENGLISH, JAPANESE, KOREAN, KOREAN_NATIVE, read_spelt, spellings

# "한 번", "once" and "一度" mostly say something else than a number, and "두 가지", "二点" count what the writer lists.
_KOREAN_COUNTER = "번(?![째쨰호])|명|사람|개(?!월)|장|대|시간|달|차례|군데|곳|배|살|본|세트|가닥|자루|건"
_JAPANESE_COUNTER = "人(?!称)|名|回(?!目)|か月|ヶ月|カ月|週間|年間|時間|本|枚|個|つ(?!目)|台|倍|箇所|か所|カ所|件|セット"
# Short words of other meanings (이 볼트, 십분, 천장, 一度, 十分) are numbers only where their unit leaves no other reading.
_SYMBOL = r"[A-Za-zµμΩ°%℃Å]"
_KOREAN_MEASURE = (
    rf"(?:{_SYMBOL}|퍼센트|개월|(?:밀리|센티|킬로|메가|마이크로|나노|헥토|기가)[가-힣]|미터|리터|그램|뉴턴|와트|볼트|암페어|파스칼|"
    "토르|기압|인치|헤르츠|데시벨|사이클)"
)
_JAPANESE_MEASURE = (
    rf"(?:{_SYMBOL}|パーセント|ミリ|センチ|キロ|メガ|マイクロ|ナノ|ヘクト|ギガ|メートル|リットル|グラム|ニュートン|ワット|ボルト|"
    "アンペア|パスカル|トール|気圧|インチ|ヘルツ|デシベル|サイクル|秒)"
)
# Of the clock are "열두 시 삼십 분" and "十時三十分", of the calendar "십이월", and of a share "삼십 분의 일".
_AFTER_MANY = r"(?:분(?!의|[가-힣]*율)|초|시간|년(?!대)|일|회|주간|도|원|명|개|장|대|배|번(?![째호])|매|건|본)"
_AFTER_MANY_JAPANESE = r"(?:分(?!の)|日|年(?!代)|円|点|度(?!目))"
_NOT_NTH = r"(?![ -](?:first|third|fourth|fifth|sixth|seventh|eighth|ninth)\b)"
_SPELT = re.compile(
    rf"(?i:\b(?!one\b(?! hundred| thousand))(?P<english>{ENGLISH})\b{_NOT_NTH}(?=[ -]?{_SYMBOL}))"
    r"|(?i:\bone(?=[ -](?:minute|hour|day|week|month|year|second|person|technician)\b))"
    rf"|(?<![가-힣])(?!한|하나)(?P<native>{KOREAN_NATIVE})(?= ?(?:{_KOREAN_COUNTER}))"
    r"|(?<![가-힣])한(?= ?(?:시간|달|명|사람))"
    rf"|(?<![가-힣\d])(?<!\d )(?![일이](?![일이삼사오육칠팔구십백천만]))(?P<measured>{KOREAN})(?= ?{_KOREAN_MEASURE})"
    rf"|(?<![가-힣\d])(?<!\d )(?<!시 )(?P<many>[십백천만](?= {_AFTER_MANY})"
    rf"|[일이삼사오육칠팔구십백천만]+[십백천만일이삼사오육칠팔구](?<![일이삼사오육칠팔구]{{2}})(?= ?{_AFTER_MANY}))"
    r"|(?<![一二三四五六七八九十百千万第数何幾\d])(?<!\d )"
    rf"(?!一(?![二三四五六七八九十百千万]| ?{_SYMBOL}|人))"
    rf"(?P<japanese>(?:{JAPANESE})(?=(?:{_JAPANESE_COUNTER})| ?{_JAPANESE_MEASURE})"
    rf"|(?<!時)(?:[一二三四五六七八九百千万]+十|[百千万])[一二三四五六七八九十]*(?={_AFTER_MANY_JAPANESE}))"
)
# Where such a word may begin, so that most of a text is skipped.
_BEGINS = re.compile(
    r"[일이삼사오육칠팔구십백천만한두세네다여아열스서마쉰예둘셋넷하一二三四五六七八九十百千万]"
    r"|\b(?:[aA] |[oO]ne|[tT][wWhHeE]|[fF][oOiI]|[sS][iIeE]|[eE][iIlL]|[nN][iI]|ONE)"
)
_MOST_DIGITS = 8  # of a number that has a spelling

# Said without a number: the value, what it counts and in which size of it (a day is 86,400 seconds), and the words.
_THINGS = "piece sheet machine case"
_SAID = tuple(
    (value, frozenset(kinds.split()), size, re.compile(words, re.IGNORECASE))
    for value, kinds, size, words in (
        (
            "1",
            "times",
            1,
            r"\bonce\b|\b(?:annual|month|week|dai|year|quarter)ly\b|\b(?:every|each)\b|매[년달월주일]|마다|毎[年月週日回]|ごと",
        ),
        ("2", "times", 1, r"\btwice\b"),
        ("2", "multiple", 1, r"\bdoubl|\btwice\b|두 ?배|二倍|갑절"),
        ("1", "month", 1, r"\bmonthly\b|\b(?:every|each|a|per) month\b|매[달월]|월 ?\d|한 ?달|毎月|月に?\d|ひと月|一月"),
        ("1", "month", 12, r"\bannual|\byearly\b|\b(?:every|each|a|per) year\b|매년|해마다|연 ?\d|毎年|年に?\d|一年"),
        ("2", "month", 12, r"\bbiennial|\bevery other year\b|격년|隔年"),
        ("3", "month", 1, r"\bquarter|분기|四半期"),
        ("6", "month", 1, r"\bhalf(?: a |-)year\b|반년|半年"),
        ("1", "quarter", 1, r"\bquarter|분기|四半期"),
        ("1", "second", 604800, r"\bweekly\b|\b(?:every|each|a|per) week\b|매주|일주일|毎週|一週間|週に?\d"),
        ("2", "second", 604800, r"\bbiweekly\b|\bfortnight|\bevery other week\b|격주|隔週"),
        ("1", "second", 86400, r"\bdaily\b|\b(?:every|each|a|per|next) day\b|매일|하루|毎日|一日|翌日"),
        ("2", "second", 86400, "이틀"),
        ("3", "second", 86400, "사흘"),
        ("4", "second", 86400, "나흘"),
        ("10", "second", 86400, "열흘"),
        ("1", "second", 3600, r"\bhourly\b|\b(?:an|every|each|per) hour\b|시간당|毎時"),
        ("30", "second", 60, r"\bhalf(?: an |-)hour\b|반 ?시간|半時間"),
        ("1", "second", 60, r"\b(?:a|every|each|per) minute\b|/min\b|분당|毎分"),
        ("1", "second", 1, r"\b(?:a|every|each|per) second\b|/s\b|초당|毎秒"),
        ("1", "people", 1, r"\bone\b|\balone\b|\bsingle\b|혼자|한 ?(?:명|사람)|一人|ひとり"),
        ("1", _THINGS, 1, r"\bone\b|\bsingle\b|하나|한 ?(?:개|장|대|곳|군데)|一[つ個本枚台]|ひとつ"),
        ("2", f"{_THINGS} people", 1, r"\b(?:two|both|pair|couple)\b|둘|양쪽|両|ふたつ|二人"),
        ("12", f"{_THINGS} people", 1, r"\bdozen\b"),
    )
)


def find_spelt_numbers(text: str) -> Iterator[Number]:
    """The numbers that a text counts or measures something with in words; one only where it measures time or people."""
    for match in matches(_SPELT, _BEGINS, text):
        word = match[match.lastgroup] if match.lastgroup else "한"
        if (value := read_spelt(word.lower())) is not None:
            yield Number(match.start(), match.end(), str(value))


def spelt_ends(lower: str, value: str) -> Iterator[int]:
    """Where words for the number end in a text, given in small letters; nowhere for those that have none."""
    if not value.isdecimal() or not value.isascii() or len(value) > _MOST_DIGITS:
        return
    for word in spellings(int(value)):
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            if _is_whole(lower, at, word):
                yield end
            at = lower.find(word, end)


_KOREAN_DIGITS, _JAPANESE_DIGITS = "이삼사오육칠팔구십백천만", "一二三四五六七八九十百千万"
# Beside a word, what makes it a part of a greater number or of another word: "stone", "열두", "二十二", "eighty-one", "이십오".
_BEFORE = {
    "latin": re.compile(r"(?:[a-z]|(?:ty|hundred|thousand)(?: and)?[ -])$"),
    "native": re.compile("[가-힣]$"),
    "sino": re.compile("[가-힣]$"),
    "han": re.compile(f"[第{_JAPANESE_DIGITS}]$"),
}
_AFTER = {
    "latin": re.compile(r"[a-z]|[ -](?:and )?(?:one|two|three|four|five|six|seven|eight|nine|hundred|thousand)\b"),
    "native": re.compile("[한두세네다여일아하둘셋넷]"),
    "sino": re.compile(f"[{_KOREAN_DIGITS}]"),
    "han": re.compile(f"[{_JAPANESE_DIGITS}]"),
}


def _is_whole(lower: str, at: int, word: str) -> bool:
    """Whether the word that stands there is no part of a longer one."""
    if word.isascii():
        kind = "latin"
    elif not "가" <= word[0] <= "힣":
        kind = "han"
    else:
        kind = "sino" if word[-1] in f"일{_KOREAN_DIGITS}" else "native"
    end = at + len(word)
    return not _BEFORE[kind].search(lower[max(0, at - 13) : at]) and not _AFTER[kind].match(lower[end : end + 13])


def is_said(text: str, value: str, unit: Unit) -> bool:
    """Whether the text says so many of the unit without a number: "monthly", "이틀", "半年"."""
    return any(
        value == said and size == unit.factor and not kinds.isdisjoint(unit.kinds) and words.search(text) is not None
        for said, kinds, size, words in _SAID
    )
