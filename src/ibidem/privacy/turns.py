"""What masks the texts of one turn: what a person writes, and what is answered."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeVar

from ibidem.domain.personal_data import Placeholder, SafeText
from ibidem.privacy.documents import DocumentMasking
from ibidem.privacy.masker import FEWEST_CHARACTERS, Masker, Namer, replaced
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.streaming import StreamMasker
from ibidem.privacy.values import masked_value

T = TypeVar("T")


class SafeStream(Protocol):
    """Makes a text that comes piece by piece safe."""

    def push(self, piece: str) -> SafeText:
        """What can be given after this piece."""
        ...

    def finish(self) -> SafeText:
        """The rest, when nothing follows."""
        ...


class TextMasking(Protocol):
    """Makes texts safe, by policy."""

    def text(self, text: str) -> SafeText:
        """The text, safe."""
        ...

    def value(self, value: T) -> T:
        """The value with every text in it safe, as `masked_value` reaches them."""
        ...

    def beside(self, text: str) -> "TextMasking":
        """For texts that say the same as this one in other pieces: a value found in it is replaced in them wherever it stands."""
        ...

    def stream(self) -> SafeStream:
        """For a text that comes piece by piece; in all, it gives the same as `text`."""
        ...


class Unmasked:
    """What the policy leaves as it is: TextMasking, and SafeStream."""

    def text(self, text: str) -> SafeText:
        """See TextMasking."""
        return SafeText(text)

    def value(self, value: T) -> T:
        """See TextMasking."""
        return value

    def beside(self, text: str) -> "Unmasked":  # noqa: ARG002
        """See TextMasking."""
        return self

    def stream(self) -> "Unmasked":
        """See TextMasking."""
        return self

    def push(self, piece: str) -> SafeText:
        """See SafeStream."""
        return SafeText(piece)

    def finish(self) -> SafeText:
        """See SafeStream."""
        return SafeText("")


class Masked:
    """Implements TextMasking by rules, with these names."""

    def __init__(self, masker: Masker, names: Namer, repeated: "Repeated | None" = None) -> None:
        self._masker = masker
        self._names = names
        self._repeated = repeated

    def text(self, text: str) -> SafeText:
        """See TextMasking."""
        if not self._masker.may_hold(text):
            return SafeText(text)
        safe = self._masker.masked(text, self._names)
        return safe if self._repeated is None else self._repeated.replaced_in(safe)

    def value(self, value: T) -> T:
        """See TextMasking."""
        return masked_value(value, cache(self.text))  # a title stands in every passage of its document

    def beside(self, text: str) -> "Masked":
        """See TextMasking."""
        data = self._masker.find(text)
        names = {text[datum.start : datum.end]: replaced(text, [datum], self._names, datum.start, datum.end) for datum in data}
        values = {value: name for value, name in names.items() if len(value) >= FEWEST_CHARACTERS}
        return Masked(self._masker, self._names, Repeated(values) if values else None)

    def stream(self) -> StreamMasker:
        """See TextMasking."""
        return StreamMasker(self._masker, self._names)


class Repeated:
    """Values that were found in one text, to be replaced in others."""

    def __init__(self, names: dict[str, SafeText]) -> None:
        self._names = names
        longest_first = sorted(names, key=len, reverse=True)
        self._values = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])")

    def replaced_in(self, text: str) -> SafeText:
        """The text with the names of the values."""
        return SafeText(self._values.sub(lambda found: self._names[found[0]], text))


@dataclass(frozen=True, slots=True)
class TurnMasking:
    """What masks the texts of one turn: `questions` what the person writes, `answers` what is answered, `speech` an answer as it
    is written. `placeholders` are those of the turn. `documents` masks passages of documents that are not kept here, where
    documents are masked."""

    questions: TextMasking
    answers: TextMasking
    speech: SafeStream
    placeholders: Placeholders
    documents: DocumentMasking | None = None

    @property
    def used(self) -> tuple[Placeholder, ...]:
        """What stands for personal data in the turn so far."""
        return self.placeholders.used


def unmasked(documents: DocumentMasking | None = None) -> TurnMasking:
    """For a turn whose question and answer are left as they are."""
    as_it_is = Unmasked()
    return TurnMasking(as_it_is, as_it_is, as_it_is, Placeholders(b""), documents)
