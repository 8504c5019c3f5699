"""What stands in a document beside the line that answers, and is a part of what it says: the notes of its marks."""

from dataclasses import replace

from ibidem.answering.another_row import names_another_row
from ibidem.answering.choosing import Quote
from ibidem.answering.document_tables import tables_of
from ibidem.answering.extract import Extract
from ibidem.answering.notes import notes_of
from ibidem.turn.answers.calculations import chunks_of
from ibidem.turn.context import TurnContext


async def noted(extracted: Extract, context: TurnContext) -> Extract:
    """The quotes, with the notes to which marks in the line that answers point behind it."""
    lead, *others = extracted.quotes
    chunks = await chunks_of(lead.passage.document, context)
    notes = notes_of(lead.text, lead.passage.chunk, lead.start, chunks)
    quoted = "\n".join(quote.text for quote in extracted.quotes)
    added = [
        Quote(note.text, replace(lead.passage, chunk=note.chunk), note.start, "context")
        for note in notes
        if note.text not in quoted
    ]
    return replace(extracted, quotes=(lead, *added, *others)) if added else extracted


async def is_of_another_row(question: str, extracted: Extract, context: TurnContext) -> bool:
    """Whether the row that leads is not the one that the question names."""
    lead = extracted.quotes[0]
    if lead.kind != "row":
        return False
    document = lead.passage.document
    tables = tables_of(tuple(await chunks_of(document, context)))
    return names_another_row(question, lead.text, f"{lead.head} {lead.passage.chunk.section} {document.title}", tables)
