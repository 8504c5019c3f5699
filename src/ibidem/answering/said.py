"""What a question says of a table: rows by their cells, columns by their names, and how much of the question that is.

This accounts for what a question says, and not for all of it: what is found so is only as sure as whatever is made of it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeVar

from ibidem.answering.conditions import cells_by_text, places, tokens_of
from ibidem.answering.number_conditions import MOST_COLUMNS, TO, UNTIL, Condition, Span, bounds_said, numbered_said, times_said
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import without, words_of
from ibidem.language.moments import Date, find_dates
from ibidem.language.normal import normalise
from ibidem.language.table_heads import BETWEEN_HEADS

Found = TypeVar("Found")

_MARK = re.compile(r"(?<!\s)\s*(?:[※*†‡＊]\s?\d{0,2}|[(（]\s?(?:注|주|note)\s?\d{0,2}\s?[)）])$", re.IGNORECASE)
_BRACKET = re.compile(r"[(（\[［〔<＜].*", re.DOTALL)
_QUOTES = "「『'\"‘“(（[［<〈《"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_AND = re.compile(r"\s*\band\b\s*", re.IGNORECASE)
_FROM = re.compile(r"\b(?P<word>from|between)\s+(?:the\s+)?$", re.IGNORECASE)
# A number that may name a row, and no amount: what stands behind it is neither a unit nor a counter.
_NAMING_NUMBER = re.compile(
    r"(?<![A-Za-z0-9.,:/-])(?P<number>\d{2,8})(?:\s?(?:번|호선?|년도?|기|番|号|年度?|期)(?![가-힣]{1,3}째|間|間)|(?=[^\w.,:/%-]|$))"
)
_NUMBERED = re.compile(
    r"^\s*(?:[^\w\s(\[<]+\s*)?(?:(?:table|figure|표|表|第)\s*)?(?:\d+(?:[.-]\d+)*|[가-힣a-z](?=[.)]))?[.):：]?\s*", re.IGNORECASE
)
_EDGES = " \t-:：.#<>〈〉《》【】[]"


@dataclass(frozen=True, slots=True)
class Meant:
    """The records of a table that a question means by the `cells` that it says, by column, and the columns whose `names` it says
    as a whole; it is `captioned` where it says the line above the table or the heading over it.

    `across` are the columns from one to another, where it says so of two names. `covered` counts the letters of the question
    that say these, and `near` the words of it that only stand in the head, the section or the line above. `rest` is what is
    left; `clear` says that each cell can be of one column only.
    """

    table: WholeTable
    records: tuple[Record, ...]
    cells: dict[int, tuple[str, ...]]
    names: frozenset[int]
    covered: int
    near: int
    rest: str
    clear: bool
    captioned: bool = False
    across: tuple[int, ...] = ()


@dataclass(slots=True)
class _Reading:
    """The places of a question that are accounted for; the conditions on rows, each with the columns that it may be of."""

    question: str
    taken: list[Span] = field(default_factory=list[Span])
    conditions: list[Condition] = field(default_factory=list[Condition])
    names: dict[int, Span] = field(default_factory=dict[int, Span])

    def free(self, spans: Sequence[Span]) -> list[Span]:
        return [one for one in spans if all(one[1] <= start or end <= one[0] for start, end in self.taken)]


def said_of(question: str, table: WholeTable) -> Meant:
    """What a question (normalised) says of a table whose records are `readied`."""
    reading = _Reading(question)
    around = normalise(" ".join((*table.names, table.section))).casefold()
    _read_dates(reading, table)
    clear = _read_said(reading, table)
    cells, names = cells_by_text(table, question), _names(table)
    found: dict[str, list[Span]] = {}
    for text in sorted({*cells, *names}, key=len, reverse=True):
        spans = reading.free(list(places(question, normalise(text), around)))
        if len(text) == 1:
            spans = [one for one in spans if _is_pointed_at(question, one, cells.get(text, ()), table)]
        if not spans:
            continue
        reading.taken += spans
        reading.names |= dict.fromkeys(names.get(text, ()), spans[0])
        if text in cells:
            found[text] = spans
    _name_under_merged(reading, table, around)
    clear = _add_cells(reading, found, cells, table) and clear
    across = _across(reading)
    _read_numbers(reading, table)
    records = _meeting(table.records, reading.conditions)
    while not records and len(reading.conditions) > 1:
        reading.conditions.remove(min(reading.conditions, key=lambda one: max(map(len, one.texts), default=0)))
        records = _meeting(table.records, reading.conditions)
        clear = False
    return replace(_meant(reading, records, table, clear=clear), across=across)


def _meant(reading: _Reading, records: Sequence[Record], table: WholeTable, *, clear: bool) -> Meant:
    cells: dict[int, tuple[str, ...]] = {}
    for one in reading.conditions:
        held = {record.cell(at) for record in records for at in one.columns} & set(one.texts)
        at = next((at for at in one.columns if any(record.cell(at) in one.texts for record in records)), one.columns[0])
        cells[at] = (*cells.get(at, ()), *([one.said] if one.said else (text for text in one.texts if text in held)))
    rest = reading.question
    for start, end in sorted(reading.taken, reverse=True):
        rest = rest[:start] + without(rest[start:end]) + rest[end:]
    caption = [one for one in (table.above, table.section.rpartition(" > ")[2]) if len(one) > 1]
    captions = [span for one in caption for span in places(reading.question, _captioning(one), "")]
    covered = sum(len(reading.question[start:end].replace(" ", "")) for start, end in {*reading.taken, *captions})
    near = words_of(rest) & words_near(table)
    return Meant(table, tuple(records), cells, frozenset(reading.names), covered, len(near), rest, clear, bool(captions))


def _captioning(line: str) -> str:
    """A caption or a heading as a question says it: without its mark or number, and without what is in brackets behind it."""
    return _BRACKET.sub("", _NUMBERED.sub("", normalise(line))).strip(_EDGES) or line


def readied(table: WholeTable) -> WholeTable:
    """The table with marks of notes cut off its cells, and what a cell reaches over said in each row: where the first cell of a
    row is blank, the blank cells of names in it say what stands above them."""
    texts = _leading_texts(table)
    records: list[Record] = []
    for record in table.records:
        cells = [_MARK.sub("", cell) for cell in record.cells]
        if records and not cells[0]:
            above = records[-1].cells
            cells = [above[at] if at < texts and not cell else cell for at, cell in enumerate(cells)]
        records.append(replace(record, cells=tuple(cells)))
    return replace(table, records=tuple(records))


def surest(found: Sequence[Found], covered: Callable[[Found], tuple[int, int]]) -> Found | None:
    """The one of which a question says the most; None without one, or where it says as much of others."""
    best = max(map(covered, found), default=None)
    first, *others = [one for one in found if covered(one) == best] or [None]
    return first if not others else None


def columns_asked(meant: Meant) -> tuple[int, ...]:
    """The columns that a question asks for: those whose names it says, else those of which it says the most words."""
    named = [at for at in sorted(meant.names) if at not in meant.cells]
    if named:
        return tuple(named)
    rest = words_of(meant.rest)
    shared = [words_of(normalise(name)) & rest for name in meant.table.names]
    common = frozenset[str].intersection(*(one for one in shared if one)) if sum(map(bool, shared)) > 1 else frozenset[str]()
    counts = {at: len(one - common) for at, one in enumerate(shared) if one - common and at not in meant.cells}
    return tuple(at for at, count in counts.items() if count == max(counts.values()))


def narrowed(meant: Meant) -> tuple[Record, ...]:
    """Of several records that are meant those that hold the most of the other words and numbers of the question."""
    if len(meant.records) < 2:
        return meant.records
    held = [frozenset[str]().union(*map(tokens_of, record.cells)) for record in meant.records]
    common = frozenset[str].intersection(*held)
    rest = words_of(meant.rest) - common
    numbers = set(_NUMBER.findall(meant.rest))
    counts = [
        (any(cell in numbers for cell in record.cells), len(tokens & rest))
        for record, tokens in zip(meant.records, held, strict=True)
    ]
    best = max(counts)
    return tuple(record for record, count in zip(meant.records, counts, strict=True) if count == best)


def _leading_texts(table: WholeTable) -> int:
    """How many columns at the left name the rows, before the first one of numbers."""
    return next((at for at in range(len(table.names)) if table.is_of_numbers(at)), 0)


def _names(table: WholeTable) -> dict[str, list[int]]:
    """The names of columns as a question says them: without what is in brackets, and without the merged head above."""
    found: dict[str, list[int]] = {}
    for at, name in enumerate(table.names[:MOST_COLUMNS]):
        whole = _BRACKET.sub("", name).strip()
        for one in {whole, whole.rpartition(BETWEEN_HEADS)[2].strip()}:
            if len(one) > 1 and any(map(str.isalnum, one)):
                found.setdefault(one, []).append(at)
    return {name: columns for name, columns in found.items() if len(columns) == 1}


def words_near(table: WholeTable) -> frozenset[str]:
    """The words of the head of a table, of the line above it and of its section."""
    return frozenset[str]().union(*(words_of(normalise(text)) for text in (*table.names, table.above, table.section)))


def _is_pointed_at(question: str, span: Span, columns: Sequence[int], table: WholeTable) -> bool:
    """Whether a cell of one letter is meant: it stands in quotes, or the question names its column."""
    if question[span[0] - 1 : span[0]] in tuple(_QUOTES):
        return True
    said = words_of(question)
    return any(words_of(normalise(table.names[at])) & said for at in columns)


def _read_dates(reading: _Reading, table: WholeTable) -> None:
    """The rows of a day that the question gives, in whatever way they write it."""
    for date in find_dates(reading.question):
        if date.month is None or date.day is None:
            continue
        cells: dict[int, set[str]] = {}
        for record in table.records:
            for at, cell in enumerate(record.cells[:MOST_COLUMNS]):
                if any(map(str.isdigit, cell)) and _begins_with(cell, date):
                    cells.setdefault(at, set()).add(cell)
        if cells:
            reading.taken.append((date.start, date.end))
            at = min(cells)
            reading.conditions.append(Condition((at,), tuple(cells[at])))


def _read_said(reading: _Reading, table: WholeTable) -> bool:
    """The rows of bounds, times of day and numbered names; whether each bound is of a column."""
    clear = True
    for span, bounded in bounds_said(reading.question, table):
        clear = clear and bounded is not None
        if bounded is not None and reading.free([span]):
            reading.taken.append(span)
            reading.conditions.append(bounded)
    for said in (times_said, numbered_said):
        for span, condition in said(reading.question, table):
            if reading.free([span]) and all(condition.columns != one.columns for one in reading.conditions):
                reading.taken.append(span)
                reading.conditions.append(condition)
                if said is numbered_said:
                    reading.names[condition.columns[0]] = span
    return clear


def _name_under_merged(reading: _Reading, table: WholeTable, around: str) -> None:
    """The column of which a question says every part of its name: those of the merged heads above it, and its own."""
    said: dict[str, list[Span]] = {}
    found: dict[int, list[Span]] = {}
    for at, name in enumerate(table.names[:MOST_COLUMNS]):
        parts = [_BRACKET.sub("", part).strip() for part in name.split(BETWEEN_HEADS)]
        if len(parts) < 2 or not all(parts):
            continue
        for part in parts:
            if part not in said:
                said[part] = list(places(reading.question, normalise(part), around))
        if all(said[part] for part in parts):
            found[at] = [said[part][0] for part in parts]
    if len(found) == 1 and (at := next(iter(found))) not in reading.names:
        spans = found[at]
        reading.taken += reading.free(spans)
        reading.names[at] = spans[-1]


def _begins_with(cell: str, date: Date) -> bool:
    first = next(find_dates(normalise(cell[:40])), None)
    if first is None or (first.month, first.day) != (date.month, date.day):
        return False
    return first.year == date.year or None in (first.year, date.year)


def _read_numbers(reading: _Reading, table: WholeTable) -> None:
    """The rows of a number that names them: a year, the number of a route or a rule. What only counts the rows is not meant, nor
    an amount."""
    for match in _NAMING_NUMBER.finditer(reading.question):
        if not reading.free([match.span()]):
            continue
        number = match["number"]
        held = [
            at
            for at in range(min(len(table.names), MOST_COLUMNS))
            if at not in {column for one in reading.conditions for column in one.columns}
            and any(record.cell(at) == number for record in table.records)
        ]
        columns = [at for at in held if at in reading.names] or [at for at in held if _is_of_labels(table, at)]
        if len(columns) == 1:
            reading.taken.append(match.span())
            reading.conditions.append(Condition((columns[0],), (number,)))


def _is_of_labels(table: WholeTable, column: int) -> bool:
    """Whether the numbers of a column are names: of years, routes, rooms, and neither amounts nor a count of the rows."""
    cells = [record.cell(column) for record in table.records]
    return not table.is_of_numbers(column) and cells[:2] not in (["1", "2"], ["01", "02"], ["001", "002"], ["0", "1"])


def _add_cells(reading: _Reading, found: dict[str, list[Span]], cells: dict[str, list[int]], table: WholeTable) -> bool:
    """Adds the conditions that the cells found are; whether each can be of one column only."""
    every = [Condition(tuple(_named(cells[text], reading) or cells[text]), (text,)) for text in found]
    several = any(len(one.columns) > 1 for one in every) and len(every) > 1
    if several and _meeting(table.records, every):
        reading.conditions += every
        return False
    by_columns: dict[tuple[int, ...], list[str]] = {}
    clear = True
    for text in found:
        columns = tuple(_of_cell(cells[text], reading, table))
        clear = clear and len(columns) == 1
        by_columns.setdefault(columns, []).append(text)
    for columns, texts in by_columns.items():
        reached = _between(reading, found, columns, texts, table)
        reading.conditions.append(Condition(columns, tuple(reached or texts)))
    return clear


def _of_cell(columns: Sequence[int], reading: _Reading, table: WholeTable) -> Iterator[int]:
    """The columns that a cell may be meant of: one that the question names, else the one that names the rows, else all."""
    if named := _named(columns, reading):
        yield from named
    elif len(columns) > 1 and (first := [at for at in (0, table.key) if at in columns]):
        yield first[0]
    else:
        yield from columns


def _named(columns: Sequence[int], reading: _Reading) -> list[int]:
    """The only one of these columns that the question names; none where it names none, or several."""
    named = [at for at in columns if at in reading.names]
    return named if len(named) == 1 else []


def _across(reading: _Reading) -> tuple[int, ...]:
    """The columns from one to another, where the question says so: 1월부터 3월까지."""
    spans = sorted(reading.names.items(), key=lambda one: one[1])
    for (first, start), (last, end) in pairwise(spans):
        if first < last and _is_range(reading.question, start, end):
            reading.taken = [one for one in reading.taken if one not in (start, end)]
            reading.taken.append(_reach(reading.question, start, end))
            return tuple(range(first, last + 1))
    return ()


def _is_range(question: str, start: Span, end: Span) -> bool:
    """Whether what stands at both places is the first and the last of several: "from April to July", 4月から7月まで."""
    between, before = question[start[1] : end[0]], _FROM.search(question[: start[0]])
    and_ = before is not None and before["word"].casefold() == "between" and _AND.fullmatch(between) is not None
    return and_ or TO.fullmatch(between) is not None


def _reach(question: str, start: Span, end: Span) -> Span:
    """From the word before the first of a range to the one after its last."""
    before, until = _FROM.search(question[: start[0]]), UNTIL.match(question, end[1])
    return before.start() if before else start[0], until.end() if until else end[1]


def _between(
    reading: _Reading, found: dict[str, list[Span]], columns: tuple[int, ...], texts: Sequence[str], table: WholeTable
) -> Sequence[str]:
    """The cells of the rows from one to another, where the question says so of two of these: 6월부터 9월까지."""
    if len(columns) != 1 or len(texts) != 2:
        return ()
    (first, start), (last, end) = sorted(((text, found[text][0]) for text in texts), key=lambda one: one[1])
    order = [record.cell(columns[0]) for record in table.records]
    if (
        not _is_range(reading.question, start, end)
        or order.count(first) != 1
        or order.count(last) != 1
        or order.index(first) > order.index(last)
    ):
        return ()
    reading.taken = [one for one in reading.taken if one not in (start, end)]
    reading.taken.append(_reach(reading.question, start, end))
    return order[order.index(first) : order.index(last) + 1]


def _meeting(records: Sequence[Record], conditions: Sequence[Condition]) -> list[Record]:
    return [record for record in records if all(one.is_met(record) for one in conditions)]
