"""What is said above the text of a document that is shown whole, or page by page."""

from ibidem.language.paging import page_number
from ibidem.turn.wording import Wording


def what_is_shown(title: str, text: str, offset: int, wording: Wording) -> str:
    """Says that the whole document is shown, or which page of it."""
    page = page_number(text, offset)
    return wording.shown.format(title) if page.pages == 1 else wording.shown_part.format(page.number, page.pages, title)
