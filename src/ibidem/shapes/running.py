"""The JSON of turns that are being answered."""

from datetime import datetime

from pydantic import BaseModel, Field


class RunningTurnShape(BaseModel):
    """A turn that is being answered."""

    session_id: str
    turn_id: int = Field(description="The number that it will have in its session; 1 is the first.")
    user_text: str = Field(description="The message as it will be stored; empty where a choice was sent.")
    client_turn_id: str | None
    began: datetime


class RunningList(BaseModel):
    """The turns of the caller that are being answered by this process, the one that began first first."""

    running: list[RunningTurnShape]
