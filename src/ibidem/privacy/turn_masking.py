"""What masks the texts of one turn: what a person writes, and what is answered."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeVar

from ibidem.domain.personal_data import PersonalKind, Placeholder, SafeText
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.privacy.masker import FEWEST_CHARACTERS, MaskedText, Masker, Namer
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

    def whole(self, text: str) -> MaskedText:
        """The text, safe, and where its characters stand then."""
        ...

    def stretch(self, text: str, start: int, end: int) -> SafeText:
        """The characters [start, end) of the text, safe, as they are in the whole of it: a value that the end cuts too."""
        ...

    def beside(self, *texts: str) -> "TextMasking":
        """For pieces of these texts, and for what says the same in other words: a value found in them, or in any text of the turn
        so far, is replaced wherever it stands. A piece is made safe before it is cut to a length."""
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

    def whole(self, text: str) -> MaskedText:
        """See TextMasking."""
        return MaskedText(SafeText(text), (), ())

    def stretch(self, text: str, start: int, end: int) -> SafeText:
        """See TextMasking."""
        return SafeText(text[start:end])

    def beside(self, *texts: str) -> "Unmasked":  # noqa: ARG002
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
    """Implements TextMasking by rules, with these names, for one turn."""

    def __init__(self, masker: Masker, names: "Noting") -> None:
        self._masker = masker
        self._names = names

    def text(self, text: str) -> SafeText:
        """See TextMasking."""
        return self._masker.masked(text, self._names) if self._masker.may_hold(text) else SafeText(text)

    def value(self, value: T) -> T:
        """See TextMasking."""
        return masked_value(value, cache(self.text))  # a title stands in every passage of its document

    def whole(self, text: str) -> MaskedText:
        """See TextMasking."""
        return self._masker.whole(text, self._names)

    def stretch(self, text: str, start: int, end: int) -> SafeText:
        """See TextMasking."""
        return self._masker.stretch(text, start, end, self._names)

    def beside(self, *texts: str) -> TextMasking:
        """See TextMasking."""
        for text in filter(self._masker.may_hold, texts):
            for datum in self._masker.find(text):
                self._names.note(datum.kind, text[datum.start : datum.end])
        return Beside(self._masker, self._names) if self._names.noted else self

    def stream(self) -> StreamMasker:
        """See TextMasking."""
        return StreamMasker(self._masker, self._names)


class Noting:
    """Gives the names of another namer, and notes the values that are long enough to be recognised by themselves."""

    def __init__(self, names: Namer) -> None:
        self._names = names
        self.noted: dict[str, PersonalKind] = {}

    def note(self, kind: PersonalKind, value: str) -> None:
        """Notes a value that no text was given a name for yet."""
        if len(value) >= FEWEST_CHARACTERS:
            self.noted[value] = kind

    def name(self, kind: PersonalKind, value: str) -> str:
        """See Namer."""
        self.note(kind, value)
        return self._names.name(kind, value)


class Beside(Masked):
    """Implements TextMasking for texts that may repeat what was noted, perhaps without what gave it away there."""

    def __init__(self, masker: Masker, names: Noting) -> None:
        super().__init__(masker, names)
        longest_first = sorted(names.noted, key=len, reverse=True)
        self._noted = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])")

    def text(self, text: str) -> SafeText:
        """See TextMasking."""
        safe = super().text(text)
        return SafeText(self._noted.sub(lambda found: self._names.name(self._names.noted[found[0]], found[0]), safe))


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
