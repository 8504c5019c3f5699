"""Ends a turn without its answer, because its time is up or its caller has left. It is stored all the same."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from ibidem.domain.conversation import Turn
from ibidem.domain.errors import IbidemError
from ibidem.flow.holding import watched
from ibidem.flow.journal import Journal
from ibidem.turn.answers.answer_masking import masked_answer
from ibidem.turn.answers.drafts import accepted_draft
from ibidem.turn.answers.summaries import by_rule
from ibidem.turn.context import TurnContext, TurnReport
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.question_masking import masked_inquiry
from ibidem.turn.steps.record_turn import record_turn
from ibidem.turn.values.answering import Accepted, Summarised, Summary
from ibidem.turn.values.asking import AskedQuestion, PauseAnswered
from ibidem.turn.wording import WORDINGS

Ending = Literal["left", "late"]

LEFT = "caller left"  # the trouble of a turn that was not waited for

logger = logging.getLogger(__name__)


class Begun:
    """A running turn, for the caller to end it from outside. `make` makes its context."""

    def __init__(self, value: AskedQuestion | PauseAnswered, make: Callable[[Journal[TurnReport]], TurnContext]) -> None:
        self._value = value
        self._make = make
        self._context: TurnContext | None = None

    def context(self, journal: Journal[TurnReport]) -> TurnContext:
        """The context of the run; making it begins the run."""
        self._context = self._make(journal)
        return self._context

    @property
    def spoke(self) -> bool:
        """Whether some of the answer was shown."""
        return self._context is not None and bool(self._context.progress.shown)

    @property
    def has_answer(self) -> bool:
        """Whether there is something to answer with: an answer, a draft, or the text shown so far."""
        if self._context is None:
            return False
        progress = self._context.progress
        return self.spoke or any(one is not None for one in (progress.draft, progress.answer, progress.storing))

    async def late(self) -> Turn:
        """Ends the turn because its time is up, and returns it as stored. Raises what the store raises."""
        assert self._context is not None, "a run that took too long has begun"
        if self._context.progress.storing is not None:
            return await self._context.progress.storing
        return await record_unfinished(await self._inquiry(self._context), "late", self._context)

    async def leave(self) -> None:
        """Ends the turn because the caller has left; a store operation in progress completes.

        A reply to a pause is not stored: the pause stays open, because the reply had no effect. Nor is a question that was asked
        anew: the answer that it was to replace stays.
        """
        context = self._context
        if context is None:
            return
        if context.progress.storing is not None:
            with suppress(IbidemError):
                await asyncio.shield(context.progress.storing)
        elif (inquiry := await self._inquiry(context)).answers is None and inquiry.question.replaces is None:
            try:
                await asyncio.shield(asyncio.ensure_future(record_unfinished(inquiry, "left", context)))
            except IbidemError as error:
                logger.warning("a turn whose caller left could not be stored: %s", error)

    async def _inquiry(self, context: TurnContext) -> Inquiry:
        if isinstance(self._value, PauseAnswered):
            return self._value.inquiry
        return await masked_inquiry(self._value, context.masking.questions)


async def record_unfinished(inquiry: Inquiry, ending: Ending, context: TurnContext) -> Turn:
    """The turn as stored: with its answer, the best draft, the text shown so far, or a notice that there is no answer.

    A turn that the caller left without an answer does not use up its `client_turn_id`: sent again, the question is answered.
    """
    if ending == "left":
        inquiry = replace(inquiry, question=replace(inquiry.question, client_turn_id=None))
        context.record.trouble(LEFT)
    with watched():
        answer = masked_answer(unfinished(inquiry, ending, context), context.masking.answers)
        summary = Summary(by_rule(answer.accepted.text), None)
    return await record_turn(Summarised(answer, summary), context)


def unfinished(inquiry: Inquiry, ending: Ending, context: TurnContext) -> Accepted:
    """The answer at the end."""
    wording, progress = WORDINGS[inquiry.language], context.progress
    why = wording.left if ending == "left" else wording.late
    if progress.answer is not None:
        return progress.answer
    if progress.draft is not None:
        answer = accepted_draft(progress.draft, (why, wording.unverified.format(wording.unjudged)), (), faithful=None)
        return replace(answer, inquiry=inquiry)
    text = "".join(progress.shown)
    notice = why if text else None
    return Accepted(inquiry=inquiry, text=text or why, refs=progress.refs, route=progress.route, notice=notice)
