"""Fetches the documents that were pointed at, by id and never by search, through the gate that every id passes."""

from dataclasses import dataclass

from ibidem.domain.documents import Document
from ibidem.domain.errors import NotFound
from ibidem.turn.context import TurnContext
from ibidem.turn.pointing.resolve import Target
from ibidem.turn.values import DocumentRequest, LookedUp, OpenQuestion, WholeDocument
from ibidem.turn.wording import WORDINGS

MOST_DOCUMENTS = 3


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document in the version that was meant, and the current one where that is another; `gone`: there is no current one."""

    document: Document
    newer: Document | None
    gone: bool


async def look_up_documents(request: DocumentRequest, context: TurnContext) -> OpenQuestion | WholeDocument:
    """The documents that may be read, at most three, to be shown or used; an ordinary question when none may.

    What is missing, what has changed since it was cited and what was deleted is told in the notice.
    """
    wording = WORDINGS[request.recalled.asked.language]
    targets = request.resolved.targets
    found: list[Fetched] = []
    notices: list[str] = []
    for target in targets[:MOST_DOCUMENTS]:
        fetched = await fetch(target, context)
        if fetched is None:
            notices.append(wording.not_readable.format(target.doc_id))
            continue
        found.append(fetched)
        if fetched.gone:
            notices.append(wording.deleted.format(fetched.document.title))
        elif fetched.newer is not None:
            notices.append(wording.changed.format(fetched.document.title))
    if len(targets) > MOST_DOCUMENTS:
        notices.append(wording.too_many.format(MOST_DOCUMENTS))
    notice = " ".join(notices) or None
    if not found:
        return OpenQuestion(request.recalled, request.text, None, notice)
    documents = tuple(f.document for f in found)
    if request.resolved.intent == "use":
        return OpenQuestion(request.recalled, request.text, LookedUp(documents, request.resolved.lookup_source), notice)
    text = await context.documents.text(documents[0].doc_id, context.principal, documents[0].version)
    return WholeDocument(request, documents[0], documents[1:], text, notice, found[0].newer)


async def fetch(target: Target, context: TurnContext) -> Fetched | None:
    """The document of a target in the version that was cited, or the current one; None when the principal may read neither."""
    current = await readable(target.doc_id, None, context)
    if not target.version or (current is not None and current.version == target.version):
        return None if current is None else Fetched(current, None, gone=False)
    cited = await readable(target.doc_id, target.version, context)
    if cited is None:
        return None if current is None else Fetched(current, None, gone=False)
    return Fetched(cited, current, gone=current is None)


async def readable(doc_id: str, version: str | None, context: TurnContext) -> Document | None:
    """A version of a document, or None where there is none that the principal may read."""
    try:
        return await context.documents.get(doc_id, context.principal, version)
    except NotFound:
        return None
