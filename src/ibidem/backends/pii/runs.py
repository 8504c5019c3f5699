"""Cuts a text into runs: what a datum could lie in, judged by itself and a little text on both sides.

A datum lies within one run, and a run is judged by at most BEFORE characters before it and AFTER behind it. So what is found in a
stream, once AFTER characters have followed, is what is found in the whole text.
"""

import re
import unicodedata
from collections.abc import Iterator

BEFORE = 40
AFTER = 24
# "-----BEGIN RSA PRIVATE KEY-----" and its END, which have to be there before the run is known.
_AFTER_DASHES = 64
# " - " and an opening parenthesis may join the next digit group; behind a password, a word of counting says that it is none.
_AFTER_MARK = 5
COUNTING = 12

# Unicode's dashes (Pd), and what people type or read as one: signs, bars, the long vowels of Korean and Japanese.
_DASHES = (
    "\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32"
    "\ufe58\ufe63\uff0d\U00010ead\U00010d6e"
    "\u02d7\u2043\u207b\u208b\u2212\u23af\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2574\u2576\u2578\u257a\u257c\u257e\u2796"
    "\u1173\u30fc\u3161\uff70\uffda"
)
# Unicode's blanks (Zs), and a pattern that is as white.
_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u2800\u3000"
# Nothing is seen of these within a word: control and format characters, fillers, selectors, tags, and marks upon a digit.
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_INVISIBLE = (
    f"{_CONTROL}\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
# What each of them is folded to; `readings` decides what it is.
UNSEEN = "\u200b"
# The character for "one", which is a dash between digits alone.
_ONE = "\u4e00\u2f00"


class _Alike(dict[int, int]):
    """What each character is taken for; the rest of those that are folded are digits, or invisible."""

    def __missing__(self, code: int) -> int:
        self[code] = ord(str(unicodedata.decimal(chr(code), UNSEEN)))
        return self[code]


_ALIKE = _Alike(
    {
        **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
        **dict.fromkeys(map(ord, _DASHES), ord("-")),
        **dict.fromkeys(map(ord, _BLANKS), ord(" ")),
        0x130: ord("I"),  # the only letter that is two in lower case
    }
)
_ANY_CONTROL = re.compile(rf"[{_CONTROL}]")
_TO_FOLD = re.compile(rf"[\u0130\uff01-\uff5e{_DASHES}{_BLANKS}{_INVISIBLE}]+")
_OTHER_DIGITS = re.compile(r"[^\D0-9]+")
_ONE_BETWEEN_DIGITS = re.compile(rf"[{_ONE}](?=\s?[0-9])(?:(?<=[0-9].)|(?<=[0-9]\s.))")

# What a password, a key or a token is called.
SECRET_WORDS = (
    r"passwords?|passwd|pwd|passphrase|passcode|secret(?: access)?(?: key)?|api[ _-]?key|access[ _-]?key"
    r"|token|bearer|pin(?<!\wpin)\b|비밀\s?번호|비번|암호|패스워드|시크릿(?: 키)?|토큰|api ?키|인증\s?키|액세스 키"
    r"|パスワード|暗証番号|シークレット(?:キー)?|トークン|apiキー|アクセスキー|秘密鍵|認証キー"
)

_TOKEN = r"[A-Za-z0-9!#$%&'*+\-./:=?@^_~]"
# Words of one script, of which an address of mail may begin, and what it may go on with behind the sign.
LETTERS = r"(?:[가-힣][가-힣0-9._\-]{0,62}|[一-鿿々][一-鿿々0-9._\-]{0,62}|[ぁ-ゖァ-ヺ][ぁ-ゖァ-ヺ0-9._\-]{0,62})"
_DOMAIN = r"[A-Za-z0-9가-힣ぁ-ゖァ-ヺ一-鿿々.\-]"
_KEY = r"-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8192}(?:-----END [A-Z ]{0,24}PRIVATE KEY-----)?"
_IBAN = r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?(?![A-Za-z0-9])"  # in groups
_BEGUN, _GROUPS = r"(?:\((?=[0-9+]))?", rf"(?:(?<=[0-9\-.])[ ()][ ()\-.]{{0,3}}(?=[0-9]){_TOKEN}{{1,64}}){{0,32}}"
_RUN = re.compile(rf"{_KEY}|{_IBAN}|{_BEGUN}{_TOKEN}{{1,4096}}{_GROUPS}")
_RUN_WITH_MAIL = re.compile(
    rf"{_KEY}|{_IBAN}|{LETTERS}@{_DOMAIN}{{0,253}}|{_BEGUN}{_TOKEN}{{1,4096}}(?:(?<=@){_DOMAIN}{{1,253}})?{_GROUPS}"
)
_MANY_DIGITS = re.compile(r"[0-9](?:[^0-9]{0,8}[0-9]){6}")
# What may belong to a datum that only begins here.
_OPENERS = re.compile(rf"(?:[+(\-]{{1,8}}|{LETTERS})\Z")


def folded(text: str) -> str:
    """The text with widths, digits, dashes, blanks and what is invisible folded, character for character: positions stay."""
    if text.isascii() and _ANY_CONTROL.search(text) is None:
        return text
    for pattern in (_TO_FOLD, _OTHER_DIGITS):
        text = pattern.sub(lambda found: found[0].translate(_ALIKE), text)
    return _ONE_BETWEEN_DIGITS.sub("-", text)


# What follows a word such as password and begins with a quotation mark: all of it is the password, blanks too.
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u300c": "\u300d"}
_OPENED = re.compile(rf"[{''.join(_QUOTES)}]")
_LONGEST_QUOTED = 200
_CLOSED = {closing: re.compile(rf"[^{closing}\n]{{0,{_LONGEST_QUOTED}}}") for closing in _QUOTES.values()}
_QUOTED_BEHIND = re.compile(
    rf"(?:{folded(SECRET_WORDS)})[\"']? ?(?:[:=]|[은는이가]|[はが]|\bis\b) ?[{''.join(_QUOTES)}]\Z", re.IGNORECASE
)


def runs_in(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """The runs of a folded text that could hold a datum, from `start` on, as [start, end)."""
    for begun, ended in _runs(text, start):
        if may_hold(text[begun:ended]):
            yield begun, ended


def _runs(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The runs; one that begins within quotation marks behind a word such as password goes on to where they close."""
    pattern = _RUN_WITH_MAIL if "@" in text else _RUN
    opened = [found.end() for found in _OPENED.finditer(text, max(0, start - 1)) if _is_opened(text, found.end())]
    while opened:  # or all of them are found at once
        for found in pattern.finditer(text, start):
            end = max(found.end(), quoted_secret(text, *found.span())[1])
            yield found.start(), end
            if end > found.end():
                start = end
                break
        else:
            return
    yield from (found.span() for found in pattern.finditer(text, start))


def _is_opened(text: str, end: int) -> bool:
    return _QUOTED_BEHIND.search(text, max(0, end - BEFORE), end) is not None


def quoted_secret(text: str, start: int, end: int) -> tuple[int, int]:
    """What is quoted behind a word such as password and begins in the run [start, end), as [begin, end); else (end, end).

    Where nothing closes it yet, that is up to the end of the text.
    """
    opened = _OPENED.search(text, max(0, start - 1), end)
    if opened is None or not _is_opened(text, opened.end()):
        return end, end
    closing = _QUOTES[opened[0]]
    inside = _CLOSED[closing].match(text, opened.end())
    if inside is None or (inside.end() < len(text) and text[inside.end()] != closing):
        return end, end
    return inside.span()


def may_hold(run: str) -> bool:
    """Whether the run could hold a datum: a quick look that spares most words the rules."""
    return len(run) >= 4 and ("@" in run or "-----B" in run or not run.isalpha())


def has_many_digits(run: str) -> bool:
    """Whether the run holds seven digits or more, none far from the next: fewer are no number of anybody's."""
    return _MANY_DIGITS.search(run) is not None


def settled(text: str, start: int) -> int:
    """How far a folded text is the same whatever follows it: the position of the first run that is not, else the end.

    `start` is where an earlier call ended, else 0.
    """
    length = len(text)
    for begun, ended in _runs(text, start):
        if ended + _reach(text[begun:ended]) > length:
            return begun
    openers = _OPENERS.search(text, max(start, length - 64))
    return openers.start() if openers else length


def _reach(run: str) -> int:
    """How many characters behind a run decide about it."""
    if run.startswith("-----"):
        return _AFTER_DASHES
    if has_many_digits(run) or run[:2].isupper() or "@" in run:
        return AFTER
    if run[-1].isalpha():
        return 1
    return _AFTER_MARK if run[-1] in "-." else COUNTING
