"""The tables of a document, and the forms in it that repeat."""

from functools import lru_cache

from ibidem.answering.form_tables import forms_among
from ibidem.answering.whole_tables import WholeTable, tables_among
from ibidem.domain.documents import Chunk

_KEPT = 4  # documents: a conversation stays with one or two, and a large one takes a third of a second


@lru_cache(maxsize=_KEPT)
def tables_of(chunks: tuple[Chunk, ...]) -> tuple[WholeTable, ...]:
    """The tables with a head, and the kinds of form that are there twice or more, of all chunks of a document."""
    return (*tables_among(chunks), *forms_among(chunks))
