"""How a message excludes what it names: "not the 2000", XP 말고, GENEVA XPではなく."""

import re

from ibidem.understanding.withdrawing import withdraws

# Before the name. The "not" has to stand at the name: "does not start on the XP" excludes nothing.
_MEANING = r"mean(?:ing)?|about|talk(?:ing)?\s+about|ask(?:ing)?\s+(?:about|for)|interested\s+in|after|want|need|looking\s+for"
BEFORE = (
    rf"(?:(?:\bnot|n['’]t)\s+(?:{_MEANING})|\b(?:but\s+not|not|except(?:\s+for)?|instead\s+of|rather\s+than|other\s+than"
    r"|apart\s+from|aside\s+from|forget(?:\s+about)?|never\s*mind|excluding))\s+(?:(?:for|on|about)\s+)?(?:the\s+|that\s+)?"
)
# After it. XP 말고도 and XP以外に add to it; XP 아니야? and XPじゃないの？ ask whether it is.
_KOREAN = (
    r"(?:\s*+(?:쪽|거|것|건|모델|장비|설비|기종))?\s*+(?:은|는|이|가|을|를)?\s*+"
    r"(?:말고(?!도)|말구|빼고|빼구|제외(?:하고|하면|한)?|아니고|아니구|아니라|아닌(?!가)|아니[야에예](?:요|요)?(?!\s*\?)|대신(?:에)?(?!\s*(?:하|할|쓰))|됐고)"
)
_JAPANESE = (
    r"(?:の(?:方|ほう|こと|話))?(?:は|が|を)?"
    r"(?:(?:では|じゃ)(?:なく(?:て)?|ない(?=\s*(?:[、。,.]|$)|方|ほう|やつ|もの)|ありません(?=\s*[、。,.]))|でなく(?:て)?|以外(?![にも])|除いて"
    r"|抜きで|いいので|いいから|(?<=の)代わりに|の代わりに|のかわりに)"
)
AFTER = rf"(?:{_KOREAN}|{_JAPANESE})"
_BEFORE = re.compile(rf"{BEFORE}$", re.IGNORECASE)
_AFTER = re.compile(AFTER)
# "SUPRA XP, 아니 SUPRA N": what withdraws a name stands alone between the two.
_BETWEEN = 24  # characters
_REACH = 60  # characters before a name, more than the longest words that exclude it


def excluded(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the words begin and end that exclude what `text` (normalised) names from `start` to `end`, the name among them.

    None where nothing does.
    """
    before, after = _BEFORE.search(text, max(0, start - _REACH), start), _AFTER.match(text, end)
    if before is None and after is None:
        return None
    return (before.start() if before else start), (after.end() if after else end)


def withdrawn(between: str) -> bool:
    """Whether what stands between two names withdraws the first of them."""
    return len(between) <= _BETWEEN and withdraws(between)
