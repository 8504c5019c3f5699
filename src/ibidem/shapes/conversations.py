"""A stored session in the roles of users and models, as some clients keep one, to be sent along with the next message."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from ibidem.domain.conversation import Turn

MOST_TURNS = 100  # the last ones: a request takes as many back


class Said(BaseModel):
    """What one side said."""

    role: Literal["user", "model"]
    text: str


class ConversationShape(BaseModel):
    """The last turns of a session, as `conversationHistory` and `questionHistory` of a request take them."""

    sessionId: str = Field(description="The id of the session.")  # noqa: N815
    conversationHistory: list[Said] = Field(description="What was said, the last 100 turns in their order.")  # noqa: N815
    questionHistory: list[str] = Field(description="The questions alone.")  # noqa: N815

    @classmethod
    def of(cls, session_id: str, turns: Sequence[Turn]) -> "ConversationShape":
        """Of a turn whose answer is withheld, or that has none, the question alone."""
        said = [
            one
            for turn in turns
            for one in (Said(role="user", text=turn.content.user_text), Said(role="model", text=turn.content.assistant_text))
        ]
        return cls(
            sessionId=session_id,
            conversationHistory=[one for one in said if one.text],
            questionHistory=[turn.content.user_text for turn in turns if turn.content.user_text],
        )
