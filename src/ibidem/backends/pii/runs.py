"""Cuts a text into runs: what a datum could lie in, judged by itself and a little text on both sides.

A datum lies within one run, and a run is judged by at most BEFORE characters before it and AFTER behind it. So what is found in a
stream, once AFTER characters have followed, is what is found in the whole text.
"""

import re
from collections.abc import Iterator

BEFORE = 40
AFTER = 24
# "-----BEGIN RSA PRIVATE KEY-----" and its END, which have to be there before the run is known.
_AFTER_DASHES = 64
# " - " and an opening parenthesis may join the next digit group; behind a password, a word of counting says that it is none.
_AFTER_MARK = 5
COUNTING = 12

_DASHES = "‐‑‒–—―−ーｰ－﹣﹘"
_BLANKS = "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_ALIKE = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, _DASHES), ord("-")),
    **dict.fromkeys(map(ord, _BLANKS), ord(" ")),
    0x130: ord("I"),  # the only letter that is two in lower case
    # Between digits they part groups as a hyphen does; else they end a word, as they did.
    **dict.fromkeys(map(ord, _INVISIBLE), ord("-")),
}
_TO_FOLD = re.compile(rf"[\u0130\uff01-\uff5e{_DASHES}{_BLANKS}{_INVISIBLE}]+")

_TOKEN = r"[A-Za-z0-9!#$%&'*+\-./:=?@^_~]"
_RUN = re.compile(
    r"-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8192}(?:-----END [A-Z ]{0,24}PRIVATE KEY-----)?"
    r"|(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?(?![A-Za-z0-9])"  # an IBAN in groups
    rf"|(?:\((?=[0-9+]))?{_TOKEN}{{1,4096}}(?:(?<=[0-9\-.])[ ()][ ()\-.]{{0,3}}(?=[0-9]){_TOKEN}{{1,64}}){{0,32}}"
)
_MANY_DIGITS = re.compile(r"[0-9](?:[^0-9]{0,8}[0-9]){6}")
_OPENERS = re.compile(r"[+(\-]{1,8}\Z")


def folded(text: str) -> str:
    """The text with widths, dashes and blanks folded, character for character, so that positions stay."""
    return _TO_FOLD.sub(lambda found: found[0].translate(_ALIKE), text)


def runs_in(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """The runs of a folded text that could hold a datum, from `start` on, as [start, end)."""
    for found in _RUN.finditer(text, start):
        if may_hold(found[0]):
            yield found.span()


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
    for found in _RUN.finditer(text, start):
        if found.end() + _reach(found[0]) > length:
            return found.start()
    openers = _OPENERS.search(text, max(start, length - 8))
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
