"""Finds the stored answers that a message wants in another form."""

from ibidem.domain.conversation import Turn
from ibidem.language.transforming import compares
from ibidem.turn.inquiry import Inquiry, Transformation
from ibidem.turn.question.message import Message
from ibidem.understanding.pointer import tells_which

PASSED_OVER = ("chat", "transform")  # routes


def transformation_of(message: Message, inquiry: Inquiry) -> Transformation | None:
    """The last answer, or the document that it showed; None where the message points at something else, or nothing was stored
    that could have another form."""
    turn = None if tells_which(message.pointer) else answered_last(inquiry)
    return None if turn is None else Transformation(inquiry, (turn,))


def last_two(message: Message, inquiry: Inquiry) -> Transformation | None:
    """The last two answers, where the message wants them side by side."""
    if not compares(message.text) or answered_last(inquiry) is None:
        return None
    turns = answered(inquiry)[-2:]
    return Transformation(inquiry, tuple(turns)) if len(turns) == 2 else None


def answered_last(inquiry: Inquiry) -> Turn | None:
    """The turn that was answered last, unless another was said since; thanks, and a form that could not be given, are passed
    over. None for turns of the client's, which are not stored."""
    said = [turn for turn in inquiry.history if turn.content.doc_refs or turn.content.route not in PASSED_OVER]
    found = [] if inquiry.from_client else answered(inquiry)
    return found[-1] if found and found[-1] is said[-1] else None


def answered(inquiry: Inquiry) -> list[Turn]:
    """The turns whose answers cite documents and may be shown."""
    return [turn for turn in inquiry.history if turn.content.doc_refs and turn.content.pause is None and not turn.withheld]
