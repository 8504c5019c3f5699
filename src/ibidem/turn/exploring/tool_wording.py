"""The tools and their errors as a model that explores reads them, in the language of the question."""

from collections.abc import Mapping
from dataclasses import dataclass

from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolWording:
    """The sentences in one language. `about` says of each tool what it is for, and `kinds` what the arguments are.

    `{}` takes what the sentence is about: an argument, an id, the number of a call, a tool, the limit.
    """

    about: Mapping[str, str]
    kinds: Mapping[str, str]
    list_of: str
    least: str
    most: str
    longest: str
    longest_list: str
    no_call: str
    made_before: str
    no_tool: str
    missing: str
    unknown: str
    not_allowed: str
    use: str
    not_there: Mapping[str, str]
    failed: str
    notes_full: str
    either: str
    off: str
    no_reply: str
    not_said: str
    cut: str
    left_out: str
    state: str


TOOL_WORDINGS = worded("tools", ToolWording)
