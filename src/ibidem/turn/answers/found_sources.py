"""The sources of an answer where the programs that show them expect what was found, and not only what is cited."""

from dataclasses import replace

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Passage
from ibidem.domain.trace import Candidate
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref
from ibidem.turn.documents.fetching import readable
from ibidem.turn.values.answering import Accepted


async def with_found_sources(answer: Accepted, context: TurnContext) -> Accepted:
    """The answer with further documents that were found for it, the best first, under the slots after the cited ones: as many as
    the profile has sources. Nothing is added to an answer without sources, from documents that were pointed at, or that waits."""
    profile = context.profile
    own = answer.inquiry.looked_up is not None or answer.pause is not None
    if profile.response.sources == "cited" or not answer.refs or own:
        return answer
    refs = list(answer.refs)
    for found in sorted(answer.trace.candidates, key=lambda one: -(one.match.relevance or 0.0)):
        if len(refs) >= profile.most_sources:
            break
        if all(ref.doc_id != found.doc_id for ref in refs):
            ref = await _as_source(len(refs) + 1, found, refs[0].retrieval_method, context)
            refs += [] if ref is None else [ref]
    if len(refs) > len(answer.refs):
        context.cite(tuple(refs))
    return replace(answer, refs=tuple(refs))


async def _as_source(slot: int, found: Candidate, method: str, context: TurnContext) -> DocRef | None:
    """The passage as a source; None where it may no longer be read."""
    document = await readable(found.doc_id, found.version, context)
    chunks = await context.documents.chunks(found.doc_id, found.version, found.order, found.order, context.principal)
    if document is None or not chunks:
        return None
    passage = Passage(chunks[0], document, found.score, found.match)
    return doc_ref(slot, document, shorten(context.masking.answers.text(chunks[0].text), SNIPPET), method, [passage])
