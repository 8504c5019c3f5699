"""Replies to the offer of a newer version: a number, or a question about it."""

import re

from ibidem.language.normal import normalise
from ibidem.understanding.replies import POLITE

_NEW_KO = r"(?:새로?운?|최[신근]|바뀐|(?:변경|수정|업데이트)된|개정(?:된)?|현재)\s*"
_NEW_EN, _VERSION_EN = r"(?:new(?:er|est)?|latest|updated|changed|revised|current)\s+", r"(?:one|version|edition|revision)"
_NEW_JA = r"(?:新しい|(?:最新|現在|改訂後|更新後)の?|(?:最新|新|改訂|更新)(?=版))"
_VERSION_JA = r"(?:ほう|方|版|バージョン)"
_NAMES_NEW = re.compile(
    rf"{_NEW_KO}(?:판본?|버[전젼]|문서|내용|[거것걸])|\b{_NEW_EN}(?:{_VERSION_EN}|document|doc|text)s?\b"
    rf"|{_NEW_JA}(?:{_VERSION_JA}|文書|もの|やつ)",
    re.IGNORECASE,
)
_OF_NEW_VERSION = re.compile(
    rf"{_NEW_KO}(?:판|버[전젼])(?:에[서는선]|[은는의]|으로는)|\bthe\s+{_NEW_EN}{_VERSION_EN}\b|{_NEW_JA}{_VERSION_JA}(?:では"
    rf"|だと|[にはの])",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"{POLITE}(?:(?:number|no\.?|option|choice|#|옵션|선택지|選択肢)\s*)?(\d{{1,4}})\s*+(?:번째?|番目?|つ目)?"
    rf"(?:이?요|으로|[을를でを]|です)?(?:\s*+(?:please|부탁해요|お願いします))?{POLITE}",
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
