"""Completes a question that follows up the conversation, in its own language: by a model, where the rules leave it as it is."""

from dataclasses import replace

from ibidem.domain.conversation import Turn
from ibidem.finding.history import stands_alone
from ibidem.language.detection import detect_language
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Focus, Inquiry
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import conversation, recalled_turns
from ibidem.turn.models.reply_parsers import read_text
from ibidem.turn.question.subjects import of_carried
from ibidem.turn.values.searching import SearchPlan
from ibidem.turn.wording import WORDINGS

LONGEST = 300  # characters: a completed question is no longer than one and what it leaves out
_CALLED = "complete"


def leans(plan: SearchPlan) -> bool:
    """Whether a fast question leans on the turns before it, and no rule has rewritten it; a verified one gets queries."""
    parsed, inquiry = plan.parsed, plan.inquiry
    first = inquiry.looked_up is None and not (parsed.doubted or plan.attempts.made or plan.attempts.read)
    as_written = inquiry.mode == "fast" and parsed.query == inquiry.message and not inquiry.devices and not parsed.kin
    return first and as_written and bool(earlier(inquiry, parsed.focus)) and not stands_alone(inquiry.message)


def asking(plan: SearchPlan, query: str, context: TurnContext) -> SearchPlan:
    """The plan for the completed question, which is from here on the one to answer, and is shown. Owners and devices that it does
    not name stand before it: they are not searched for, since the documents that are searched all have them."""
    parsed, wording = plan.parsed, WORDINGS[plan.inquiry.language]
    said = normalise(query).casefold()
    left_out = [name for name in parsed.owners if normalise(name).casefold() not in said]
    if parsed.carried_over and not any(normalise(name).casefold() in said for name in parsed.devices):
        left_out += parsed.devices
    understood = wording.understood.format(", ".join((query, *parsed.owners, *parsed.devices)))
    context.note("retrieve", understood)
    text = of_carried(query, left_out) if left_out else query
    whole = replace(parsed, inquiry=replace(plan.inquiry, text=text), query=query, understood=understood)
    return replace(plan, parsed=whole, query=query)


async def completed_by_model(inquiry: Inquiry, focused: Focus, context: TurnContext) -> str | None:
    """The question as it is understood without the conversation; None without a model, without a reply, and where the reply is
    no question in this language."""
    if context.models is None:
        return None
    prompt = context.models.prompts.get(_CALLED, inquiry.language)
    inputs = {"question": inquiry.text, "conversation": earlier(inquiry, focused)}
    text = await ask(context.models.light, prompt, inputs, read_text, context)
    if text is None or len(text) > LONGEST or "\n" in text or text[0] in "{[<":
        return None
    return text if detect_language(text, inquiry.language) == inquiry.language else None


def earlier(inquiry: Inquiry, focused: Focus) -> str:
    """The turns that a question leans on: those that it asks about, else the last ones of its subject."""
    recalled: tuple[Turn, ...] = inquiry.recalled
    return recalled_turns(recalled) if recalled else conversation(focused.turns)
