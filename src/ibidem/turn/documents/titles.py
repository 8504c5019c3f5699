"""Documents by their titles, for a person who was asked for one."""

import re

from ibidem.domain.documents import Document, SearchFilters
from ibidem.language.normal import normalise
from ibidem.pointing.replies import title_words
from ibidem.search.passages import find_passages
from ibidem.turn.context import TurnContext

# A list of more is not read, and words that so many titles hold are no title.
MOST_FITTING = 9
# Every passage of a document is found by its title, too, so that one long document may come up many times.
_PASSAGES = 100
_LONGEST = 200  # characters


async def titled(message: str, context: TurnContext) -> tuple[Document, ...]:
    """The readable documents whose title the message is; where there is none, those whose titles hold all of its words."""
    found = await _found(message, context)
    named = _named(message, found)
    if named:
        return named
    words = title_words(message)
    if all(word.isdigit() for word in words):
        return ()  # a number is none, whatever titles hold it
    names = [(document, _name(document.title)) for document in found]
    return tuple(document for document, name in names if all(_name(word) in name for word in words))


async def exactly_titled(message: str, context: TurnContext) -> tuple[Document, ...]:
    """The readable documents whose title the message is, whatever its case, its spaces and its marks."""
    return _named(message, await _found(message, context))


async def _found(message: str, context: TurnContext) -> tuple[Document, ...]:
    if len(message) > _LONGEST:
        return ()
    ranking = await find_passages(message, (), SearchFilters(), _PASSAGES, context.index, context.principal)
    return tuple({passage.document.doc_id: passage.document for passage in ranking.passages}.values())


def _named(message: str, found: tuple[Document, ...]) -> tuple[Document, ...]:
    said = _name(message)
    return tuple(document for document in found if said and _name(document.title) == said)


def _name(text: str) -> str:
    return re.sub(r"[\W_]+", "", normalise(text)).casefold()
