"""Columns that a question names in other words than the table: those of the row that leads, and that of a largest value, as the
reader reads them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ibidem.answering.calculating import Calculation
from ibidem.answering.choosing import Quote
from ibidem.answering.document_tables import tables_of
from ibidem.answering.extract import Extract
from ibidem.answering.read_cells import best_line, cell_read, says_row
from ibidem.answering.rough_calculating import extremes
from ibidem.answering.twins import unnamed
from ibidem.domain.documents import Chunk, VectorQuery
from ibidem.domain.errors import ModelError, StoreUnavailable
from ibidem.finding.fusion import HELPER_SECONDS, before_it
from ibidem.finding.passages import Ranking
from ibidem.finding.windows import LINES
from ibidem.language.calculations import asks_sum, extreme_asked
from ibidem.language.comparisons import compared_sides
from ibidem.language.normal import normalise
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.models import Reader
from ibidem.turn.answers.calculations import Calculated, chunks_of, quotes_of, said_of
from ibidem.turn.context import TurnContext
from ibidem.turn.question.focus import exchanges
from ibidem.turn.values.searching import SearchPlan
from ibidem.turn.wording import Wording

Read = TypeVar("Read")

logger = logging.getLogger(__name__)

# From which probability on a cell is shown alone, and below which a row that is named is no answer but the closest. Of 94 rows
# of which it is known which cell answers, and 8 questions that their row does not answer, from .75 on 53 cells are chosen well,
# one wrongly and two where none answers; below .55 are 21 of the 94 and 5 of the 8. Rows asked for as a whole ("the details of
# ...") lie there too.
SURE, DOUBTFUL = 0.75, 0.55


async def with_columns(plan: SearchPlan, extracted: Extract, context: TurnContext) -> Extract:
    """With the column that is surely meant of the row that leads, where no word of the question names one. Where the question
    says a cell of the row and none of the others stands out, the row is only the closest: maybe none of them answers."""
    lead, *others = extracted.quotes
    if lead.kind != "row" or not lead.head or lead.columns or _is_of_several(plan.query, lead, others):
        return extracted
    query = _query(plan)
    read = await _replied(lambda reader, vectors: cell_read(query, lead, reader, vectors), context)
    if read is None:
        return extracted
    named = says_row(plan.query, lead.text)
    if read.probability < SURE:
        doubtful = read.probability < DOUBTFUL and (named or len(read.columns) > 1)
        return replace(extracted, degree="closest") if doubtful else extracted
    kept = [quote for quote in others if not (named and _is_beside(quote, lead))]
    return replace(extracted, quotes=(replace(lead, columns=read.columns), *kept))


def _is_of_several(question: str, lead: Quote, others: Sequence[Quote]) -> bool:
    """Whether a question asks for what several values come to, for the largest of them, or for two rows beside each other."""
    asked = normalise(question)
    if asks_sum(asked) or compared_sides(question):
        return True
    if any(_is_beside(quote, lead) and says_row(question, quote.text) for quote in others):
        return True
    return bool(extreme_asked(asked)) and not says_row(question, lead.text)


def _is_beside(quote: Quote, lead: Quote) -> bool:
    """Whether a quote is another row of the table of the one that leads."""
    return quote.kind == "row" and quote.head == lead.head and quote.passage.document.doc_id == lead.passage.document.doc_id


async def read_extreme(
    plan: SearchPlan, ranking: Ranking, extracted: Extract, wording: Wording, context: TurnContext
) -> Calculated | None:
    """The largest or smallest value that is asked for in the table of the row that leads, of the column that is surely meant,
    where no word of the question names one. It is only the closest: of 21 such questions 10 columns are chosen rightly, and 3
    wrongly."""
    lead, asked = extracted.quotes[0], normalise(plan.query)
    if lead.kind != "row" or not lead.head or not extreme_asked(asked) or compared_sides(asked) or says_row(asked, lead.text):
        return None
    chunks = tuple(await chunks_of(lead.passage.document, context))
    results = await asyncio.to_thread(_extremes, plan.query, chunks, lead)
    names = [result.table.names[result.column or 0] for result in results]
    if not 1 < len(names) <= LINES:
        return None
    query, title = _query(plan), lead.passage.document.title
    best = await _replied(lambda reader, vectors: best_line(query, title, names, reader, vectors), context)
    if best is None or best.probability < SURE:
        return None
    result = results[best.place]
    made = Extract(quotes_of(result, lead.passage), "closest", unnamed=unnamed(plan.query, ranking))
    return Calculated(made, said_of(result, wording))


def _extremes(question: str, chunks: tuple[Chunk, ...], row: Quote) -> tuple[Calculation, ...]:
    """The extremes of the table that has this row."""
    tables = [table for table in tables_of(chunks) if table.head == row.head]
    held = [table for table in tables if any(record.text == row.text for record in table.records)]
    return extremes(question, held[0]) if len(held) == 1 else ()


def _query(plan: SearchPlan) -> VectorQuery:
    return VectorQuery(plan.query, before_it(plan.query, exchanges(plan.parsed.focus)))


async def _replied(ask: Callable[[Reader, VectorIndex], Awaitable[Read | None]], context: TurnContext) -> Read | None:
    """What a reader and an encoder say together; None without them, or where one of them does not reply."""
    if context.reader is None or context.vectors is None:
        return None
    try:
        async with asyncio.timeout(HELPER_SECONDS):
            return await ask(context.reader, context.vectors)
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("cells not read: %s", str(error) or "it took too long")
        context.record.trouble("reader unavailable")
        return None
