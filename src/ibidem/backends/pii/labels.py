"""Labels: the words beside a number that say what it is, in three languages."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal

from ibidem.backends.pii.runs import BEFORE, folded

Label = Literal[
    "RESIDENT",
    "BUSINESS",
    "PASSPORT",
    "KR_LICENSE",
    "JP_LICENSE",
    "MY_NUMBER",
    "RESIDENCE",
    "PENSION",
    "SSN",
    "CARD",
    "ACCOUNT",
    "PHONE",
    "CALL",
    "OTHER",
]

# Of each label the Korean, English and Japanese words; OTHER are the numbers of things: none of anybody's.
_WORDS: dict[Label, tuple[str, str, str]] = {
    "RESIDENT": (
        r"주민\s?(?:등록)?\s?번호|주민등록|외국인\s?등록|거소\s?신고",
        r"(?:rrn|frn)(?![a-z])|(?:resident|alien|foreigner) registration",
        r"住民登録番号|外国人登録",
    ),
    "BUSINESS": (r"사업자", r"business (?:registration|no|number)|brn(?![a-z])", r"事業者登録|事業者番号"),
    "PASSPORT": (r"여권", r"passport", r"パスポート|旅券"),
    "KR_LICENSE": (r"운전\s?면허|면허\s?번호|면허증", r"driver'?s?'? ?licen[cs]e|driving licen[cs]e", ""),
    "JP_LICENSE": ("", "", r"運転免許|免許証|免許番号"),
    "MY_NUMBER": (r"마이\s?넘버", r"my number|individual number", r"マイナンバー(?:カード)?|個人番号(?:カード)?"),
    "RESIDENCE": (r"재류\s?카드", r"residence card", r"在留カード"),
    "PENSION": (r"기초\s?연금\s?번호|연금\s?번호", r"pension number", r"基礎年金|年金番号|年金手帳"),
    "SSN": (r"사회\s?보장\s?번호", r"ssn(?![a-z])|social security", r"社会保障番号"),
    "CARD": (r"카드", r"card|visa|amex|master|credit", r"カード|クレジット|クレカ"),
    "ACCOUNT": (
        r"계좌|통장|입금|송금|이체|예금주|은행|농협|수협|신협|새마을금고|우체국|뱅크",
        r"(?:iban|bank|wire|acct|a/c)(?![a-z])|(?:savings|checking|current) account|account (?:no|num|#)",
        r"口座|振込|振り込|送金|入金|銀行|信用金庫|信金|普通預金|当座|ゆうちょ|普通 ?:? ?\Z",
    ),
    "PHONE": (
        r"전화|연락처|휴대폰|휴대\s?전화|핸드폰|폰\s?번호|팩스|대표\s?번호|직통|콜센터|고객\s?센터",
        r"(?:hp|tel|cell)(?![a-z])|(?:tele|cell)?phone|mobile|fax|hotline|whatsapp",
        r"電話|携帯|連絡先|ファックス|ファクス|ファクシミリ|フリーダイヤル|直通|スマホ",
    ),
    "CALL": (
        r"문의|연락|사무실",
        r"(?:call|calling|reach|reached|contact|dial|text me)(?![a-z])",
        r"問い合わせ|お問合せ|かけて|連絡",
    ),
    "OTHER": (
        r"부품|설비|장비\s?번호|공구|작업\s?지시|사건\s?번호|품번|품목|자재|로트|배치|시리얼|일련\s?번호|제조\s?번호"
        r"|주문|발주|도면|버전|펌웨어|규격|송장|운송장|접수|문서\s?번호|바코드|좌표|재고|견적|계약\s?번호|관리\s?번호"
        r"|자산\s?번호|모델|법인\s?등록|오류\s?코드|에러\s?코드|타임스탬프|사번|예약\s?번호",
        r"(?:lots?|p/?n|parts?|s/?n|po|ver|build|ean|jan|upc|sku|rev|cas|ref)(?![a-z])|p\.o\.|serial|order|ticket|drawing|dwg|version"
        r"|firmware|spec|iso(?![a-z])|is[bs]n|gtin|barcode|tracking|invoice|batch|model|revision|timestamp|epoch|checksum|hash|asset"
        r"|(?:equipment|tool|item|case)\s(?:no|id)|catalog|imei|tolerance|range|reference",
        r"部品|品番|型番|型式|製造番号|シリアル|ロット|注文|発注|受付|図面|伝票|追跡|管理番号|バージョン|規格|資産番号|設備"
        r"|装置番号|機器番号|基板|資材|見積|契約番号|文書番号|整理番号|問題番号|法人番号|エラーコード|予約番号|社員番号|在庫"
        r"|座標|ファームウェア",
    ),
}
_ALTERNATIVE = re.compile(r"(?:[^|()]|\([^()]*\))++")
_CHOICE_FIRST = re.compile(r"\(\?:([^()]*)\)(\??)(.*)")
# Where an English word may not begin: within another, and in a placeholder, which says nothing of what follows it.
_BEGUN = r"(?<![a-z<].)(?<!<kr_.)(?<!<jp_.)(?<!<us_.)"


def _alternatives(words: str) -> Iterator[str]:
    """The words that a pattern is a choice of, each with its first character in front."""
    for word in _ALTERNATIVE.findall(words):
        choice = _CHOICE_FIRST.fullmatch(word)
        if choice is None:
            yield word
            continue
        for first in (*choice[1].split("|"), *([""] if choice[2] else [])):
            yield first + choice[3]


def _pattern() -> tuple[re.Pattern[str], Sequence[Label]]:
    """The words by their first character, by which a search skips all others; and what each group of the pattern says."""
    by_first: dict[str, dict[Label, list[str]]] = {}
    for label, languages in _WORDS.items():
        for word in chain.from_iterable(_alternatives(folded(words)) for words in languages if words):
            by_first.setdefault(word[0], {}).setdefault(label, []).append(word[1:])
    branches: list[str] = []
    for first, said in by_first.items():
        groups = "|".join(f"({'|'.join(rests)})" for rests in said.values())
        branches.append(f"{first}{_BEGUN if first.isascii() else ''}(?:{groups})")
    return re.compile("|".join(branches)), [label for said in by_first.values() for label in said]


_LABEL, _SAID = _pattern()
# Behind a number: only what belongs to it.
_NEXT = re.compile(r"[^0-9;\n、。]{0,16}")
_BEHIND: frozenset[Label] = frozenset(("ACCOUNT", "CARD", "PASSPORT", "PHONE", "CALL", "SSN", "RESIDENT", "KR_LICENSE"))
# What joins a label to its number. Only so does OTHER deny what would stand without a label: "부품 담당 010-…" has a telephone.
_JOINED = re.compile(
    r"(?:번호|코드|넘버|番号|コ-ド|numbers?|no\b\.?|codes?|id\b|[은는이가의를はがのを:=#(\"' -]){0,6}", re.IGNORECASE
)


def has_label(text: str) -> bool:
    """Whether there is any label in a text in lower case."""
    return _LABEL.search(text) is not None


def labels_beside(text: str, start: int, end: int) -> frozenset[Label]:
    """The labels of the number [start, end) of a text in lower case: the nearest before it, with what is merely said of calling,
    and the first behind it.

    OTHER, alone, where that is nearest and joined to the number: a number of a thing.
    """
    labels: set[Label] = set()
    before = text[max(0, start - BEFORE) : start]
    for found in reversed(list(_LABEL.finditer(before))):
        label = _label(found)
        if label == "OTHER":
            if not labels and _JOINED.fullmatch(before, found.end()):
                return frozenset(("OTHER",))
            break
        labels.add(label)
        if label != "CALL":
            break
    behind = _NEXT.match(text, end)
    following = _LABEL.search(behind[0]) if behind else None
    if following is not None and (label := _label(following)) in _BEHIND:
        labels.add(label)
    return frozenset(labels)


def _label(found: re.Match[str]) -> Label:
    assert found.lastindex is not None, "every alternative is a group"
    return _SAID[found.lastindex - 1]
