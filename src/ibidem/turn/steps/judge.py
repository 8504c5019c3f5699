"""Has a model judge a draft that passed the checks."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ibidem.checks.claims import Statement
from ibidem.domain.languages import Language
from ibidem.domain.trace import Attempt, Verdict
from ibidem.turn.answers.drafts import accepted_draft, show
from ibidem.turn.answers.judging import documents_judged, judged
from ibidem.turn.answers.second_look import doubted, is_elsewhere, looked_at_again, part_of
from ibidem.turn.answers.summaries import summary_of
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.reply_parsers import read_verdict
from ibidem.turn.models.route_prompts import prompt_of_route
from ibidem.turn.values.answering import Accepted, CheckedDraft, Unfaithful
from ibidem.turn.values.searching import Draft
from ibidem.turn.wording import WORDINGS


async def judge(checked: CheckedDraft, context: TurnContext) -> Accepted | Unfaithful:
    """The model's verdict on a draft that passed the checks. Where it doubts sentences of it, it reads these a second time, with
    the question and their passages: a retry needs two doubts. A doubt that quotes no sentence, or says that the answer is about
    something else than the question, counts at once.

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
    given = () if first is None else (first,)
    if first is not None and not first.faithful:
        statements = () if is_elsewhere(draft, first) else doubted(draft, first.issues)
        if not statements:
            return Unfaithful(draft, (), given)
        second = await verdict_of_part(draft, statements, first.issues, models, context)
        given = given if second is None else (first, second)
        if second is not None and not second.faithful:
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
    """The judge's verdict on a draft; None when the reply is unreadable."""
    inputs = judged(draft, documents_judged(draft), draft.text, context)
    return await verdict_of(inputs, draft, models, context)


async def verdict_of_part(
    draft: Draft, statements: Sequence[Statement], issues: Sequence[str], models: Models, context: TurnContext
) -> Verdict | None:
    """The judge's verdict on statements that it doubted with these issues."""
    documents = looked_at_again(documents_judged(draft), statements, issues)
    inputs = judged(draft, documents, part_of(draft, statements), context)
    return await verdict_of(inputs, draft, models, context)


async def verdict_of(inputs: Mapping[str, str], draft: Draft, models: Models, context: TurnContext) -> Verdict | None:
    """The judge's verdict on these inputs, which are of the draft: the documents with the placeholders that stand in it."""
    safe = context.masking.answers
    inputs = {**inputs, "passages": safe.text(inputs["passages"]), "others": safe.text(inputs["others"])}
    prompt = prompt_of_route("judge", draft.plan.route, draft.plan.inquiry.language, models, context)
    return await ask(models.main, prompt, inputs, read_verdict, context)
