"""Writes what was just answered in another form: a table, fewer words, steps, another language."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.domain.conversation import DocRef
from ibidem.domain.trace import CallOutcome, Trace
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.answers.former_answers import FormerAnswers, sources_of, together
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.inquiry import Transformation
from ibidem.turn.models.calling import Ended, stream
from ibidem.turn.values.answering import Accepted
from ibidem.turn.wording import WORDINGS

ROUTE = "transform"


async def transform(wanted: Transformation, context: TurnContext) -> Accepted:
    """The stored answer in the form that the message wants, from its text and its sources alone, without a search.

    Without a model it says what can be done instead. It is withheld where a source may no longer be read.
    """
    inquiry, models = wanted.inquiry, context.models
    wording = WORDINGS[inquiry.language]
    former = together(wanted.turns)
    sources = await sources_of(former.refs, context)
    if sources is None:
        return said(wanted, wording.withheld, context)
    if models is None:
        return said(wanted, wording.no_transforming, context)
    text, order, outcome = await written(wanted, former, sources, models, context)
    if not text:
        return said(wanted, wording.not_transformed, context)
    refs = tuple(replace(former.refs[number - 1], slot=place) for place, number in enumerate(order, 1)) or former.refs
    known = {ref.slot: f"{former.text}\n{sources[old.slot]}" for ref, old in zip(refs, cited(former.refs, order), strict=True)}
    issues = check_answer(text, known or {1: former.text}, inquiry.text, inquiry.language)
    wrong = [str(issue) for issue in issues if issue.kind in ("number", "code")]
    notices = [wording.cut_off] if outcome != "ok" else []
    notices += [wording.unconfirmed.format("; ".join(wrong))] if wrong else []
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=inquiry,
        text=text,
        refs=refs,
        route=ROUTE,
        notice=" ".join(notices) or None,
        trace=Trace(model=models.main.name, faithful=False if wrong else None),
    )


def cited(refs: Sequence[DocRef], order: Sequence[int]) -> Sequence[DocRef]:
    """The sources in the order of their citation; all of them where none is cited."""
    return [refs[number - 1] for number in order] or refs


async def written(
    wanted: Transformation, former: FormerAnswers, sources: dict[int, str], models: Models, context: TurnContext
) -> tuple[str, Sequence[int], CallOutcome]:
    """The model's text, the sources in the order of their citation, and how the call ended."""
    inquiry = wanted.inquiry
    citations = CitationStream(len(former.refs))
    inputs = {
        "request": inquiry.text,
        "answer": former.text,
        "passages": "\n\n".join(f"[{slot}] {text}" for slot, text in sources.items()),
    }
    pieces: list[str] = []
    outcome: CallOutcome = "empty"
    async with aclosing(stream(models.main, models.prompts.get("transform", inquiry.language), inputs, context)) as events:
        async for piece in events:
            if isinstance(piece, Ended):
                outcome = piece.outcome
            else:
                pieces.append(citations.feed(piece))
    pieces.append(citations.close())
    return "".join(pieces).strip(), citations.order, outcome


def said(wanted: Transformation, text: str, context: TurnContext) -> Accepted:
    """A line of ibidem instead."""
    context.cite(())
    context.say(text)
    return Accepted(inquiry=wanted.inquiry, text=text, route=ROUTE, found="none")
