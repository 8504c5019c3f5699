"""Replaces personal data in whole texts."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ibidem.domain.personal_data import PersonalDatum, PersonalKind, SafeText
from ibidem.privacy.personal_data_finder import PersonalDataFinder
from ibidem.privacy.placeholders import canonical

# Characters on both sides of a stretch that decide what is found in it: a private key is the longest datum.
AROUND = 10_000
# A shorter value, such as a PIN, is a number like any other where nothing says what it is.
FEWEST_CHARACTERS = 7


# A value of its kind, however it is written.
Value = tuple[PersonalKind, str]


def value_of(kind: PersonalKind, written: str) -> Value:
    """The value that is written so."""
    return kind, canonical(kind, written)


class Namer(Protocol):
    """Gives what stands for a value."""

    def name(self, kind: PersonalKind, value: str) -> str:
        """The placeholder of the value."""
        ...


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A text with placeholders, and where its characters stand now: `data` as they stood, `places` as they stand. `values` are
    those that a text beside it may repeat."""

    text: SafeText
    data: Sequence[PersonalDatum]
    places: Sequence[tuple[int, int]]
    values: Mapping[str, PersonalKind] = field(default_factory=dict[str, PersonalKind])

    def start(self, start: int) -> int:
        """Where a stretch begins that began at `start`: with the whole placeholder when that was inside a datum."""
        at = bisect_right(self.data, start, key=lambda datum: datum.start) - 1
        if at < 0:
            return start
        return self.places[at][0] if start < self.data[at].end else self.places[at][1] + start - self.data[at].end

    def end(self, end: int) -> int:
        """Where a stretch ends that ended before `end`: behind the whole placeholder, as above."""
        at = bisect_left(self.data, end, key=lambda datum: datum.start) - 1
        if at < 0:
            return end
        return self.places[at][1] + max(0, end - self.data[at].end)


class Masker:
    """Replaces what a finder finds by placeholders: of these kinds, and nothing that an allowed pattern matches whole, and no
    public value."""

    def __init__(
        self,
        finder: PersonalDataFinder,
        kinds: Iterable[PersonalKind],
        allowed: Iterable[re.Pattern[str]] = (),
        public: frozenset[Value] = frozenset(),
    ) -> None:
        self.finder = finder
        self._kinds = frozenset(kinds)
        self._allowed = tuple(allowed)
        self._public = public

    def with_public(self, public: frozenset[Value]) -> "Masker":
        """This one, but for the public values."""
        return Masker(self.finder, self._kinds, self._allowed, public) if public else self

    def without(self, kinds: frozenset[PersonalKind]) -> "Masker":
        """This one, but for the kinds."""
        return Masker(self.finder, self._kinds - kinds, self._allowed, self._public)

    def find(self, text: str, start: int = 0) -> Sequence[PersonalDatum]:
        """What is to be replaced from `start` on, in order; `start` as in PersonalDataFinder."""
        return [datum for datum in self.finder.find(text, start) if datum.kind in self._kinds and not self._stays(text, datum)]

    def _stays(self, text: str, datum: PersonalDatum) -> bool:
        if any(pattern.fullmatch(text, datum.start, datum.end) for pattern in self._allowed):
            return True
        return bool(self._public) and value_of(datum.kind, text[datum.start : datum.end]) in self._public

    def may_hold(self, text: str) -> bool:
        """False where a quick look finds nothing that a datum could begin with."""
        return self.finder.may_hold(text)

    def masked(self, text: str, names: Namer) -> SafeText:
        """The text with placeholders."""
        return replaced(text, self.find(text), names)

    def whole(self, text: str, names: Namer) -> MaskedText:
        """The text with placeholders, and where its characters stand then."""
        return masked_text(text, self.find(text), names)

    def stretch(self, text: str, start: int, end: int, names: Namer) -> SafeText:
        """The characters [start, end) of the text with placeholders: one for each datum of which a part lies there."""
        begin = max(0, start - AROUND)
        around, start, end = text[begin : end + AROUND], start - begin, end - begin
        whole = masked_text(around, [datum for datum in self.find(around) if start < datum.end and datum.start < end], names)
        return SafeText(whole.text[whole.start(start) : whole.end(end)])


def masked_text(text: str, data: Sequence[PersonalDatum], names: Namer) -> MaskedText:
    """The text with placeholders in place of the data, in order, and where these stand."""
    places: list[tuple[int, int]] = []
    moved = 0
    for datum in data:
        name = names.name(datum.kind, text[datum.start : datum.end])
        places.append((datum.start + moved, datum.start + moved + len(name)))
        moved += len(name) - (datum.end - datum.start)
    return MaskedText(replaced(text, data, names), data, places)


def replaced(text: str, data: Sequence[PersonalDatum], names: Namer, start: int = 0, end: int | None = None) -> SafeText:
    """The characters [start, end) of the text with placeholders in place of the data, which lie between, in order."""
    pieces: list[str] = []
    for datum in data:
        pieces += text[start : datum.start], names.name(datum.kind, text[datum.start : datum.end])
        start = datum.end
    return SafeText("".join((*pieces, text[start:end])))
