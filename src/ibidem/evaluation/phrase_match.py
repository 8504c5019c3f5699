"""Whether a phrase stands in an answer, however the answer is spelt and set."""

import re
import unicodedata

_SLOT = re.compile(r"(?<!\s)\s*\[\d+\]")
_SET_OFF = re.compile(r"[*`·・･∙⋅]")  # Markdown's marks, and the dots that stand between the cells of a quoted row


def stands_in(phrase: str, text: str) -> bool:
    """Whether the phrase stands in the text, whatever the width, case and spacing.

    Numbers and units are whole: "5 m" stands in "5m", but not in "15 m", "0.5 m" or "5 mm".
    """
    letters = "".join(_folded(phrase).split())
    before = r"(?<!\d)(?<!\d[.,])" if letters[0].isdigit() else ""
    after = r"(?!\d|[.,]\d)" if letters[-1].isdigit() else r"(?![a-z])" if letters[-1].isascii() and letters[-1].isalpha() else ""
    return re.search(before + r"\s*".join(map(re.escape, letters)) + after, _folded(text)) is not None


def says(answer: str, piece: str) -> bool:
    """Whether the answer says a piece of a document: a piece of a table row is said when each of its cells is.

    Slots, and what only sets a text off, do not count.
    """
    text = _SET_OFF.sub("", _SLOT.sub("", answer))
    cells = [cell for cell in map(_bare, piece.split("|")) if cell]
    return bool(cells) and all(stands_in(cell, text) for cell in cells)


def _bare(text: str) -> str:
    return _SET_OFF.sub("", text).strip()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
