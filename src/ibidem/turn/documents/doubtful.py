"""Questions of which it is doubtful whether they refer to a document."""

import re

from ibidem.finding.history import points_back
from ibidem.language.normal import normalise
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.inquiry import Inquiry

# Words for a document. Without one, "it" and "there" are about the subject, and a search finds that.
_DOCUMENT = re.compile(
    r"문서|자료|출처|보고서|매뉴얼|설명서|절차서|지침|규정집|티켓|기록"
    r"|\b(?:documents?|docs?|sources?|manuals?|reports?|procedures?|guides?|tickets?|pages?|files?|write-?ups?)\b"
    r"|文書|資料|出典|報告書|マニュアル|説明書|手順書|規程|チケット|記録",
    re.IGNORECASE,
)


def may_point(inquiry: Inquiry) -> bool:
    """Whether a message that was taken for an ordinary question may still refer to a document: it has a word that refers
    back, one for a document, and documents were cited before it."""
    text = normalise(inquiry.text)
    cited = latest_citing(inquiry) is not None
    return cited and points_back(text) and _DOCUMENT.search(text) is not None
