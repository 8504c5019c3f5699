"""Answers by a calculation over the rows of a table that was found: the rows are quoted and cited, and the calculation shown."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal

from ibidem.answering.amounts import unit_in_head
from ibidem.answering.calculating import Calculation, Standing, calculated
from ibidem.answering.choosing import Quote
from ibidem.answering.columns import unit_beside
from ibidem.answering.document_tables import tables_of
from ibidem.answering.extract import Extract
from ibidem.answering.lines import PASSAGES
from ibidem.answering.twins import unnamed, without_twins
from ibidem.answering.whole_tables import LONGEST, Record, WholeTable
from ibidem.checks.units import unit_line
from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.finding.passages import Ranking
from ibidem.language.calculations import may_calculate
from ibidem.language.normal import normalise
from ibidem.language.question_words import quantities
from ibidem.language.scripts import EAST_ASIAN
from ibidem.language.tables import is_row
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import Wording

SHOWN = 20  # rows named and quoted; more are counted
MOST_CHUNKS = 400  # of a document that is read for its tables
DECIMALS = 2  # of an average that does not end, beside those of its values
_ROUNDING = Context(prec=80, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Calculated:
    """The rows that were calculated with, and what is said of them; "" where the answer is a result that stands in the table."""

    extracted: Extract
    said: str = ""


async def calculation(
    question: str,
    ranking: Ranking,
    extracted: Extract | None,
    known: Collection[str],
    wording: Wording,
    context: TurnContext,
) -> Calculated | None:
    """The calculation that a question asks for, over a table of one of the passages that an answer would quote; None where it
    asks for none, where several tables may be meant, or where prose that would be quoted gives a number itself.

    `known` are the ids of the documents that the question is about, whatever it says.
    """
    if not may_calculate(normalise(question)):
        return None
    passages = without_twins(question, ranking).passages[:PASSAGES]
    documents = {p.document.doc_id: p.document for p in passages if any(map(is_row, p.chunk.text.splitlines()))}
    found: list[tuple[Document, Calculation | Standing]] = []
    for document in documents.values():
        chunks = await chunks_of(document, context)
        results = await asyncio.to_thread(_calculated, question, chunks, document, known)
        found += [(document, result) for result in results]
    if not found:
        return None
    nearest = min(result.far for _, result in found)
    near = [(document, result) for document, result in found if result.far == nearest]
    if len(near) > 1 or (extracted is not None and _says_a_number(extracted)):
        return None
    ((document, result),) = near
    quotes = quotes_of(result, Passage(passages[0].chunk, document, _score(passages, document)))
    made = Extract(quotes, "answered", unnamed=unnamed(question, ranking))
    return Calculated(made, "" if isinstance(result, Standing) else said_of(result, wording))


async def chunks_of(document: Document, context: TurnContext) -> Sequence[Chunk]:
    """The chunks of a document from its beginning to its end; none of one of which only passages are here, or which is too
    long."""
    if document.excerpt:
        return ()
    read, at = context.progress.whole_documents, (document.doc_id, document.version)
    if at not in read:
        chunks = await context.documents.chunks(document.doc_id, document.version, 0, MOST_CHUNKS, context.principal)
        whole = 0 < len(chunks) <= MOST_CHUNKS and chunks[-1].offset + len(chunks[-1].text) <= LONGEST
        read[at] = chunks if whole else ()
    return read[at]


def _calculated(
    question: str, chunks: Sequence[Chunk], document: Document, known: Collection[str]
) -> list[Calculation | Standing]:
    """What is calculated over the tables of a document. A question that says nothing of a table may mean the only one of the
    document that it is known to be about."""
    tables = [table for table in tables_of(tuple(chunks)) if table.head]
    results = [result for table in tables if (result := calculated(question, table, document.title)) is not None]
    return [result for result in results if not result.bare or (len(tables) == 1 and set(known) == {document.doc_id})]


def said_of(result: Calculation, wording: Wording) -> str:
    """The calculation in words: which rows, how it goes, and what comes out."""
    table, count = result.table, len(result.records)
    rows = wording.row if count == 1 and table.head else _rows(table, wording).format(count)
    cells = [f"{table.names[at]}: {', '.join(cells)}" for at, cells in sorted(result.cells.items())]
    of = f"{rows} ({'; '.join(cells)})" if cells else rows
    left = count - SHOWN
    if result.operation == "count":
        names = ", ".join(record.cell(table.key) for record in result.records[:SHOWN])
        return f"{of}: {names}{wording.more_rows.format(left) if left > 0 else ''}"
    column = "" if result.column is None else table.names[result.column]
    without = wording.without_value.format(result.blank) if result.blank else ""
    if result.operation in ("largest", "smallest"):
        among = _rows(table, wording).format(result.of)
        of = f"{among} ({'; '.join(cells)})" if cells else among
        pattern = wording.largest_of if result.operation == "largest" else wording.smallest_of
        return f"{pattern.format(column, of)}{without}: {_of_whom(result)}{_with_unit(result.amounts[0].shown, result)}"
    terms = " + ".join(_term(amount.shown) for amount in result.amounts[:SHOWN])
    terms += f" + …{wording.more_rows.format(left)}" if left > 0 else ""
    if result.operation == "sum":
        summed = _with_unit(_written(result.value, result), result)
        return f"{column}, {of}{without}: {terms} = {summed}" if count > 1 else f"{column}, {of}{without}: {summed}"
    exact, average = _average(result)
    return f"{column}, {of}{without}: ({terms}) ÷ {count} {'=' if exact else '≈'} {_with_unit(_written(average, result), result)}"


def _of_whom(result: Calculation) -> str:
    """The names of the rows that have a largest or smallest value, before it; "" where these have none beside the value."""
    key = result.table.key
    names = [name for record in result.records[:SHOWN] if (name := record.cell(key))]
    return f"{', '.join(names)} — " if names and key != result.column else ""


def _rows(table: WholeTable, wording: Wording) -> str:
    """What the records of a table are called: rows, or forms."""
    return wording.rows if table.head else wording.forms


def _says_a_number(extracted: Extract) -> bool:
    """Whether what leads is prose that gives a number itself."""
    lead = extracted.quotes[0]
    return lead.kind != "row" and bool(quantities(lead.text))


def _score(passages: Sequence[Passage], document: Document) -> float:
    return next(passage.score for passage in passages if passage.document.doc_id == document.doc_id)


def quotes_of(result: Calculation | Standing, passage: Passage) -> tuple[Quote, ...]:
    if isinstance(result, Standing):
        quote = _quote(result.row.record, result.table, passage)
        return (replace(quote, leads=True, columns=(result.column,), unit=unit_line(result.table.above)),)
    columns = {*result.cells, result.table.key} if result.column is None else {*result.cells, result.column}
    each = [quotes_of_record(record, result.table, passage, sorted(columns)) for record in result.records[:SHOWN]]
    return tuple(quote for quotes in each for quote in quotes)


def quotes_of_record(record: Record, table: WholeTable, passage: Passage, columns: Sequence[int]) -> tuple[Quote, ...]:
    """A record as its row; one of a form as its lines in these columns."""
    if not record.lines:
        return (_quote(record, table, passage),)
    lines = [one for one in record.lines if one[0] in columns]
    return tuple(Quote(text, replace(passage, chunk=chunk), start, "context") for _, text, chunk, start in lines)


def _quote(record: Record, table: WholeTable, passage: Passage) -> Quote:
    return Quote(record.text, replace(passage, chunk=record.chunk), record.start, "row", table.head)


def _term(shown: str) -> str:
    return f"({shown})" if shown.startswith("-") else shown


def _average(result: Calculation) -> tuple[bool, Decimal]:
    """The average, and whether it is exact: it is rounded to some decimals more than its values have."""
    most = max(_decimals(amount.value) for amount in result.amounts) + DECIMALS
    rounded = _ROUNDING.divide(result.value, Decimal(result.of)).quantize(Decimal(1).scaleb(-most), context=_ROUNDING)
    return rounded * result.of == result.value, rounded


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _written(value: Decimal, result: Calculation) -> str:
    """A number with groups of thousands where the cells have them, or are words of places, with no more zeros than theirs."""
    grouped = any("," in amount.shown or not amount.shown.isascii() for amount in result.amounts)
    least = max(_decimals(amount.value) for amount in result.amounts)
    text = f"{value:,f}" if grouped else f"{value:f}"
    whole, point, decimals = text.partition(".")
    kept = decimals[:least] + decimals[least:].rstrip("0")
    return f"{whole}{point}{kept}" if kept else whole


def _with_unit(number: str, result: Calculation) -> str:
    """A number as the cells write theirs, or with the unit that the head of the column gives."""
    first, column = result.amounts[0], 0 if result.column is None else result.column
    if first.before or first.after:
        return f"{first.before}{number}{first.after}"
    unit = unit_in_head(result.table.names[column]) or unit_beside(result.table, result.records)
    if not unit and (above := unit_line(result.table.above)):
        return f"{number} ({above.strip('()（）[] ')})"
    return f"{number}{'' if EAST_ASIAN.match(unit) else ' '}{unit}" if unit else number
