"""Whether a model looks around for a question itself."""

from ibidem.domain.documents import EVERYTHING
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message
from ibidem.turn.question.regenerating import reusable_candidates
from ibidem.turn.values.asking import ParsedQuestion
from ibidem.understanding.pointer import AllSlots, Either
from ibidem.understanding.recollecting import may_recollect, recollects

NO_MODEL = "explore: no model is configured, so the session was searched"


def asks_of_all_turns(message: Message, inquiry: Inquiry, context: TurnContext) -> bool:
    """Whether a message that could mean all documents cited rather asks about all that was said, and a model looks around for it:
    "summarise all values so far"."""
    pointer = message.pointer
    readings = pointer.readings if isinstance(pointer, Either) else (pointer,)
    looks = context.models is not None and context.profile.history == "explore" and bool(inquiry.history)
    return looks and all(isinstance(one, AllSlots) for one in readings) and may_recollect(message.text)


def explores(parsed: ParsedQuestion, route: str, context: TurnContext) -> bool:
    """Whether the profile lets a model look around for such a question: under `explore` for each that follows others, under
    `auto`, where that may, for one about what was said of which a search of the session found no turn.

    A question that is narrowed or points at documents has its own way, and so has one whose passages come from elsewhere.
    """
    inquiry, profile = parsed.inquiry, context.profile
    wanted = profile.history == "explore" or (
        profile.history == "auto" and profile.explore.auto and recollects(inquiry.message) and not inquiry.recalled
    )
    if not wanted or not inquiry.history or inquiry.from_client:
        return False
    if inquiry.looked_up is not None or inquiry.filters != EVERYTHING or inquiry.devices or reusable_candidates(inquiry):
        return False
    domain = profile.domain_of(route)
    elsewhere = context.source is not None or context.hosted is not None or (domain is not None and domain.answers == "model")
    if elsewhere or inquiry.question.confirm_sources:
        return False
    if context.models is None:
        context.record.trouble(NO_MODEL)
    return context.models is not None
