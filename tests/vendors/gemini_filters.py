"""Metadata filters as File Search takes them: the part of AIP-160 that is in use, read strictly.

`key = "value"`, `key != "value"`, `key : "value"` for lists, AND, OR and parentheses. Source: https://google.aip.dev/160.
"""

import re
from collections.abc import Mapping, Sequence

_TOKEN = re.compile(r'\s*(?:(AND|OR)\b|([A-Za-z_][A-Za-z0-9_]*)|("(?:[^"\\]|\\.)*")|(!=|=|:|\(|\)))')
_ESCAPED = re.compile(r"\\(.)")

Metadata = Mapping[str, str | Sequence[str]]


class FilterError(ValueError):
    """A filter that is none."""


class Filter:
    """A filter that was read whole. Raises FilterError."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._metadata: Metadata = {}
        self.passes({})

    def passes(self, metadata: Metadata) -> bool:
        """Whether a document with this metadata is searched."""
        self._at, self._metadata = 0, metadata
        found = self._conjunction()
        if self._at < len(self._tokens):
            raise FilterError(f"unexpected {self._tokens[self._at]}")
        return found

    def _conjunction(self) -> bool:
        found = self._disjunction()
        while self._next() == "AND":
            self._at += 1
            found = self._disjunction() and found
        return found

    def _disjunction(self) -> bool:
        found = self._term()
        while self._next() == "OR":
            self._at += 1
            found = self._term() or found
        return found

    def _term(self) -> bool:
        if self._next() == "(":
            self._at += 1
            found = self._conjunction()
            self._take(")")
            return found
        key, operator, value = self._take(), self._take(), self._take()
        if not key.isidentifier() or operator not in ("=", "!=", ":") or not value.startswith('"'):
            raise FilterError(f"no condition: {key} {operator} {value}")
        held = self._metadata.get(key)
        wanted = _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], value[1:-1])
        if operator == ":":
            return held is not None and wanted in ([held] if isinstance(held, str) else held)
        return (held == wanted) == (operator == "=")

    def _next(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, expected: str | None = None) -> str:
        token = self._next()
        if token is None or (expected is not None and token != expected):
            raise FilterError(f"expected {expected or 'more'} instead of {token or 'the end'}")
        self._at += 1
        return token


def _tokens(text: str) -> Sequence[str]:
    tokens: list[str] = []
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise FilterError(f"unexpected {text[at : at + 20]!r}")
        tokens.append(next(group for group in found.groups() if group is not None))
        at = found.end()
    return tokens
