"""The JSON of questions that got no answer, or a bad one."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerDegree, Rating, Turn
from ibidem.domain.languages import Language


class UnansweredTurn(BaseModel):
    """A question, why it counts as unanswered, and where it was asked."""

    session_id: str
    turn_id: int
    ts: datetime
    question: str
    language: Language
    found: AnswerDegree
    rating: Rating | None
    comment: str = Field(description='What the person wrote of the answer; "" where nothing.')

    @classmethod
    def of(cls, turn: Turn) -> "UnansweredTurn":
        content, feedback = turn.content, turn.feedback
        return cls(
            session_id=content.session_id,
            turn_id=turn.turn_id,
            ts=turn.ts,
            question=content.user_text,
            language=content.language,
            found=content.found,
            rating=feedback and feedback.rating,
            comment="" if feedback is None else feedback.comment,
        )


class UnansweredGroup(BaseModel):
    """Questions of one matter, the last one first."""

    question: str = Field(description="The one that was asked last.")
    turns: list[UnansweredTurn]


class UnansweredList(BaseModel):
    """Questions that were not answered, or badly: the most frequent matter first."""

    groups: list[UnansweredGroup]
    total: int = Field(description="How many questions there are in all groups.")

    @classmethod
    def of(cls, groups: Sequence[Sequence[Turn]]) -> "UnansweredList":
        made = [
            UnansweredGroup(question=group[0].content.user_text, turns=[UnansweredTurn.of(turn) for turn in group])
            for group in groups
        ]
        return cls(groups=made, total=sum(map(len, groups)))
