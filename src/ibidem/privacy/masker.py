"""Replaces personal data in whole texts."""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from ibidem.domain.personal_data import PersonalDatum, PersonalKind, SafeText
from ibidem.privacy.finding import PersonalDataFinder

# A shorter value, such as a PIN, is a number like any other where nothing says what it is.
FEWEST_CHARACTERS = 7


class Namer(Protocol):
    """Gives what stands for a value."""

    def name(self, kind: PersonalKind, value: str) -> str:
        """The placeholder of the value."""
        ...


class Masker:
    """Replaces what a finder finds by placeholders: of these kinds, and nothing that an allowed pattern matches whole."""

    def __init__(
        self, finder: PersonalDataFinder, kinds: Iterable[PersonalKind], allowed: Iterable[re.Pattern[str]] = ()
    ) -> None:
        self.finder = finder
        self._kinds = frozenset(kinds)
        self._allowed = tuple(allowed)

    def find(self, text: str, start: int = 0) -> Sequence[PersonalDatum]:
        """What is to be replaced from `start` on, in order; `start` as in PersonalDataFinder."""
        return [
            datum
            for datum in self.finder.find(text, start)
            if datum.kind in self._kinds and not any(pattern.fullmatch(text, datum.start, datum.end) for pattern in self._allowed)
        ]

    def may_hold(self, text: str) -> bool:
        """False where a quick look finds nothing that a datum could begin with."""
        return self.finder.may_hold(text)

    def masked(self, text: str, names: Namer) -> SafeText:
        """The text with placeholders."""
        return replaced(text, self.find(text), names)


def replaced(text: str, data: Sequence[PersonalDatum], names: Namer, start: int = 0, end: int | None = None) -> SafeText:
    """The characters [start, end) of the text with placeholders in place of the data, which lie between, in order."""
    pieces: list[str] = []
    for datum in data:
        pieces += text[start : datum.start], names.name(datum.kind, text[datum.start : datum.end])
        start = datum.end
    return SafeText("".join((*pieces, text[start:end])))
