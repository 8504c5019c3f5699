"""Sentences that only say where else something stands: "see the Server limits page", "별도 절차를 따른다", 別の手順書による."""

import re

_KO = r"(?:절차서?|규정|지침|문서|안내|페이지|매뉴얼|설명서|기준서)"
_JA = r"(?:手順書?|要領書?|規程|規定|文書|資料|マニュアル|説明書|ページ)"
_REFERS = re.compile(
    rf"{_KO}[을를]? ?(?:따[른르]|참[조고]|보(?:세요|십시오|라))|別途?の?{_JA}に(?:よる|より|従)|{_JA}を(?:見る|見て|参照|ご覧)"
    r"|\b(?:see|refer to|consult)\b[^.]{1,60}\b(?:pages?|manuals?|guides?|documents?|procedures?|instructions?|polic(?:y|ies))\b"
    r"|\b(?:described|covered|explained|set out) in (?:an?|the) (?:separate|other|different)\b"
    r"|\bha(?:s|ve) (?:its|their) own (?:pages?|manuals?|procedures?|instructions?|polic(?:y|ies))\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    rf"어디|(?:어느|무슨|어떤) {_KO}|どこ|どの{_JA}|\bwhere\b|\bwhich (?:page|manual|guide|document|procedure|policy)\b",
    re.IGNORECASE,
)


def refers_elsewhere(text: str) -> bool:
    """Whether a sentence says where else something stands, so that it answers nothing itself."""
    return _REFERS.search(text) is not None


def asks_where(question: str) -> bool:
    """Whether a place or a document answers: "where", "어디", "which manual"."""
    return _WHERE.search(question) is not None
