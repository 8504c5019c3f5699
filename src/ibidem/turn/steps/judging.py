"""Checks a draft before it is shown: by rule, then by a model."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.domain.conversation import Pause
from ibidem.domain.languages import Language
from ibidem.domain.trace import Attempt, Rung, Verdict
from ibidem.turn.answers.accepting import accepted_of, asked_language, newer_offer
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.documents.numbering import numbered, shown
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_verdict
from ibidem.turn.steps.summarise import summary_of
from ibidem.turn.values import Accepted, CheckedDraft, Draft, Unfaithful
from ibidem.turn.wording import WORDINGS


async def check_draft(draft: Draft, context: TurnContext) -> CheckedDraft | Unfaithful:
    """What rules can tell of a draft: whether it came to its end, and whether its values, codes and quotes stand in its sources.

    They come before the judge, which is not asked about a draft that they speak against.
    """
    failed = failed_checks(draft)
    if failed:
        return Unfaithful(draft, failed)
    context.progress.draft = draft
    return CheckedDraft(draft)


def failed_checks(draft: Draft) -> tuple[str, ...]:
    """What speaks against a draft by rule, in its language; nothing when no rule does."""
    asked = draft.reading.found.plan.routed.parsed.open
    language = asked.recalled.asked.language
    cut = (WORDINGS[language].cut_off,) if draft.cut else ()
    return (*cut, *(str(issue) for issue in check_answer(draft.text, sources_of(draft), asked.text, language)))


def sources_of(draft: Draft) -> dict[int, str]:
    """What the model was shown of each document that it cites, by slot."""
    texts = {passages[0].document.doc_id: shown(passages) for passages in numbered(draft.reading).documents}
    return {ref.slot: texts[ref.doc_id] for ref in draft.refs}


async def judge(checked: CheckedDraft, context: TurnContext) -> Accepted | Unfaithful:
    """The model's verdict on a draft that no rule speaks against. Where it doubts, or cannot be read, a second one is asked for:
    one doubt alone does not start the ladder, two do.

    The summary is made beside it. Without a verdict (no reply, or none that can be read) the checks alone stand, and it is told;
    so is a doubt that no second verdict came to.
    """
    draft, models = checked.draft, context.models
    assert models is not None, "a model wrote the draft"
    asked = draft.reading.found.plan.routed.parsed.open
    language = asked.recalled.asked.language
    first, summary = await asyncio.gather(
        verdict_on(draft, models, context), summary_of(draft.text, asked.text, language, context)
    )
    verdicts = [first]
    if first is None or not first.faithful:
        verdicts.append(await verdict_on(draft, models, context))
    told = tuple(verdict for verdict in verdicts if verdict is not None)
    if len(told) == 2 and not any(verdict.faithful for verdict in told):
        return Unfaithful(draft, (), told)
    notice = told_of(told, language)
    made = (*draft.reading.found.plan.routed.attempts.made, Attempt(rung_of(draft), (), told))
    show(draft, context)
    answer = accepted_draft(draft, (notice,), made, faithful=told[-1].faithful if told else None)
    return replace(answer, summary=summary)


def told_of(verdicts: Sequence[Verdict], language: Language) -> str | None:
    """What is told of an answer whose last verdict, if any, is one of these."""
    wording = WORDINGS[language]
    if not verdicts:
        return wording.unjudged
    last = verdicts[-1]
    return None if last.faithful else wording.unverified.format("; ".join(last.issues) or wording.doubted)


async def verdict_on(draft: Draft, models: Models, context: TurnContext) -> Verdict | None:
    """What the judge says of a draft, by the passages that it was written from; None when it says nothing that can be read."""
    plan = draft.reading.found.plan
    prompt = models.prompts.for_route("judge", plan.routed.route, asked_language(plan))
    cited = "\n\n".join(f"[{slot}] {text}" for slot, text in sources_of(draft).items())
    passages = cited or numbered(draft.reading).text()
    inputs = {"question": plan.routed.parsed.open.text, "passages": passages, "answer": draft.text}
    return await ask(models.main, prompt, inputs, read_verdict, context)


def rung_of(draft: Draft) -> Rung:
    """The rung of the ladder that led to a draft."""
    return draft.reading.found.plan.routed.attempts.rung


def show(draft: Draft, context: TurnContext) -> None:
    """Shows a draft that was written out before: its sources, its text, and the offer of newer versions."""
    context.cite(draft.refs)
    context.say(with_offer(draft, newer_offer(draft.reading.found.plan, draft.refs)))


def with_offer(draft: Draft, offer: Pause | None) -> str:
    """The text of a draft, with what is offered under it."""
    return draft.text if offer is None else f"{draft.text}\n{offer.question}"


def accepted_draft(
    draft: Draft, notices: Iterable[str | None], attempts: tuple[Attempt, ...], *, faithful: bool | None
) -> Accepted:
    """A draft as the answer, with the offer to answer from newer versions where a document has changed."""
    found = draft.reading.found
    offer = newer_offer(found.plan, draft.refs)
    answer = accepted_of(found, with_offer(draft, offer), draft.refs, notices)
    trace = replace(answer.trace, model=draft.model, faithful=faithful, attempts=attempts, dropped_citations=draft.dropped)
    return replace(answer, trace=trace, pause=offer)
