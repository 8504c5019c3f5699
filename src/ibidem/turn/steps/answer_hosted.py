"""Has a hosted search answer from its own stores."""

import asyncio
from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.domain.conversation import DocRef
from ibidem.domain.trace import Attempt
from ibidem.turn.answers.accepting import accepted
from ibidem.turn.answers.hosting import HostedAnswer, Spoken, cited, hosted_answer, marked, refs_of, texts_by_slot
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import HostedSearch, NoEvidence, SearchPlan
from ibidem.turn.wording import WORDINGS, Wording


async def answer_hosted(search: HostedSearch, context: TurnContext) -> Accepted | SearchPlan | NoEvidence:
    """The answer of the service with the sources that it names: shown while it is written in fast mode; in verified mode only
    once it has passed the checks against what the service quotes.

    Where it does not answer, or may not be shown, the question is searched for here, and the notice says why.
    """
    hosted, plan = context.hosted, search.plan
    assert hosted is not None, "the route leads here only with a hosted search"
    inquiry = plan.inquiry
    wording = WORDINGS[inquiry.language]
    fast = inquiry.mode == "fast"
    answer = await hosted_answer(plan, hosted, Spoken(context).say if fast else _unheard, context)
    if answer.refused or not answer.raw.strip() or (answer.outcome == "refused"):
        return await searched_here(plan, why_not(answer, wording), context, reachable=answer.refused)
    documents = cited(answer.grounding)
    refs = await refs_of(documents, context)
    text = marked(answer.raw, answer.grounding, inquiry.language)
    texts = texts_by_slot(documents)
    found = await asyncio.to_thread(check_answer, text, texts, inquiry.text, inquiry.language) if documents else ()
    issues = tuple(map(str, found))
    if refs is None or (not fast and (issues or not refs or answer.outcome != "ok")):
        context.record.trouble(f"hosted answer not taken: {issues[0] if issues else 'no source that may be shown'}")
        return await searched_here(plan, wording.hosted_failed, context, reachable=True)
    context.cite(refs)
    if not fast:
        context.say(text)
    return accepted_answer(plan, text, refs, answer, issues, context)


def accepted_answer(
    plan: SearchPlan, text: str, refs: tuple[DocRef, ...], answer: HostedAnswer, issues: tuple[str, ...], context: TurnContext
) -> Accepted:
    """The answer with its trace; its notice says what was not confirmed."""
    wording = WORDINGS[plan.inquiry.language]
    notices = (
        wording.cut_off if answer.outcome == "cut" else None,
        None if refs else wording.hosted_unsourced,
        wording.unconfirmed.format("; ".join(issues)) if issues else None,
        wording.hosted_checked if plan.inquiry.mode == "verified" else None,
    )
    assert context.hosted is not None
    made = accepted(plan, text, refs, notices, (), 0.0)
    trace = replace(
        made.trace,
        hits=len(answer.grounding.passages),
        confidence=None,
        model=context.hosted.corpus.name,
        faithful=False if issues else None,
        attempts=(Attempt("first", issues),),
        dropped_citations=answer.dropped,
    )
    return replace(made, trace=trace, found=made.found if refs else "none")


def why_not(answer: HostedAnswer, wording: Wording) -> str:
    """Why there is no answer of the service."""
    if answer.refused:
        return wording.hosted_nothing
    return wording.hosted_refused if answer.outcome == "refused" else wording.hosted_down


async def searched_here(plan: SearchPlan, why: str, context: TurnContext, *, reachable: bool) -> SearchPlan | NoEvidence:
    """The question, to be searched for in the documents kept here; without any, to be answered with a refusal."""
    inquiry = plan.inquiry
    kept = (await context.corpus_words()).documents
    instead = WORDINGS[inquiry.language].hosted_instead if kept else ""
    notice = " ".join(part for part in (inquiry.notice, why, instead) if part)
    here = replace(plan, parsed=replace(plan.parsed, inquiry=replace(inquiry, notice=notice)))
    return here if kept else NoEvidence(here, (), 0.0, reachable=reachable)


def _unheard(piece: str) -> None:
    """Shows nothing: an answer in verified mode is checked first."""
