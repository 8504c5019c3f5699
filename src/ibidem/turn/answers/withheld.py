"""The notice in place of an answer that the caller may not read."""

from ibidem.domain.conversation import Turn
from ibidem.turn.wording import WORDINGS


def notice_of(turn: Turn) -> str | None:
    """The notice of a stored turn, or the notice that its answer is withheld."""
    return WORDINGS[turn.content.language].withheld if turn.withheld else turn.content.notice
