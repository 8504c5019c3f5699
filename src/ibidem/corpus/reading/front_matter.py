"""The YAML that may stand at the top of a text file: between lines of `---`, in HTML inside its first comment."""

import re

_FENCED = re.compile(r"\A\s*---[ \t]*\n(?P<yaml>.*?\n|)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENTED = re.compile(r"\A\s*(?:<!doctype[^>]*>\s*)?<!--\s*\n?---[ \t]*\n(?P<yaml>.*?\n|)---\s*-->", re.DOTALL | re.IGNORECASE)
_KEY = re.compile(r"^[A-Za-z_][\w-]*[ \t]*:", re.MULTILINE)


def split_fenced(text: str) -> tuple[str, str]:
    """The YAML between `---` lines at the very top, and the text after it; "" and all of the text where there is none.

    A `---` that no `key:` follows is a rule drawn by the writer, not front matter.
    """
    return _split(_FENCED, text)


def split_commented(html: str) -> tuple[str, str]:
    """The YAML between `---` lines in a comment at the top of an HTML file, and the HTML without that comment."""
    return _split(_COMMENTED, html)


def _split(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.match(text)
    if match is None or not (_KEY.search(match["yaml"]) or not match["yaml"].strip()):
        return "", text
    return match["yaml"], text[match.end() :]
