"""The notices in place of what the caller may not read."""

from ibidem.domain.conversation import Turn
from ibidem.turn.wording import WORDINGS


def notice_of(turn: Turn) -> str | None:
    """The notice of a stored turn, or the notice that its answer is withheld."""
    return WORDINGS[turn.content.language].withheld if turn.withheld else turn.content.notice


def notice_without_document(turn: Turn) -> str:
    """The same, and that the text of a document is not shown."""
    return " ".join(filter(None, (notice_of(turn), WORDINGS[turn.content.language].not_read)))
