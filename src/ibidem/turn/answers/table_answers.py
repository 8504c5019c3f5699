"""Answers from the tables and forms of a document as wholes: calculated, looked up by row and column, or calculated as far as the
question is understood, which is then only the closest."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

from ibidem.answering.choosing import Quote
from ibidem.answering.document_tables import tables_of
from ibidem.answering.extract import Extract, holds_what_is_asked
from ibidem.answering.lines import PASSAGES
from ibidem.answering.looking_up import FoundRow, row_of, with_unnamed
from ibidem.answering.named_values import NamedValue, across, named_values, total_of
from ibidem.answering.numbered_fields import asks_for_number, numbered_field
from ibidem.answering.rough_calculating import Rough, roughly
from ibidem.answering.said import surest
from ibidem.answering.twins import unnamed, without_twins
from ibidem.domain.documents import Chunk, Passage
from ibidem.finding.passages import Ranking
from ibidem.language.calculations import adds, asks_count, asks_sum, extreme_asked, may_calculate, result_of
from ibidem.language.comparisons import compared_sides
from ibidem.language.normal import normalise
from ibidem.language.question_words import quantities
from ibidem.language.tables import cells_of, is_row
from ibidem.turn.answers.calculations import Calculated, Calculation, calculation, chunks_of, quotes_of, quotes_of_record, said_of
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import Wording

_MOST_FORM = 1_200  # characters of a form of which no line is asked for


async def table_answer(
    question: str,
    ranking: Ranking,
    extracted: Extract | None,
    known: Collection[str],
    wording: Wording,
    context: TurnContext,
) -> Calculated | None:
    """What tables answer instead of the lines that were chosen, None where nothing is surer than those.

    `known` are the ids of the documents that the question is about, whatever it says.
    """
    if (made := await calculation(question, ranking, extracted, known, wording, context)) is not None:
        return made
    if extracted is None or compared_sides(question):
        return None
    asked = normalise(question)
    if asks_for_number(asked) and (field := await _field(question, extracted, context)) is not None:
        return field
    if (row := await _row(question, ranking, extracted, context)) is not None and not adds(asked):
        return row
    if not (may_calculate(asked) or adds(asked)):
        return None
    return await _roughly(question, ranking, extracted, wording, context)


def is_unproven(question: str, extracted: Extract) -> bool:
    """Whether something is asked for that would have to be calculated, and what leads does not say that it is the result: one of
    the values to be added, or a row where a largest or smallest one is asked for, or a number that it does not give."""
    lead, asked = extracted.quotes[0], normalise(question)
    if adds(asked):
        return True
    label = next(iter(cells_of(lead.text)), "")
    extreme = _extreme_left(asked, f"{lead.head} {lead.text}")
    if lead.kind != "row":
        return extreme and not quantities(lead.text) - quantities(asked)
    if result_of(label) is not None:
        return False
    if asks_count(asked) and not any(quantities(cell) - quantities(asked) for cell in _shown_cells(lead)):
        return True
    return asks_sum(asked) or extreme


def _shown_cells(row: Quote) -> list[str]:
    """The cells of a row that is quoted which are shown, without its label: T-025 is no count."""
    return [cell for at, cell in enumerate(cells_of(row.text)) if at and (not row.columns or at in row.columns)]


def _extreme_left(question: str, said: str) -> bool:
    """Whether a question (normalised) asks for a largest or smallest value, and a text does not say that it gives one."""
    extreme = extreme_asked(question).casefold()
    return bool(extreme) and extreme not in normalise(said).casefold()


async def _field(question: str, extracted: Extract, context: TurnContext) -> Calculated | None:
    """The line with the number that the question asks for by its label in the document that leads; None where one that is quoted
    gives it."""
    lead = extracted.quotes[0]
    document = lead.passage.document
    chunks = await chunks_of(document, context)
    field = await asyncio.to_thread(numbered_field, question, chunks)
    if field is None or any(field.number in normalise(quote.text) for quote in extracted.quotes):
        return None
    kind = "row" if is_row(field.text) else "sentence"
    quote = Quote(field.text, replace(lead.passage, chunk=field.chunk), field.start, kind, leads=True)
    others = [quote for quote in extracted.quotes if quote.passage.document.doc_id != document.doc_id]
    return Calculated(replace(extracted, quotes=(quote, *others), steps=(0, 0)))


async def _row(question: str, ranking: Ranking, extracted: Extract, context: TurnContext) -> Calculated | None:
    """The row that the question names in the document that leads, where that is another one than the row that leads, or other
    columns of it are asked for."""
    lead = extracted.quotes[0]
    document = lead.passage.document
    chunks = await chunks_of(document, context)
    row = await asyncio.to_thread(_looked_up, question, tuple(chunks))
    if row is None or not (row.whole or (lead.kind == "row" and lead.head == row.table.head)):
        return None
    if (lead.passage.chunk.chunk_id, lead.start, lead.text) == (row.record.chunk.chunk_id, row.record.start, row.record.text):
        return _with_all_columns(extracted, row)
    others = [quote for quote in extracted.quotes if quote.passage.document.doc_id != document.doc_id]
    quotes = (*_quotes_of_row(row, lead.passage), *others)
    degree = "answered" if extracted.degree == "answered" and holds_what_is_asked(question, quotes) else "closest"
    return Calculated(replace(extracted, quotes=quotes, degree=degree, steps=(0, 0), unnamed=unnamed(question, ranking)))


def _with_all_columns(extracted: Extract, row: FoundRow) -> Calculated | None:
    """The row that leads already, with the columns that are asked for and what a name reaches over; None where that is shown."""
    lead, *others = extracted.quotes
    reached = tuple(at for at in with_unnamed(sorted({*lead.columns, *row.asked}), row.table) if at)
    if not lead.columns or reached == lead.columns:
        return None
    return Calculated(replace(extracted, quotes=(replace(lead, columns=reached), *others)))


def _looked_up(question: str, chunks: tuple[Chunk, ...]) -> FoundRow | None:
    return row_of(question, tables_of(chunks))


def _quotes_of_row(row: FoundRow, passage: Passage) -> tuple[Quote, ...]:
    columns = [*row.asked, *(at for at in row.keys if at not in row.asked)]
    if not row.record.lines:
        (quote,) = quotes_of_record(row.record, row.table, passage, columns)
        said = {cell.strip() for cell in cells_of(quote.text)}
        above = [cell for at in row.keys if (cell := row.record.cell(at)) and all(cell not in one for one in said)]
        shown = tuple(sorted(columns)) if row.asked else ()
        return (replace(quote, leads=True, columns=shown, heading=" / ".join(above)),)
    shown = columns if row.asked else [at for at, _, _, _ in row.record.lines]
    lines = quotes_of_record(row.record, row.table, passage, shown)
    length, fit = 0, list[Quote]()
    for quote in lines:
        length += len(quote.text)
        if not fit or length <= _MOST_FORM:
            fit.append(quote)
    return (replace(fit[0], kind="sentence", leads=True), *fit[1:])


async def _roughly(
    question: str, ranking: Ranking, extracted: Extract, wording: Wording, context: TurnContext
) -> Calculated | None:
    """A calculation that the question may ask for, and named values added; None where prose that answers gives a number."""
    passages = without_twins(question, ranking).passages[:PASSAGES]
    documents = {passage.document.doc_id: passage for passage in reversed(passages)}
    lead = extracted.quotes[0]
    rough: list[tuple[Passage, Rough]] = []
    for passage in documents.values():
        chunks = tuple(await chunks_of(passage.document, context))
        leading = lead.head if passage.document.doc_id == lead.passage.document.doc_id else ""
        values, result = await asyncio.to_thread(_calculated, question, chunks, leading)
        if values:
            return _added(values, passage)
        if result is not None:
            rough.append((passage, result))
    first = surest(rough, lambda one: one[1].covered)
    if first is None or _is_said_in_prose(extracted, question):
        return None
    passage, found = first
    made = Extract(quotes_of(found.result, passage), "closest", unnamed=unnamed(question, ranking))
    return Calculated(made, said_of(found.result, wording) if isinstance(found.result, Calculation) else "")


def _calculated(question: str, chunks: tuple[Chunk, ...], leading: str) -> tuple[Sequence[NamedValue], Rough | None]:
    tables = tables_of(chunks)
    values = named_values(question, chunks) or across(question, tables)
    return values, None if values else roughly(question, tables, leading)


def _is_said_in_prose(extracted: Extract, question: str) -> bool:
    """Whether prose answers that gives a number itself, the largest or smallest one where that is asked for."""
    lead = extracted.quotes[0]
    if _extreme_left(normalise(question), lead.text):
        return False
    return extracted.degree == "answered" and lead.kind != "row" and bool(quantities(lead.text))


def _added(values: Sequence[NamedValue], passage: Passage) -> Calculated:
    """The values by their labels, and their sum; their units as the first one has it."""
    first = values[0].amount
    shown = [f"{value.label}: {value.amount.before}{value.amount.shown}{value.amount.after}" for value in values]
    grouped = any("," in value.amount.shown for value in values)
    total = total_of(values)
    written = f"{total:,f}" if grouped else f"{total:f}"
    quotes = [
        Quote(
            value.text, replace(passage, chunk=value.chunk), value.start, "row" if is_row(value.text) else "context", value.head
        )
        for value in values
    ]
    said = f"{' + '.join(shown)} = {first.before}{written}{first.after}"
    return Calculated(Extract(tuple({quote.start: quote for quote in quotes}.values()), "closest"), said)
