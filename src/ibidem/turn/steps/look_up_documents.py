"""Looks up the documents that a message refers to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ibidem.domain.documents import Document
from ibidem.domain.languages import Language
from ibidem.language.detection import tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import MOST_DOCUMENTS, Fetched, fetch
from ibidem.turn.documents.quoted import about_quoted, quoted_refs
from ibidem.turn.inquiry import Inquiry, LookedUp
from ibidem.turn.question.queries import question_beside_pointing
from ibidem.turn.values.asking import DocumentRequest, OpenQuestion, QuotedDocument, WholeDocument
from ibidem.turn.wording import WORDINGS, Wording
from ibidem.understanding.resolve import Target


async def look_up_documents(request: DocumentRequest, context: TurnContext) -> OpenQuestion | WholeDocument | QuotedDocument:
    """The readable documents, at most three, to be shown or used; an ordinary question when there are none.

    Of documents that only a hosted search keeps, what it quoted is shown; a question about them goes back to it, and so does a
    request to say more of any document that it cited. The notice lists missing documents, and those that changed or were deleted
    since they were cited.
    """
    inquiry, resolved = request.inquiry, request.resolved
    targets = distinct(resolved.targets)
    fetched = [(target, await fetch(target, context)) for target in targets[:MOST_DOCUMENTS]]
    found = [one for _, one in fetched if one is not None]
    language = language_of(inquiry, found[0].document) if found else inquiry.language
    notice = " ".join(notices(targets, fetched, language)) or None
    if not found and (quoted := await quoted_refs(targets, inquiry, context)):
        if resolved.intent == "whole":
            return QuotedDocument(inquiry, quoted)
        return OpenQuestion(about_quoted(quoted, inquiry))
    if not found:
        context.record.fell_back = True
        return OpenQuestion(replace(inquiry, notice=notice))
    documents = tuple(one.document for one in found)
    if resolved.intent == "use" and context.hosted is not None:
        quoted = await quoted_refs(targets, inquiry, context)
        if len(quoted) == len(targets) and not question_beside_pointing(inquiry.text, documents, context.profile):
            return OpenQuestion(about_quoted(quoted, inquiry))
    if resolved.intent == "use":
        newer = tuple(one.newer or one.document for one in found) if any(one.newer for one in found) else ()
        looked_up = LookedUp(documents, resolved.lookup_source, newer)
        return OpenQuestion(replace(inquiry, language=language, looked_up=looked_up, notice=notice))
    return WholeDocument(
        inquiry=replace(inquiry, language=language, notice=notice),
        document=documents[0],
        others=documents[1:],
        text=await context.documents.text(documents[0].doc_id, context.principal, documents[0].version),
        source=resolved.lookup_source,
        newer=tuple(one.newer for one in found if one.newer is not None),
    )


def notices(targets: Sequence[Target], fetched: Sequence[tuple[Target, Fetched | None]], language: Language) -> Iterator[str]:
    """The notices about the documents that were looked up: `fetched` are the first of the targets."""
    wording = WORDINGS[language]
    yield from (wording.not_readable.format(target.doc_id) for target, one in fetched if one is None)
    yield from (wording.deleted.format(one.document.title) for _, one in fetched if one is not None and one.gone)
    yield from (wording.changed.format(one.document.title) for _, one in fetched if one is not None and one.newer is not None)
    yield from (elsewhere(one.document, wording) for _, one in fetched if one is not None and one.document.excerpt)
    if len(targets) > MOST_DOCUMENTS:
        yield wording.too_many.format(MOST_DOCUMENTS)


def elsewhere(document: Document, wording: Wording) -> str:
    """Says that only the passages found are here, and where the document is."""
    return wording.excerpt.format(document.title, document.uri or document.source)


def distinct(targets: Iterable[Target]) -> tuple[Target, ...]:
    """One target for each document, the first."""
    first: dict[str, Target] = {}
    for target in targets:
        first.setdefault(target.doc_id, target)
    return tuple(first.values())


def language_of(inquiry: Inquiry, document: Document) -> Language:
    """The language of the question; the document's where nothing says one: an id alone at the beginning of a session, from a
    client that speaks none."""
    known = inquiry.history or inquiry.question.speaks or tells_language(inquiry.message)
    return inquiry.language if known else document.language
