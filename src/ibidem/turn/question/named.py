"""The document that a message names by its title: the title alone, a request to show it, or words of it and "document"."""

import re
from collections.abc import Iterable

from ibidem.domain.conversation import DocRef
from ibidem.language.normal import normalise
from ibidem.pointing.resolve import PossibleDocument, Resolved, Target, Unclear, target_of
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.titles import MOST_FITTING, found_for, name_of
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message

_LONGEST = 120  # characters: who asks for a document says little else


async def document_named(inquiry: Inquiry, context: TurnContext) -> Resolved | Unclear | None:
    """The document to be shown; the choice where several fit, and None where none does or something else is asked."""
    message = Message(inquiry.message, context.profile)
    if len(message.text) > _LONGEST or not (message.asks_to_show or is_name(message)):
        return None
    if message.asks_to_show and message.words_of_a_document:
        cited = fitting_citations(message.words_of_a_document, inquiry)
        if len(cited) == 1:
            return Resolved(tuple(cited.values()), "whole", "history")
    found = {document.doc_id: document.title for document in await found_for(message.text, context)}
    named = {doc_id: title for doc_id, title in found.items() if asks_for(title, message, context)}
    if not named and message.asks_to_show and message.words_of_a_document:
        named = {doc_id: title for doc_id, title in found.items() if holds(title, message.words_of_a_document)}
    if not named or len(named) > MOST_FITTING:
        return None
    if len(named) == 1:
        return Resolved((Target(next(iter(named))),), "whole", "query")
    choices = tuple(PossibleDocument(place, title, Target(doc_id)) for place, (doc_id, title) in enumerate(named.items(), 1))
    return Unclear("two_readings", choices, "whole")


def is_name(message: Message) -> bool:
    """Whether the message may be a title alone; one that asks is a question."""
    return message.only_names and not message.text.rstrip().endswith(("?", "？"))


def fitting_citations(words: Iterable[str], inquiry: Inquiry) -> dict[str, Target]:
    """The documents that the last turns cited whose titles hold the words, each where it was cited last."""
    cited: dict[str, tuple[int, DocRef]] = {}
    for turn in inquiry.history:
        cited.update({ref.doc_id: (turn.turn_id, ref) for ref in turn.content.doc_refs})
    return {doc_id: target_of(turn_id, ref) for doc_id, (turn_id, ref) in cited.items() if holds(ref.title, words)}


def holds(title: str, words: Iterable[str]) -> bool:
    """Whether the title holds every word."""
    name = name_of(title)
    return all(name_of(word) in name for word in words)


def asks_for(title: str, message: Message, context: TurnContext) -> bool:
    """Whether the message is the title, or the title and a request to show it."""
    letters = name_of(title)
    if not letters:
        return False
    text = normalise(message.text).casefold()
    stands = re.search(r"[\W_]*".join(map(re.escape, letters)), text)
    if stands is None:
        return False
    rest = f"{text[: stands.start()]} {text[stands.end() :]}"
    if not name_of(rest):
        return True
    left = Message(rest, context.profile)
    return left.asks_to_show and not left.asks_something
