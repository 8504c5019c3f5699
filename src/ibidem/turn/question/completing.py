"""Completes a question that follows up the conversation, in its own language: by a model, where the rules leave it as it is."""

from ibidem.domain.conversation import Turn
from ibidem.finding.history import stands_alone
from ibidem.language.detection import detect_language
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Focus, Inquiry
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import conversation, recalled_turns
from ibidem.turn.models.replies import read_text

LONGEST = 300  # characters: a completed question is no longer than one and what it leaves out
_CALLED = "complete"


def follows_up(inquiry: Inquiry, query: str, focused: Focus) -> bool:
    """Whether a fast question leans on the turns before it, and no rule has completed it; a verified one gets queries."""
    as_written = inquiry.mode == "fast" and query == inquiry.text == inquiry.message and not inquiry.devices
    return as_written and bool(earlier(inquiry, focused)) and not stands_alone(inquiry.message)


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
