"""A model's draft: its failed checks, how it is shown, and the answer made from it."""

from collections.abc import Iterable
from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.domain.conversation import Pause
from ibidem.domain.trace import Attempt
from ibidem.turn.answers.accepting import accepted_of, newer_offer
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.numbering import numbered, shown
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import Draft
from ibidem.turn.wording import WORDINGS


def failed_checks(draft: Draft, today: str) -> tuple[str, ...]:
    """The checks that a draft fails, in its language; the writer knew what day it was."""
    inquiry = draft.plan.inquiry
    cut = (WORDINGS[inquiry.language].cut_off,) if draft.cut else ()
    issues = check_answer(draft.text, sources_of(draft, today), inquiry.text, inquiry.language)
    return (*cut, *(str(issue) for issue in issues))


def sources_of(draft: Draft, today: str) -> dict[int, str]:
    """The text that the model saw of each document that it cites, by slot, with the date that it knew."""
    texts = {passages[0].document.doc_id: shown(passages) for passages in numbered(draft.reading).documents}
    return {ref.slot: f"{texts[ref.doc_id]}\n{today}" for ref in draft.refs}


def show(draft: Draft, context: TurnContext) -> None:
    """Shows a complete draft: its sources, its text, and the offer of newer versions."""
    context.cite(draft.refs)
    context.say(with_offer(draft, newer_offer(draft.plan, draft.refs)))


def with_offer(draft: Draft, offer: Pause | None) -> str:
    """The text of a draft, followed by the offer."""
    return draft.text if offer is None else f"{draft.text}\n{offer.question}"


def accepted_draft(
    draft: Draft, notices: Iterable[str | None], attempts: tuple[Attempt, ...], *, faithful: bool | None
) -> Accepted:
    """A draft as the answer, with the offer to answer from newer versions where a document has changed."""
    offer = newer_offer(draft.plan, draft.refs)
    answer = accepted_of(draft.reading.found, with_offer(draft, offer), draft.refs, notices)
    trace = replace(answer.trace, model=draft.model, faithful=faithful, attempts=attempts, dropped_citations=draft.dropped)
    return replace(answer, trace=trace, pause=offer)
