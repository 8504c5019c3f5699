"""The JSON of whether the service runs, and whether it answers."""

from typing import Literal

from pydantic import BaseModel


class Liveness(BaseModel):
    """The process runs."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The service answers questions."""

    status: Literal["ready"] = "ready"
