"""Has a model judge a draft that no rule speaks against."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.languages import Language
from ibidem.domain.trace import Attempt, Verdict
from ibidem.turn.answers.drafts import accepted_draft, show, sources_of
from ibidem.turn.answers.summaries import summary_of
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.documents.numbering import numbered
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_verdict
from ibidem.turn.values import Accepted, CheckedDraft, Draft, Unfaithful
from ibidem.turn.wording import WORDINGS


async def judge(checked: CheckedDraft, context: TurnContext) -> Accepted | Unfaithful:
    """The model's verdict on a draft that no rule speaks against. Where it doubts, or cannot be read, a second one is asked for:
    one doubt alone does not start the ladder, two do.

    The summary is made beside it. Without a verdict (no reply, or none that can be read) the checks alone stand, and it is told;
    so is a doubt that no second verdict came to.
    """
    draft, models = checked.draft, context.models
    assert models is not None, "a model wrote the draft"
    inquiry = draft.plan.inquiry
    language = inquiry.language
    first, summary = await asyncio.gather(
        verdict_on(draft, models, context), summary_of(draft.text, inquiry.text, language, context)
    )
    verdicts = [first]
    if first is None or not first.faithful:
        verdicts.append(await verdict_on(draft, models, context))
    told = tuple(verdict for verdict in verdicts if verdict is not None)
    if len(told) == 2 and not any(verdict.faithful for verdict in told):
        return Unfaithful(draft, (), told)
    notice = doubt_of(told, language)
    made = (*draft.attempts.made, Attempt(draft.attempts.rung, (), told))
    show(draft, context)
    answer = accepted_draft(draft, (notice,), made, faithful=told[-1].faithful if told else None)
    return replace(answer, summary=summary)


def doubt_of(verdicts: Sequence[Verdict], language: Language) -> str | None:
    """What the person is to know of an answer whose last verdict, if any, is one of these."""
    wording = WORDINGS[language]
    if not verdicts:
        return wording.unjudged
    last = verdicts[-1]
    return None if last.faithful else wording.unverified.format("; ".join(last.issues) or wording.doubted)


async def verdict_on(draft: Draft, models: Models, context: TurnContext) -> Verdict | None:
    """What the judge says of a draft, by the passages that it was written from; None when it says nothing that can be read."""
    inquiry = draft.plan.inquiry
    prompt = models.prompts.for_route("judge", draft.plan.route, inquiry.language)
    cited = "\n\n".join(f"[{slot}] {text}" for slot, text in sources_of(draft).items())
    passages = cited or numbered(draft.reading).text()
    inputs = {"question": inquiry.text, "passages": passages, "answer": draft.text}
    return await ask(models.main, prompt, inputs, read_verdict, context)
