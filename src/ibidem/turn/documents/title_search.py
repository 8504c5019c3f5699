"""Finds documents by their titles, for a person who was asked for one."""

import re

from ibidem.domain.documents import Document, SearchFilters
from ibidem.finding.passages import find_passages
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.understanding.replies import title_words

# Nobody reads a longer list, and words that more titles contain are no title.
MOST_FITTING = 9
# Every passage of a document is found by its title, too, so that one long document may come up many times.
_PASSAGES = 100
_LONGEST = 200  # characters


async def titled(message: str, context: TurnContext) -> tuple[Document, ...]:
    """The readable documents with the message as their title; else those whose titles contain all of its words."""
    found = await found_for(message, context)
    named = _named(message, found)
    if named:
        return named
    words = title_words(message)
    if all(word.isdigit() for word in words):
        return ()  # a number is no title
    names = [(document, name_of(document.title)) for document in found]
    return tuple(document for document, name in names if all(name_of(word) in name for word in words))


async def exactly_titled(message: str, context: TurnContext) -> tuple[Document, ...]:
    """The readable documents with the message as their title, apart from case, spaces and marks."""
    return _named(message, await found_for(message, context))


async def found_for(message: str, context: TurnContext) -> tuple[Document, ...]:
    """The readable documents that a search for the message finds, best first."""
    if len(message) > _LONGEST:
        return ()
    ranking = await find_passages(message, (), SearchFilters(), _PASSAGES, context.index, context.principal)
    return tuple({passage.document.doc_id: passage.document for passage in ranking.passages}.values())


def _named(message: str, found: tuple[Document, ...]) -> tuple[Document, ...]:
    said = name_of(message)
    return tuple(document for document in found if said and name_of(document.title) == said)


def name_of(text: str) -> str:
    """The letters of a title, by which it is compared."""
    return re.sub(r"[\W_]+", "", normalise(text)).casefold()
