"""Replies to the offer of a newer version: a number, or a question about it."""

import re

from ibidem.language.normal import normalise
from ibidem.understanding.replies import POLITE

_NAMES_NEW = re.compile(
    r"(?:새로?|새로운|최신|최근|바뀐|변경된|수정된|개정(?:된)?|업데이트된|현재)\s*(?:판본?|버[전젼]|문서|내용|거|것|걸)"
    r"|\b(?:new(?:er|est)?|latest|updated|changed|revised|current)\s+(?:ones?|versions?|editions?|revisions?|documents?|docs?|text)\b"
    r"|新しい(?:ほう|方|版|バージョン|文書|もの|やつ)|(?:最新|現在|改訂後|更新後)の?(?:版|バージョン|文書|もの)|最新版|新版|改訂版|更新版",
    re.IGNORECASE,
)
_OF_NEW_VERSION = re.compile(
    r"(?:새로?|새로운|최신|바뀐|변경된|수정된|개정(?:된)?)\s*(?:판|버[전젼])(?:에서는?|에선|에는?|은|는|의|으로는)"
    r"|\bthe\s+(?:new(?:er|est)?|latest|updated|revised|current)\s+(?:one|version|edition|revision)\b"
    r"|(?:新しい(?:版|バージョン|ほう|方)|最新版|新版|改訂版|更新版)(?:では|には|に|は|の|だと)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"{POLITE}(?:(?:number|no\.?|option|choice|#|옵션|선택지|選択肢)\s*)?(\d{{1,4}})\s*+(?:번째|번|番目|番|つ目)?"
    rf"(?:으로|요|이요|을|를|で|を|です)?(?:\s*+(?:please|부탁해요|お願いします))?{POLITE}",
    re.IGNORECASE,
)
_LONGEST = 80  # characters; such a reply is short, and the patterns need not run over long texts


def names_newer(message: str) -> bool:
    """Whether the message names the new version: 새 판 보여줘, "the latest one"."""
    return _NAMES_NEW.search(normalise(message)) is not None


def asks_of_newer(message: str) -> bool:
    """Whether the message asks about the new version: 새 판에서는 토크가 얼마야?"""
    return _OF_NEW_VERSION.search(normalise(message)) is not None


def number_alone(message: str) -> int | None:
    """The number that the whole message is: "1", 1번, 1番; with a noun, it is a slot."""
    text = normalise(message).strip()
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    return None if found is None else int(found[1])
