"""Which page of a document that was shown a message asks for: the rest, the one before, page 3; 나머지 보여줘, 前のページ."""

import re
from typing import Literal

from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.understanding.acts import Acts, read_acts
from ibidem.understanding.looking_back.words import NUMBERS, number
from ibidem.understanding.vocabulary import Does, words_of

# The page after or before the one shown last, or that of a number; -1 is the last.
PageWanted = Literal["next", "previous"] | int

_WORDS = "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True))
_ORDINALS = "|".join(word for word in NUMBERS if word.endswith(("st", "nd", "rd", "th", "second")))
# "두 페이지" counts pages; "두 번째 페이지" is one.
_NUMBER = re.compile(
    rf"\bpage (?:number |no\.? ?|# ?)?(\d{{1,3}}|{_WORDS})\b|\b(\d{{1,3}}(?:st|nd|rd|th)|{_ORDINALS}) page\b"
    rf"|(?<![가-힣\d])제?((?:\d{{1,3}}|{_WORDS}) ?번째|첫|\d{{1,3}}) ?(?:페이지|쪽)(?!짜리)|페이지 ?(\d{{1,3}})"
    rf"|(?<!もう)(?<!あと)(\d{{1,3}}|{_WORDS}|最初)の?(?:ページ|頁)|(?:ページ|頁)(\d{{1,3}})",
    re.IGNORECASE,
)
_LAST = re.compile(r"\b(?:last|final) page\b|(?:마지막|끝) ?(?:페이지|쪽|장)|最[後終]の?(?:ページ|頁)", re.IGNORECASE)
_PREVIOUS = re.compile(
    r"\b(?:previous|preceding|prior|before|back)\b|(?:이전|앞|전) ?(?:의 ?)?(?:페이지|쪽|장)|이전으로|뒤로 ?[가돌한]|장 뒤로"
    r"|돌아가|前の?(?:ページ|頁)|前に|戻",
    re.IGNORECASE,
)
_THAT_DOCUMENT = ("that document", "그 문서", "その文書")
# What may stand beside a page's number where a message asks for nothing else: "can you open page 4?"
_BESIDE = frozenset[Does]({"shows", "whole", "fills", "stop", "points", "document"})
_LONGEST = 60  # characters: who asks for a page says little else


def page_wanted(message: str, acts: Acts, profile: Profile) -> PageWanted | None:
    """The page that the message asks for, as far as that is what it does; without a number or a direction it is the next one."""
    text = normalise(message).lower()
    found = _NUMBER.search(text)
    if acts.doing("open") != "next_page" and not (found and _shows_only(found, profile)):
        return None
    if found is not None:
        said = next(filter(None, found.groups())).removesuffix("번째").strip()
        return 1 if said == "最初" else number(said)
    if _LAST.search(text):
        return -1
    return "previous" if _PREVIOUS.search(text) else "next"


def _shows_only(page: re.Match[str], profile: Profile) -> bool:
    """Whether the message of a page's number only asks to show it."""
    text = page.string
    beside = f"{text[: page.start()]} {text[page.end() :]}"
    return len(text) <= _LONGEST and all(word.does in _BESIDE for word in words_of(beside, profile))


def page_wanted_of(message: str, doc_id: str, profile: Profile) -> PageWanted | None:
    """The page that the message asks for of the document with this id: "show me the rest of precia_manual"."""
    spelled = r"[\s_-]*".join(re.escape(part) for part in re.split(r"[\s_-]+", doc_id))
    named = re.compile(rf"(?<![A-Za-z0-9_-]){spelled}(?![A-Za-z0-9_-])", re.IGNORECASE)
    if len(message) > _LONGEST + len(doc_id) or named.search(message) is None:
        return None
    for name in _THAT_DOCUMENT:
        text = named.sub(name, message, count=1)
        if (wanted := page_wanted(text, read_acts(text), profile)) is not None:
            return wanted
    return None
