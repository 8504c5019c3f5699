"""Fetches documents by their ids, never by search, with the check that every id passes."""

from dataclasses import dataclass

from ibidem.domain.documents import Document
from ibidem.domain.errors import NotFound
from ibidem.turn.context import TurnContext
from ibidem.understanding.resolve import Target

MOST_DOCUMENTS = 3  # looked up for one message


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document in the version that was meant, and the current one where that differs; `gone`: there is no current one."""

    document: Document
    newer: Document | None
    gone: bool


async def fetch(target: Target, context: TurnContext) -> Fetched | None:
    """The document of a target in the version that was cited, or the current one; None when the principal may read neither."""
    current = await readable(target.doc_id, None, context)
    if not target.version or (current is not None and current.version == target.version):
        return None if current is None else Fetched(current, None, gone=False)
    cited = await readable(target.doc_id, target.version, context)
    if cited is None:
        return None if current is None else Fetched(current, None, gone=False)
    if cited.excerpt:
        return Fetched(cited, None, gone=False)
    return Fetched(cited, current, gone=current is None)


async def readable(doc_id: str, version: str | None, context: TurnContext) -> Document | None:
    """A version of a document, or None where there is none that the principal may read."""
    try:
        return await context.documents.get(doc_id, context.principal, version)
    except NotFound:
        return None


async def present(doc_id: str, version: str, context: TurnContext) -> Document | None:
    """The document as it is now: its current version, or the excerpt of that version, of which there is no current one; None when
    the principal may read neither."""
    current = await readable(doc_id, None, context)
    if not version or (current is not None and current.version == version):
        return current
    held = await readable(doc_id, version, context)
    return held if held is not None and held.excerpt else current
