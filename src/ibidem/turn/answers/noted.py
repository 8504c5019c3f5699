"""What stands in a document beside the line that answers, and is a part of what it says: the notes of its marks."""

from dataclasses import replace

from ibidem.answering.another_row import names_another_row
from ibidem.answering.another_year import names_another_year
from ibidem.answering.choosing import Quote
from ibidem.answering.document_tables import tables_of
from ibidem.answering.extract import Extract
from ibidem.answering.notes import marks_in, notes_of
from ibidem.turn.answers.calculations import chunks_of
from ibidem.turn.context import TurnContext


async def noted(extracted: Extract, context: TurnContext) -> Extract:
    """The quotes, with the notes to which marks in the line that answers point behind it."""
    lead, *others = extracted.quotes
    if not marks_in(lead.text):
        return extracted
    chunks = await chunks_of(lead.passage.document, context)
    notes = notes_of(lead.text, lead.passage.chunk, lead.start, chunks)
    quoted = "\n".join(quote.text for quote in extracted.quotes)
    added = [
        Quote(note.text, replace(lead.passage, chunk=note.chunk), note.start, "context")
        for note in notes
        if note.text not in quoted
    ]
    return replace(extracted, quotes=(lead, *added, *others)) if added else extracted


async def is_of_another(question: str, extracted: Extract, context: TurnContext) -> bool:
    """Whether what leads is of another year than the question, or not the row that it names."""
    lead = extracted.quotes[0]
    document, chunk = lead.passage.document, lead.passage.chunk
    if names_another_year(question, f"{lead.head} {lead.text}", f"{document.title} {chunk.section} {chunk.text}"):
        return True
    if lead.kind != "row":
        return False
    tables = tables_of(tuple(await chunks_of(document, context)))
    return names_another_row(question, lead.text, f"{lead.head} {lead.passage.chunk.section} {document.title}", tables)
