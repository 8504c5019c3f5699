"""What `ibidem doctor` says of one thing."""

from typing import Literal

from pydantic import BaseModel


class Finding(BaseModel):
    """One thing that was looked at. A problem keeps ibidem from working as it is configured; a note is worth knowing."""

    about: str
    state: Literal["ok", "note", "problem"]
    found: str
    remedy: str | None = None
