"""Numbers written as words: "three months", "세 번", "二人", "twice", and what says a number without naming it ("monthly")."""

import re
from collections.abc import Iterator

from ibidem.turn.checks.numbers import Number
from ibidem.turn.checks.units import Unit

_ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_KOREAN = ("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
_SINO_KOREAN = ("일", "이", "삼", "사", "오", "육", "칠", "팔", "구", "십", "십일", "십이")
_JAPANESE = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")

# "한 번", "once" and "一度" mostly say something else than a number, and "두 가지", "二点" count what the writer lists.
_KOREAN_COUNTER = "번(?![째쨰호])|명|사람|개(?!월)|장|대|시간|달|차례|군데|곳|배|살"
_JAPANESE_COUNTER = "人(?!称)|名|回(?!目)|か月|ヶ月|カ月|週間|年間|時間|本|枚|個|つ(?!目)|台|倍"
_SPELT = re.compile(
    rf"(?i:\b(?P<en>{'|'.join(sorted(_ENGLISH[1:], key=len, reverse=True))})\b(?=[ -][a-z]))"
    r"|(?i:\bone(?=[ -](?:minute|hour|day|week|month|year|second|person|technician)\b))"
    rf"|(?<![가-힣])(?P<ko>{'|'.join(sorted(_KOREAN[1:], key=len, reverse=True))})(?= ?(?:{_KOREAN_COUNTER}))"
    r"|(?<![가-힣])한(?= ?(?:시간|달|명|사람))"
    rf"|(?<![一二三四五六七八九十百千万第])(?P<ja>{'|'.join(_JAPANESE[9:] + _JAPANESE[1:9])})(?={_JAPANESE_COUNTER})"
)
_WORDS = tuple(zip(_ENGLISH, _KOREAN, _SINO_KOREAN, _JAPANESE, strict=True))
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
    """The numbers of two to twelve that a text counts something with in words, and one where it measures time or people."""
    for match in _SPELT.finditer(text):
        if word := match["en"]:
            value = _ENGLISH.index(word.lower()) + 1
        elif word := match["ko"]:
            value = _KOREAN.index(word) + 1
        elif word := match["ja"]:
            value = _JAPANESE.index(word) + 1
        else:
            value = 1
        yield Number(match.start(), match.end(), str(value))


def spelt_ends(lower: str, value: str) -> Iterator[int]:
    """Where a word for the number ends in a text, given in small letters; nowhere for those beyond twelve."""
    if not value.isdecimal() or not 1 <= int(value) <= len(_WORDS):
        return
    for word in _WORDS[int(value) - 1]:
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            before, after = lower[at - 1 : at], lower[end : end + 1]
            if not _goes_on(before, word) and not (word.isascii() and _goes_on(after, word)):
                yield end
            at = lower.find(word, end)


def _goes_on(char: str, word: str) -> bool:
    """Whether a character beside the word makes it a part of another: "stone", "열두", "二十二"."""
    if word.isascii():
        return char.isascii() and char.isalpha()
    return "가" <= char <= "힣" if "가" <= word[0] <= "힣" else char != "" and char in "一二三四五六七八九十百千万第"


def is_said(text: str, value: str, unit: Unit) -> bool:
    """Whether the text says so many of the unit without a number: "monthly", "이틀", "半年"."""
    return any(
        value == said and size == unit.factor and not kinds.isdisjoint(unit.kinds) and words.search(text) is not None
        for said, kinds, size, words in _SAID
    )
