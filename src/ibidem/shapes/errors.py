"""The JSON of every error."""

from pydantic import BaseModel, Field


class FieldProblem(BaseModel):
    """What is wrong with one field of a request."""

    field: str = Field(examples=["message"])
    problem: str = Field(examples=["is empty"])
    allowed: str | None = Field(default=None, examples=["write at least one character"])


class ErrorBody(BaseModel):
    """What went wrong, for a program (`type`) and for a person (`message`)."""

    type: str = Field(examples=["invalid_input"])
    message: str = Field(examples=["message: is empty; write at least one character"])
    details: list[FieldProblem] = Field(default_factory=list[FieldProblem])


class ErrorResponse(BaseModel):
    """The one shape of every error."""

    error: ErrorBody
