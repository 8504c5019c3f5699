"""The JSON of questions that got no answer, or a bad one."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerDegree, Rating
from ibidem.domain.languages import Language
from ibidem.domain.unanswered import Unanswered


class UnansweredTurn(BaseModel):
    """A question, why it counts as unanswered, and where it was asked."""

    session_id: str | None = Field(description="null where somebody else asked it: their conversation stays theirs.")
    turn_id: int | None
    ts: datetime
    question: str
    language: Language
    found: AnswerDegree
    rating: Rating | None
    comment: str = Field(description='What the person wrote of the answer; "" where nothing.')

    @classmethod
    def of(cls, one: Unanswered) -> "UnansweredTurn":
        return cls(
            session_id=one.at and one.at.session_id,
            turn_id=one.at and one.at.turn_id,
            ts=one.ts,
            question=one.question,
            language=one.language,
            found=one.found,
            rating=one.feedback and one.feedback.rating,
            comment="" if one.feedback is None else one.feedback.comment,
        )


class UnansweredGroup(BaseModel):
    """Questions of one matter, the last one first."""

    question: str = Field(description="The one that was asked last.")
    people: int = Field(description="How many people asked.")
    turns: list[UnansweredTurn]


class UnansweredList(BaseModel):
    """Questions that were not answered, or badly: the most frequent matter first."""

    of_everybody: bool = Field(description="Whether these are the questions of everybody in your tenant, or yours alone.")
    groups: list[UnansweredGroup]
    total: int = Field(description="How many questions there are in all groups.")

    @classmethod
    def of(cls, groups: Sequence[Sequence[Unanswered]], *, of_everybody: bool) -> "UnansweredList":
        made = [
            UnansweredGroup(
                question=group[0].question,
                people=len({one.asker for one in group}),
                turns=[UnansweredTurn.of(one) for one in group],
            )
            for group in groups
        ]
        return cls(of_everybody=of_everybody, groups=made, total=sum(map(len, groups)))
