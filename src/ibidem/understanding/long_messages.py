"""What is read of a long message: nobody points back in the middle of a page, so it is the beginning and the end."""

_HEAD, _TAIL = 500, 200
# What points is read over and over, token by token, which costs the square of the length: no more than so many characters.
LONGEST_READ = _HEAD + _TAIL


def parted(text: str) -> tuple[str, str, str]:
    """The beginning, which is all of a message that is not long, the middle that is not read, and the end."""
    if len(text) <= LONGEST_READ:
        return text, "", ""
    return text[:_HEAD], text[_HEAD:-_TAIL], text[-_TAIL:]


def both_ends(text: str) -> str:
    """The beginning and the end of a long message, as sentences of their own; any other one as it is."""
    beginning, _, end = parted(text)
    return f"{beginning} . {end}" if end else beginning
