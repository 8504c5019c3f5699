"""Stores the turn: the last step, after which later turns can refer to the answer."""

import asyncio
from dataclasses import replace

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.trace import StepTime, Trace
from ibidem.profile import Profile
from ibidem.profile_parts import RouteNames
from ibidem.turn.context import TurnContext
from ibidem.turn.tracing import critical_path
from ibidem.turn.values.answering import Accepted, Summarised

CHAT = "chat"  # the route of what asks for nothing
ANSWERING = ("answer", "answer_hosted", "answer_without_documents")  # the steps whose model writes what is answered


async def record_turn(summarised: Summarised, context: TurnContext) -> Turn:
    """The turn as stored, with its number, its slots, its summary and all of its trace."""
    answer, summary = summarised.answer.accepted, summarised.summary
    inquiry = answer.inquiry
    question = inquiry.question
    turn = NewTurn(
        session_id=question.session_id,
        user_text=inquiry.written,
        assistant_text=answer.text,
        summary=summary.text,
        language=inquiry.language,
        route=answer.route,
        doc_refs=answer.refs,
        notice=answer.notice,
        lookup_source=answer.lookup_source,
        mode=question.mode,
        summary_model=summary.model,
        client_turn_id=question.client_turn_id,
        pause=answer.pause,
        shown=answer.shown,
        shown_list=answer.shown_list,
        trace=named(whole(answer, context), answer, context.profile),
        found=answer.found,
        parts=answer.parts,
        placeholders=context.masking.used,
        replaces=question.replaces,
    )
    # A reply asked anew follows the reply that it replaces, not the pause.
    after = inquiry.answers if question.replaces is None else None
    storing = asyncio.ensure_future(context.turns.append(turn, context.principal, after, context.profile.session_lifetime))
    context.progress.storing = storing
    return await asyncio.shield(storing)


def whole(answer: Accepted, context: TurnContext) -> Trace:
    """The trace of an answer with the turn's record, safe."""
    masking = context.masking.answers
    steps = tuple(StepTime(done.step, round(done.milliseconds, 3)) for done in context.journal.finished)
    record = context.record
    said = (("user", one.content.user_text, "assistant", one.content.assistant_text) for one in answer.inquiry.history)
    return replace(
        answer.trace,
        history=tuple(role for one in said for role, text in ((one[0], one[1]), (one[2], one[3])) if text),
        lookup="found" if answer.lookup_source is not None else "fell_back" if record.fell_back else "none",
        searches=context.budget.searches,
        steps=steps,
        calls=tuple(record.calls),
        troubles=(*map(masking.text, record.troubles), *(f"budget spent: {kind}" for kind in context.budget.spent)),
        thoughts=masking.text("".join(record.thoughts)),
        critical_path=critical_path(steps, record.calls),
        exploration=masking.value(record.exploration),
    )


def named(trace: Trace, answer: Accepted, profile: Profile) -> Trace:
    """The trace with the names that the profile has for the answer's domain and for how it came about."""
    domain, names = profile.domain_of(answer.route), profile.route_names
    return replace(trace, domain=domain.name if domain else "", route_name="" if names is None else way_of(trace, answer, names))


def way_of(trace: Trace, answer: Accepted, names: RouteNames) -> str:
    """How the answer came about: from documents; from a model, or in its place where nothing was asked; not at all, because the
    model failed and there is nothing to quote; or by none of these."""
    if answer.refs:
        return names.documents
    if trace.model is not None or (answer.route == CHAT and answer.inquiry.message):
        return names.model
    failed = any(call.step in ANSWERING and call.outcome != "ok" for call in trace.calls)
    return names.error if failed else names.fallback
