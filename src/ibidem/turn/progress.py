"""How far a turn has come, for a turn that is ended before it has an answer."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from ibidem.domain.conversation import DocRef, Turn
from ibidem.turn.values import Accepted, Draft

Ending = Literal["left", "late"]


@dataclass(slots=True)
class Progress:
    """What a turn could still be ended with: the text that was already shown with its sources, or the best draft so far.

    `answer` is there once there is one, and only its summary or its storing is still to come.

    The one thing of a turn that its steps change in place: a step that is stopped has no value to give. `storing` is there once
    the turn is being stored, which nothing stops.
    """

    route: str = "general"
    shown: list[str] = field(default_factory=list[str])
    refs: tuple[DocRef, ...] = ()
    draft: Draft | None = None
    answer: Accepted | None = None
    storing: "asyncio.Future[Turn] | None" = None
