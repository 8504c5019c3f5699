"""The JSON of whether the service runs, and whether it answers."""

from typing import Literal

from pydantic import BaseModel, Field


class Liveness(BaseModel):
    """The process runs."""

    status: Literal["ok"] = "ok"


class Degradation(BaseModel):
    """A part that does not do what it should, while questions are answered without it."""

    part: Literal["store", "index", "embedder", "model", "retriever"]
    problem: str


class Readiness(BaseModel):
    """The service answers questions, perhaps not as well as it should."""

    status: Literal["ready"] = "ready"
    degraded: list[Degradation] = Field(default_factory=list[Degradation], description="What is not as it should be.")
