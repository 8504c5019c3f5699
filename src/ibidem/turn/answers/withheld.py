"""What is said in the place of an answer that is kept from whoever asks for it."""

from ibidem.domain.conversation import Turn
from ibidem.turn.wording import WORDINGS


def notice_of(turn: Turn) -> str | None:
    """The notice of a stored turn, or that its answer is withheld."""
    return WORDINGS[turn.content.language].withheld if turn.withheld else turn.content.notice
