"""Finds the stored answers that a message wants in another form."""

from ibidem.language.transforming import transformation
from ibidem.turn.inquiry import Inquiry, Transformation

PASSED_OVER = ("chat", "transform")  # routes


def transformation_of(inquiry: Inquiry) -> Transformation | None:
    """The last answer, the document that it showed, or the last two answers; None where the message wants no other form, or
    there is nothing stored to give it to."""
    wanted = None if inquiry.from_client or not inquiry.history else transformation(inquiry.message)
    if wanted is None:
        return None
    # Thanks, and a form that could not be given, leave the answer before them the last one.
    said = [turn for turn in inquiry.history if turn.content.doc_refs or turn.content.route not in PASSED_OVER]
    answered = [turn for turn in said if turn.content.doc_refs and turn.content.pause is None and not turn.withheld]
    if not answered or answered[-1] is not said[-1]:
        return None
    if wanted == "compared":
        return Transformation(inquiry, tuple(answered[-2:])) if len(answered) > 1 else None
    if wanted == "document" and answered[-1].content.shown is None:
        return None
    return Transformation(inquiry, (answered[-1],))
