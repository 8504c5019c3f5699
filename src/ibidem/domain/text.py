"""What text may be read and stored."""

import unicodedata

# What Unicode's Stream-Safe Text Format allows (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format). To compose a text
# takes time with the square of the marks that stand upon one letter.
MOST_MARKS = 30


def unstacked(text: str) -> str:
    """The text without the combining marks beyond the first MOST_MARKS of a run."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)
