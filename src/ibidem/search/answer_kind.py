"""What kind of answer a question asks for, and how well a sentence is of that kind, beside the words that it holds."""

import re
from dataclasses import dataclass
from typing import Self

from ibidem.language.definitions import definition_of, thing_asked
from ibidem.language.imprints import asks_imprint, asks_scope, is_imprint, is_scope
from ibidem.language.normal import normalise
from ibidem.language.question_words import (
    asked_values,
    asks_quantity,
    asks_reason,
    holds_quantity,
    quantities,
    tells_reason,
)
from ibidem.language.ranges import Amount, amounts_in, range_in
from ibidem.language.sentences import is_row
from ibidem.language.tables import cells_of

# In the units of `sentence_scores`, and fitted with them.
_ASKED_QUANTITY, _ASKED_VALUE = 0.15, 0.25
# Set by hand: among 19 questions of the kind "what is X?" to the documents of two organisations this brings what says so ahead.
_DEFINITION = 0.3
# A reason under "cause" need not say that it is one.
_ASKED_REASON = 0.2
_IN_RANGE = 0.3  # a row for 10 to 20 km, where the question says 15
_SCOPE = 0.3  # taken from what a document says that it is for


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """The numbers that stand in a question for a quantity, None where it asks for none; the values and the amounts that it names,
    the thing of which it asks what it is, and whether it asks for a reason, or for what the first lines of a document say."""

    quantities: frozenset[str] | None
    values: tuple[re.Pattern[str], ...]
    amounts: tuple[Amount, ...]
    thing: str | None
    reason: bool
    imprint: bool
    scope: bool

    @classmethod
    def of(cls, question: str) -> Self:
        """The kind of answer to a question."""
        return cls(
            quantities=quantities(question) if asks_quantity(question) else None,
            values=asked_values(question),
            amounts=amounts_in(normalise(question)),
            thing=thing_asked(question),
            reason=asks_reason(question),
            imprint=asks_imprint(question),
            scope=asks_scope(question),
        )

    def fit(self, sentence: str, heading: str) -> float:
        """What a sentence under a heading gains by its kind."""
        gain = _ASKED_VALUE * sum(value.search(sentence) is not None for value in self.values)
        if self.quantities is not None and holds_quantity(sentence, self.quantities):
            gain += _ASKED_QUANTITY
        if self.thing and definition_of(self.thing).match(sentence):
            gain += _DEFINITION
        if self.reason and tells_reason(f"{heading} {sentence}"):
            gain += _ASKED_REASON
        if self.amounts and is_row(sentence) and self._in_range(cells_of(sentence)[0]):
            gain += _IN_RANGE
        return gain

    def loss_at_beginning(self, sentence: str) -> float:
        """What a sentence near the beginning of a document loses, because it only says what that is for."""
        return _SCOPE if not self.scope and is_scope(sentence) else 0.0

    def is_idle_at_beginning(self, sentence: str) -> bool:
        """Whether a sentence near the beginning of a document is its imprint, for which nobody asks."""
        return not self.imprint and is_imprint(sentence)

    def _in_range(self, cell: str) -> bool:
        found = range_in(normalise(cell))
        return found is not None and any(map(found.holds, self.amounts))
