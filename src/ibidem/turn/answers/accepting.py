"""From a plan and a text to an answer that may be shown, with what its trace keeps."""

from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Choice, DocRef, Pause
from ibidem.domain.documents import Passage
from ibidem.domain.trace import Trace
from ibidem.turn.documents.candidates import candidates
from ibidem.turn.values import Accepted, Found, SearchPlan
from ibidem.turn.wording import WORDINGS


def accepted(
    plan: SearchPlan,
    text: str,
    refs: tuple[DocRef, ...],
    notices: Iterable[str | None],
    passages: Sequence[Passage],
    confidence: float,
) -> Accepted:
    """The answer with what the trace keeps of its plan. `passages` are those that were found for it."""
    parsed, inquiry = plan.parsed, plan.inquiry
    told = [said for said in (inquiry.notice, *notices) if said]
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=plan.route,
        notice=" ".join(told) or None,
        lookup_source=inquiry.looked_up.source if inquiry.looked_up else None,
        trace=Trace(
            queries=tuple(query for query in (plan.query, *plan.further) if query),
            devices=parsed.devices,
            doc_types=parsed.doc_types,
            hits=len(passages),
            confidence=confidence,
            understood=parsed.understood,
            translations=parsed.translations,
            candidates=candidates(passages),
            attempts=plan.attempts.made,
        ),
    )


def accepted_of(found: Found, text: str, refs: tuple[DocRef, ...], notices: Iterable[str | None]) -> Accepted:
    """The answer from what was found for it."""
    return accepted(found.plan, text, refs, notices, found.kept, found.ranking.confidence)


def newer_offer(plan: SearchPlan, refs: Sequence[DocRef]) -> Pause | None:
    """The offer to answer from the documents as they are now, under the slots of the answer; None where none has changed since
    it was cited."""
    inquiry = plan.inquiry
    looked_up = inquiry.looked_up
    if looked_up is None or not looked_up.newer:
        return None
    slots = {ref.doc_id: ref.slot for ref in refs}
    choices = tuple(Choice(one.doc_id, one.version, one.title, slots.get(one.doc_id)) for one in looked_up.newer)
    return Pause("offer", WORDINGS[inquiry.language].offer_answer, choices, inquiry.text, "use")
