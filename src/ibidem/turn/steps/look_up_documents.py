"""Fetches the documents that were pointed at, by id and never by search, through the gate that every id passes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ibidem.domain.documents import Document
from ibidem.domain.errors import NotFound
from ibidem.language.detection import tells_language
from ibidem.pointing.resolve import Target
from ibidem.turn.context import TurnContext
from ibidem.turn.values import DocumentRequest, LookedUp, OpenQuestion, RecalledQuestion, WholeDocument
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
    targets = distinct(request.resolved.targets)
    fetched = [(target, await fetch(target, context)) for target in targets[:MOST_DOCUMENTS]]
    found = [one for _, one in fetched if one is not None]
    if found:
        request = replace(request, recalled=in_a_language(request.recalled, found[0].document))
    wording = WORDINGS[request.recalled.asked.language]
    notices = [wording.not_readable.format(target.doc_id) for target, one in fetched if one is None]
    notices += [wording.deleted.format(one.document.title) for one in found if one.gone]
    notices += [wording.changed.format(one.document.title) for one in found if one.newer is not None]
    if len(targets) > MOST_DOCUMENTS:
        notices.append(wording.too_many.format(MOST_DOCUMENTS))
    notice = " ".join(notices) or None
    if not found:
        return OpenQuestion(request.recalled, request.text, None, notice)
    documents = tuple(one.document for one in found)
    if request.resolved.intent == "use":
        newer = tuple(one.newer or one.document for one in found) if any(one.newer for one in found) else ()
        return OpenQuestion(request.recalled, request.text, LookedUp(documents, request.resolved.lookup_source, newer), notice)
    text = await context.documents.text(documents[0].doc_id, context.principal, documents[0].version)
    newer = tuple(one.newer for one in found if one.newer is not None)
    return WholeDocument(request, documents[0], documents[1:], text, notice, newer)


def distinct(targets: Iterable[Target]) -> tuple[Target, ...]:
    """One target a document, the first."""
    first: dict[str, Target] = {}
    for target in targets:
        first.setdefault(target.doc_id, target)
    return tuple(first.values())


def in_a_language(recalled: RecalledQuestion, document: Document) -> RecalledQuestion:
    """The question in the document's language where it shows none of its own, as an id alone at the beginning of a session."""
    if recalled.history or tells_language(recalled.asked.question.message):
        return recalled
    return replace(recalled, asked=replace(recalled.asked, language=document.language))


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
