"""Prefixes that some embedding models require before a question and before a passage, as documented by their makers."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Goes before each question, and before each passage."""

    question: str = ""
    passage: str = ""


# By the model's name, whoever serves it: E5 (Wang et al. 2022) but for its "instruct" kind, and Nomic Embed.
_KNOWN = (
    (re.compile(r"(?:^|[-_/:])e5-(?!.*(?:instruct|mistral))", re.IGNORECASE), Prefixes("query: ", "passage: ")),
    (re.compile(r"nomic-embed-text", re.IGNORECASE), Prefixes("search_query: ", "search_document: ")),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name; none for one that wants none."""
    return next((prefixes for name, prefixes in _KNOWN if name.search(model)), Prefixes())
