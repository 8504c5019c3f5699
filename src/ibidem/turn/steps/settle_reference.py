"""Asks a model whether a message refers to a document, where that is doubtful."""

from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.models.reply_parsers import read_yes_no
from ibidem.turn.values.asking import DocumentRequest, DoubtfulReference, OpenQuestion
from ibidem.understanding.resolve import Resolved, target_of


async def settle_reference(doubtful: DoubtfulReference, context: TurnContext) -> DocumentRequest | OpenQuestion:
    """The first document of the latest answer that cited any, to be used, where the model says that the message refers to one.

    With every other reply it stays an ordinary question.
    """
    inquiry = doubtful.inquiry
    latest, models = latest_citing(inquiry), context.models
    if latest is None or models is None:
        return OpenQuestion(inquiry)
    refs = latest.content.doc_refs
    prompt = models.prompts.get("reference", inquiry.language)
    inputs = {"message": inquiry.text, "documents": bullet_list(ref.title for ref in refs)}
    if not await ask(models.light, prompt, inputs, read_yes_no, context):
        return OpenQuestion(inquiry)
    first = target_of(latest.turn_id, refs[0])
    return DocumentRequest(inquiry, Resolved((first,), "use", "history"))
