"""The JSON of every error."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from ibidem.domain.redaction import without_keys

# An error names what was sent, which may hold an API key of ours where another word belongs.
Said = Annotated[str, AfterValidator(without_keys)]


class FieldProblem(BaseModel):
    """What is wrong with one field of a request."""

    field: Said = Field(examples=["message"])
    problem: Said = Field(examples=["is empty"])
    allowed: Said | None = Field(default=None, examples=["write at least one character"])


class ErrorBody(BaseModel):
    """What went wrong, for a program (`type`) and for a person (`message`)."""

    type: str = Field(examples=["invalid_input"])
    message: Said = Field(examples=["message: is empty; write at least one character"])
    details: list[FieldProblem] = Field(default_factory=list[FieldProblem])


class ErrorResponse(BaseModel):
    """The one shape of every error."""

    error: ErrorBody
