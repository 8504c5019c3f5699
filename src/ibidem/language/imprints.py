"""The first lines of a document: its imprint (who issues it, since when, in which version) and its scope. They hardly ever
answer."""

import re

_LABEL = re.compile(
    r"(?:문서|보고|관리) ?번호|(?:담당|주관|관리|작성|소관) ?(?:부서|팀|자)?(?=\s*[:：·]|\s)|개정|시행|배포일|기준일|버전|판을"
    r"|\b(?:document|sheet|policy|report) (?:no\.? ?)?[A-Z]{1,4}-?\d"
    r"|\b(?:owner|maintained by|revision|revised|rev\.|version|edition|issue|effective|updated|valid from"
    r"|last (?:changed|reviewed)|approved by)\b"
    r"|(?:文書|管理|報告)番号|主管|担当|作成|改[訂定]|施行|版数|発行|制定",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:19|20)\d\d\s?[-./년年]\s?\d{1,2}"
    r"|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (?:19|20)\d\d\b",
    re.IGNORECASE,
)
# What a document is for: "... 정비에 적용한다", "This page explains ...", ...を定める。
_SCOPE = re.compile(
    r"(?:에만? ?적용(?:한다|된다|합니다|됩니다)|을 정한다|절차(?:이다|입니다)|순서(?:이다|입니다|를 정한다)"
    r"|(?:다룬|설명한)다)[.]?$"
    r"|^(?:this (?:page|document|procedure|guide|sheet|policy|list|article|manual) (?:is|covers|applies|describes|explains|lists)"
    r"|applies to|valid for)\b"
    r"|(?:に(?:のみ)?適用する|を定める|について説明します|の手順(?:です|である)?|を対象とする)[。]?$",
    re.IGNORECASE,
)
_ASKS_SCOPE = re.compile(
    r"적용|대상|범위|해당|어디|\b(?:appl(?:y|ies)|cover|scope|valid|eligible|about|where)\b|適用|対象|範囲|どこ|どの",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"누가|누구|언제부터|(?:어느|어떤) (?:부서|팀)|내선|연락|전화|문의"
    r"|\b(?:who|since when|which (?:department|team)|extension|contact|phone|call|ring)\b"
    r"|誰|だれ|いつから|(?:どの|どこの)(?:部署|課)|内線|連絡|電話|問い合わせ",
    re.IGNORECASE,
)
_LABELS = 2  # or one with a date


def is_imprint(sentence: str) -> bool:
    """Whether a sentence near the beginning of a document is its imprint."""
    labels = len({found.casefold() for found in _LABEL.findall(sentence)})
    return labels + bool(labels and _DATE.search(sentence)) >= _LABELS


def asks_imprint(question: str) -> bool:
    """Whether a question may ask for what an imprint says."""
    return _ASKS.search(question) is not None or _LABEL.search(question) is not None


def is_scope(sentence: str) -> bool:
    """Whether a sentence near the beginning of a document says what the document is for."""
    return _SCOPE.search(sentence) is not None


def asks_scope(question: str) -> bool:
    """Whether a question may ask for what a document is for."""
    return _ASKS_SCOPE.search(question) is not None
