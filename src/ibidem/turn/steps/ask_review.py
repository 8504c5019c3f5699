"""Pauses a turn to ask whether a draft may be used as the answer."""

from dataclasses import replace

from ibidem.domain.conversation import HeldDraft, Pause
from ibidem.turn.answers.accepting import accepted
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import shown_title
from ibidem.turn.pauses.held_work import held_work, where
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.values.answering import Accepted, ReviewRequest
from ibidem.turn.wording import WORDINGS


async def ask_review(request: ReviewRequest, context: TurnContext) -> Accepted:
    """Shows the best draft with its sources and its problems, and asks whether it may be used as the answer."""
    draft, attempts = request.draft, request.attempts
    found = draft.reading.found
    inquiry = found.plan.inquiry
    wording = PAUSE_WORDINGS[inquiry.language]
    last = (attempts.best_made,) if attempts.best_made is not None else attempts.made[-1:]
    issues = tuple(
        dict.fromkeys(i for one in last for i in (*one.failed_checks, *(i for v in one.verdicts[-1:] for i in v.issues)))
    )
    work = replace(
        held_work(found, found.kept or found.ranking.passages),
        draft=HeldDraft(draft.text, draft.refs, issues, draft.model),
        attempts=attempts.made,
    )
    pause = Pause("review", wording.review, (), inquiry.text, "use", work)
    marks = WORDINGS[inquiry.language]
    sources = [f"[{ref.slot}] {shown_title(ref, marks)} ({where(ref.doc_id, ref.page, wording.page)})" for ref in draft.refs]
    parts = [pause.question, draft.text]
    parts += ["\n".join([wording.sources, *sources])] if sources else []
    parts += ["\n".join([wording.against, *(f"- {issue}" for issue in issues)])] if issues else []
    text = "\n\n".join([*parts, wording.how_review])
    context.cite(draft.refs)
    context.say(text)
    shown = accepted(found.plan, text, draft.refs, (), found.kept or found.ranking.passages, found.ranking.confidence)
    trace = replace(shown.trace, attempts=attempts.made, model=draft.model, faithful=False, dropped_citations=draft.dropped)
    return replace(shown, trace=trace, pause=pause)
