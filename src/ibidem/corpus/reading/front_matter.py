"""The YAML that may stand at the top of a text file: between lines of `---`, in HTML inside its first comment."""

import re

# Possessive, and searched for the end from where the beginning ended: nothing is read twice, also where there is no end.
_FENCE = re.compile(r"\s*+---[ \t]*+\n")
_FENCE_END = re.compile(r"^(?:---|\.\.\.)[ \t]*+$\n?", re.MULTILINE)
_COMMENT = re.compile(r"\s*+(?:<!doctype[^>]*+>\s*+)?<!--\s*+---[ \t]*+\n", re.IGNORECASE)
_COMMENT_END = re.compile(r"^---\s*+-->", re.MULTILINE)
_KEY = re.compile(r"^[A-Za-z_][\w-]*+[ \t]*+:", re.MULTILINE)


def split_fenced(text: str) -> tuple[str, str]:
    """The YAML between `---` lines at the very top, and the text after it; "" and all of the text where there is none.

    A `---` that no `key:` follows is a rule drawn by the writer, not front matter.
    """
    return _split(_FENCE, _FENCE_END, text)


def split_commented(html: str) -> tuple[str, str]:
    """The YAML between `---` lines in a comment at the top of an HTML file, and the HTML without that comment."""
    return _split(_COMMENT, _COMMENT_END, html)


def _split(begin: re.Pattern[str], end: re.Pattern[str], text: str) -> tuple[str, str]:
    begun = begin.match(text)
    ended = end.search(text, begun.end()) if begun is not None else None
    if begun is None or ended is None:
        return "", text
    yaml = text[begun.end() : ended.start()]
    return (yaml, text[ended.end() :]) if _KEY.search(yaml) or not yaml.strip() else ("", text)
