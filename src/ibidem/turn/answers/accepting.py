"""Builds the answer to be shown from a plan and a text, with its trace."""

from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Choice, DocRef, Pause
from ibidem.domain.documents import Passage
from ibidem.domain.trace import Trace
from ibidem.turn.documents.candidates import candidates
from ibidem.turn.question.owners import owner_key
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import Found, SearchPlan
from ibidem.turn.wording import WORDINGS


def accepted(
    plan: SearchPlan,
    text: str,
    refs: tuple[DocRef, ...],
    notices: Iterable[str | None],
    passages: Sequence[Passage],
    confidence: float,
) -> Accepted:
    """The answer with the trace of its plan. `passages` are those found for it."""
    parsed, inquiry = plan.parsed, plan.inquiry
    missing = owners_missing(plan, refs)
    instead = shown_instead(plan, missing, refs) if missing else None
    shown = [notice for notice in (inquiry.notice, instead, *notices) if notice]
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=plan.route,
        notice=" ".join(shown) or None,
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
            owners=parsed.owners,
        ),
        found="closest" if of_other_owners(plan, refs) else "answered",
    )


def owners_missing(plan: SearchPlan, refs: Sequence[DocRef]) -> tuple[str, ...]:
    """The owners that the question means and of whom an answer that cites these shows nothing; none where it cites nothing."""
    shown = {owner_key(ref.owner) for ref in refs}
    return tuple(owner for owner in plan.parsed.owners if owner_key(owner) not in shown) if refs else ()


def of_other_owners(plan: SearchPlan, refs: Sequence[DocRef]) -> bool:
    """Whether the question means owners, and none of these documents is theirs."""
    return bool(plan.parsed.owners) and owners_missing(plan, refs) == plan.parsed.owners


def shown_instead(plan: SearchPlan, missing: Sequence[str], refs: Sequence[DocRef]) -> str:
    """What an answer says where the documents of an owner hold nothing on the matter, and whose it shows instead."""
    instead = dict.fromkeys(ref.owner or f"“{ref.title}”" for ref in refs)
    return WORDINGS[plan.inquiry.language].not_of_owner.format(", ".join(missing), ", ".join(instead))


def accepted_of(found: Found, text: str, refs: tuple[DocRef, ...], notices: Iterable[str | None]) -> Accepted:
    """The answer from the passages found for it."""
    return accepted(found.plan, text, refs, notices, found.kept, found.ranking.confidence)


def newer_offer(plan: SearchPlan, refs: Sequence[DocRef]) -> Pause | None:
    """The offer to answer from the current versions, under the slots of the answer; None where no document has changed since it
    was cited."""
    inquiry = plan.inquiry
    looked_up = inquiry.looked_up
    if looked_up is None or not looked_up.newer:
        return None
    slots = {ref.doc_id: ref.slot for ref in refs}
    choices = tuple(Choice(one.doc_id, one.version, one.title, slots.get(one.doc_id)) for one in looked_up.newer)
    return Pause("offer", WORDINGS[inquiry.language].offer_answer, choices, inquiry.text, "use")


def carried(about: Trace) -> Trace:
    """What a turn that repeats another one was about, so that it carries over from here."""
    return Trace(queries=about.queries, devices=about.devices, doc_types=about.doc_types, owners=about.owners)
