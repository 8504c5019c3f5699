"""Questions of which the rules cannot tell whether they point at a document."""

import re

from ibidem.language.normal import normalise
from ibidem.search.history import points_back
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.inquiry import Inquiry

# What a document may be called. Without such a word, "it" and "there" are about the subject, and a search finds that.
_DOCUMENT = re.compile(
    r"문서|자료|출처|보고서|매뉴얼|설명서|절차서|지침|규정집|티켓|기록"
    r"|\b(?:documents?|docs?|sources?|manuals?|reports?|procedures?|guides?|tickets?|pages?|files?|write-?ups?)\b"
    r"|文書|資料|出典|報告書|マニュアル|説明書|手順書|規程|チケット|記録",
    re.IGNORECASE,
)


def may_point(inquiry: Inquiry) -> bool:
    """Whether a message that the rules took for an ordinary question may point at a document all the same: it has a word that
    points back, one for a document, and documents were cited before it."""
    text = normalise(inquiry.text)
    cited = latest_citing(inquiry) is not None
    return cited and points_back(text) and _DOCUMENT.search(text) is not None
