"""Reads the sentences of each language, so that whoever writes them need not read code."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from ibidem.domain.languages import LANGUAGES, Language

T = TypeVar("T")


def worded(subject: str, shape: Callable[..., T]) -> dict[Language, T]:
    """The sentences on a subject in each language, each as the shape, whose fields are the keys of that table.

    Raises TypeError, which names language and table, where the table of a language lacks one of them or has another one.
    """
    said: dict[Language, T] = {}
    for language in LANGUAGES:
        try:
            said[language] = shape(**_tables(language).get(subject, {}))
        except TypeError as error:
            raise TypeError(f"{language}/words.toml, [{subject}]: {error}") from None
    return said


@cache
def _tables(language: Language) -> Mapping[str, dict[str, Any]]:
    return tomllib.loads((files("ibidem") / "languages" / language / "words.toml").read_text(encoding="utf-8"))
