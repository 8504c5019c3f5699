"""Whole numbers spelt out in Korean, English and Japanese: eighty-one, 팔십일, 열여덟, 八十一."""

import re
from functools import lru_cache

_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH = {word: value for value, word in enumerate((*_ONES, *_TEENS)) if word} | {
    word: 10 * value for value, word in enumerate(_TENS) if word
}
_SINO = {"ko": ("", *"일이삼사오육칠팔구"), "ja": ("", *"一二三四五六七八九")}
_PLACES = {"ko": ("", "십", "백", "천"), "ja": ("", "十", "百", "千")}
_MYRIAD = {"ko": "만", "ja": "万"}
_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_NATIVE_ONES = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")
_NATIVE_ALONE = ("", "하나", "둘", "셋", "넷")

_ones, _teens, _tens = "|".join(_ONES[1:]), "|".join(_TEENS), "|".join(_TENS[2:])
_below_100 = rf"(?:(?:{_tens})(?:[ -](?:{_ones}))?|{_teens}|{_ones})"
_below_1000 = rf"(?:{_below_100}[ -]hundred(?:(?: and)? {_below_100})?|{_below_100})"
# What begins with "a" needs a larger word after it.
ENGLISH = rf"(?:(?:a|{_below_100}) thousand(?:,?(?: and)? {_below_1000})?|a hundred(?:(?: and)? {_below_100})?|{_below_1000})"
KOREAN = r"[일이삼사오육칠팔구십백천]*만(?: ?[일이삼사오육칠팔구십백천]+)?|[일이삼사오육칠팔구십백천]+"
KOREAN_NATIVE = (
    rf"(?:{'|'.join(_NATIVE_TENS[1:])})(?:{'|'.join((*_NATIVE_ONES[1:], *_NATIVE_ALONE[1:]))})?|스무|"
    rf"{'|'.join((*_NATIVE_ONES[1:], *_NATIVE_ALONE[1:]))}"
)
JAPANESE = r"[一二三四五六七八九十百千]*万[一二三四五六七八九十百千]*|[一二三四五六七八九十百千]+"
_KOREAN = re.compile(KOREAN)
_WORD = re.compile(r"[a-z]+")


def read_spelt(word: str) -> int | None:
    """The number that a word says, in small letters: of ENGLISH, KOREAN, KOREAN_NATIVE or JAPANESE; None where it says none."""
    if word.isascii():
        return _read_english(word)
    if _KOREAN.fullmatch(word):
        return _read_sino(word.replace(" ", ""), "ko")
    if "가" <= word[0] <= "힣":
        return next((value for value in range(1, 100) if word in _native(value)), None)
    return _read_sino(word, "ja")


@lru_cache(maxsize=1024)
def spellings(value: int) -> tuple[str, ...]:
    """The words that say a number of one to 99,999,999, in small letters; English ones only up to 99,999. Zero has none."""
    if not value:
        return ()
    found = [*(_english(value) if value < 100_000 else ()), *_sino(value, "ko"), *_sino(value, "ja")]
    if value < 100:
        found += _native(value)
    return tuple(dict.fromkeys(found))


def _read_english(text: str) -> int:
    total = part = 0
    for word in _WORD.findall(text):
        match word:
            case "and":
                pass
            case "a":
                part = 1
            case "hundred":
                part *= 100
            case "thousand":
                total, part = 1000 * part, 0
            case _:
                part += _ENGLISH[word]
    return total + part


def _english(value: int) -> list[str]:
    thousands, below = divmod(value, 1000)
    found: list[str] = []
    if thousands:
        heads = [f"{tens} thousand" for tens in _english_below_100(thousands)]
        heads += ["a thousand"] if thousands == 1 else []
        rests = [rest for rest in _english_below_1000(below) if not rest.startswith("a ")]
        tails = [f"{joint}{rest}" for rest in rests for joint in (" ", ", ", " and ")] if below else [""]
        found += [head + tail for head in heads for tail in tails]
    if value < 10_000:
        found += _english_below_1000(value) if not thousands or value % 1000 else []
    return found


def _english_below_1000(value: int) -> list[str]:
    hundreds, below = divmod(value, 100)
    if not hundreds:
        return _english_below_100(below)
    heads = [f"{tens} hundred" for tens in _english_below_100(hundreds)] + (["a hundred"] if hundreds == 1 else [])
    tails = [f"{joint}{rest}" for rest in _english_below_100(below) for joint in (" ", " and ")] if below else [""]
    return [head + tail for head in heads for tail in tails]


def _english_below_100(value: int) -> list[str]:
    if value < 20:
        return [(*_ONES, *_TEENS)[value]]
    tens, ones = divmod(value, 10)
    return [f"{_TENS[tens]}{joint}{_ONES[ones]}" for joint in "- "] if ones else [_TENS[tens]]


def _native(value: int) -> list[str]:
    tens, ones = divmod(value, 10)
    alone = [_NATIVE_ALONE[ones]] if 0 < ones < len(_NATIVE_ALONE) else []
    found = [_NATIVE_TENS[tens] + word for word in ([_NATIVE_ONES[ones], *alone] if ones else [""])]
    return [*found, "스무"] if value == 20 else found


def _sino(value: int, language: str) -> list[str]:
    myriads, below = divmod(value, 10_000)
    if not 0 < value < 10**8:
        return []
    many = _MYRIAD[language]
    heads = [word + many for word in _sino_below_myriad(myriads, language)] if myriads else [""]
    heads += [many] if myriads == 1 else []
    tails = _sino_below_myriad(below, language) if below else [""]
    joints = ("", " ") if myriads and below and language == "ko" else ("",)
    return [head + joint + tail for head in heads for joint in joints for tail in tails]


def _sino_below_myriad(value: int, language: str) -> list[str]:
    """With "one" before hundreds and thousands as well as without it: 일천이백 and 천이백."""
    found = [""]
    for place in range(3, -1, -1):
        digit = value // 10**place % 10
        if digit:
            one = [_PLACES[language][place]] if digit == 1 and place else []
            words = [*one, *([] if one and place == 1 else [_SINO[language][digit] + _PLACES[language][place]])]
            found = [before + word for before in found for word in words]
    return found


def _read_sino(word: str, language: str) -> int | None:
    """None where the words do not follow each other as in a number: 一二三."""
    places, digits = _PLACES[language], _SINO[language]
    total = part = digit = 0
    last = 5
    for char in word:
        if char == _MYRIAD[language]:
            total, part, digit, last = 10_000 * ((part + digit) or 1), 0, 0, 5
        elif char in digits:
            if digit or last == 0:
                return None
            digit = digits.index(char)
        else:
            place = places.index(char)
            if place >= last:
                return None
            part, digit, last = part + (digit or 1) * 10**place, 0, place
    return total + part + digit
