"""Questions that the documents did not answer, or badly, and who may see them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from ibidem.domain.conversation import AnswerDegree, Feedback, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True)
class AskedAt:
    """Where a question was asked."""

    session_id: str
    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A question without an answer, or with one that was rated as wrong, and who asked it. `at` is None where that was somebody
    else: their conversation stays theirs."""

    question: str
    language: Language
    ts: datetime
    found: AnswerDegree
    feedback: Feedback | None
    asker: str
    at: AskedAt | None


def unanswered_of(turn: Turn, principal: Principal) -> Unanswered | None:
    """What the principal may see of a turn of its tenant, as it may be read; None where it was answered, or is not for it."""
    content, feedback = turn.content, turn.feedback
    own = turn.principal == principal.name
    if turn.withheld or turn.replaced_by is not None or content.route == "chat" or not (own or principal.administers):
        return None
    if not (content.found == "none" and content.pause is None if feedback is None else feedback.rating != "helpful"):
        return None
    return Unanswered(
        question=content.user_text,
        language=content.language,
        ts=turn.ts,
        found=content.found,
        feedback=feedback,
        asker=turn.principal,
        at=AskedAt(content.session_id, turn.turn_id) if own else None,
    )


def masked(one: Unanswered, safe: Callable[[str], str]) -> Unanswered:
    """The same with what people wrote safe."""
    feedback = one.feedback and replace(one.feedback, comment=safe(one.feedback.comment))
    return replace(one, question=safe(one.question), feedback=feedback)
