"""Messages of which the rules cannot tell whether they point at a document: a model is asked, yes or no."""

import re

from ibidem.language.normal import normalise
from ibidem.pointing.resolve import Resolved, target_of
from ibidem.search.history import points_back
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_yes_no
from ibidem.turn.steps.write_queries import listed
from ibidem.turn.values import DocumentRequest, DoubtfulReference, OpenQuestion

# What a document may be called. Without such a word, "it" and "there" are about the subject, and a search finds that.
_DOCUMENT = re.compile(
    r"문서|자료|출처|보고서|매뉴얼|설명서|절차서|지침|규정집|티켓|기록"
    r"|\b(?:documents?|docs?|sources?|manuals?|reports?|procedures?|guides?|tickets?|pages?|files?|write-?ups?)\b"
    r"|文書|資料|出典|報告書|マニュアル|説明書|手順書|規程|チケット|記録",
    re.IGNORECASE,
)


def may_point(question: OpenQuestion) -> bool:
    """Whether a message that the rules took for an ordinary question may point at a document all the same: it has a word that
    points back, one for a document, and documents were cited before it."""
    text = normalise(question.text)
    cited = latest_citing(question.recalled) is not None
    return cited and points_back(text) and _DOCUMENT.search(text) is not None


async def settle_reference(doubtful: DoubtfulReference, context: TurnContext) -> DocumentRequest | OpenQuestion:
    """The first document of the latest answer that cited any, to be used, where the model says that the message points at one.

    Every other reply leaves it an ordinary question.
    """
    question = doubtful.question
    latest, models = latest_citing(question.recalled), context.models
    if latest is None or models is None:
        return question
    refs = latest.content.doc_refs
    prompt = models.prompts.get("reference", question.recalled.asked.language)
    inputs = {"message": question.text, "documents": listed(ref.title for ref in refs)}
    if not await ask(models.light, prompt, inputs, read_yes_no, context):
        return question
    first = target_of(latest.turn_id, refs[0])
    return DocumentRequest(question.recalled, Resolved((first,), "use", "history"), question.text)
