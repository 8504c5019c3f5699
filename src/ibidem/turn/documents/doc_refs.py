"""A document under its slot."""

from collections.abc import Sequence

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Document, Passage
from ibidem.turn.documents.near_figures import near_figures
from ibidem.turn.wording import Wording

SNIPPET = 300  # characters, at most


def shown_title(of: Document | DocRef, wording: Wording) -> str:
    """The title as a person sees it: under its owner's name, and marked where the document is not in force."""
    title = of.title if not of.owner or of.owner in of.title else f"{of.owner} · {of.title}"
    return title if of.in_force else wording.not_in_force.format(title)


def doc_ref(
    slot: int,
    document: Document,
    snippet: str,
    method: str,
    passages: Sequence[Passage] = (),
    quoted: Sequence[int] = (),
) -> DocRef:
    """The slot of a document, in which `passages` were found, the best first, or which was looked up as a whole.

    Page and score are those of the first passage; a document as a whole has none. It is as relevant as its most relevant one.
    The figures are those near the passages, or near the places in the document's text that are `quoted`.
    """
    best = passages[0] if passages else None
    relevance = max((p.match.relevance for p in passages if p.match.relevance is not None), default=None)
    return DocRef(
        slot=slot,
        doc_id=document.doc_id,
        version=document.version,
        title=document.title,
        source=document.source,
        uri=document.uri,
        page=best.chunk.page if best else None,
        chunk_ids=tuple(dict.fromkeys(passage.chunk.chunk_id for passage in passages)),
        snippet=snippet,
        score=round(best.score, 4) if best else None,
        retrieval_method=method,
        in_force=document.in_force,
        owner=document.owner,
        relevance=None if relevance is None else round(relevance, 4),
        figures=near_figures(document, passages, quoted),
        devices=document.devices,
    )
