"""Where a document says a value: the row, sentence or step, and whether that is what an answer says it of.

An answer may take a right number from the wrong row. A value is in its place unless another row or sentence, with another value
of the same kind, holds everything of the answer's sentence that this one holds, and more. Where the two texts share no words, as
in two languages, nothing is decided.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ibidem.checks.codes import Code, find_codes, holds_code
from ibidem.checks.ranges import Range, find_ranges
from ibidem.checks.source_values import Source, holds_value
from ibidem.checks.units import THINGS
from ibidem.checks.values import Quantity, Value, read_values
from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import BIGRAM, passage_tokens
from ibidem.language.sentences import sentence_spans
from ibidem.language.table_rows import rows_among
from ibidem.language.tables import cells_of

_LONGEST = 16_000  # characters: several times what a model is shown of one document
_MOST_HOLDING = 20  # places: a value that stands in more is said of many things, and each is compared with all others
_HEADING = re.compile(r"#{1,6}\s")
# "grade A", "B등급", "C級": a letter that names one of several; not the article, and no unit of a number.
_LETTER = re.compile(r"(?<![A-Za-z0-9])(?!(?:A|I) [a-z])([A-Z])(?![A-Za-z0-9'’-])")


# Names what the value is not said of: "except for batteries", 배터리 외에는, バッテリー以外.
_EXCEPTS = re.compile(r"\b(?:except|excluding|other than|unlike|but)\b|제외|외에|말고|이외|以外|除", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """A sentence, a step or a cell of a document; `said` are the texts that say what it is about: its own, those of its row and
    its column, and the headings above. `table` and `column` are None outside a table.

    What it is about and what it gives is read when it is asked for: of most places it never is.
    """

    text: str
    said: tuple[str, ...]
    source: Source
    table: int | None = None
    column: int | None = None

    @cached_property
    def about(self) -> frozenset[str]:
        """The words of what says what it is about."""
        return frozenset[str]().union(*map(words_of, self.said))

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values that it gives."""
        return read_values(self.text).values

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The ranges and limits that it gives."""
        return tuple(one for one in find_ranges(self.text) if not one.is_exact)

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The codes that it names, or its column does."""
        return find_codes(self.source.text)

    def beside(self, other: "Place") -> bool:
        """Whether both are cells of one table."""
        return self.table is not None and self.table == other.table


@lru_cache(maxsize=32)  # as many as `read_source` keeps
def read_places(source: Source) -> tuple[Place, ...]:
    """The places of a document, in their order; none of one that takes seconds to read so."""
    return tuple(_places(source)) if len(source.text) <= _LONGEST else ()


def words_of_codes(text: str) -> frozenset[str]:
    """The codes that a text names, as `words_of` has them."""
    return frozenset[str]().union(*(words_of(text[code.start : code.end]) for code in find_codes(text)))


@lru_cache(maxsize=4096)  # the names of columns stand over every cell
def words_of(text: str) -> frozenset[str]:
    """What a text is about: its words and codes without everyday ones, the letters that name one of several, and its values."""
    read = read_values(text)
    rest = text
    for value in read.values:
        rest = f"{rest[: value.start]}{' ' * (value.end - value.start)}{rest[value.end :]}"
    tokens = {token for token in passage_tokens(rest).split() if token[0] != BIGRAM} - everyday_tokens()
    letters = {f"letter {letter}" for letter in _LETTER.findall(rest)}
    return frozenset(tokens | letters | {_named(value) for value in read.values if isinstance(value, Quantity)})


def is_misplaced(value: Value, text: str, further: frozenset[str], places: Sequence[Place]) -> bool:
    """Whether the places that hold a value of a sentence are about something else than the sentence, and other places, with other
    values of its kind, about what it says. `further` is what else the sentence is about."""
    said = read_values(text).values
    if _EXCEPTS.search(text) or any(other is not value and other != value and _alike(other, value) for other in said):
        return False  # which of several belongs to what is not for a rule to say
    holding = [place for place in places if holds_value(place.source, value)]
    if not 0 < len(holding) <= _MOST_HOLDING:
        return False
    wanted = (words_of(text) | further) - {_named(value)}
    # A sentence that is quoted stands whole in its place, which nothing leads.
    if any(wanted <= place.about for place in holding):
        return False
    rivals = [place for place in places if place not in holding]
    return all(
        any(
            _is_rival(rival, place, value)
            and _leads(rival, place, wanted)
            and (_is_parallel(rival, place, wanted) or _is_bare(value, place))  # a number without its unit is said of anything
            for rival in rivals
        )
        for place in holding
    )


def is_swapped(code: Code, text: str, places: Sequence[Place]) -> bool:
    """Whether the places that name a code of a sentence are about something else, and those of another such code about what the
    sentence says."""
    lower = text.lower()
    wanted = words_of(f"{text[: code.start]} {text[code.end :]}")
    holding = [place for place in places if holds_code(place.source.text.lower(), code)]
    rivals = [
        place
        for place in places
        if place not in holding and any(_shape(one) == _shape(code) and not holds_code(lower, one) for one in place.codes)
    ]
    return 0 < len(holding) <= _MOST_HOLDING and all(
        any(_leads(rival, place, wanted) and _is_parallel(rival, place, wanted) for rival in rivals) for place in holding
    )


def _places(source: Source) -> Iterator[Place]:
    text = source.text
    spans = sentence_spans(text)
    heading, lead = "", ""
    for (start, end), row in zip(spans, rows_among(text, spans), strict=True):
        said = text[start:end]
        if row is None:
            if _HEADING.match(said) or _HEADING.match(text[text.rfind("\n", 0, start) + 1 : end]):
                heading, lead = said, ""
            elif said.endswith((":", "：")):
                lead = said
            yield Place(said, (said, heading, lead), source.part(said))
        elif not row.heads:
            yield from _cells(said, row.head, row.table, (heading, lead), source)


def _cells(row: str, head: str, table: int, above: tuple[str, ...], source: Source) -> Iterator[Place]:
    cells, names = cells_of(row), cells_of(head) if head else ()
    about = (*above, " ; ".join(cells))
    for column, cell in enumerate(cells):
        name = names[column] if column < len(names) else ""
        text = f"{name}: {cell}" if name else cell
        yield Place(cell, (*about, name), source.part(text), table, column)


def _is_rival(rival: Place, place: Place, value: Value) -> bool:
    """Whether a place gives another value of the kind, which does not include this one."""
    column = rival.beside(place) and (rival.column == place.column or (_is_bare(value, place) and _is_bare_cell(rival)))
    if not any(_alike(other, value) or (column and type(other) is type(value)) for other in rival.values):
        return False
    if not isinstance(value, Quantity) or any(one.covers(value) for one in _limits(place, value)):
        return True
    return not any(one.covers(value) for one in _limits(rival, value))


def _limits(place: Place, value: Quantity) -> Sequence[Range]:
    """The ranges and limits that a place gives for values of the kind."""
    return [one for one in place.ranges if one.is_about(value)]


def _leads(rival: Place, place: Place, wanted: frozenset[str]) -> bool:
    """Whether the rival holds all that a place holds of what is wanted, and more."""
    return wanted & place.about < wanted & rival.about


def _is_parallel(rival: Place, place: Place, wanted: frozenset[str]) -> bool:
    """Whether two places say the like of different things: cells of one table, or sentences that share what is wanted."""
    return rival.beside(place) or bool(wanted & place.about)


def _is_bare(value: Value, place: Place) -> bool:
    """Whether a place has the number of a quantity without its unit, or counts other things: "M5 x 6 screws" is not 6 times."""
    if not isinstance(value, Quantity) or value.unit is None:
        return False
    units = (one.unit for one in place.values if isinstance(one, Quantity) and one.value == value.value)
    return all(unit is None or unit.unit == THINGS for unit in units)


def _is_bare_cell(place: Place) -> bool:
    """Whether a cell holds nothing but numbers, whose unit stands elsewhere."""
    return all(isinstance(one, Quantity) and one.unit is None for one in place.values)


def _alike(one: Value, other: Value) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        if one.unit is None or other.unit is None:
            return one.unit is other.unit
        return one.unit.unit.agrees(other.unit.unit)
    return type(one) is type(other)


def _named(value: Value) -> str:
    """A value as one of the words of a text: the second grade, 40 dB."""
    if not isinstance(value, Quantity):
        return ""
    kinds = sorted(value.unit.unit.kinds) if value.unit is not None and value.unit.unit.is_measure else [""]
    return f"value {value.value} {kinds[0]}"


def _shape(code: Code) -> tuple[str, ...]:
    """What codes of one list have in common: E-21 and E-34, A10 and B20."""
    return tuple("digits" if piece.isdigit() else f"{len(piece)} letters" for piece in code.pieces)
