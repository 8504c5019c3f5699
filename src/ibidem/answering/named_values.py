"""The sum of values that a question names one by one: cells of forms and tables that stand behind their labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ibidem.answering.amounts import EXACT, Amount, amount_of, is_blank
from ibidem.answering.cell_parts import with_part
from ibidem.answering.conditions import places
from ibidem.answering.said import Meant, readied, said_of, surest
from ibidem.answering.whole_tables import WholeTable
from ibidem.domain.documents import Chunk
from ibidem.language.calculations import adds, asked_roughly, asks_sum
from ibidem.language.normal import normalise
from ibidem.language.sentences import sentence_spans
from ibidem.language.tables import cells_of, is_row

_LONGEST = 40  # characters of a label
_MOST = 8  # values that a question may name


@dataclass(frozen=True, slots=True)
class NamedValue:
    """An amount behind its label: the line that holds both, the chunk of that, and where it begins in it; `head` is the row that
    names the columns, where the label is one of these."""

    label: str
    amount: Amount
    text: str
    chunk: Chunk
    start: int
    head: str = ""


def across(question: str, tables: Sequence[WholeTable]) -> tuple[NamedValue, ...]:
    """The values of one row in the columns that a question asks to be added, those that it names or from one to another; none
    where it is unclear of which row, or where a value is missing."""
    question = normalise(question)
    if not asks_sum(question):
        return ()
    said = [with_part(said_of(question, readied(table))) for table in tables if table.records]
    found = [one for one in said if len(_added(one)) > 1 and len(one.records) == 1 and one.cells]
    first = surest(found, lambda one: (one.covered, one.near))
    if first is None:
        return ()
    asked, (record,) = asked_roughly(first.rest), first.records
    columns = _added(first)
    amounts = [(at, amount) for at in columns if (amount := amount_of(record.cell(at))) is not None]
    kinds = {amount.kind for _, amount in amounts}
    if asked is None or asked.operation not in ("sum", "count") or len(amounts) < len(columns) or len(kinds) > 1:
        return ()
    names, head = first.table.names, first.table.head
    return tuple(NamedValue(names[at], amount, record.text, record.chunk, record.start, head) for at, amount in amounts)


def _added(meant: Meant) -> tuple[int, ...]:
    """The columns from one to another; else those of amounts whose names a question says, of a row that it says."""
    if len(meant.records) != 1:
        return ()
    named = (at for at in sorted(meant.names) if at not in meant.cells and amount_of(meant.records[0].cell(at)) is not None)
    return meant.across or tuple(named)


def named_values(question: str, chunks: Sequence[Chunk]) -> tuple[NamedValue, ...]:
    """The values that a question asks to be added and names, two or more of one kind, in their order in it; none where a label
    has several values."""
    question = normalise(question)
    if not adds(question):
        return ()
    solid = "".join(question.split()).casefold()
    by_label: dict[str, list[NamedValue]] = {}
    for value in _values(chunks):
        if "".join(value.label.split()).casefold() in solid:
            by_label.setdefault(value.label, []).append(value)
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, NamedValue]] = []
    for label in sorted(by_label, key=len, reverse=True):
        spans = [(s, e) for s, e in places(question, label, "") if all(e <= start or end <= s for start, end in taken)]
        if spans and len({(one.amount.value, one.amount.kind) for one in by_label[label]}) > 1:
            return ()
        if spans:
            taken += spans
            found.append((spans[0][0], by_label[label][0]))
    if not 2 <= len(found) <= _MOST or len({value.amount.kind for _, value in found}) > 1:
        return ()
    return tuple(value for _, value in sorted(found, key=lambda one: one[0]))


def total_of(values: Sequence[NamedValue]) -> Decimal:
    """What the values come to together."""
    total = Decimal(0)
    for value in values:
        total = EXACT.add(total, value.amount.value)
    return total


def _values(chunks: Sequence[Chunk]) -> Iterator[NamedValue]:
    for chunk in chunks:
        for start, end in sentence_spans(chunk.text):
            text = chunk.text[start:end]
            for label, amount in _pairs(text):
                yield NamedValue(label, amount, text, chunk, start)


def _pairs(text: str) -> Iterator[tuple[str, Amount]]:
    """The labels of a line, each with the only amount between it and the next text."""
    if not is_row(text):
        label, colon, value = normalise(text).partition(":")
        amount = amount_of(value) if colon else None
        if amount is not None and label.strip():
            yield label.strip()[:_LONGEST], amount
        return
    label, amounts = "", list[Amount]()
    for cell in (*cells_of(text), "."):
        amount = amount_of(cell)
        if amount is not None:
            amounts.append(amount)
        elif not is_blank(cell):
            if label and len(amounts) == 1:
                yield label, amounts[0]
            label, amounts = (normalise(cell) if len(cell) <= _LONGEST else ""), []
