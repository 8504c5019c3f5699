"""What stands at the top of a text file about it: YAML between `---`, in HTML in its first comment, or TOML between `+++`."""

import json
import re
import textwrap
import tomllib

# Possessive, and searched for the end from where the beginning ended: nothing is read twice, also where there is no end.
_FENCE = re.compile(r"(?:[ \t]*+\n)*+(?P<indent>[ \t]*+)(?P<mark>---|\+\+\+)[ \t]*+\n")
_FENCE_END = re.compile(r"^[ \t]*+(?:---|\.\.\.)[ \t]*+$\n?", re.MULTILINE)
_MARGIN_END = re.compile(r"^(?:---|\.\.\.)[ \t]*+$\n?", re.MULTILINE)
_TOML_END = re.compile(r"^[ \t]*+\+\+\+[ \t]*+$\n?", re.MULTILINE)
_COMMENT = re.compile(r"\s*+(?:<!doctype[^>]*+>\s*+)?<!--\s*+---[ \t]*+\n", re.IGNORECASE)
_COMMENT_END = re.compile(r"^---\s*+-->", re.MULTILINE)
_KEY = re.compile(r"^[A-Za-z_][\w-]*+[ \t]*+:", re.MULTILINE)
_TITLE = re.compile(r"^\"?title\"?[ \t]*:[ \t]*(?P<quote>[\"']?)(?P<title>[^\n]{1,300}?)(?P=quote),?[ \t]*$", re.MULTILINE)
_TOML_KEY = re.compile(r"^[ \t]*+[\w\"'][^=\n]*+=", re.MULTILINE)
_LONGEST_TOML = 64 * 1024
# The parser takes the cube of the number of names in one key.
_DEEP_KEY = re.compile(r"(?:[\w\"'-]{1,50}[ \t]{0,5}\.[ \t]{0,5}){20}")
_NO_TOML = "- not TOML"  # no `field: value` either, so that it is refused: the readers that it names must not be lost


def split_fenced(text: str) -> tuple[str, str]:
    """The YAML between `---` lines at the very top, and the text after it; "" and all of the text where there is none.

    It may stand indented as a whole. TOML between `+++` lines is handed on as the JSON, and so YAML, of the same values.
    A `---` that no `key:` follows is a rule drawn by the writer, not front matter.
    """
    begun = _FENCE.match(text)
    if begun is None:
        return "", text
    if begun["mark"] == "+++":
        return _toml(text, begun.end())
    return _split(begun, _FENCE_END if begun["indent"] else _MARGIN_END, text)


def split_commented(html: str) -> tuple[str, str]:
    """The YAML between `---` lines in a comment at the top of an HTML file, and the HTML without that comment."""
    begun = _COMMENT.match(html)
    return ("", html) if begun is None else _split(begun, _COMMENT_END, html)


def title_in(front_matter: str) -> str:
    """The title that front matter gives, "" where it gives none."""
    found = _TITLE.search(front_matter)
    return found["title"].strip() if found is not None else ""


def _split(begun: re.Match[str], end: re.Pattern[str], text: str) -> tuple[str, str]:
    ended = end.search(text, begun.end())
    if ended is None:
        return "", text
    yaml = text[begun.end() : ended.start()]
    if begun.groupdict().get("indent"):
        yaml = textwrap.dedent(yaml)
    return (yaml, text[ended.end() :]) if _KEY.search(yaml) or not yaml.strip() else ("", text)


def _toml(text: str, start: int) -> tuple[str, str]:
    ended = _TOML_END.search(text, start)
    if ended is None or not _TOML_KEY.search(text, start, ended.start()):
        return "", text
    toml, body = text[start : ended.start()], text[ended.end() :]
    if len(toml) > _LONGEST_TOML or _DEEP_KEY.search(toml):
        return _NO_TOML, body
    try:
        return json.dumps(tomllib.loads(toml), ensure_ascii=False, default=str, indent=0), body
    except (tomllib.TOMLDecodeError, RecursionError):
        return _NO_TOML, body
