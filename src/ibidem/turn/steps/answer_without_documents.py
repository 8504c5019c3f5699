"""Answers when no document does: an honest "not in these documents", and what help there is without them."""

import asyncio
from dataclasses import replace

from ibidem.turn.answers.accepting import accepted
from ibidem.turn.answers.general import department, general_help, has_failed
from ibidem.turn.answers.refusing import refusal
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import NoEvidence
from ibidem.turn.wording import WORDINGS


async def answer_without_documents(nothing: NoEvidence, context: TurnContext) -> Accepted:
    """Says that the documents hold no answer and names the nearest titles, or that they cannot be searched now. Where the profile
    wants it, a model answers in general, which the notice says, or the answer says that it failed. The department is named."""
    plan = nothing.plan
    wording = WORDINGS[plan.inquiry.language]
    helped, reason = await asyncio.gather(general_help(plan, context), reason_for(nothing, context))
    # A model's answer stands in the place of a search that there was not, and after one that found nothing.
    instead = helped is not None and not (nothing.reachable and nothing.searched)
    line = department(plan.route, plan.inquiry, context.profile)
    failed = wording.model_failed if helped is None and has_failed(context) else None
    text = "\n\n".join(filter(None, (failed, None if instead or (failed and not nothing.searched) else reason, helped, line)))
    notices = (reason if instead and nothing.searched else None, wording.in_general if helped else None)
    context.cite(())
    context.say(text)
    answer = accepted(plan, text, (), notices, nothing.nearest, nothing.confidence)
    model = context.models.main.name if helped and context.models is not None else None
    return replace(answer, found="none", trace=replace(answer.trace, model=model))


async def reason_for(nothing: NoEvidence, context: TurnContext) -> str:
    """Why no document answers: none holds the answer, none can be searched, or none is searched for such questions."""
    return await refusal(nothing, context) if nothing.searched else WORDINGS[nothing.plan.inquiry.language].no_general
