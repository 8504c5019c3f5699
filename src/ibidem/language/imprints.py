"""Imprints: the line under a title that says who issues a document, since when and in which version. It hardly ever answers."""

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
