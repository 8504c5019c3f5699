"""Has a model judge a draft that passed the checks."""

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
    """The model's verdict on a draft that passed the checks. Where it doubts, or cannot be parsed, a second one is requested: a
    retry needs two doubts.

    The summary is made in parallel. Without a verdict (no reply, or an unreadable one) the checks alone count, and the notice
    says so; it also reports a doubt without a second verdict.
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
    given = tuple(verdict for verdict in verdicts if verdict is not None)
    if len(given) == 2 and not any(verdict.faithful for verdict in given):
        return Unfaithful(draft, (), given)
    notice = doubt_of(given, language)
    made = (*draft.attempts.made, Attempt(draft.attempts.rung, (), given))
    show(draft, context)
    answer = accepted_draft(draft, (notice,), made, faithful=given[-1].faithful if given else None)
    return replace(answer, summary=summary)


def doubt_of(verdicts: Sequence[Verdict], language: Language) -> str | None:
    """The notice about an answer with these verdicts, if any."""
    wording = WORDINGS[language]
    if not verdicts:
        return wording.unjudged
    last = verdicts[-1]
    return None if last.faithful else wording.unverified.format("; ".join(last.issues) or wording.doubted)


async def verdict_on(draft: Draft, models: Models, context: TurnContext) -> Verdict | None:
    """The judge's verdict on a draft, by the passages that it was written from; None when the reply is unreadable."""
    inquiry = draft.plan.inquiry
    prompt = models.prompts.for_route("judge", draft.plan.route, inquiry.language)
    cited = "\n\n".join(f"[{slot}] {text}" for slot, text in sources_of(draft).items())
    passages = cited or numbered(draft.reading).text()
    inputs = {"question": inquiry.text, "passages": passages, "answer": draft.text}
    return await ask(models.main, prompt, inputs, read_verdict, context)
